/** The app as a tape has it: its real views over the state of a replay, with no port to the world. */
import '../ui/theme/index.css';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import type { Store } from '@reduxjs/toolkit';
import type { AppState } from '../../sagas/state';
import type { StoreLike } from '../../tape';
import { givenPassword } from '../app/givenPassword';
import { loadStyles } from '../app/lateStyles';
import { announceReady } from '../app/ready';
import { Root } from '../app/Root';
import { reloadPage } from '../ports/address';
import { createClockPort } from '../ports/clock.port';
import { createFileVault } from '../ports/files.port';
import { createVault } from '../ports/secrets.port';
import { fetchTape } from '../ports/tapeFile';
import { fetchParts } from '../ports/tapeParts';
import { forgetTapes, visitApp, type TapeVisit } from '../ports/tapeVisit';
import { app } from './app';
import { emptyPanel, failed, hold, type Held, type PanelActions, type PanelState } from './panelState';
import { createTapeInHand } from './tapeInHand';

const nothing = () => undefined;

export function createReplayPage({ address, kept }: Extract<TapeVisit, { kind: 'replay' }>) {
  const panel = hold(emptyPanel(true));
  const tape = createTapeInHand(app, createClockPort().delay, panel);
  const actions: PanelActions = {
    ...tape,
    record: nothing,
    stop: nothing,
    leave() {
      forgetTapes();
      visitApp();
    },
  };
  const say = (text: string) => panel.set({ notice: { tone: 'info', text } });
  async function load(): Promise<void> {
    try {
      const given = address === null ? kept : await fetchTape(address);
      if (given === null) return say('Open a tape to replay it.');
      // All of it first: from its first entry on a replay needs nothing from the network.
      await fetchParts((here, all) => say(`Fetching the app: ${here} of ${all} parts.`));
      await tape.take(given.name, given.text, given.upTo ?? 1);
    } catch (error) {
      panel.set({ notice: failed(error) });
    }
  }
  return { panel, actions, load };
}

export function showReplay(root: HTMLElement, panel: Held<PanelState>): void {
  announceReady();
  loadStyles(document);
  document.documentElement.dataset['replay'] = '';
  createRoot(root).render(<ReplayedApp panel={panel} />);
}

function ReplayedApp({ panel }: { readonly panel: Held<PanelState> }) {
  const { store, notice } = useSyncExternalStore(panel.subscribe, panel.get);
  if (store !== null) return <Stage key={keyOf(store)} store={shown(store)} />;
  return (
    <main className="tape-wait">
      <h1>Replay of a flow</h1>
      <p>{notice?.text}</p>
    </main>
  );
}

const vault = createVault();
const files = createFileVault();

function Stage({ store }: { readonly store: Store<AppState> }) {
  return (
    <Root
      store={store}
      serverState={store.getState()}
      seal={vault.seal}
      openFile={files.open}
      holdFile={files.hold}
      givenPassword={givenPassword(null)}
      onReload={reloadPage}
      onReady={nothing}
    />
  );
}

const stores = new WeakMap<StoreLike, { readonly key: number; readonly store: Store<AppState> }>();
let count = 0;

/** What is pressed is on the tape already: views only show. */
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
