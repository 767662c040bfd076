/** When a snooze ends, in the reader's time zone, and the confirmation texts of actions. */
import { doneText, snooze, snoozedUntil } from '../../sagas/features/notifications/panel/panelText';

/** A Friday, half past ten in the evening in New York, which changes its clocks on the following Sunday. */
const NOW = Date.UTC(2026, 9, 31, 2, 30);

it.each([
  ['America/New_York', 'hour', '2026-10-31T03:30:00.000Z'],
  ['America/New_York', 'tomorrow', '2026-10-31T12:00:00.000Z'],
  ['America/New_York', 'week', '2026-11-02T13:00:00.000Z'],
  ['America/New_York', '2026-12-24', '2026-12-24T13:00:00.000Z'],
  ['Asia/Tokyo', 'tomorrow', '2026-10-31T23:00:00.000Z'],
  ['Asia/Tokyo', 'week', '2026-11-01T23:00:00.000Z'],
])('in %s %s lasts until %s', (zone, choice, until) => expect(snoozedUntil(choice, NOW, zone)).toBe(until));

it.each([
  [{ done: true }, 'Done: Subject'],
  [{ done: false }, 'Not done: Subject'],
  [{ saved: true }, 'Saved: Subject'],
  [{ saved: false }, 'No longer saved: Subject'],
  [{ read: true }, 'Read: Subject'],
  [{ read: false }, 'Kept unread: Subject'],
  [{ snoozedUntil: null }, 'Back in the list: Subject'],
  [{ snoozedUntil: '2026-12-24T12:00:00.000Z' }, 'Snoozed until Dec 24, 12:00 PM: Subject'],
  [{ snoozedUntil: '2027-01-04T12:00:00.000Z' }, 'Snoozed until Jan 4, 2027, 12:00 PM: Subject'],
  [{ snoozedUntil: '2100-12-31T12:00:00.000Z' }, 'Snoozed until Dec 31, 2100, 12:00 PM: Subject'],
])('%j: %s', (patch, text) => expect(doneText('Subject', patch, NOW).replace('\u202f', ' ')).toBe(text));

it('only an hour is left to the clock of the server', () =>
  expect([snooze('hour', NOW), Object.keys(snooze('tomorrow', NOW))]).toEqual([
    { snoozedUntil: '2026-10-31T03:30:00.000Z', snoozeMinutes: 60 },
    ['snoozedUntil'],
  ]));
