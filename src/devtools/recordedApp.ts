/** The app with a recorder around its ports and the recorder's panel on the page. */
import type { RuntimeConfig } from '../../contract/shell/runtimeConfig';
import { recorderOptions } from '../../sagas/app/devtoolsApp';
import type { StoreLike } from '../../tape';
import { createPanel } from '../../tape/panel';
import { showViews } from '../app/showViews';
import { startEngine } from '../app/startEngine';
import { clearDevtools, reloadToRecord, reloadToReplay } from '../ports/devtoolsVisit';
import { app, copiedTests } from './replayApp';

const LAST_MINUTES = 10;

/** Records the whole visit if `isRecording`; otherwise only its last minutes, so that they can be saved after a bug. */
export function showRecordedApp(config: RuntimeConfig, isRecording: boolean): void {
  let store: StoreLike | null = null;
  const last = { minutes: LAST_MINUTES, state: () => store?.getState() ?? null };
  const panel = createPanel({
    app,
    recorder: { ...recorderOptions(config), ...(!isRecording && { last }) },
    replay: ({ name, text }, at) => reloadToReplay({ name, text, upTo: at }),
    record: reloadToRecord,
    onClose: clearDevtools,
    test: copiedTests,
  });
  const { sagaMonitor, effectMiddlewares, machineWatch, wrap } = panel;
  const engine = startEngine({ wrap, hooks: { sagaMonitor, effectMiddlewares, context: { machineWatch } } });
  store = engine.store;
  showViews(engine);
  panel.mount();
}
