/** The app with a recorder around its ports, if this visit is recorded. */
import type { RuntimeConfig } from '../../contract/shell/runtimeConfig';
import { recorderOptions } from '../../sagas/app/devtoolsApp';
import { createRecorder, linesOf, readTape, type Entry, type Recorder, type StoreLike } from '../../tape';
import type { Listener } from '../app/startEngine';
import { download } from '../ports/browser';
import { createClockPort } from '../ports/clock.port';
import { reloadToRecord } from '../ports/devtoolsVisit';
import { createPanelStore, emptyPanel, failed, type PanelActions } from './panelState';
import { app } from './replayApp';
import { moveOf, rowOf, withMove, type Row } from './rows';
import { createTapeActions, hidePanel } from './tapeActions';

const NAME = 'recorded-flow.tape.jsonl';
const LAST_NAME = 'last-minutes.tape.jsonl';
const LAST_MINUTES = 10;
/** Updating for each entry would keep the screen busy. */
const SHOW_EVERY_MS = 100;

/** Records the whole visit if `isRecording`; otherwise keeps its last minutes, to save them when a bug appears. */
export function createRecording(isRecording: boolean) {
  const panel = createPanelStore({
    ...emptyPanel(false),
    phase: isRecording ? 'recording' : 'idle',
    isKeeping: !isRecording,
  });
  const { delay } = createClockPort();
  const tape = createTapeActions(app, delay, panel);
  const rows: Row[] = [];
  const states: Record<string, string> = {};
  let recorder: Recorder | null = null;
  let isShowing = false;
  let store: StoreLike | null = null;

  function show(): void {
    if (isShowing) return;
    isShowing = true;
    void delay(SHOW_EVERY_MS).then(() => {
      isShowing = false;
      if (panel.get().phase !== 'recording') return;
      const problem = recorder?.problem();
      panel.set({
        rows: [...rows],
        at: rows.length,
        states: { ...states },
        ...(problem && { notice: failed(`The recording is lost: ${problem.message}. The app goes on.`) }),
      });
    });
  }
  function onEntry(entry: Entry): void {
    if (panel.get().phase !== 'recording') return;
    rows.push(rowOf(entry, rows.length + 1));
    show();
  }
  function machineWatch(machine: string, _chart: unknown, _before: unknown, event: unknown, after: unknown): void {
    const row = rows.at(-1);
    if (panel.get().phase !== 'recording' || row === undefined) return;
    const move = moveOf(machine, event, after);
    states[machine] = move.state;
    rows[rows.length - 1] = withMove(row, move);
    show();
  }
  function listen(config: RuntimeConfig): Listener {
    const made = createRecorder({
      ...recorderOptions(config),
      ...(isRecording ? { onEntry } : { last: { minutes: LAST_MINUTES, state: () => store?.getState() ?? null } }),
    });
    recorder = made;
    const { sagaMonitor, effectMiddlewares, wrap } = made;
    return { wrap, hooks: { sagaMonitor, effectMiddlewares, context: { machineWatch } } };
  }
  function stop(): void {
    if (recorder === null || panel.get().phase !== 'recording') return;
    recorder.stop();
    try {
      void tape.take(NAME, recorder.finish());
    } catch (error) {
      panel.set({ phase: 'idle', notice: failed(error) });
    }
  }

  function saveLast(): void {
    if (recorder === null) return;
    try {
      const text = recorder.finish();
      const { cut } = readTape(LAST_NAME, linesOf(text)).header;
      download(new Blob([text]), LAST_NAME);
      const what = cut
        ? `The last ${LAST_MINUTES} minutes are saved. They begin in the middle, so the tape can be read here and by npm run flows -- story, but not played.`
        : 'All of this visit is saved: the tape can be played.';
      panel.set({ notice: { tone: 'info', text: what } });
    } catch (error) {
      panel.set({ notice: failed(error) });
    }
  }

  const actions: PanelActions = { ...tape, record: reloadToRecord, stop, saveLast, leave: () => hidePanel(panel) };
  const follow = (followed: StoreLike) => void (store = followed);
  return { panel, actions, listen, follow };
}
