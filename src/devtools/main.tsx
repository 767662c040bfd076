/** The composition root of the demo when the address or the tab asks for the recorder or a replay. */
import { readPage } from '../app/prerendered';
import { showRecorderMissing } from '../app/pageSignals';
import { showViews } from '../app/showViews';
import { startEngine } from '../app/startEngine';
import { takeDevtoolsVisit } from '../ports/devtoolsVisit';
import { createRecording } from './recording';
import type { PanelStore, PanelActions } from './panelState';
import { createReplayPage, showReplay } from './replayPage';

async function showPanel(panel: PanelStore, actions: PanelActions): Promise<void> {
  try {
    const { mountPanel } = await import(/* webpackChunkName: "panel" */ './Panel');
    mountPanel(panel, actions);
  } catch {
    showRecorderMissing();
  }
}

const visit = takeDevtoolsVisit();
if (visit.kind === 'replay') {
  const { panel, actions, load } = createReplayPage(visit);
  showReplay(readPage(document).root, panel);
  void showPanel(panel, actions);
  void load();
} else {
  const { panel, actions, listen, follow } = createRecording(visit.isRecording);
  const engine = startEngine(listen);
  follow(engine.store);
  showViews(engine);
  void showPanel(panel, actions);
}
