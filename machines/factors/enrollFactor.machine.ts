/**
 * Setting up an authenticator app or a passkey: choosing → (scanning ⇄ confirming | adding a passkey) → (recovery
 * codes) → done. It runs in the sign-in machine where an organization requires it, and on the profile's page.
 */
import { assign, setup } from 'xstate';
import type { Enrollment } from '../../contract/identity/factors.endpoints';
import { failureOf, type Failure } from '../failure';
import type { SecretRef } from '../references';
import { service } from '../service';

/** The secret of a new app: as text to type, and as an address for the QR code. */
export interface NewApp {
  readonly appSecret: SecretRef;
  readonly appUri: SecretRef;
}

/** The first factor comes with recovery codes, separated by spaces, which are shown once. */
export interface Enrolled {
  readonly recoveryCodes: SecretRef | null;
}

export interface EnrollFactorContext {
  /** Begins with this one if it was chosen before; null to let the user choose. */
  readonly first: Enrollment | null;
  readonly app: NewApp | null;
  readonly recoveryCodes: SecretRef | null;
  readonly failure: Failure | null;
  /** Incremented with each failure, so that a repeated message is announced again. */
  readonly failureCount: number;
}

export type EnrollFactorEvent =
  | { readonly type: 'CHOOSE'; readonly enrollment: Enrollment }
  | { readonly type: 'SUBMIT_APP_CODE'; readonly code: SecretRef }
  | { readonly type: 'BACK' }
  | { readonly type: 'CODES_KEPT' }
  | { readonly type: 'CLOSE' };

const choices = [
  { guard: 'isApp', target: 'beginningApp', actions: 'clearFailure' },
  { target: 'addingPasskey', actions: 'clearFailure' },
] as const;

/** Services reject with CallFailed. CLOSE ends it unless a call is under way that cannot be repeated. */
export const enrollFactorMachine = setup({
  types: {
    context: {} as EnrollFactorContext,
    events: {} as EnrollFactorEvent,
    input: {} as { readonly first: Enrollment | null },
    /** `done`: a factor was set up. `pending`: nothing can be set up, because the session waits for its takeover. */
    output: {} as 'done' | 'closed' | 'pending',
    tags: {} as 'choosing' | 'scanning' | 'passkey' | 'codes' | 'busy',
  },
  actors: {
    beginApp: service<void, NewApp>(),
    confirmApp: service<{ readonly code: SecretRef }, Enrolled>(),
    addPasskey: service<void, Enrolled>(),
  },
  actions: {
    fail: assign(({ context }, params: { readonly error: unknown }) => ({
      failure: failureOf(params.error),
      failureCount: context.failureCount + 1,
    })),
    clearFailure: assign({ failure: null }),
    dropApp: assign({ app: null }),
    keepCodes: assign((_, { enrolled }: { readonly enrolled: Enrolled }) => ({
      recoveryCodes: enrolled.recoveryCodes,
    })),
  },
  guards: {
    isApp: ({ event }) => event.type === 'CHOOSE' && event.enrollment === 'app',
    beginsWithApp: ({ context }) => context.first === 'app',
    beginsWithPasskey: ({ context }) => context.first === 'passkey',
    bringsCodes: (_, { enrolled }: { readonly enrolled: Enrolled }) => enrolled.recoveryCodes !== null,
    /** The secret has expired and can no longer be confirmed. */
    isTooLate: (_, { error }: { readonly error: unknown }) => failureOf(error).kind === 'challengeExpired',
    isPending: (_, { error }: { readonly error: unknown }) => failureOf(error).kind === 'sessionPending',
  },
}).createMachine({
  id: 'enrollFactor',
  context: ({ input }) => ({ first: input.first, app: null, recoveryCodes: null, failure: null, failureCount: 0 }),
  initial: 'beginning',
  output: ({ event }) => event.output as 'done' | 'closed' | 'pending',
  states: {
    beginning: {
      always: [
        { guard: 'beginsWithApp', target: 'beginningApp' },
        { guard: 'beginsWithPasskey', target: 'addingPasskey' },
        { target: 'choosing' },
      ],
    },

    choosing: {
      tags: ['choosing'],
      on: { CHOOSE: [...choices], CLOSE: 'closed' },
    },

    beginningApp: {
      tags: ['choosing', 'busy'],
      on: { CLOSE: 'closed' },
      invoke: {
        src: 'beginApp',
        id: 'beginApp',
        onDone: { target: 'scanning', actions: assign({ app: ({ event }) => event.output }) },
        onError: [
          { guard: { type: 'isPending', params: ({ event }) => ({ error: event.error }) }, target: 'pending' },
          { target: 'choosing', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },

    scanning: {
      tags: ['scanning'],
      on: {
        SUBMIT_APP_CODE: { target: 'confirmingApp', actions: 'clearFailure' },
        BACK: { target: 'choosing', actions: ['clearFailure', 'dropApp'] },
        CLOSE: 'closed',
      },
    },

    /** The answer may contain recovery codes, which are sent once, so this state cannot be left before it. */
    confirmingApp: {
      tags: ['scanning', 'busy'],
      invoke: {
        src: 'confirmApp',
        id: 'confirmApp',
        input: ({ event }) => {
          if (event.type !== 'SUBMIT_APP_CODE') throw new Error(`There is no code to confirm in ${event.type}.`);
          return { code: event.code };
        },
        onDone: [
          {
            guard: { type: 'bringsCodes', params: ({ event }) => ({ enrolled: event.output }) },
            target: 'showingCodes',
            actions: ['dropApp', { type: 'keepCodes', params: ({ event }) => ({ enrolled: event.output }) }],
          },
          { target: 'done', actions: 'dropApp' },
        ],
        onError: [
          {
            guard: { type: 'isTooLate', params: ({ event }) => ({ error: event.error }) },
            target: 'choosing',
            actions: ['dropApp', { type: 'fail', params: ({ event }) => ({ error: event.error }) }],
          },
          { target: 'scanning', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },

    /** The browser asks for the passkey; the person can cancel there. */
    addingPasskey: {
      tags: ['passkey', 'busy'],
      invoke: {
        src: 'addPasskey',
        id: 'addPasskey',
        onDone: [
          {
            guard: { type: 'bringsCodes', params: ({ event }) => ({ enrolled: event.output }) },
            target: 'showingCodes',
            actions: { type: 'keepCodes', params: ({ event }) => ({ enrolled: event.output }) },
          },
          { target: 'done' },
        ],
        onError: [
          { guard: { type: 'isPending', params: ({ event }) => ({ error: event.error }) }, target: 'pending' },
          { target: 'choosing', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },

    showingCodes: {
      tags: ['codes'],
      exit: assign({ recoveryCodes: null }),
      on: { CODES_KEPT: 'done' },
    },

    done: { type: 'final', output: 'done' },
    closed: { type: 'final', output: 'closed' },
    pending: { type: 'final', output: 'pending' },
  },
});
