/** The page, the ports, and the store with its sagas running. */
import type { RuntimeConfig } from '../../contract';
import type { Ports } from '../../sagas/ports';
import { createPorts } from '../ports';
import { takeSignInAddress } from '../ports/address';
import { createFileVault } from '../ports/files.port';
import { createVault } from '../ports/secrets.port';
import { readPage } from './readPage';
import { createAppStore, type StoreOptions } from './store';

/** Stands between the sagas and the world, to record what passes. */
export interface Listener {
  readonly wrap: (ports: Omit<Ports, 'parts'>) => Omit<Ports, 'parts'>;
  readonly hooks: NonNullable<StoreOptions['hooks']>;
}

export type Engine = ReturnType<typeof startEngine>;

export function startEngine(listen?: (config: RuntimeConfig) => Listener) {
  const page = readPage(document);
  const { password, ...askedFor } = takeSignInAddress(page.config.passwordFromQuery);
  const vault = createVault();
  const files = createFileVault();
  const listener = listen?.(page.config);
  const ports = createPorts(page.config, vault, files, askedFor);
  const { store, start } = createAppStore({
    config: page.config,
    ports: listener?.wrap(ports) ?? ports,
    onFault: fail,
    ...(listener && { hooks: listener.hooks }),
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

  return {
    ...page,
    store,
    password,
    seal: vault.seal,
    openFile: files.open,
    holdFile: files.hold,
    whenFailed,
  };
}
