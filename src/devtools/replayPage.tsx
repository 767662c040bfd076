/** A replay in the page: the real views over the state of the replay, without ports to the world. */
import type { Store } from '@reduxjs/toolkit';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import type { AppState } from '../../sagas/app/state';
import type { StoreLike } from '../../tape';
import { Root } from '../app/Root';
import { announceReady, loadStyles } from '../app/pageSignals';
import { givenPassword } from '../hooks/secretFields';
import { reloadPage } from '../ports/address';
import { createClockPort } from '../ports/clock.port';
import { fetchAppParts, fetchTape } from '../ports/devtoolsFiles';
import { clearDevtools, leaveDevtools, type DevtoolsVisit } from '../ports/devtoolsVisit';
import { createFileStore } from '../ports/files.port';
import { createSecretStore } from '../ports/secrets.port';
import '../ui/theme/index.css';
import { emptyPanel, failed, createPanelStore, type PanelStore, type PanelActions } from './panelState';
import { app } from './replayApp';
import { createTapeActions } from './tapeActions';

const nothing = () => undefined;

/** `load` fetches the tape, from the address or as kept by this tab, and shows it. */
export function createReplayPage({ address, kept }: Extract<DevtoolsVisit, { kind: 'replay' }>) {
  const panel = createPanelStore(emptyPanel(true));
  const tape = createTapeActions(app, createClockPort().delay, panel);
  const actions: PanelActions = {
    ...tape,
    record: nothing,
    stop: nothing,
    saveLast: nothing,
    leave() {
      clearDevtools();
      leaveDevtools();
    },
  };
  const say = (text: string) => panel.set({ notice: { tone: 'info', text } });
  async function load(): Promise<void> {
    try {
      const given = address === null ? kept : await fetchTape(address);
      if (given === null) return say('Open a tape to replay it.');
      // Everything is loaded first, so that the replay itself needs no network.
      await fetchAppParts((here, all) => say(`Fetching the app: ${here} of ${all} parts.`));
      await tape.take(given.name, given.text, given.upTo ?? 1);
    } catch (error) {
      panel.set({ notice: failed(error) });
    }
  }
  return { panel, actions, load };
}

/** Renders the app over the state of the current entry; what is pressed in it does nothing. */
export function showReplay(root: HTMLElement, panel: PanelStore): void {
  announceReady();
  loadStyles(document);
  document.documentElement.dataset['replay'] = '';
  createRoot(root).render(<ReplayedApp panel={panel} />);
}

function ReplayedApp({ panel }: { readonly panel: PanelStore }) {
  const { store, notice } = useSyncExternalStore(panel.subscribe, panel.get);
  if (store !== null) return <ReplayRoot key={keyOf(store)} store={shown(store)} />;
  return (
    <main className="tape-wait">
      <h1>Replay of a flow</h1>
      <p>{notice?.text}</p>
    </main>
  );
}

const secrets = createSecretStore();
const files = createFileStore();

function ReplayRoot({ store }: { readonly store: Store<AppState> }) {
  return (
    <Root
      store={store}
      serverState={store.getState()}
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

const stores = new WeakMap<StoreLike, { readonly key: number; readonly store: Store<AppState> }>();
let count = 0;

/** The actions are on the tape, so the views dispatch none. */
function entryOf(store: StoreLike) {
  const known = stores.get(store);
  if (known) return known;
  const real = store as unknown as Store<AppState>;
  const made = { key: ++count, store: { ...real, dispatch: ((action: unknown) => action) as Store['dispatch'] } };
  stores.set(store, made);
  return made;
}
const keyOf = (store: StoreLike) => entryOf(store).key;
const shown = (store: StoreLike) => entryOf(store).store;
