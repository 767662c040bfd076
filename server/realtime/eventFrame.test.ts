/** What goes over the wire for some events is their JSON, whatever the contents hold. */
import { ContentBytes, eventsFrame } from './eventFrame';
import type { EventRow } from './feedRows';
import { textFrame } from './textFrame';

const AT = new Date('2026-03-01T09:08:07.006Z');
const told = (sequence: number, contentId: string | null, occurredAt = AT): EventRow => ({
  userId: 'u1',
  sequence,
  occurredAt,
  contentId,
});
const CONTENTS = new Map([
  ['c1', JSON.stringify({ subject: 'Zoë "the nurse" \\ 護士 🩺', messageTags: [{ text: '{"sequence":9}' }] })],
  ['c2', JSON.stringify({ subject: 'x'.repeat(70_000) })],
]);

async function sent(rows: readonly EventRow[], last: number): Promise<unknown> {
  const find = jest.fn(async (ids: readonly string[]) => new Map([...CONTENTS].filter(([id]) => ids.includes(id))));
  const contents = new ContentBytes(find);
  await contents.load(rows);
  const frame = eventsFrame(rows, last, contents);
  const bytes = frame.slice(frame.indexOf('{"topic"'));
  expect(frame).toBe(textFrame(bytes));
  return JSON.parse(Buffer.from(bytes, 'latin1').toString());
}

const notification = (sequence: number, id: string, at = AT) => ({
  sequence,
  notification: {
    ...(JSON.parse(CONTENTS.get(id) ?? '') as object),
    id,
    sequence,
    notificationDate: at.toISOString(),
    notificationDateWithZone: '03-01-2026 09:08:07 UTC',
  },
});

test('one event, a reading, and contents that come twice at other times', async () => {
  const later = new Date(AT.getTime() + 1);
  const rows = [told(8, 'c1'), told(9, null), told(10, 'c2', later), told(11, 'c1', later), told(12, 'c1')];
  expect(await sent(rows.slice(0, 1), 8)).toEqual({
    topic: 'notifications',
    sequence: 8,
    reset: false,
    events: [notification(8, 'c1')],
  });
  expect(await sent(rows, 12)).toEqual({
    topic: 'notifications',
    sequence: 12,
    reset: false,
    events: [
      notification(8, 'c1'),
      { sequence: 9, readDate: AT.toISOString() },
      notification(10, 'c2', later),
      notification(11, 'c1', later),
      notification(12, 'c1'),
    ],
  });
});

test('contents are fetched once', async () => {
  const find = jest.fn(async () => CONTENTS);
  const contents = new ContentBytes(find);
  await contents.load([told(1, 'c1'), told(2, 'c1'), told(3, 'c2')]);
  await contents.load([told(4, 'c2'), told(5, null)]);
  expect(find.mock.calls).toEqual([[['c1', 'c2']]]);
});
