/**
 * Interfaces to the outside world. Implementations are in src/ports; tests bring their own. Every side effect of a saga
 * is a `call` of one of these functions, so it can be tested, recorded and replayed.
 */
import type { Reducer } from '@reduxjs/toolkit';
import { getContext } from '../runtime/effects';
import type { HttpPort, SecretsPort, FilesPort, SocketPort } from './network';
import type { StoragePort, PeersPort, AttentionPort } from './peers';
import type { PagePort, ViewportPort, AppearancePort, TabsPort } from './page';
import type { AlertsPort } from './alerts';
import type { SsoPort, PasskeysPort } from './signIn';

export interface ClockPort {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Resolves after that many ms of wall time, including time the machine sleeps. Aborted on cancellation. */
  readonly delay: (ms: number) => Promise<true>;
}

export interface RandomPort {
  /** Uniform in [0, 1). */
  readonly next: () => number;
  /** A new unique id. */
  readonly uuid: () => string;
}

/** Adds reducers of loaded code to the store. */
export interface PartsPort {
  /** By state name; names the store already has are ignored. */
  readonly add: (reducers: Readonly<Record<string, Reducer>>) => void;
}

export interface Ports {
  readonly http: HttpPort;
  readonly clock: ClockPort;
  readonly random: RandomPort;
  readonly storage: StoragePort;
  readonly peers: PeersPort;
  readonly page: PagePort;
  readonly parts: PartsPort;
  readonly secrets: SecretsPort;
  readonly files: FilesPort;
  readonly socket: SocketPort;
  readonly sso: SsoPort;
  readonly passkeys: PasskeysPort;
  readonly viewport: ViewportPort;
  readonly appearance: AppearancePort;
  readonly tabs: TabsPort;
  readonly attention: AttentionPort;
  readonly alerts: AlertsPort;
}

/** The port of this name, from the saga context. */
export function* port<K extends keyof Ports>(name: K) {
  return yield* getContext<Ports[K]>(name);
}
