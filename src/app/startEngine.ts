/** The page, the ports, and the store with its sagas running. */
import type { Ports } from '../../sagas/base/ports/ports';
import { takeSignInAddress } from '../ports/address';
import { createPorts } from '../ports/createPorts';
import { createFileStore } from '../ports/files.port';
import { createSecretStore } from '../ports/secrets.port';
import { readPage } from './prerendered';
import { createAppStore, type StoreOptions } from './store';

/** Wraps the ports, to record what passes between the sagas and the world. */
export interface Listener {
  readonly wrap: (ports: Omit<Ports, 'parts'>) => Omit<Ports, 'parts'>;
  readonly hooks: NonNullable<StoreOptions['hooks']>;
}

export type Engine = ReturnType<typeof startEngine>;

/** Creates the store and starts the sagas, before any view. A `listener` follows them. */
export function startEngine(listener?: Listener) {
  const page = readPage(document);
  const { password, ...signInDefaults } = takeSignInAddress(page.config.passwordFromQuery);
  const secrets = createSecretStore();
  const files = createFileStore();
  const ports = createPorts(page.config, secrets, files, signInDefaults);
  const { store, start } = createAppStore({
    config: page.config,
    ports: listener?.wrap(ports) ?? ports,
    onFault: fail,
    ...(listener && { hooks: listener.hooks }),
  });

  let fault: Error | undefined;
  let onFault: (() => void) | undefined;

  /** A saga ended with an error, so the app no longer reacts; the page shows this as soon as it can. */
  function fail(error: Error): void {
    reportError(error);
    fault = error;
    onFault?.();
  }

  function whenFailed(react: () => void): void {
    onFault = react;
    if (fault !== undefined) react();
  }

  // Before hydration, which must find the state that the page was rendered from.
  start({ known: page.prerendered === 'sign-in' ? 'signedOut' : 'unknown' });

  return {
    ...page,
    store,
    password,
    keepSecret: secrets.keep,
    openSecret: secrets.open,
    openFile: files.open,
    keepFile: files.keep,
    whenFailed,
  };
}
