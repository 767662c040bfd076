/**
 * The first half of the composition root: the page, the ports, and the store with its sagas running. It is a file of its
 * own in the browser too, so that all of it has started while the views are still on their way.
 */
import { createPorts } from '../ports';
import { takeSignInAddress } from '../ports/address';
import { createFileVault } from '../ports/files.port';
import { createVault } from '../ports/secrets.port';
import { readPage } from './readPage';
import { createAppStore } from './store';

const page = readPage(document);
const { password, ...askedFor } = takeSignInAddress(page.config.passwordFromQuery);
const vault = createVault();
const files = createFileVault();
const { store, start } = createAppStore({
  config: page.config,
  ports: createPorts(page.config, vault, files, askedFor),
  onFault: fail,
});

let fault: Error | undefined;
let onFault: (() => void) | undefined;

/** A saga ended with an error: nothing would answer any more, so the page is to say so, as soon as it can. */
function fail(error: Error): void {
  reportError(error);
  fault = error;
  onFault?.();
}

function whenFailed(react: () => void): void {
  onFault = react;
  if (fault !== undefined) react();
}

// The sagas first: hydration then finds the state that the page was rendered from, and goes on from there.
start({ known: page.prerendered === 'sign-in' ? 'signedOut' : 'unknown' });

export const engine = {
  ...page,
  store,
  password,
  seal: vault.seal,
  openFile: files.open,
  holdFile: files.hold,
  whenFailed,
};
