/** The composition root: the page, the ports, the store with its sagas, and the screens over it. */
import '../ui/theme/index.css';
import { hydrateRoot } from 'react-dom/client';
import { createPorts } from '../ports';
import { reloadPage, takeSignInAddress } from '../ports/address';
import { createFileVault } from '../ports/files.port';
import { createVault } from '../ports/secrets.port';
import { FaultScreen } from './ErrorBoundary';
import { givenPassword } from './givenPassword';
import { loadStyles } from './lateStyles';
import { preloadParts } from './preload';
import { prerenderedState } from './prerendered';
import { readPage } from './readPage';
import { announceReady } from './ready';
import { Root } from './Root';
import { createAppStore } from './store';

const { root, config, prerendered } = readPage(document);
const { password, ...askedFor } = takeSignInAddress(config.passwordFromQuery);
const vault = createVault();
const files = createFileVault();
const { store, start } = createAppStore({
  config,
  ports: createPorts(config, vault, files, askedFor),
  onFault: giveUp,
});

// The sagas first: hydration then finds the state that the page was rendered from, and goes on from there.
start({ known: prerendered === 'sign-in' ? 'signedOut' : 'unknown' });

const app = hydrateRoot(
  root,
  <Root
    store={store}
    serverState={prerenderedState(prerendered, config)}
    seal={vault.seal}
    openFile={files.open}
    givenPassword={givenPassword(password)}
    onReload={reloadPage}
    onReady={ready}
  />,
);

function ready(): void {
  announceReady();
  loadStyles(document);
  void preloadParts();
}

/** A saga ended with an error: nothing would answer any more, so the page says so. */
function giveUp(error: Error): void {
  reportError(error);
  app.render(<FaultScreen onReload={reloadPage} />);
}
