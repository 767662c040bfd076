/** What the audit shows instead of codes. */
import { auditCell } from '../../sagas/features/lists/auditCells';

const shown = (column: string, text: string) => auditCell(column, { text }).text;

it.each([
  ['submission.qualify', 'Qualify'],
  ['job.changeOpenings', 'Change openings'],
  ['too_many_attempts', 'Too many attempts'],
  ['submission.unknown', 'submission.unknown'],
  ['Left the company', 'Left the company'],
  ['', ''],
])('the reason %j is %j', (reason, text) => expect(shown('reason', reason)).toBe(text));

it.each([
  [
    'record id: b0000000; state: {"status": "QUALIFIED", "dealSheet": "NONE"}; version: 2',
    'status: QUALIFIED; deal sheet: NONE; record id: b0000000; version: 2',
  ],
  ['input: {}; state: {"status": "OFFERED"}; version: 3', 'status: OFFERED; version: 3'],
  ['input: {"rateCents": 7350}; name: {none', 'rate cents: 7350; name: {none'],
  ['name: Night charge; permissions: none', 'name: Night charge; permissions: none'],
])('the values %j are %j', (values, text) => {
  expect([shown('before', values), shown('after', values)]).toEqual([text, text]);
});

it('a moment is exact to the second, with its zone', () => {
  const cell = { text: '11/30/2026 6:50 PM', exact: '11/30/2026, 6:50:12 PM EST', instant: '2026-11-30T23:50:12Z' };
  expect(auditCell('at', cell)).toEqual({ ...cell, text: '11/30/2026 6:50:12 PM EST' });
});

it('other columns are unchanged', () => expect(shown('who', 'too_many')).toBe('too_many'));
