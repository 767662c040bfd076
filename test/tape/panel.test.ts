/** The basis of the panel: rows of a tape, the state after each of them, and a store to show it. */
import { toTest } from '../../tape/cli/toTest';
import { linesOf, readTape, writeTape } from '../../tape';
import { copiedTest } from '../../tape/panel/copiedTest';
import { createShownStore } from '../../tape/panel/shownStore';
import { changesOf, counterpart, inputAt, rowOf, stateAt, traceOf, type Trace } from '../../tape/panel/trace';
import { app, copiedTests } from '../support/flows/app';
import { LIBRARY, recordFlow } from '../flows/library';

let signIn: string;
let trace: Trace;
beforeAll(async () => {
  signIn = await recordFlow(LIBRARY.find(({ name }) => name === 'sign-in')!);
  trace = await traceOf(app, 'sign-in', signIn);
});
const entriesOf = (text: string) => [...readTape('sign-in', linesOf(text)).entries];

describe('the trace of a tape', () => {
  it('has the state of app and machines after each entry at which the sagas rest', () => {
    expect(trace.divergence).toBeNull();
    expect(trace.states.length).toBeGreaterThan(15);
    expect(stateAt(trace.states, 0)).toBeNull();
    const [first, last] = [trace.states[0]!, stateAt(trace.states, 100_000)!];
    expect(last.at).toBe(entriesOf(signIn).length);
    expect(last.machines).toMatchObject({ session: expect.stringContaining('active') as string });
    expect(first.machines).not.toEqual(last.machines);
    expect(changesOf(first.state, last.state).map(({ path }) => path)).toContain('machines.session.context.userName');
  });

  it('puts each machine into a lane, beside the entry that changed it', () => {
    const submitted = { machine: 'signIn', state: 'checkingTwoFactor', by: 'SUBMIT' };
    const [nth] = [...trace.moves].find(([, moves]) => moves.some(({ state }) => state === submitted.state))!;
    expect(trace.moves.get(nth)).toContainEqual(submitted);
    expect(rowOf(entriesOf(signIn)[nth - 1]!, nth).kind).toBe('intent');
  });

  it('is refused for a truncated tape, and shows where the app deviates', async () => {
    const cut = signIn.split('\n').slice(0, 9).join('\n');
    await expect(traceOf(app, 'flow', cut)).rejects.toThrow('It was cut off.');
    const { header, entries } = readTape('sign-in', linesOf(signIn));
    const without = [...entries].filter((entry) => !('call' in entry && entry.call.includes('page.')));
    const { divergence } = await traceOf(app, 'flow', writeTape(header, without));
    expect(divergence).toContain('page.');
  });
});

describe('a break', () => {
  it('is at the last entry that came in before what the sagas do in one step, and is reached', async () => {
    const entries = entriesOf(signIn);
    const nth = entries.map((entry) => 'put' in entry).lastIndexOf(true) + 1;
    const input = inputAt(trace.states, nth);
    expect(input).toBeLessThan(nth);
    expect(['start', 'do', 'answer', 'message', 'end', 'give']).toContain(Object.keys(entries[input - 1]!)[0]);
    const { hasStopped } = await traceOf(app, 'sign-in', signIn, { breakAt: input });
    expect(hasStopped).toBe(true);
  });

  it('is not reached behind the place where the app deviates', async () => {
    const { header, entries } = readTape('sign-in', linesOf(signIn));
    const without = [...entries].filter((entry) => !('call' in entry && entry.call.includes('page.')));
    const { hasStopped } = await traceOf(app, 'flow', writeTape(header, without), { breakAt: without.length });
    expect(hasStopped).toBe(false);
  });
});

describe('rows', () => {
  it('name the sagas from the root to the caller', () => {
    const entry = { call: 'rootSaga/CALL:watchSession#1/FORK:listen#2/CALL:clock.now#1', args: [], value: 7 };
    expect(rowOf(entry, 3)).toEqual({
      nth: 3,
      entry,
      kind: 'call',
      lineage: ['rootSaga', 'watchSession', 'listen'],
      text: 'clock.now() = 7',
    });
  });

  it('find the answer to a request, and the request of an answer', () => {
    const rows = entriesOf(signIn).map((entry, index) => rowOf(entry, index + 1));
    const request = rows.find(({ entry }) => 'ask' in entry && entry.ask.includes('http.send(userInfo)'))!;
    const answered = counterpart(rows, request)!;
    expect(answered.text).toContain('answer to http.send(userInfo)');
    expect(counterpart(rows, answered)).toBe(request);
  });
});

it('the shown store is kept on steps forward, and replaced on steps back', () => {
  const shown = createShownStore();
  const store = shown({ at: 5, state: { nth: 5 }, machines: {} });
  const states: unknown[] = [];
  const leave = store.subscribe(() => states.push(store.getState()));
  expect(shown({ at: 9, state: { nth: 9 }, machines: {} })).toBe(store);
  store.dispatch({ type: 'pressed' });
  expect(states).toEqual([{ nth: 9 }]);
  leave();
  const other = shown({ at: 7, state: { nth: 7 }, machines: {} });
  expect(other).not.toBe(store);
  expect([other.getState(), store.getState()]).toEqual([{ nth: 7 }, { nth: 9 }]);
  expect(states).toHaveLength(1);
});

it('the copied test equals the one that the command line prints; without the app it replays the file', async () => {
  const { header } = readTape('sign-in', linesOf(signIn));
  expect(await copiedTest(app, copiedTests, 'sign-in.tape.jsonl', signIn)).toBe(
    await toTest({ app, folder: 'anywhere', test: copiedTests }, 'sign-in', header, entriesOf(signIn)),
  );
  const plain = await copiedTest(undefined, undefined, 'sign-in.tape.jsonl', signIn);
  expect(plain).toContain('readFileSync("tapes/sign-in.tape.jsonl", \'utf8\')');
  expect(plain).toContain('.toFinish();');
  expect(plain).toContain("from 'saga-tapes';");
  const here = await copiedTest(undefined, copiedTests, 'sign-in.tape.jsonl', signIn);
  expect(here).toContain("import { linesOf, play, readTape } from '../../tape';");
});
