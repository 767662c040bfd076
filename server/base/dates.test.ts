import { momentText, zonedText } from './dates';

test('times are written with plain spaces, which the fonts of PDFs and spreadsheets have', () => {
  const at = new Date('2026-11-21T15:30:00Z');
  expect(momentText(at)).toBe('Nov 21, 2026, 3:30 PM UTC');
  expect(momentText(at, 'America/Los_Angeles')).toBe('Nov 21, 2026, 7:30 AM PST');
  expect(zonedText(at, 'America/Los_Angeles')).toBe('11/21/2026 7:30 AM PST');
});
