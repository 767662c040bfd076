/** What goes over the wire for some events is their JSON, whatever the contents hold. */
import { ContentBytes } from './contentBytes';
import { EventFrames } from './eventFrames';
import type { EventRow } from './feedRows';
import { textFrame } from './textFrame';

const AT = new Date('2026-03-01T09:08:07.006Z');
const told = (sequence: number, contentId: string | null, occurredAt = AT): EventRow => ({
  place: 1,
  sequence,
  occurredAt,
  contentId,
});
const CONTENTS = new Map([
  ['c1', JSON.stringify({ subject: 'Zoë "the nurse" \\ 護士 🩺', messageTags: [{ text: '{"sequence":9}' }] })],
  ['c2', JSON.stringify({ subject: 'x'.repeat(70_000) })],
]);

async function framesOf(rows: readonly EventRow[]): Promise<EventFrames> {
  const contents = new ContentBytes(async (ids) => new Map([...CONTENTS].filter(([id]) => ids.includes(id))));
  await contents.load(rows);
  return new EventFrames(contents);
}

function textOf(frame: Buffer): unknown {
  const bytes = frame.toString('latin1', frame.indexOf('{"topic"'));
  expect(frame.equals(textFrame(bytes))).toBe(true);
  return JSON.parse(Buffer.from(bytes, 'latin1').toString());
}

async function sent(rows: readonly EventRow[]): Promise<unknown> {
  return textOf((await framesOf(rows)).of(rows, 0, rows.length).from(rows[0]?.sequence ?? 0));
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
  expect(await sent(rows.slice(0, 1))).toEqual({
    topic: 'notifications',
    sequence: 8,
    reset: false,
    events: [notification(8, 'c1')],
  });
  expect(await sent(rows)).toEqual({
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

test('readers of the same things get their own numbers, longer and shorter ones, and all of them the same bytes', async () => {
  const rows = [3, 1_204, 77, 9_007_199_254_740_991, 10].flatMap((n) => [told(n - 1, 'c1'), told(n, null)]);
  const frames = await framesOf(rows);
  const lengths = new Set<number>();
  for (let begin = 0; begin < rows.length; begin += 2) {
    const frame = frames.of(rows, begin, begin + 2).from(rows[begin]?.sequence ?? 0);
    lengths.add(frame.length);
    const last = rows[begin + 1]?.sequence ?? 0;
    expect(textOf(frame)).toEqual({
      topic: 'notifications',
      sequence: last,
      reset: false,
      events: [notification(last - 1, 'c1'), { sequence: last, readDate: AT.toISOString() }],
    });
  }
  expect(lengths.size).toBe(1);
});

test('what somebody still needs is not written over', async () => {
  const rows = [told(5, 'c1'), told(6, 'c1'), told(7, 'c1')];
  const frames = await framesOf(rows);
  const frame = frames.of(rows, 0, 1);
  const kept = frame.from(5);
  frame.letGo();
  const next = frames.of(rows, 1, 2).from(6);
  expect([textOf(kept), textOf(next)]).toMatchObject([{ sequence: 5 }, { sequence: 6 }]);
  expect(frames.of(rows, 2, 3).from(7)).toBe(next);
});

test('contents are fetched once', async () => {
  const find = jest.fn(async () => CONTENTS);
  const contents = new ContentBytes(find);
  await contents.load([told(1, 'c1'), told(2, 'c1'), told(3, 'c2')]);
  await contents.load([told(4, 'c2'), told(5, null)]);
  expect(find.mock.calls).toEqual([[['c1', 'c2']]]);
});
