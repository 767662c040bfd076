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

/** One request of four entries every half minute. */
function session(questions: number, limits: Partial<LastOptions> = {}) {
  let now = 0;
  let state: () => unknown = () => null;
  const last = { minutes: 3, state: () => state(), now: () => now, ...limits };
  const recorder = createRecorder({ app: 'session', zone: 'UTC', locale: 'en', last });
  const { store, start } = app.boot(
    { sagaMonitor: recorder.sagaMonitor, effectMiddlewares: recorder.effectMiddlewares } as never,
    null,
  );
  state = () => store.getState();
  start();
  for (let nth = 1; nth <= questions; nth += 1) {
    now += MINUTE / 2;
    store.dispatch({ type: 'asked', nth } as UnknownAction);
  }
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
