/** One tab of a browser in virtual time: the real root saga, machines and reducers over scripted ports. */
import { configureStore, type Action, type Store } from '@reduxjs/toolkit';
import createSagaMiddleware, { buffers, eventChannel, stdChannel } from 'redux-saga';
import type { RuntimeConfig } from '../../contract/shell/runtimeConfig';
import { CallFailed, type Failure } from '../../machines/failure';
import type { SecretRef } from '../../machines/references';
import type { SessionInput } from '../../machines/session/session.types';
import { rootSaga } from '../../sagas/app/root.saga';
import type { AppState } from '../../sagas/app/state';
import type { Appearance, PageLocation, SignInDefaults, Viewport } from '../../sagas/base/ports/page';
import type { PeerMessage } from '../../sagas/base/ports/peers';
import type { Ports } from '../../sagas/base/ports/ports';
import type { SagaGenerator } from '../../sagas/base/runtime/effects';
import { endSso } from '../../sagas/session/signIn/lateSignIn.saga';
import { signIn } from '../../sagas/session/signIn/signIn.saga';
import { watchSession } from '../../sagas/session/token/session.saga';
import { createReducers } from '../../src/app/store';
import { createFileStore } from '../../src/ports/files.port';
import { createSecretStore } from '../../src/ports/secrets.port';
import type { Recorder } from '../../tape';
import { scriptedAlerts } from './alertsPort';
import { createAttention } from './attention';
import type { Browser } from './browser';
import { scriptedHttp, type AnswerCall } from './httpPort';
import { scriptedPage, scriptedTabs } from './pagePort';
import { scriptedPasskeys } from './passkeysPort';
import { scriptedSso } from './ssoPort';
import type { VirtualClock } from './virtualClock';
import { watchActions } from './watchActions';

export interface TabOptions {
  readonly clock: VirtualClock;
  readonly browser: Browser;
  readonly answer: AnswerCall;
  readonly config?: RuntimeConfig;
  readonly sso?: Ports['sso'];
  readonly alerts?: Ports['alerts'];
  readonly passkeys?: (secrets: { readonly keep: (value: string) => SecretRef }) => Ports['passkeys'];
  readonly socket?: Ports['socket'];
  readonly path?: string;
  /** The history before a reload. */
  readonly history?: readonly PageLocation[];
  readonly wasReloaded?: boolean;
  /** The values for the sign-in form from the address. */
  readonly signInDefaults?: SignInDefaults;
  readonly peerLatencyMs?: () => number;
  /** A browser that opens no tabs for pages. */
  readonly blocksTabs?: boolean;
  readonly strict?: boolean;
  /** Records what happens in this tab. */
  readonly recorder?: Recorder;
  /** Where its sagas take actions. */
  readonly channel?: ReturnType<typeof stdChannel<Action>>;
}

export const TEST_CONFIG: RuntimeConfig = {
  mode: 'production',
  services: {
    'api-user': '',
    'api-job': '',
    'api-agency': '',
    'api-client': '',
    'api-timecard': '',
    'api-websocket': '',
  },
  branding: { productName: 'Nexus VMS', tagline: '', variant: 'default' },
  demoUsers: [],
  passwordFromQuery: false,
  passwordMinLength: 8,
  signUpUrl: 'https://sign-up.example/',
};

let tabs = 0;
let steps = 0;
let uuids = 0;

/** Resets the counters of tabs, steps and names, for recordings that must be equal each time. */
export function countFromTheBeginning(): void {
  tabs = 0;
  steps = 0;
  uuids = 0;
}

export function openTab({
  clock,
  browser,
  answer,
  config = TEST_CONFIG,
  sso = scriptedSso(),
  passkeys = scriptedPasskeys(),
  alerts = scriptedAlerts(),
  socket = { open: () => eventChannel(() => () => {}) },
  path = '/signin',
  history = [{ pathname: path, search: '', key: 'first' }],
  wasReloaded = false,
  signInDefaults = { userName: null, organizationCode: null, fromSso: false },
  peerLatencyMs = () => 1,
  blocksTabs = false,
  recorder,
  channel = stdChannel(),
}: TabOptions) {
  const id = ++tabs;
  const attention = createAttention(browser.openTabs);
  const secrets = createSecretStore();
  const files = createFileStore();
  const http = scriptedHttp(clock, secrets, answer);
  const page = scriptedPage({ clock, history, signInDefaults, wasReloaded, nextKey: () => String(++steps) });
  const tabsOpened = scriptedTabs(blocksTabs);
  const faults: Error[] = [];
  const actions: Action[] = [];
  const brands: string[] = [];
  let appearance: Appearance = { density: 'comfortable', patterns: false, singleKeys: true };

  const crossing = (message: PeerMessage, convert: (token: string) => string): PeerMessage =>
    message.type === 'renewed'
      ? { ...message, grant: { ...message.grant, token: convert(message.grant.token) as SecretRef } }
      : message;

  const { reducer, partsOf } = createReducers(config);
  const ports: Ports = {
    clock,
    parts: partsOf(() => store),
    random: { next: () => 0.5, uuid: () => `uuid-${++uuids}` },
    secrets: secrets,
    files,
    http: http.port,
    storage: {
      read: (key) => browser.storage.get(key) ?? null,
      write: (key, value) => void (value === null ? browser.storage.delete(key) : browser.storage.set(key, value)),
    },
    peers: {
      lock: (_, timeoutMs) => browser.lock(timeoutMs),
      lead: browser.lead,
      post(message) {
        const wire = crossing(message, (ref) => secrets.open(ref as SecretRef) ?? '');
        for (const tab of browser.tabs) if (tab.id !== id) clock.at(peerLatencyMs(), () => tab.receive(wire));
      },
      messages: () =>
        eventChannel<PeerMessage>((emit) => {
          const self = { id, receive: (message: PeerMessage) => emit(crossing(message, secrets.keep)) };
          browser.tabs.push(self);
          return () => void browser.tabs.splice(browser.tabs.indexOf(self), 1);
        }, buffers.expanding(8)),
    },
    page: page.port,
    socket,
    sso,
    passkeys: passkeys(secrets),
    viewport: {
      read: () => ({ width: 1440, screenWidth: 1440 }),
      changes: () => eventChannel<Viewport>(() => () => {}),
    },
    attention: attention.port,
    alerts,
    appearance: {
      setBrand: (variant) => void brands.push(variant),
      read: () => appearance,
      set: (next) => {
        appearance = next;
      },
    },
    tabs: tabsOpened.port,
  };

  const sagas = createSagaMiddleware({
    context: { ...(recorder?.wrap(ports) ?? ports) },
    channel,
    onError: (error) => faults.push(error),
    ...(recorder && { sagaMonitor: recorder.sagaMonitor, effectMiddlewares: recorder.effectMiddlewares }),
  });
  const store: Store<AppState> = configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({ thunk: false, serializableCheck: false, immutableCheck: false }).concat(
        sagas,
        watchActions((action) => void actions.push(action)),
      ),
  });

  return {
    id,
    secrets,
    files,
    sent: http.sent,
    faults,
    actions,
    /** The color schemes of the page, in order. */
    brands,
    /** The addresses of the tabs that the page has opened. */
    opened: tabsOpened.opened,
    store,
    state: () => store.getState(),
    reloads: page.reloads,
    warnsBeforeLeaving: page.warnsBeforeLeaving,
    path: page.path,
    title: page.title,
    history: page.history,
    go: page.go,
    goTo: page.goTo,
    show: page.show,
    signal: page.signal,
    attention,
    start: (input: SessionInput = { known: 'unknown' }) => sagas.run(rootSaga, input),
    /** Runs the session alone, without the shell: for thousands of histories. */
    startSession: (input: SessionInput = { known: 'unknown' }) => sagas.run(watchSession, input, { signIn, endSso }),
    sagas,
    /** Runs a saga of the test; a failed call is its result, not a fault. */
    run: <T>(saga: () => SagaGenerator<T>): Promise<T | Failure> =>
      sagas
        .run(function* (): SagaGenerator<T | Failure> {
          try {
            return yield* saga();
          } catch (error) {
            if (error instanceof CallFailed) return error.failure;
            throw error;
          }
        })
        .toPromise(),
  };
}

export type Tab = ReturnType<typeof openTab>;
