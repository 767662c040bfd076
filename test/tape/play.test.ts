/** The player's reports when the sagas differ from the tape, and how much of a tape it keeps in memory. */
import { linesOf, play, readTape, report } from '../../tape';
import { createHeapWatch } from '../support/heapWatch';
import { createChecksum } from '../../tape/checksum';
import { withChecksum } from '../../tape/read';
import { recordLoads, shop, type Fault } from './shop';
import { cases } from '../support/cases';

const replay = async (text: string, fault: Fault = 'none') => {
  const flow = await play(shop(fault), readTape('loads', linesOf(text)));
  return { flow, first: flow.divergence ? report('loads', flow.divergence).split('\n')[0] : null };
};

it('a recorded flow plays to its end, with the same state and no outside calls', async () => {
  const { flow, first } = await replay(await recordLoads());
  expect(first).toBeNull();
  expect(flow.isFinished).toBe(true);
  expect(flow.state()).toMatchObject({ loaded: [{ id: 2 }], received: 1 });
  expect(flow.facts.puts).toEqual(['received', 'loaded']);
});

it.each<[Fault, RegExp]>([
  ['removed', /^on the tape but never called: log\.write\("got it"\) in shop\//],
  ['added', /^called but not on the tape: log\.write\("once more"\) in shop\//],
  ['changed', /^arguments differ: argument 1: 1 on the tape, 2 now in api\.load\(2\) in shop\//],
  ['swapped', /^swapped order: log\.write\("begin 1"\) in \S+ came after log\.write\("asked"\)/],
  ['no cancel', /^should have been cancelled: load in shop\/FORK:take\(load\)#1$/],
])('the first line names what is %s', async (fault, line) => {
  const { first } = await replay(await recordLoads(), fault);
  expect(first).toMatch(line);
});

it('the report has the saga, the five previous entries, the expected and the actual one', async () => {
  const { flow } = await replay(await recordLoads(), 'removed');
  const text = report('loads', flow.divergence!);
  expect(text).toContain('expected  log.write("got it")');
  expect(text).toContain('CALL:log.write#');
  expect(flow.divergence!.before).toHaveLength(5);
  expect(text).toMatch(/before it\n( +\d+ {2}.+\n?){5}/);
});

it('reading the tape during play may use the clock: only sagas are checked', async () => {
  const text = await recordLoads();
  function* lines(): Generator<string> {
    for (const line of linesOf(text)) {
      Date.now();
      yield line;
    }
  }
  const flow = await play(shop('none'), readTape('loads', lines()));
  expect(flow.divergence && report('loads', flow.divergence)).toBeNull();
});

it('an error that no saga catches is a flow that does not finish', async () => {
  const { flow } = await replay(await recordLoads(), 'throws');
  expect(flow.isFinished).toBe(false);
});

const MESSAGES = cases('entries of a streamed tape', { usual: 20_000, long: 1_000_000 });

it('a long tape is streamed: the player never keeps more than its window', async () => {
  const [header = '', ...lines] = (await recordLoads()).trim().split('\n');
  const until = lines.findIndex((line) => line.startsWith('{"do"'));
  let read = 0;
  let mostAhead = 0;
  let played = 0;
  function* endless(): Generator<string> {
    const sum = createChecksum();
    const add = (line: string) => {
      sum.add(line);
      return line;
    };
    yield add(header);
    for (const line of lines.slice(0, until)) yield add(line);
    for (; read < MESSAGES; read += 1) {
      mostAhead = Math.max(mostAhead, read - played);
      if (read % 20_000 === 0) heap.measure();
      yield add(`{"message":1,"value":{"seq":${read}}}`);
      yield add('{"put":"shop/FORK:receive#1","action":{"type":"received"}}');
    }
    yield JSON.stringify({ closed: { entries: until + 2 * MESSAGES, sum: sum.digest() } });
  }
  const app = shop();
  const heap = createHeapWatch();
  const flow = await play(
    {
      ...app,
      boot(harness, given) {
        const booted = app.boot(harness, given);
        const { dispatch, getState } = booted.store;
        return {
          ...booted,
          store: { getState, dispatch },
          start: (...args) => {
            const task = booted.start(...args);
            (booted.store as unknown as { subscribe: (listen: () => void) => void }).subscribe(() => {
              played = (getState() as { received: number }).received;
            });
            return task;
          },
        };
      },
    },
    readTape('long', endless()),
  );
  expect(flow.divergence).toBeNull();
  expect(flow.state()).toMatchObject({ received: MESSAGES });
  expect(mostAhead).toBeLessThanOrEqual(200);
  expect(heap.mostMb()).toBeLessThan(20);
});

it('a tape can get a new checksum after a deliberate edit', async () => {
  const [header = '', ...lines] = (await recordLoads()).trim().split('\n');
  const edited = lines.slice(0, -1).map((line) => line.replaceAll('{"id":2}', '{"id":7}'));
  const { flow } = await replay(withChecksum(header, edited));
  expect(flow.state()).toMatchObject({ loaded: [{ id: 7 }] });
});
