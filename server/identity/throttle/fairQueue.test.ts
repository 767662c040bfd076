import { FairQueue, type Place } from './fairQueue';

const stranger = (source: string, tries = 0): Place => ({ known: false, source, tries });
const known: Place = { known: true, source: 'office', tries: 0 };

/** Notes which attempts start and which are refused. */
function waitAll(queue: FairQueue, places: readonly (readonly [string, Place])[]) {
  const [started, refused]: [string[], string[]] = [[], []];
  for (const [name, place] of places) {
    queue.wait(place).then(
      () => started.push(name),
      () => refused.push(name),
    );
  }
  return { started, refused };
}
async function drain(queue: FairQueue): Promise<void> {
  while (queue.next());
  await new Promise(setImmediate);
}

test('sources take turns, and known browsers come first', async () => {
  const queue = new FairQueue();
  const { started } = waitAll(queue, [
    ['a1', stranger('a')],
    ['a2', stranger('a')],
    ['a3', stranger('a')],
    ['b1', stranger('b')],
    ['c1', stranger('c')],
    ['k1', known],
    ['k2', known],
  ]);
  expect(queue.length).toBe(7);
  await drain(queue);
  expect(started).toEqual(['k1', 'k2', 'a1', 'b1', 'c1', 'a2', 'a3']);
  expect(queue.length).toBe(0);
});

test('a source with few attempts comes before one with many, however long that has waited', async () => {
  const queue = new FairQueue();
  const { started } = waitAll(queue, [
    ['a1', stranger('a', 40)],
    ['b1', stranger('b', 30)],
    ['a2', stranger('a', 41)],
    ['new', stranger('home', 1)],
    ['k1', known],
  ]);
  await drain(queue);
  expect(started).toEqual(['k1', 'new', 'b1', 'a1', 'a2']);
});

test('a source has at most 64 places', async () => {
  const queue = new FairQueue();
  const { refused } = waitAll(
    queue,
    Array.from({ length: 66 }, (_, index) => [`a${index}`, stranger('a')] as const),
  );
  await drain(queue);
  expect(refused).toEqual(['a64', 'a65']);
});

test('a full queue still accepts a new source, and refuses an attempt of the source that has most places', async () => {
  const queue = new FairQueue();
  const many = Array.from({ length: 32 }, (_, source) =>
    Array.from({ length: 8 }, (_each, index) => [`${source}.${index}`, stranger(`s${source}`)] as const),
  ).flat();
  const crowd = waitAll(queue, many);
  const honest = waitAll(queue, [['honest', stranger('home')]]);
  const people = waitAll(queue, [['known', known]]);
  await new Promise(setImmediate);
  expect([crowd.refused.length, honest.refused, people.refused]).toEqual([1, [], []]);
  for (let turn = 0; turn < 34; turn += 1) queue.next();
  await new Promise(setImmediate);
  expect([people.started, honest.started]).toEqual([['known'], ['honest']]);
});

test('a full queue of sources with one place each refuses the next source', async () => {
  const queue = new FairQueue();
  waitAll(
    queue,
    Array.from({ length: 256 }, (_, source) => [`${source}`, stranger(`s${source}`)] as const),
  );
  const { refused } = waitAll(queue, [['late', stranger('late')]]);
  await new Promise(setImmediate);
  expect(refused).toEqual(['late']);
});
