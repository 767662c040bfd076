/** @jest-environment jsdom */
/** What the panel says when a recording is lost, and when a test cannot be copied. */
import createSagaMiddleware from 'redux-saga';
import { put, takeEvery } from 'redux-saga/effects';
import { applyMiddleware, legacy_createStore as createStore, type Action } from 'redux';
import { createPanel, type PanelOptions } from '../../tape/panel';
import { createRecorder, defineApp, linesOf, readTape, writeTape, type Entry } from '../../tape';

function* root(): Generator<unknown, void, never> {
  yield takeEvery('asked', function* asked() {
    yield put({ type: 'told' });
  });
}
const boot = (harness: object) => {
  const sagas = createSagaMiddleware(harness);
  const store = createStore((_: string | undefined, { type }: Action) => type, applyMiddleware(sagas));
  return { store, start: () => sagas.run(root) };
};

// jsdom has no style sheets of shadow roots.
CSSStyleSheet.prototype.replaceSync ??= () => {};

const removals: (() => void)[] = [];
afterEach(() => {
  jest.useRealTimers();
  removals.splice(0).forEach((remove) => remove());
});

/** The app with the panel in its page. */
function opened(options: PanelOptions) {
  jest.useFakeTimers();
  const panel = createPanel(options);
  const { store, start } = boot({ sagaMonitor: panel.sagaMonitor, effectMiddlewares: panel.effectMiddlewares });
  removals.push(panel.mount());
  const { shadowRoot } = document.querySelector('[data-saga-tapes]')!;
  const text = (part: string) => shadowRoot!.querySelector(part)?.textContent;
  start();
  return {
    panel,
    dispatch(action: { readonly type: string; readonly by?: unknown }) {
      store.dispatch(action);
      jest.runAllTimers();
    },
    title: () => text('.title'),
    notice: () => text('.notice'),
    buttons: () =>
      [...shadowRoot!.querySelectorAll('button')].filter(({ hidden }) => !hidden).map(({ textContent }) => textContent),
    disabled: () =>
      [...shadowRoot!.querySelectorAll('button')].filter((one) => one.disabled).map(({ textContent }) => textContent),
    async press(name: string) {
      jest.useRealTimers();
      [...shadowRoot!.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}
const BAD = { type: 'asked', by: () => {} };

it('a lost recording is no longer called a recording, and can be begun again', () => {
  const { dispatch, title, notice, buttons } = opened({ recorder: { app: 'shop' } });
  dispatch({ type: 'asked' });
  expect(title()).toBe('Recording, 3 entries');
  dispatch(BAD);
  expect(title()).toBe('The recording is lost after 3 entries');
  expect(notice()).toMatch(/^The recording is lost: the action asked\.by is a function .* The app goes on\.$/);
  expect(buttons()).toContain('Record');
  expect(buttons()).not.toContain('Stop');
});

it('the last minutes start again after a value that cannot be recorded, and can be saved', async () => {
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:tape';
  URL.revokeObjectURL = () => {};
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const onProblem = jest.fn();
  const state = () => 0;
  const { dispatch, title, notice, press } = opened({
    recorder: { app: 'shop', last: { minutes: 5, state }, onProblem },
  });
  dispatch(BAD);
  expect(title()).toBe('The last minutes are kept');
  expect(notice()).toMatch(
    /^The minutes kept so far are lost, and new ones are kept from here: the action asked\.by is a function/,
  );
  expect(onProblem).toHaveBeenCalledTimes(1);
  dispatch({ type: 'asked' });
  await press('Save the last minutes');
  expect(saved).toEqual(['last-minutes.tape.jsonl']);
  expect(notice()).toMatch(/^The last 5 minutes are saved\./);
});

it('a running recording cannot be closed, because it would be lost', async () => {
  const { buttons, press } = opened({ recorder: { app: 'shop' }, onClose: () => {} });
  expect(buttons()).not.toContain('Close');
  await press('Stop');
  expect(buttons()).toContain('Close');
});

/** A session of the app as a file; `minutes`: only its last ones, of two. */
function recorded({ types = ['asked'], minutes }: { types?: readonly string[]; minutes?: number } = {}): string {
  jest.useFakeTimers();
  const last = minutes === undefined ? {} : { last: { minutes, state: () => '' } };
  const recorder = createRecorder({ app: 'shop', ...last });
  const { store, start } = boot({ sagaMonitor: recorder.sagaMonitor, effectMiddlewares: recorder.effectMiddlewares });
  start();
  for (const type of types) store.dispatch({ type });
  jest.advanceTimersByTime(120_000);
  store.dispatch({ type: 'asked' });
  return recorder.finish();
}

describe('Break here', () => {
  const app = defineApp({ boot });

  it('stops at the input that led to the entry, and says which it was', async () => {
    const { panel, press, notice, title } = opened({ app });
    await panel.open('shop.tape.jsonl', recorded());
    expect(title()).toBe('shop.tape.jsonl, 5 entries');
    await press('Break here');
    // The fifth is what the saga puts because of the fourth.
    expect(notice()).toBe('Played up to entry 4. With the developer tools open it stopped there.');
  });

  it('says that an entry is not reached, and why, if the app deviates before it', async () => {
    const { panel, press, notice } = opened({ app });
    const { header, entries } = readTape('shop', linesOf(recorded()));
    const [start, asked, told, again] = [...entries] as [Entry, Entry, Entry, Entry];
    await panel.open('shop.tape.jsonl', writeTape(header, [start, asked, again, told]));
    expect(notice()).toMatch(/^The app of today does not go along with it: /);
    await press('Break here');
    expect(notice()).toMatch(/^Entry 3 was not reached: \w/);
  });

  describe('while it is still being played', () => {
    async function breaking() {
      let finish = () => {};
      const warm = jest.fn(() => Promise.resolve());
      const panel = opened({ app: defineApp({ boot, warm }) });
      await panel.panel.open('shop.tape.jsonl', recorded());
      warm.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
      await panel.press('Break here');
      return { ...panel, finish: () => finish() };
    }

    it('says which entry it was, also if the break is taken away', async () => {
      const { press, finish, notice } = await breaking();
      await press('Break here');
      finish();
      await press('Timeline');
      expect(notice()).toMatch(/^Played up to entry 4\./);
    });

    it('says nothing once another tape is open', async () => {
      const { panel, finish, press, notice } = await breaking();
      await panel.open('second.tape.jsonl', recorded());
      finish();
      await press('Timeline');
      expect(notice()).toBe('');
    });
  });

  it('is not offered for the last minutes, which cannot be played', async () => {
    const { panel, disabled } = opened({ app });
    await panel.open('shop.tape.jsonl', recorded());
    expect(disabled()).not.toContain('Break here');
    await panel.open('last.tape.jsonl', recorded({ minutes: 0 }));
    expect(disabled()).toContain('Break here');
  });
});

it('a tape that is opened while another one is still being played has its own states and notice', async () => {
  const states: unknown[] = [];
  const { panel, press, title, notice } = opened({
    app: defineApp({ boot }),
    show: (store) => states.push(store.getState()),
  });
  const { header, entries } = readTape('first', linesOf(recorded({ types: Array<string>(9).fill('ignored') })));
  // Without what the sagas put last, so that there is something to say of it.
  const first = panel.open('first.tape.jsonl', writeTape(header, [...entries].slice(0, -1)));
  const second = panel.open('second.tape.jsonl', recorded());
  expect(await Promise.all([first, second])).toEqual([false, true]);
  expect([title(), notice()]).toEqual(['second.tape.jsonl, 5 entries', '']);
  await press('Replay to here');
  expect(states).toEqual(['told']);
});

it('nothing is said of a tape that cannot be played, once another one is open', async () => {
  let fail = (_error: Error) => {};
  const warm = jest.fn(() => Promise.resolve());
  warm.mockReturnValueOnce(new Promise((_resolve, reject) => (fail = reject)));
  const { panel, title, notice } = opened({ app: defineApp({ boot, warm }) });
  const first = panel.open('first.tape.jsonl', recorded());
  expect(await panel.open('second.tape.jsonl', recorded())).toBe(true);
  fail(new Error('No code without a network.'));
  expect(await first).toBe(false);
  expect([title(), notice()]).toEqual(['second.tape.jsonl, 5 entries', '']);
});

describe('Copy as test', () => {
  const copied = jest.fn();
  beforeEach(() => {
    copied.mockReset();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
  });
  const app = defineApp({ boot });

  it('says what is wrong if the app cannot be driven', async () => {
    const broken = {
      ...app,
      boot: () => {
        throw new Error('No store without a network.');
      },
    };
    const { press, notice } = opened({ recorder: { app: 'shop' }, app: broken });
    await press('Stop');
    await press('Copy as test');
    expect(notice()).toBe('No store without a network.');
    expect(copied).not.toHaveBeenCalled();
  });

  it('copies none of the last minutes, which cannot be played', async () => {
    const { panel, press, notice } = opened({ app });
    await panel.open('last.tape.jsonl', recorded({ minutes: 0 }));
    await press('Copy as test');
    expect(notice()).toMatch(/^last: holds the last minutes of a session/);
    expect(copied).not.toHaveBeenCalled();
  });

  it('names the file that the test reads, if it replays one', async () => {
    const { press, notice } = opened({ recorder: { app: 'shop' } });
    await press('Stop');
    await press('Copy as test');
    expect(notice()).toBe('The test is copied. Save the tape as tapes/recorded.tape.jsonl, where it reads it.');
  });

  it('blames the browser only for what the browser refuses', async () => {
    const { press, notice } = opened({ recorder: { app: 'shop' }, app });
    await press('Stop');
    await press('Copy as test');
    expect(notice()).toBe('The test is copied.');
    copied.mockRejectedValue(new Error('not allowed'));
    await press('Copy as test');
    expect(notice()).toBe('The browser did not let this page copy. Save the tape, and run: npx saga-tapes to-test');
  });
});
