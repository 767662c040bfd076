/** A replay in the page: the real views of the state at the selected entry, without ports to the outside. */
import type { Store } from '@reduxjs/toolkit';
import { createRoot } from 'react-dom/client';
import type { AppState } from '../../sagas/app/state';
import { createPanel, type ShownStore } from '../../tape/panel';
import { Root } from '../app/Root';
import { announceReady, loadStyles } from '../app/pageSignals';
import { givenPassword } from '../hooks/secretFields';
import { reloadPage } from '../ports/address';
import { fetchAppParts, fetchTape } from '../ports/devtoolsFiles';
import { clearDevtools, leaveDevtools, type DevtoolsVisit } from '../ports/devtoolsVisit';
import { createFileStore } from '../ports/files.port';
import { createSecretStore } from '../ports/secrets.port';
import '../ui/theme/index.css';
import { app, copiedTests } from './replayApp';

/** Replays the tape at the address, or the one that this tab keeps; presses in the app have no effect. */
export async function showReplay(
  root: HTMLElement,
  { address, kept }: Extract<DevtoolsVisit, { kind: 'replay' }>,
): Promise<void> {
  const page = createRoot(root);
  let shown: ShownStore | null = null;
  let key = 0;
  const panel = createPanel({
    app,
    isReplay: true,
    show(store) {
      if (store !== shown) key += 1;
      shown = store;
      page.render(<ReplayedApp key={key} store={store} />);
    },
    onClose() {
      clearDevtools();
      leaveDevtools();
    },
    test: copiedTests,
  });
  announceReady();
  loadStyles(document);
  page.render(
    <main>
      <h1>Replay of a flow</h1>
    </main>,
  );
  panel.mount();
  try {
    const given = address === null ? kept : await fetchTape(address);
    // Everything is loaded first, so that the replay itself needs no network.
    await fetchAppParts((here, all) => panel.say(`Loading the app: part ${here} of ${all}.`));
    if (given === null) panel.say('Open a tape to replay it.');
    else await panel.open(given.name, given.text, given.upTo ?? 1);
  } catch (error) {
    panel.say((error as Error).message, true);
  }
}

const nothing = () => undefined;
const secrets = createSecretStore();
const files = createFileStore();

function ReplayedApp({ store }: { readonly store: ShownStore }) {
  return (
    <Root
      // It has every part of a store that views use.
      store={store as unknown as Store<AppState>}
      serverState={store.getState() as AppState}
      keepSecret={secrets.keep}
      openSecret={secrets.open}
      openFile={files.open}
      keepFile={files.keep}
      givenPassword={givenPassword(null)}
      onReload={reloadPage}
      onReady={nothing}
    />
  );
}
