/** The app's own request pipeline and session, from the root saga down to `fetch`, without a screen. */
import { configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware, { eventChannel } from 'redux-saga';
import { SERVICE_NAMES, type RuntimeConfig } from '../../contract/shell/runtimeConfig';
import { rootSaga } from '../../sagas/app/root.saga';
import type { Ports } from '../../sagas/base/ports/ports';
import type { StorageKey } from '../../sagas/base/ports/peers';
import { machinesReducer } from '../../sagas/base/runtime/machines.slice';
import { selectIsActive } from '../../sagas/session/session.selectors';
import { request } from '../../sagas/session/token/request.saga';
import { createClockPort } from '../../src/ports/clock.port';
import { createFileStore } from '../../src/ports/files.port';
import { createHttpPort } from '../../src/ports/http.port';
import { createSecretStore } from '../../src/ports/secrets.port';
import { scriptedAlerts } from '../../test/support/alertsPort';

export interface Client {
  /** Resolves with the answer's body, after renewal and replay if needed. */
  readonly get: (userName: string) => Promise<unknown>;
  readonly stop: () => void;
}

/** Signs in by the refresh cookie, like a page that is opened again. */
export async function startOurClient(base: string): Promise<Client> {
  const config = configFor(base);
  const sagas = createSagaMiddleware({ context: { ...portsFor(config) } });
  const store = configureStore({
    reducer: { machines: machinesReducer, config: (state: RuntimeConfig = config) => state },
    middleware: (defaults) => defaults({ thunk: false, serializableCheck: false, immutableCheck: false }).concat(sagas),
  });
  const root = sagas.run(rootSaga, { known: 'unknown' });
  await new Promise<void>((resolve) => {
    const stop = store.subscribe(() => {
      if (!selectIsActive(store.getState())) return;
      stop();
      resolve();
    });
  });
  return {
    get: (userName) => sagas.run(request<'userInfo'>, 'userInfo', { params: { userName } }).toPromise(),
    stop: () => root.cancel(),
  };
}

function configFor(base: string): RuntimeConfig {
  return {
    mode: 'production',
    services: Object.fromEntries(SERVICE_NAMES.map((name) => [name, base])) as RuntimeConfig['services'],
    branding: { productName: '', tagline: '', variant: 'default' },
    demoUsers: [],
    passwordFromQuery: false,
    passwordMinLength: 8,
  };
}

/** Node has no tabs, no address bar and no page: those ports do nothing. The measured code is the browser's own. */
function portsFor(config: RuntimeConfig): Ports {
  const secrets = createSecretStore();
  const files = createFileStore();
  const facts = new Map<StorageKey, string | null>();
  const silence = <T extends object>() => eventChannel<T>(() => () => undefined);
  return {
    http: createHttpPort(config.services, secrets, files),
    clock: createClockPort(),
    random: { next: () => 0.5, uuid: () => crypto.randomUUID() },
    storage: { read: (key) => facts.get(key) ?? null, write: (key, value) => void facts.set(key, value) },
    peers: {
      post: () => undefined,
      messages: () => silence(),
      lock: () => Promise.resolve(null),
      lead: () => Promise.resolve(null),
    },
    page: {
      signInDefaults: () => ({ userName: null, organizationCode: null, fromSso: false }),
      signals: () => eventChannel(() => () => undefined),
      location: () => ({ pathname: '/signin', search: '', key: 'first' }),
      wasReloaded: () => false,
      isVisible: () => true,
      moves: () => silence(),
      push: () => undefined,
      go: () => undefined,
      replace: () => undefined,
      storedQueryId: () => null,
      setTitle: () => undefined,
      askBeforeLeaving: () => undefined,
      reload: () => undefined,
    },
    parts: { add: () => undefined },
    secrets,
    files,
    socket: { open: () => silence() },
    sso: {
      request: () => null,
      take: () => null,
      begin: () => Promise.resolve(),
      finish: () => Promise.resolve({ kind: 'failed', problem: 'lost', origin: null }),
      signOutAddress: () => Promise.resolve(null),
      leave: () => {},
    },
    passkeys: {
      supported: () => false,
      offers: () => Promise.resolve(false),
      get: () => Promise.resolve({ kind: 'failed', problem: 'unsupported' }),
      offer: () => Promise.resolve({ kind: 'failed', problem: 'unsupported' }),
      create: () => Promise.resolve({ kind: 'failed', problem: 'unsupported' }),
    },
    viewport: { read: () => ({ width: 1440, screenWidth: 1440 }), changes: () => silence() },
    appearance: {
      setBrand: () => undefined,
      read: () => ({ density: 'comfortable', patterns: false, singleKeys: true }),
      set: () => undefined,
    },
    attention: { changes: () => silence() },
    alerts: scriptedAlerts({ ability: 'unsupported' }),
    tabs: {
      ownOrigin: () => 'http://localhost',
      open: () => null,
      show: () => undefined,
      submit: () => undefined,
      close: () => undefined,
    },
  };
}
