/**
 * The last minutes of a session: what is kept, what is dropped, and the guarantees of a tape that starts mid-session.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { call, put, takeEvery } from 'redux-saga/effects';
import {
  createRecorder,
  cutState,
  defineApp,
  inOrder,
  linesOf,
  play,
  readTape,
  runTape,
  writeTape,
  type LastOptions,
} from '../../tape';
import { runCli } from '../../tape/cli';

const MINUTE = 60_000;
interface State {
  readonly seen: number;
  readonly token: string;
}
const load = (nth: number) => nth * 10;

function* asked({ nth }: { readonly type: string; readonly nth: number }): Generator<unknown, void, never> {
  yield put({ type: 'seen', value: yield call(load, nth) });
}
function* root(): Generator<unknown, void, never> {
  yield takeEvery('asked', asked as never);
}
const reducer = (state: State = { seen: 0, token: 'secret-of-ada' }, { type, value }: UnknownAction): State =>
  type === 'seen' ? { ...state, seen: value as number } : state;

const app = defineApp({
  boot(harness: object) {
    const sagas = createSagaMiddleware(harness);
    const store = configureStore({
      reducer,
      middleware: (defaults) => defaults({ thunk: false, serializableCheck: false }).concat(sagas),
    });
    return { store, start: () => sagas.run(root) };
  },
});

/** The app while it is recorded; a request is four entries, one every half minute. */
function opened(limits: Partial<LastOptions> = {}, onProblem: (problem: Error) => void = () => {}, isStarted = true) {
  let now = 0;
  let asked = 0;
  let state: () => unknown = () => null;
  const last = { minutes: 3, state: () => state(), now: () => now, ...limits };
  const recorder = createRecorder({ app: 'session', zone: 'UTC', locale: 'en', last, onProblem });
  const { store, start } = app.boot(
    { sagaMonitor: recorder.sagaMonitor, effectMiddlewares: recorder.effectMiddlewares } as never,
    null,
  );
  state = () => store.getState();
  if (isStarted) start();
  const dispatch = (action: object) => void store.dispatch(action as UnknownAction);
  return {
    recorder,
    dispatch,
    ask(times: number) {
      for (let nth = 0; nth < times; nth += 1) {
        now += MINUTE / 2;
        asked += 1;
        dispatch({ type: 'asked', nth: asked });
      }
    },
  };
}
function session(questions: number, limits: Partial<LastOptions> = {}) {
  const { recorder, ask } = opened(limits);
  ask(questions);
  return recorder;
}
const read = (text: string) => readTape('last', linesOf(text));

it('a shorter session is complete, and plays', async () => {
  const text = session(5).finish();
  expect(read(text).header.cut).toBeUndefined();
  expect((await play(app, read(text))).isFinished).toBe(true);
});

it('of a longer one the last minutes are kept, after their initial state and sagas', () => {
  const recorder = session(100);
  const { header, entries } = read(recorder.finish());
  const all = [...entries];
  const questions = all.flatMap((entry) => ('do' in entry ? [(entry.do as { readonly nth: number }).nth] : []));
  expect(questions.at(-1)).toBe(100);
  // Three minutes are six requests; up to a sixth more may be kept.
  expect(questions.length).toBeGreaterThanOrEqual(6);
  expect(questions.length).toBeLessThanOrEqual(8);
  expect(header.cut?.dropped).toBe(recorder.entries() - all.length);
  expect(cutState(header.cut!)).toEqual({ seen: (questions[0]! - 1) * 10, token: '<token:1>' });
  expect(header.cut?.open).toContain('root/FORK:take(asked)#1');
});

it('can be saved repeatedly while it continues', () => {
  const recorder = session(50);
  expect(recorder.finish()).toBe(recorder.finish());
});

it('at most the allowed number of entries is kept, for any amount in these minutes', () => {
  const recorder = session(10_000, { minutes: 1_000_000, entries: 600 });
  const kept = [...read(recorder.finish()).entries].length;
  expect(kept).toBeLessThanOrEqual(600);
  expect(kept).toBeGreaterThan(400);
});

describe('what cannot be recorded', () => {
  const bad = { type: 'asked', nth: () => 1 };
  it('begins the last minutes anew after it, as often as it comes', () => {
    const problems: string[] = [];
    const { recorder, ask, dispatch } = opened({}, ({ message }) => problems.push(message));
    ask(3);
    dispatch(bad);
    // The sagas go on with it: one call, and one put.
    const first = read(recorder.finish());
    expect(first.header.cut).toMatchObject({ dropped: recorder.entries() - 2 });
    expect([...first.entries]).toMatchObject([
      { call: expect.any(String) as string },
      { put: expect.any(String) as string },
    ]);
    ask(2);
    dispatch(bad);
    ask(4);
    const { header, entries } = read(recorder.finish());
    const questions = [...entries].flatMap((entry) => ('do' in entry ? [entry.do] : []));
    expect(questions).toEqual([6, 7, 8, 9].map((nth) => ({ type: 'asked', nth })));
    expect(cutState(header.cut!)).toEqual({ seen: 50, token: '<token:1>' });
    expect(recorder.problem()).toBeNull();
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(/^the action asked\.nth is a function/);
  });

  it('at the very start leaves a tape that begins after it', () => {
    const { recorder, ask, dispatch } = opened({}, () => {}, false);
    dispatch(bad);
    ask(1);
    expect(read(recorder.finish()).header.cut).toMatchObject({ dropped: 1 });
  });
});

describe('a tape that starts mid-session', () => {
  const text = session(100).finish();
  it('cannot be played, and the message names what can be done with it', async () => {
    const sentence = /after \d+ entries that were let go\. .+ Read it by story and show, or record the flow from/;
    await expect(play(app, read(text))).rejects.toThrow(sentence);
    const { header, entries } = read(text);
    await expect(runTape(app, header, [...entries], inOrder)).rejects.toThrow(sentence);
  });

  it('is listed and shown by the command line, which does not play it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'last-'));
    writeFileSync(join(folder, 'bug.tape.jsonl'), text);
    const flows = async (command: string) => {
      let output = '';
      const code = await runCli({ app: app, folder }, [command, 'bug'], (more) => void (output += more));
      return { code, output };
    };
    try {
      const { dropped } = read(text).header.cut!;
      const story = await flows('story');
      expect(story).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^… \d+ entries before it\nintent asked/) as string,
      });
      expect(story.output.trim().split('\n').at(-1)).toBe('    put seen');
      const shown = await flows('show');
      expect(shown).toMatchObject({
        code: 0,
        output: expect.stringContaining(`the last after ${dropped} others`) as string,
      });
      for (const command of ['play', 'explore', 'to-test']) {
        const { code, output } = await flows(command);
        expect([command, code, output]).toEqual([
          command,
          expect.any(Number),
          expect.stringContaining('it is not played'),
        ]);
        expect(code).not.toBe(0);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('with a damaged start is refused', () => {
    const { header, entries } = read(text);
    const damaged = writeTape({ ...header, cut: { dropped: 1 } as never }, [...entries]);
    expect(() => read(damaged)).toThrow(/the header lacks its place in the session/);
  });
});
