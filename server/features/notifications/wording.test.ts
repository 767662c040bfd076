/** The texts of notifications: for every sub-category, with hostile values, and in the specified formats. */
import { NO_DOCUMENT } from '../../../contract/notifications/categories';
import { SUB_CATEGORIES, SUB_CATEGORY_CODES, type SubCategoryCode } from '../../../contract/notifications/kinds';
import { stampText } from '../../base/dates';
import { contentOf, searchText } from './content';
import type { DomainEvent } from './events';
import { NO_FACTS, type Facts } from './facts';
import { plainText } from './markup';
import { parseEvent } from '../../platform/eventBus/eventBus';

const HOSTILE = `<img src=x onerror="alert('1')">&amp;`;
const WRITTEN: readonly SubCategoryCode[] = ['COMPANY', 'BROADCAST', 'RELEASE_NOTES', 'ROLE_PERMISSION_UPDATE'];
const FACTS: Facts = {
  ...NO_FACTS,
  entityId: 'e',
  jobId: 'j',
  jobNumber: 100_001,
  jobTitle: HOSTILE,
  candidateId: 'c',
  firstName: HOSTILE,
  lastName: HOSTILE,
  facility: HOSTILE,
  supplier: HOSTILE,
  name: HOSTILE,
  status: 'OFFER_ACCEPTED',
  reason: HOSTILE,
  day: '2026-03-02',
  cents: 123_456,
};
const eventOf = (what: SubCategoryCode): DomainEvent =>
  (WRITTEN.includes(what) ? { kind: 'company', what, subject: HOSTILE, text: HOSTILE } : { what }) as DomainEvent;

test.each(SUB_CATEGORY_CODES)('%s names its subject, and no value becomes markup', (what) => {
  const content = contentOf(eventOf(what), FACTS);
  expect(content).toMatchObject({
    categoryCode: SUB_CATEGORIES[what].category,
    subCategoryName: SUB_CATEGORIES[what].name,
    entityId: 'e',
    documentName: NO_DOCUMENT,
    releaseNotes: what === 'RELEASE_NOTES',
  });
  expect(content.template.replace(/<\/?(p|strong)>|<br>/g, '')).not.toMatch(/[<>]/);
  expect(content.template).not.toMatch(/undefined|null|NaN/);
  expect(content.subject).not.toMatch(/undefined|null|NaN|\n/);
  expect(content.messageTags.length).toBeLessThanOrEqual(3);
  for (const { color } of content.messageTags) expect(color).toMatch(/^#[0-9a-f]{6}$/);
  const text = plainText(content.template);
  expect(text.includes(HOSTILE) || !content.template.includes('&lt;')).toBe(true);
  expect(searchText(content)).toContain(SUB_CATEGORIES[what].name.toLowerCase());
});

test('a task that is due says its name and its day once', () => {
  const { subject, template, messageTags } = contentOf(eventOf('TASK_DUE'), { ...FACTS, name: 'Call the unit' });
  expect(subject).toBe('Task due Mar 2, 2026: Call the unit');
  expect([plainText(template), messageTags]).toEqual(['This task is assigned to you. Mark it as done once it is.', []]);
});

test.each([
  ['2026-12-03', ' on Dec 3, 2026.'],
  [null, '.'],
])('an interview on %s says so', (day, said) => {
  const facts = { ...FACTS, facility: 'Lakeside', firstName: 'Ada', lastName: 'Quinn', jobTitle: 'Nurse, Day', day };
  const { template } = contentOf(eventOf('INTERVIEW_SCHEDULED'), facts);
  expect(plainText(template)).toBe(`Lakeside will interview Ada Quinn for Nurse, Day${said}`);
});

test.each([
  ['2027-01-31', ' An extension until Jan 31, 2027 has been requested.'],
  [null, ''],
])('a request for an extension until %s says so', (until, said) => {
  const facts = { ...FACTS, facility: 'Lakeside', firstName: 'Ada', lastName: 'Quinn', day: '2026-12-03', until };
  const { template } = contentOf(eventOf('EXTENSION_DUE'), facts);
  expect(plainText(template)).toBe(
    `The assignment of Ada Quinn at Lakeside ends Dec 3, 2026.${said} Please decide whether to extend it.`,
  );
});

test('paragraphs and lines of a written message are kept', () => {
  const event: DomainEvent = { kind: 'company', what: 'COMPANY', subject: ' two\nlines ', text: 'a\r\nb\n\n\nc ' };
  const { subject, template } = contentOf(event, FACTS);
  expect([subject, template, plainText(template)]).toEqual(['two lines', '<p>a<br>b</p><p>c</p>', 'a\nb\n\nc']);
});

test.each([
  [
    '<p>Please bring:</p><ul><li>Badge</li><li>Form I-9</li></ul><p>Thank you</p>',
    'Please bring:\n\n- Badge\n- Form I-9\n\nThank you',
  ],
  [
    '<h3>Hours</h3>Open<hr>Mon<br>Tue<blockquote>Be &lt;early&gt;</blockquote>',
    'Hours\n\nOpen\n\nMon\nTue\n\nBe <early>',
  ],
  ['<ol>\n  <li><p>One</p></li>\n  <li>Two <b>and</b> a half</li>\n</ol>', '- One\n\n- Two and a half'],
])('no words of a broadcast run together as plain text: %s', (markup, plain) => {
  expect(plainText(markup)).toBe(plain);
});

test('the date with its zone is month, day, year, time and four characters', () => {
  expect(stampText(new Date('2026-03-02T04:05:06.789Z'))).toBe('03-02-2026 04:05:06 UTC');
});

describe('a message on the bus', () => {
  const id = '00000000-0000-4000-8000-000000000001';
  test.each([
    { kind: 'session-ended', sessionId: id },
    { kind: 'notified', userIds: [id] },
    { kind: 'chat', userIds: [id] },
  ])('is accepted: %j', (event) => {
    expect(parseEvent(JSON.stringify(event))).toEqual(event);
  });
  test.each([
    undefined,
    '',
    'null',
    '{"kind":"told"}',
    `{"kind":"told","userIds":["x"]}`,
    `{"kind":"chat","messageId":"${id}"}`,
    `{"kind":"session-ended","sessionId":"' or 1=1"}`,
    `{"kind":"other","userIds":[]}`,
  ])('is dropped if it is invalid: %s', (payload) => {
    expect(parseEvent(payload)).toBeUndefined();
  });
});
