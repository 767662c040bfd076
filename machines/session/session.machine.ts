/**
 * Whether somebody is signed in, and the one place where that changes.
 *
 * Three outcomes of asking the server: in, out, unreachable. Only the server's word or the person ends a session,
 * a silent network never does. However many calls find the token expired, `renewing` is entered once.
 */
import { assign, setup } from 'xstate';
import type { SessionEndReason, UserInfo } from '../../contract';
import { failureOf, type Failure } from '../failure';
import type { Grant } from '../grant';
import type { SecretRef } from '../secret';
import { service } from '../service';
import type { SignInOutput } from '../signIn/signIn.types';
import type { SessionCheckResult, SessionContext, SessionEvent, SessionInput, SignedOutReason } from './session.types';

const RETRY_BASE_MS = 1_000;
const RETRY_CAP_MS = 30_000;

/** The server's word that the session is over, or null where the failure says nothing of the kind. */
function endReason(failure: Failure): SessionEndReason | null {
  if (failure.kind === 'sessionEnded') return failure.reason;
  return failure.kind === 'unauthorized' ? 'revoked' : null;
}

function must<T>(value: T | null, name: string): T {
  if (value === null) throw new Error(`The session machine has no ${name} here.`);
  return value;
}

const isMine = (context: SessionContext, tokenIdentifier: string) => context.grant?.tokenIdentifier === tokenIdentifier;

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as 'starting' | 'unreachable' | 'signedOut' | 'active' | 'ending',
  },
  actors: {
    checkSession: service<SessionInput, SessionCheckResult>(),
    /** Renews the token of this generation; generation 0 takes whatever the session has now. */
    renewToken: service<{ readonly generation: number; readonly tokenIdentifier: string | null }, Grant>(),
    fetchUser: service<{ readonly grant: Grant; readonly userName: string }, UserInfo>(),
    signIn: service<void, SignInOutput>(),
    endSession: service<void, void>(),
  },
  actions: {
    forgetSession: assign({ grant: null, user: null, userName: null, known: 'unknown' }),
    noteFailure: assign((_, params: { readonly error: unknown }) => ({ failure: failureOf(params.error) })),
    noteReason: assign((_, params: { readonly reason: SignedOutReason }) => ({ reason: params.reason })),
    noteEnd: assign((_, params: { readonly error: unknown }) => ({ reason: endReason(failureOf(params.error)) })),
    // Done by sagas: what the vault, the other tabs and the waiting calls must know.
    wipe: (_, _params: { readonly refs: readonly (SecretRef | null)[] }) => {},
    tellSignedIn: (_, _params: { readonly grant: Grant }) => {},
    /** For the calls of this tab that wait for a newer token. */
    tellWaiting: (_, _params: { readonly grant: Grant }) => {},
    /** For the other tabs. */
    tellRenewed: (_, _params: { readonly grant: Grant }) => {},
    tellRenewalFailed: (_, _params: { readonly error: unknown; readonly generation: number }) => {},
    tellSignedOut: (_, _params: { readonly grant: Grant | null; readonly reason: SignedOutReason }) => {},
  },
  guards: {
    isOver: (_, params: { readonly error: unknown }) => endReason(failureOf(params.error)) !== null,
    isCurrent: ({ context }, params: { readonly generation: number }) =>
      context.grant?.generation === params.generation,
    isNewer: ({ context }, params: { readonly grant: Grant }) =>
      isMine(context, params.grant.tokenIdentifier) &&
      params.grant.generation > must(context.grant, 'grant').generation,
    isHeld: ({ context }, params: { readonly grant: Grant }) => context.grant?.token === params.grant.token,
    isMine: ({ context }, params: { readonly tokenIdentifier: string }) => isMine(context, params.tokenIdentifier),
    isAnother: ({ context }, params: { readonly tokenIdentifier: string }) => !isMine(context, params.tokenIdentifier),
  },
  delays: {
    retryDelay: ({ context }) => Math.min(RETRY_BASE_MS * 2 ** context.attempts, RETRY_CAP_MS),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    known: input.known,
    grant: null,
    userName: null,
    user: null,
    reason: null,
    failure: null,
    attempts: 0,
  }),
  initial: 'checking',
  // The outside world speaks at any time; where it does not matter it is heard and changes nothing.
  on: {
    ONLINE: {},
    TOKEN_REJECTED: {},
    ENDED: {},
    PEER_SIGNED_IN: {},
    PEER_SIGNED_OUT: {},
    // A token nobody here will use must not stay in the vault; the one in use, sent once more, must.
    PEER_RENEWED: [
      { guard: { type: 'isHeld', params: ({ event }) => ({ grant: event.grant }) } },
      { actions: { type: 'wipe', params: ({ event }) => ({ refs: [event.grant.token] }) } },
    ],
  },
  states: {
    checking: {
      tags: ['starting'],
      invoke: {
        src: 'checkSession',
        id: 'checkSession',
        input: ({ context }) => ({ known: context.known }),
        onDone: [
          {
            guard: ({ event }) => event.output.status === 'in',
            target: 'restoring',
            actions: assign({
              userName: ({ event }) => (event.output.status === 'in' ? event.output.userName : null),
            }),
          },
          {
            target: 'signedOut',
            actions: assign({
              reason: ({ event }) => (event.output.status === 'out' ? event.output.reason : null),
            }),
          },
        ],
        onError: {
          target: 'unreachable',
          actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },

    unreachable: {
      tags: ['unreachable'],
      exit: assign({ attempts: ({ context }) => context.attempts + 1 }),
      after: { retryDelay: 'checking' },
      on: { RETRY: 'checking', ONLINE: 'checking', PEER_SIGNED_IN: 'checking' },
    },

    /** The server knows the session; this tab still needs a token and the user. */
    restoring: {
      tags: ['starting'],
      initial: 'renewing',
      states: {
        renewing: {
          invoke: {
            src: 'renewToken',
            id: 'restoreToken',
            input: { generation: 0, tokenIdentifier: null },
            onDone: {
              target: 'fetchingUser',
              actions: [
                assign({ grant: ({ event }) => event.output }),
                { type: 'tellRenewed', params: ({ event }) => ({ grant: event.output }) },
              ],
            },
            onError: [
              {
                guard: { type: 'isOver', params: ({ event }) => ({ error: event.error }) },
                target: '#session.signedOut',
                actions: { type: 'noteEnd', params: ({ event }) => ({ error: event.error }) },
              },
              {
                target: '#session.unreachable',
                actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
          // Another tab just did it: its token serves here too.
          on: { PEER_RENEWED: { target: 'fetchingUser', actions: assign({ grant: ({ event }) => event.grant }) } },
        },
        fetchingUser: {
          invoke: {
            src: 'fetchUser',
            id: 'restoreUser',
            input: ({ context }) => ({
              grant: must(context.grant, 'grant'),
              userName: must(context.userName, 'user name'),
            }),
            onDone: { target: '#session.active', actions: assign({ user: ({ event }) => event.output }) },
            onError: [
              {
                guard: { type: 'isOver', params: ({ event }) => ({ error: event.error }) },
                target: '#session.signedOut',
                actions: { type: 'noteEnd', params: ({ event }) => ({ error: event.error }) },
              },
              {
                target: '#session.unreachable',
                actions: { type: 'noteFailure', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
        },
      },
    },

    signedOut: {
      tags: ['signedOut'],
      entry: [
        { type: 'wipe', params: ({ context }) => ({ refs: [context.grant?.token ?? null] }) },
        'forgetSession',
        assign({ attempts: 0, failure: null }),
      ],
      invoke: {
        src: 'signIn',
        id: 'signIn',
        onDone: {
          target: 'active',
          actions: [
            assign({
              grant: ({ event }) => event.output.grant,
              user: ({ event }) => event.output.user,
              userName: ({ event }) => event.output.user.userName,
              reason: null,
            }),
            { type: 'tellSignedIn', params: ({ event }) => ({ grant: event.output.grant }) },
          ],
        },
      },
      on: { PEER_SIGNED_IN: { target: 'checking', actions: { type: 'noteReason', params: { reason: null } } } },
    },

    active: {
      tags: ['active'],
      initial: 'steady',
      entry: assign({ attempts: 0, failure: null }),
      on: {
        SIGN_OUT: {
          target: 'ending',
          actions: [
            { type: 'noteReason', params: ({ event }) => ({ reason: event.reason }) },
            { type: 'tellSignedOut', params: ({ context, event }) => ({ grant: context.grant, reason: event.reason }) },
          ],
        },
        ENDED: {
          target: 'signedOut',
          actions: [
            { type: 'noteReason', params: ({ event }) => ({ reason: event.reason }) },
            { type: 'tellSignedOut', params: ({ context, event }) => ({ grant: context.grant, reason: event.reason }) },
          ],
        },
        PEER_SIGNED_OUT: {
          guard: { type: 'isMine', params: ({ event }) => ({ tokenIdentifier: event.tokenIdentifier }) },
          target: 'signedOut',
          actions: { type: 'noteReason', params: ({ event }) => ({ reason: event.reason }) },
        },
        // Somebody signed in in another tab: the cookie is theirs now, and data must never mix.
        PEER_SIGNED_IN: {
          guard: { type: 'isAnother', params: ({ event }) => ({ tokenIdentifier: event.tokenIdentifier }) },
          target: 'checking',
          actions: [
            { type: 'wipe', params: ({ context }) => ({ refs: [context.grant?.token ?? null] }) },
            'forgetSession',
          ],
        },
        PEER_RENEWED: {
          guard: { type: 'isNewer', params: ({ event }) => ({ grant: event.grant }) },
          target: '.steady',
          actions: [
            { type: 'wipe', params: ({ context }) => ({ refs: [context.grant?.token ?? null] }) },
            assign({ grant: ({ event }) => event.grant }),
            { type: 'tellWaiting', params: ({ event }) => ({ grant: event.grant }) },
          ],
        },
      },
      states: {
        steady: {
          on: {
            TOKEN_REJECTED: {
              guard: { type: 'isCurrent', params: ({ event }) => ({ generation: event.generation }) },
              target: 'renewing',
            },
          },
        },
        renewing: {
          invoke: {
            src: 'renewToken',
            id: 'renewToken',
            input: ({ context }) => must(context.grant, 'grant'),
            onDone: {
              target: 'steady',
              actions: [
                { type: 'wipe', params: ({ context }) => ({ refs: [context.grant?.token ?? null] }) },
                assign({ grant: ({ event }) => event.output }),
                { type: 'tellWaiting', params: ({ event }) => ({ grant: event.output }) },
                { type: 'tellRenewed', params: ({ event }) => ({ grant: event.output }) },
              ],
            },
            onError: [
              {
                guard: { type: 'isOver', params: ({ event }) => ({ error: event.error }) },
                target: '#session.signedOut',
                actions: [
                  { type: 'noteEnd', params: ({ event }) => ({ error: event.error }) },
                  {
                    type: 'tellSignedOut',
                    params: ({ context, event }) => ({
                      grant: context.grant,
                      reason: endReason(failureOf(event.error)),
                    }),
                  },
                ],
              },
              {
                target: 'steady',
                actions: {
                  type: 'tellRenewalFailed',
                  params: ({ context, event }) => ({
                    error: event.error,
                    generation: must(context.grant, 'grant').generation,
                  }),
                },
              },
            ],
          },
        },
      },
    },

    /** Signed out here already, the server is told as well as the network allows. */
    ending: {
      tags: ['ending'],
      entry: [{ type: 'wipe', params: ({ context }) => ({ refs: [context.grant?.token ?? null] }) }, 'forgetSession'],
      invoke: { src: 'endSession', id: 'endSession', onDone: 'signedOut', onError: 'signedOut' },
    },
  },
});
