/** The app itself, with a recorder around its ports when this visit is recorded. */
import type { RuntimeConfig } from '../../contract/shell/runtimeConfig';
import { recorderOptions } from '../../sagas/app/devtoolsApp';
import { createRecorder, type Entry, type Recorder } from '../../tape';
import type { Listener } from '../app/startEngine';
import { createClockPort } from '../ports/clock.port';
import { reloadToRecord } from '../ports/devtoolsVisit';
import { createPanelStore, emptyPanel, failed, type PanelActions } from './panelState';
import { app } from './replayApp';
import { moveOf, rowOf, withMove, type Row } from './rows';
import { createTapeActions, hidePanel } from './tapeActions';

const NAME = 'recorded-flow.tape.jsonl';
/** Not for each entry, which would keep the screen busy. */
const SHOW_EVERY_MS = 100;

/** Records from the first action if `isRecording`; otherwise the panel only opens tapes. */
export function createRecording(isRecording: boolean) {
  const panel = createPanelStore({ ...emptyPanel(false), phase: isRecording ? 'recording' : 'idle' });
  const { delay } = createClockPort();
  const tape = createTapeActions(app, delay, panel);
  const rows: Row[] = [];
  const states: Record<string, string> = {};
  let recorder: Recorder | null = null;
  let isShowing = false;

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
    const made = createRecorder({ ...recorderOptions(config), onEntry });
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

  const actions: PanelActions = { ...tape, record: reloadToRecord, stop, leave: () => hidePanel(panel) };
  return { panel, actions, listen: isRecording ? listen : undefined };
}
