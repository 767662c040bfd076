/** The frames are the JSON of the events, whatever the contents. */
import { ContentBytes, EventFrame } from './eventFrames';
import type { FeedEvent } from './feedRows';
import { textFrame } from './textFrame';

const AT = new Date('2026-03-01T09:08:07.006Z');
const feedEvent = (number: number, contentId: string | null, occurredAt = AT): FeedEvent => ({
  number,
  occurredAt,
  contentId,
});
const CONTENTS = new Map([
  ['c1', JSON.stringify({ subject: 'Zoë "the nurse" \\ 護士 🩺', messageTags: [{ text: '{"sequence":9}' }] })],
  ['c2', JSON.stringify({ subject: 'x'.repeat(70_000) })],
  ['broadcast', JSON.stringify({ subCategoryCode: 'BROADCAST' })],
  ['release notes', JSON.stringify({ subCategoryCode: 'RELEASE_NOTES' })],
  ['role update', JSON.stringify({ subCategoryCode: 'ROLE_PERMISSION_UPDATE' })],
]);

async function framesOf(events: readonly FeedEvent[]): Promise<EventFrame[]> {
  const contents = new ContentBytes(async (ids) => new Map([...CONTENTS].filter(([id]) => ids.includes(id))));
  await contents.load([{ events, content: null }]);
  return EventFrame.of(events, contents);
}
const frameOf = async (events: readonly FeedEvent[]): Promise<EventFrame> => {
  const [frame, ...others] = await framesOf(events);
  if (frame === undefined || others.length > 0) throw new Error('the events are not of one topic');
  return frame;
};

function textOf(frame: Buffer): unknown {
  const bytes = frame.toString('latin1', frame.indexOf('{"topic"'));
  expect(frame.equals(textFrame(bytes))).toBe(true);
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

test('a frame has one event or several, readings, and the same content at different times', async () => {
  const later = new Date(AT.getTime() + 1);
  const events = [
    feedEvent(1, 'c1'),
    feedEvent(2, null),
    feedEvent(3, 'c2', later),
    feedEvent(4, 'c1', later),
    feedEvent(5, 'c1'),
  ];
  expect(textOf((await frameOf(events.slice(0, 1))).after(7))).toEqual({
    topic: 'notifications',
    sequence: 8,
    reset: false,
    events: [notification(8, 'c1')],
  });
  const frame = await frameOf(events);
  expect(frame.last).toBe(5);
  expect(textOf(frame.after(7))).toEqual({
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

test('a notification that came back from a snooze is marked', async () => {
  const frame = await frameOf([{ ...feedEvent(1, 'c1'), returned: true }, feedEvent(2, 'c1')]);
  expect(textOf(frame.after(4))).toMatchObject({
    events: [{ ...notification(5, 'c1'), returned: true }, notification(6, 'c1')],
  });
});

test('a change of a notification is sent as it is stored', async () => {
  const change = JSON.stringify({ tabSeen: { tab: 'SUBMISSIONS', fresh: 2 } });
  const frame = await frameOf([feedEvent(1, 'c1'), { ...feedEvent(2, null), change }, feedEvent(3, null)]);
  expect(textOf(frame.after(4))).toMatchObject({
    sequence: 7,
    events: [
      notification(5, 'c1'),
      { sequence: 6, tabSeen: { tab: 'SUBMISSIONS', fresh: 2 } },
      { sequence: 7, readDate: AT.toISOString() },
    ],
  });
});

test('broadcasts and role updates have topics of their own, in one sequence with everything else', async () => {
  const contents = ['c1', 'broadcast', 'release notes', 'role update', null, 'c2'];
  const frames = await framesOf(contents.map((contentId, index) => feedEvent(index + 1, contentId)));
  expect(frames.map((frame) => textOf(frame.after(9)))).toMatchObject([
    { topic: 'notifications', sequence: 10, events: [{ sequence: 10 }] },
    { topic: 'broadcasts', sequence: 12, events: [{ sequence: 11 }, { sequence: 12 }] },
    { topic: 'roleUpdates', sequence: 13, events: [{ sequence: 13 }] },
    { topic: 'notifications', sequence: 15, events: [{ sequence: 14 }, { sequence: 15 }] },
  ]);
});

test('readers of the same events get their own numbers, of any length, and otherwise the same bytes', async () => {
  const frame = await frameOf([feedEvent(1, 'c1'), feedEvent(2, null)]);
  const bytes = new Set<Buffer>();
  for (const sent of [0, 1, 1_202, 75, 9_007_199_254_740_989, 8]) {
    bytes.add(frame.after(sent));
    expect(textOf(frame.after(sent))).toEqual({
      topic: 'notifications',
      sequence: sent + 2,
      reset: false,
      events: [notification(sent + 1, 'c1'), { sequence: sent + 2, readDate: AT.toISOString() }],
    });
  }
  expect(bytes.size).toBe(1);
});

test('a detached buffer is not overwritten', async () => {
  const frame = await frameOf([feedEvent(1, 'c1')]);
  const kept = frame.after(4);
  frame.detach();
  const next = frame.after(5);
  expect([textOf(kept), textOf(next)]).toMatchObject([{ sequence: 5 }, { sequence: 6 }]);
  expect(frame.after(6)).toBe(next);
});

test('contents are fetched once', async () => {
  const find = jest.fn(async () => CONTENTS);
  const contents = new ContentBytes(find);
  const load = (...events: readonly FeedEvent[]) => contents.load([{ events, content: null }]);
  await load(feedEvent(1, 'c1'), feedEvent(2, 'c1'), feedEvent(3, 'c2'));
  await load(feedEvent(1, 'c2'), feedEvent(2, null));
  expect(find.mock.calls).toEqual([[['c1', 'c2']]]);
});

test('content that arrived with its event is not fetched', async () => {
  const find = jest.fn(async () => CONTENTS);
  const contents = new ContentBytes(find);
  const came = { events: [feedEvent(1, 'c9')], content: '{"subject":"it came along"}' };
  await contents.load([came, { events: [feedEvent(1, null)], content: null }]);
  expect(contents.of('c9', AT)).toContain('"subject":"it came along"');
  expect(find).not.toHaveBeenCalled();
  await contents.load([came, { events: [feedEvent(1, 'c9'), feedEvent(2, 'c1')], content: null }]);
  expect(find.mock.calls).toEqual([[['c1']]]);
});

test('the name of a person in a change is sent in UTF-8, as contents are', async () => {
  const change = { state: { settled: { by: 'José Kovač 護士' } } };
  const events = [feedEvent(1, 'c1'), { ...feedEvent(2, null), change: JSON.stringify(change) }];
  expect(textOf((await frameOf(events)).after(0))).toMatchObject({
    events: [{ sequence: 1 }, { sequence: 2, ...change }],
  });
});
