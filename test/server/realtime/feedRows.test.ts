/** The batched reads of a node's sockets for many readers. */
import { findEvents, findPositions } from '../../../server/features/realtime/feedRows';
import { SECTIONS, startProgram, type Program } from '../notifications/support';

let program: Program;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.server.stop());

const queries = () => program.server.database.queries;

test("an event of many readers is read once; each reader's numbers count from their own position", async () => {
  const readers = await Promise.all([program.user('MANAGER'), program.user('MANAGER'), program.user('MANAGER')]);
  const ids = readers.map(({ id }) => id);
  for (const subject of ['first', 'second', 'third']) await program.announce(subject);
  const ends = await findPositions(queries(), ids);
  const last = ids.map((id) => ends.get(id)?.last ?? 0);
  // The second is one event ahead of the others; the fourth position is the first reader again, on another device.
  const after = [last[0]! - 3, last[1]! - 2, last[2]! - 3, last[0]! - 3];
  const answers = await findEvents(queries(), [...ids, ids[0]!], after, 200);

  const seen = new Map<number, (readonly [number, string | null])[]>();
  for (const { events, places } of answers)
    for (const place of places) {
      expect(seen.has(place)).toBe(false);
      seen.set(
        place,
        events.map(({ number, contentId }) => [after[place - 1]! + number, contentId]),
      );
    }
  expect([1, 2, 3, 4].map((place) => seen.get(place)?.map(([sequence]) => sequence))).toEqual(
    [0, 1, 2, 0].map((of, index) => {
      const end = last[of]!;
      return index === 1 ? [end - 1, end] : [end - 2, end - 1, end];
    }),
  );
  const contents = [1, 2, 3, 4].map((place) => seen.get(place)?.map(([, content]) => content));
  expect(contents.map((of) => of?.slice(-2))).toEqual(Array(4).fill(contents[0]?.slice(-2)));
  expect(answers.find(({ places }) => places.includes(1))?.places).toContain(4);
});

test('each reader gets at most what they requested, in order, and only their own', async () => {
  const [one, other] = [await program.user('MANAGER'), await program.user('SUPPLIER-1', SECTIONS)];
  await program.announce('before');
  const start = await findPositions(queries(), [one.id, other.id]);
  for (let n = 0; n < 5; n += 1) await program.announce(`number ${n}`);
  const [after, since] = [start.get(one.id)!.last, start.get(other.id)!.last];
  const answers = await findEvents(queries(), [one.id, other.id], [after, since + 5], 3);
  expect(answers.map(({ events, places }) => [events.map(({ number }) => number), places])).toEqual([[[1, 2, 3], [1]]]);
  expect(await findEvents(queries(), [one.id], [after + 5], 3)).toEqual([]);
});

test('a read mark has its date and no content', async () => {
  const reader = await program.signedIn('MANAGER');
  await program.announce('to be read');
  const before = (await findPositions(queries(), [reader.user.id])).get(reader.user.id)!.last;
  await reader.post('/last-read');
  const [{ events } = { events: [] }] = await findEvents(queries(), [reader.user.id], [before], 10);
  expect(events).toEqual([{ number: 1, occurredAt: expect.any(Date) as Date, contentId: null }]);
  expect(Math.abs(Number(events[0]?.occurredAt) - Date.now())).toBeLessThan(60_000);
});
