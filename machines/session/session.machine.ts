/**
 * Whether a user is signed in, and the only place where that changes.
 *
 * Asking the server has three outcomes: in, out, unreachable. Only the server or the user ends a session; a network
 * failure never does. However many calls find the token expired, `renewing` is entered once.
 */
import { assign } from 'xstate';
import { nonNull } from '../nonNull';
import { outcomeOf, sessionSetup } from './session.setup';
import type { SessionContext } from './session.types';

interface At {
  readonly context: SessionContext;
}
interface Rejected extends At {
  readonly event: { readonly error: unknown };
}

const errorOf = ({ event }: Rejected) => ({ error: event.error });
const isOver = { type: 'isOver', params: errorOf } as const;
const noteEnd = { type: 'noteEnd', params: errorOf } as const;
const noteFailure = { type: 'noteFailure', params: errorOf } as const;
const clearToken = {
  type: 'clearSecrets',
  params: ({ context }: At) => ({ refs: [context.grant?.token ?? null] }),
} as const;

/** Whose information is fetched, and with which token. */
const wanted = ({ context }: At) => ({
  grant: nonNull(context.grant, 'grant'),
  userName: nonNull(context.userName, 'user name'),
});

/** This tab has no session yet, so other tabs are not notified; they find out by themselves. */
const notRestored = [
  { guard: isOver, target: '#session.over', actions: noteEnd },
  { target: '#session.unreachable', actions: noteFailure },
] as const;

/** For the other tabs, after the reason has been noted. */
const postSignedOut = {
  type: 'postSignedOut',
  params: ({ context: { grant, reason, pendingSignOut } }: At) => ({ grant, reason, pendingSignOut }),
} as const;

/** A call of a signed-in tab found the session over, so the other tabs end it too. */
const foundOver = { guard: isOver, target: '#session.over', actions: [noteEnd, postSignedOut] } as const;

/** The session that a message of another tab is about. */
const whose = ({ event }: { readonly event: { readonly tokenIdentifier: string } }) => ({
  tokenIdentifier: event.tokenIdentifier,
});

/** Another session began in another tab: the cookie is that one's now, and data of two users must never mix. */
const peerTookOver = {
  guard: { type: 'isAnother', params: whose },
  target: '#session.checking',
  actions: [clearToken, 'clearSession'],
} as const;

/** Another tab has begun a session since this one ended. */
const peerSignedIn = { target: '#session.checking', actions: 'clearReason' } as const;

/** Never ends. Tags: `starting`, `unreachable`, `signedOut`, `active` (a user is signed in), `ending`. */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: ({ input }) => ({
    known: input.known,
    grant: null,
    userName: null,
    user: null,
    sso: null,
    reason: null,
    pendingSignOut: null,
    failure: null,
    attempts: 0,
  }),
  initial: 'checking',
  // These may arrive at any time; states that do not name them ignore them.
  on: {
    ONLINE: {},
    TOKEN_REJECTED: {},
    ENDED: {},
    PEER_SIGNED_IN: {},
    PEER_SIGNED_OUT: {},
    PEER_FETCHED_USER: {},
    SIGN_OUT_PENDING: {},
    // A token that is not going to be used must be removed from the secret store, unless it is the one in use, sent
    // again.
    PEER_RENEWED: [
      { guard: { type: 'isHeld', params: ({ event }) => ({ grant: event.grant }) } },
      { actions: { type: 'clearSecrets', params: ({ event }) => ({ refs: [event.grant.token] }) } },
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
            actions: assign(({ event }) => outcomeOf(event.output)),
          },
          { target: 'over', actions: assign(({ event }) => outcomeOf(event.output)) },
        ],
        onError: {
          target: 'unreachable',
          actions: noteFailure,
        },
      },
      // The answer may be older than that sign-in, and so is what the page was served with.
      on: { PEER_SIGNED_IN: { target: 'checking', reenter: true, actions: assign({ known: 'unknown' }) } },
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
                { type: 'postRenewed', params: ({ event }) => ({ grant: event.output }) },
              ],
            },
            onError: notRestored,
          },
          // Another tab just renewed it: its token works here, too.
          on: { PEER_RENEWED: { target: 'fetchingUser', actions: assign({ grant: ({ event }) => event.grant }) } },
        },
        fetchingUser: {
          invoke: {
            src: 'fetchUser',
            id: 'restoreUser',
            input: wanted,
            onDone: { target: '#session.active', actions: assign({ user: ({ event }) => event.output }) },
            onError: notRestored,
          },
        },
      },
      on: { PEER_SIGNED_IN: peerTookOver },
    },

    /**
     * The session is over. If it came from a provider, it is ended there first, unless the browser has another user's
     * session now, which would be ended instead.
     */
    over: {
      entry: 'clearOtherUsersSso',
      always: [{ guard: 'cameBySso', target: 'endingSso' }, { target: 'signedOut' }],
    },

    signedOut: {
      tags: ['signedOut'],
      entry: [clearToken, 'clearSession', assign({ attempts: 0, failure: null })],
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'signOutIsPending', target: 'finishing' }, { target: 'finished' }] },
        /** The server has not confirmed the sign-out: it is repeated until it does. */
        finishing: {
          invoke: {
            src: 'finishSignOut',
            id: 'finishSignOut',
            input: ({ context }) => ({ tokenIdentifier: nonNull(context.pendingSignOut, 'pending sign-out') }),
            onDone: { target: 'finished', actions: assign({ pendingSignOut: null, attempts: 0 }) },
            onError: 'waiting',
          },
        },
        waiting: {
          exit: assign({ attempts: ({ context }) => context.attempts + 1 }),
          after: { retryDelay: 'finishing' },
          on: { ONLINE: 'finishing' },
        },
        finished: {},
      },
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
              sso: ({ event }) => event.output.sso,
              reason: null,
              pendingSignOut: null,
            }),
            { type: 'postSignedIn', params: ({ event }) => ({ grant: event.output.grant }) },
          ],
        },
      },
      on: {
        PEER_SIGNED_IN: peerSignedIn,
        SIGN_OUT_PENDING: {
          target: '.waiting',
          actions: assign(({ event }) => ({ pendingSignOut: event.tokenIdentifier, attempts: 0 })),
        },
        // After signing out here the user may still be signed in at the provider, and can end that, too.
        LEAVE_PROVIDER: {
          guard: 'cameBySso',
          target: 'endingSso',
          actions: assign({ reason: 'signed_out' }),
        },
      },
    },

    active: {
      tags: ['active'],
      initial: 'steady',
      entry: assign({ attempts: 0, failure: null }),
      on: {
        SIGN_OUT: {
          target: 'ending',
          actions: [
            assign(({ context, event }) => ({
              reason: event.reason,
              pendingSignOut: nonNull(context.grant, 'grant').tokenIdentifier,
            })),
            postSignedOut,
          ],
        },
        ENDED: { target: 'over', actions: [assign(({ event: { reason } }) => ({ reason })), postSignedOut] },
        PEER_SIGNED_OUT: {
          guard: { type: 'isMine', params: whose },
          target: 'signedOut',
          // The other tab may not reach the server or may close too soon, so every tab ends the session at the server.
          actions: [
            assign(({ event: { reason, tokenIdentifier, pendingSignOut = tokenIdentifier } }) => ({
              reason,
              pendingSignOut,
            })),
            'clearOtherUsersSso',
          ],
        },
        PEER_SIGNED_IN: peerTookOver,
        PEER_RENEWED: {
          guard: { type: 'isNewer', params: ({ event }) => ({ grant: event.grant }) },
          target: '.steady',
          actions: [
            clearToken,
            assign({ grant: ({ event }) => event.grant }),
            { type: 'publishRenewal', params: ({ event }) => ({ grant: event.grant }) },
          ],
        },
        PEER_FETCHED_USER: {
          guard: { type: 'isMine', params: whose },
          actions: { type: 'storeUser', params: ({ event }) => ({ user: event.user }) },
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
            input: ({ context }) => nonNull(context.grant, 'grant'),
            onDone: {
              target: 'refetchingUser',
              actions: [
                clearToken,
                assign({ grant: ({ event }) => event.output }),
                { type: 'publishRenewal', params: ({ event }) => ({ grant: event.output }) },
                { type: 'postRenewed', params: ({ event }) => ({ grant: event.output }) },
              ],
            },
            onError: [
              foundOver,
              {
                target: 'steady',
                actions: { type: 'publishRenewalFailure', params: errorOf },
              },
            ],
          },
        },
        /** The waiting calls are on their way again. Permissions may have changed since the user was last fetched. */
        refetchingUser: {
          invoke: {
            src: 'fetchUser',
            id: 'refetchUser',
            input: wanted,
            onDone: {
              target: 'steady',
              actions: [
                { type: 'storeUser', params: ({ event }) => ({ user: event.output }) },
                {
                  type: 'postUser',
                  params: ({ context, event }) => ({ grant: nonNull(context.grant, 'grant'), user: event.output }),
                },
              ],
            },
            onError: [
              foundOver,
              // The user's earlier data stays in use until the next renewal.
              { target: 'steady' },
            ],
          },
          on: {
            TOKEN_REJECTED: {
              guard: { type: 'isCurrent', params: ({ event }) => ({ generation: event.generation }) },
              target: 'renewing',
            },
          },
        },
      },
    },

    /** Signed out here already. Where the call to the server fails, the sign-out stays pending. */
    ending: {
      tags: ['ending'],
      entry: [clearToken, 'clearSession'],
      invoke: {
        src: 'endSession',
        id: 'endSession',
        input: ({ context }) => ({ tokenIdentifier: nonNull(context.pendingSignOut, 'pending sign-out') }),
        onDone: { target: 'signedOut', actions: assign({ pendingSignOut: null }) },
        onError: 'signedOut',
      },
      on: { PEER_SIGNED_IN: peerSignedIn },
    },

    /** The session is over and came from a provider, where the user is signed out as well, at most once. */
    endingSso: {
      tags: ['ending'],
      entry: [clearToken, 'clearSession'],
      exit: assign({ sso: null }),
      invoke: {
        src: 'endSso',
        id: 'endSso',
        input: ({ context }) => ({ origin: nonNull(context.sso, 'single sign-on'), reason: context.reason }),
        onDone: 'leaving',
        onError: 'signedOut',
      },
      on: { PEER_SIGNED_IN: peerSignedIn },
    },

    /** The provider replaces this page, which no sign-in elsewhere can stop; the page that comes back checks again. */
    leaving: { tags: ['ending'], after: { 10_000: 'signedOut' } },
  },
});
