/** The composition root in the demo, where the address or the tab asks for the recorder or for a replay. */
import { readPage } from '../app/readPage';
import { sayRecorderMissing } from '../app/recorderMissing';
import { showViews } from '../app/showViews';
import { startEngine } from '../app/startEngine';
import { takeTapeVisit } from '../ports/tapeVisit';
import { createLive } from './live';
import type { Held, PanelActions, PanelState } from './panelState';
import { createReplayPage, showReplay } from './replayPage';

async function showPanel(panel: Held<PanelState>, actions: PanelActions): Promise<void> {
  try {
    const { mountPanel } = await import(/* webpackChunkName: "panel" */ './Panel');
    mountPanel(panel, actions);
  } catch {
    sayRecorderMissing();
  }
}

const visit = takeTapeVisit();
if (visit.kind === 'replay') {
  const { panel, actions, load } = createReplayPage(visit);
  showReplay(readPage(document).root, panel);
  void showPanel(panel, actions);
  void load();
} else {
  const { panel, actions, listen } = createLive(visit.isRecording);
  showViews(startEngine(listen));
  void showPanel(panel, actions);
}
