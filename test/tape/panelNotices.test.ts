/** @jest-environment jsdom */
/** What the panel says when a recording is lost, and when a test cannot be copied. */
import createSagaMiddleware from 'redux-saga';
import { put, takeEvery } from 'redux-saga/effects';
import { applyMiddleware, legacy_createStore as createStore } from 'redux';
import { createPanel, type PanelOptions } from '../../tape/panel';
import { createRecorder, defineApp } from '../../tape';

function* root(): Generator<unknown, void, never> {
  yield takeEvery('asked', function* asked() {
    yield put({ type: 'told' });
  });
}
const boot = (harness: object) => {
  const sagas = createSagaMiddleware(harness);
  const store = createStore((state: number = 0) => state + 1, applyMiddleware(sagas));
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
    const recorder = createRecorder({ app: 'shop', last: { minutes: 0, state: () => 0 } });
    const { store, start } = boot({ sagaMonitor: recorder.sagaMonitor, effectMiddlewares: recorder.effectMiddlewares });
    start();
    store.dispatch({ type: 'asked' });
    jest.advanceTimersByTime(120_000);
    store.dispatch({ type: 'asked' });
    await panel.open('last.tape.jsonl', recorder.finish());
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
