/** One tab of a browser in virtual time: the real root saga, machines and reducers over ports of ours. */
import { configureStore, type Action, type Store } from '@reduxjs/toolkit';
import createSagaMiddleware, { CANCEL, buffers, eventChannel } from 'redux-saga';
import type { EventChannel } from 'redux-saga';
import type { RuntimeConfig } from '../../contract/shell/runtimeConfig';
import { CallFailed, type Failure } from '../../machines/failure';
import type { SecretRef } from '../../machines/references';
import type { SessionInput } from '../../machines/session/session.types';
import { rootSaga } from '../../sagas/app/root.saga';
import type { AppState } from '../../sagas/app/state';
import {
  NoAnswer,
  type HttpAnswer,
  type HttpCall,
  type HttpLine,
  type PageLocation,
  type PageMove,
  type PageSignal,
  type PeerMessage,
  type Ports,
  type SignInDefaults,
  type StreamRef,
  type TabRef,
  type Viewport,
} from '../../sagas/base/ports';
import type { SagaGenerator } from '../../sagas/base/runtime/effects';
import { watchSession } from '../../sagas/session/token/session.saga';
import { createReducers } from '../../src/app/store';
import { createFileStore } from '../../src/ports/files.port';
import { createSecretStore } from '../../src/ports/secrets.port';
import type { Recorder } from '../../tape';
import { createEyes } from './attention';
import type { Browser } from './browser';
import { scriptedPasskeys } from './passkeysPort';
import { scriptedSso } from './ssoPort';
import type { VirtualClock } from './virtualClock';
import { watchActions } from './watchActions';
import { LONG_QUERY } from '../../sagas/navigation/routes/queryText';
import { endSso } from '../../sagas/session/signIn/loadSso.saga';
import { signIn } from '../../sagas/session/signIn/signIn.saga';

export interface TabOptions {
  readonly clock: VirtualClock;
  readonly browser: Browser;
  /** Answers an HTTP call. `bearer` and secret body fields are given in clear, as on the wire. */
  readonly answer: (
    call: HttpCall,
    wire: {
      readonly bearer: string | undefined;
      readonly body: Readonly<Record<string, unknown>> | undefined;
      /** False once the browser has broken the call off. */
      readonly awaited: () => boolean;
    },
    reply: (answer: HttpAnswer | 'unreachable') => void,
  ) => void;
  readonly config?: RuntimeConfig;
  readonly sso?: Ports['sso'];
  readonly passkeys?: (secrets: { readonly keep: (value: string) => SecretRef }) => Ports['passkeys'];
  readonly socket?: Ports['socket'];
  readonly path?: string;
  /** Of the tab before it was reloaded. */
  readonly history?: readonly PageLocation[];
  /** What the address says about who signs in. */
  readonly signInDefaults?: SignInDefaults;
  readonly peerLatencyMs?: () => number;
  /** A browser that opens no tabs for pages. */
  readonly blocksTabs?: boolean;
  readonly strict?: boolean;
  /** Records what happens in this tab. */
  readonly recorder?: Recorder;
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

const isChannel = (body: unknown): body is EventChannel<HttpLine> =>
  typeof body === 'object' && body !== null && 'take' in body;

const SECRET_FIELDS = ['access_token', 'context', 'appSecret', 'appUri', 'recoveryCodes'];
let tabs = 0;
let steps = 0;
let uuids = 0;

/** Counts tabs, steps and names from the beginning, for what has to come out the same each time. */
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
  socket = { open: () => eventChannel(() => () => {}) },
  path = '/signin',
  history = [{ pathname: path, search: '', key: 'first' }],
  signInDefaults = { userName: null, organizationCode: null, fromSso: false },
  peerLatencyMs = () => 1,
  blocksTabs = false,
  recorder,
}: TabOptions) {
  const id = ++tabs;
  const eyes = createEyes(browser.looks);
  const secrets = createSecretStore();
  const files = createFileStore();
  const sent: HttpCall[] = [];
  const faults: Error[] = [];
  const actions: Action[] = [];
  const brands: string[] = [];
  let reloads = 0;
  let asksToLeave = false;
  const opened: { at: string; fields?: Readonly<Record<string, string>> }[] = [];
  let emitSignal: (signal: PageSignal) => void = () => {};
  const movesHeard = new Set<(move: PageMove) => void>();
  const entries: PageLocation[] = [...history];
  let at = entries.length - 1;
  const location = () => entries[at]!;
  const tellMove = (by: PageMove['by']) => movesHeard.forEach((emit) => emit({ location: location(), by }));
  const move = (to: string, by: PageMove['by']) => {
    const [pathname = '/', search] = to.split('?', 2);
    if (by !== 'replace') at += 1;
    entries.splice(at, entries.length, {
      pathname,
      search: search === undefined ? '' : `?${search}`,
      key: String(++steps),
    });
    tellMove(by);
  };
  const go = (by: number) =>
    void clock.at(0, () => {
      at = Math.min(Math.max(at + by, 0), entries.length - 1);
      tellMove('pop');
    });

  const conceal = (body: unknown): unknown =>
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? Object.fromEntries(
          Object.entries(body).map(([name, value]) => [
            name,
            SECRET_FIELDS.includes(name) && typeof value === 'string' ? secrets.keep(value) : value,
          ]),
        )
      : body;
  const streams = new Map<StreamRef, EventChannel<HttpLine>>();
  const streamed = (lines: EventChannel<HttpLine>): StreamRef => {
    const stream = `stream:${streams.size + 1}` as StreamRef;
    streams.set(stream, lines);
    return stream;
  };
  const reveal = (body: HttpCall['body']) =>
    body &&
    Object.fromEntries(Object.entries(body).map(([name, value]) => [name, secrets.open(value as SecretRef) ?? value]));
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
    http: {
      lines(stream) {
        const lines = streams.get(stream);
        if (lines === undefined) throw new Error('There is no such stream.');
        return lines;
      },
      send(request) {
        sent.push(request);
        let givenUp = false;
        let callOff = () => {};
        const promise = new Promise<HttpAnswer>((resolve, reject) => {
          callOff = clock.at(request.timeoutMs, () => {
            givenUp = true;
            reject(new NoAnswer('timedOut'));
          });
          const bearer = request.bearer === undefined ? undefined : secrets.open(request.bearer);
          const awaited = () => !givenUp || request.completes === true;
          answer(request, { bearer, body: reveal(request.body), awaited }, (reply) => {
            callOff();
            if (givenUp) return;
            if (reply === 'unreachable') reject(new NoAnswer('unreachable'));
            else resolve({ ...reply, body: isChannel(reply.body) ? streamed(reply.body) : conceal(reply.body) });
          });
        });
        const giveUp = () => {
          givenUp = true;
          callOff();
        };
        return Object.assign(promise, { [CANCEL]: giveUp });
      },
    },
    storage: {
      read: (key) => browser.storage.get(key) ?? null,
      write: (key, value) => void (value === null ? browser.storage.delete(key) : browser.storage.set(key, value)),
    },
    peers: {
      lock: (_, patienceMs) => browser.lock(patienceMs),
      lead: browser.lead,
      post(message) {
        const wire = crossing(message, (ref) => secrets.open(ref as SecretRef) ?? '');
        for (const tab of browser.tabs) if (tab.id !== id) clock.at(peerLatencyMs(), () => tab.hear(wire));
      },
      messages: () =>
        eventChannel<PeerMessage>((emit) => {
          browser.tabs.push({ id, hear: (message) => emit(crossing(message, secrets.keep)) });
          return () => {};
        }, buffers.expanding(8)),
    },
    page: {
      signInDefaults: () => signInDefaults,
      location,
      moves: () =>
        eventChannel<PageMove>((emit) => {
          movesHeard.add(emit);
          return () => void movesHeard.delete(emit);
        }, buffers.expanding(8)),
      push: (to) => move(to, 'push'),
      replace: (to) => move(to, 'replace'),
      go,
      keptAs: (search) => (search.length > LONG_QUERY ? '1f0c9a7e' : null),
      setTitle: () => {},
      askBeforeLeaving: (asks) => void (asksToLeave = asks),
      reload: () => void reloads++,
      signals: () =>
        eventChannel<PageSignal>((emit) => {
          emitSignal = emit;
          return () => {};
        }, buffers.expanding(8)),
    },
    socket,
    sso,
    passkeys: passkeys(secrets),
    viewport: {
      read: () => ({ width: 1440, screenWidth: 1440 }),
      changes: () => eventChannel<Viewport>(() => () => {}),
    },
    attention: eyes.port,
    appearance: { setBrand: (variant) => void brands.push(variant) },
    tabs: {
      ownOrigin: () => 'http://localhost',
      open: () => {
        if (blocksTabs) return null;
        opened.push({ at: 'empty' });
        return String(opened.length - 1) as TabRef;
      },
      show: (ref, url) => void (opened[Number(ref)] = { at: url }),
      submit: (ref, url, fields) => void (opened[Number(ref)] = { at: url, fields }),
      close: (ref) => void (opened[Number(ref)] = { at: 'closed' }),
    },
  };

  const sagas = createSagaMiddleware({
    context: { ...(recorder?.wrap(ports) ?? ports) },
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
    sent,
    faults,
    actions,
    /** The color sets the page was given, one after the other. */
    brands,
    /** How often the page was to be loaded afresh. */
    reloads: () => reloads,
    /** Whether the browser would ask before the tab is closed. */
    asksToLeave: () => asksToLeave,
    /** Where the tabs are that the page has opened. */
    opened,
    store,
    state: () => store.getState(),
    path: () => location().pathname,
    /** Up to where the tab is. */
    history: () => entries.slice(0, at + 1),
    go,
    /** The person types an address or uses Back and Forward. */
    goTo: (to: string) => move(to, 'pop'),
    signal: (signal: PageSignal) => emitSignal(signal),
    eyes,
    start: (input: SessionInput = { known: 'unknown' }) => sagas.run(rootSaga, input),
    /** The session alone, without the shell that opens over it: for histories by the thousand. */
    startSession: (input: SessionInput = { known: 'unknown' }) => sagas.run(watchSession, input, { signIn, endSso }),
    sagas,
    /** Runs a saga of the test's own; a failed call is its result, not a fault. */
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
