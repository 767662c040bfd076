/**
 * Whether somebody is signed in, and the one place where that changes.
 *
 * Three outcomes of asking the server: in, out, unreachable. Only the server's word or the person ends a session,
 * a silent network never does. However many calls find the token expired, `renewing` is entered once.
 */
import { assign } from 'xstate';
import { failureOf } from '../failure';
import { endReason, must, outcomeOf, sessionSetup } from './session.setup';

export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: ({ input }) => ({
    known: input.known,
    grant: null,
    userName: null,
    user: null,
    sso: null,
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
              sso: ({ event }) => event.output.sso,
            }),
          },
          {
            guard: ({ event }) => event.output.sso !== null,
            target: 'endingSso',
            actions: assign(({ event }) => outcomeOf(event.output)),
          },
          { target: 'signedOut', actions: assign(({ event }) => outcomeOf(event.output)) },
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
                guard: { type: 'isOverAndSso', params: ({ event }) => ({ error: event.error }) },
                target: '#session.endingSso',
                actions: { type: 'noteEnd', params: ({ event }) => ({ error: event.error }) },
              },
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
                guard: { type: 'isOverAndSso', params: ({ event }) => ({ error: event.error }) },
                target: '#session.endingSso',
                actions: { type: 'noteEnd', params: ({ event }) => ({ error: event.error }) },
              },
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
              sso: ({ event }) => event.output.sso,
              reason: null,
            }),
            { type: 'tellSignedIn', params: ({ event }) => ({ grant: event.output.grant }) },
          ],
        },
      },
      on: {
        PEER_SIGNED_IN: { target: 'checking', actions: { type: 'noteReason', params: { reason: null } } },
        // Who signed out here may still be signed in at the provider, and can end that, too.
        LEAVE_PROVIDER: { guard: 'cameBySso', target: 'endingSso' },
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
            { type: 'noteReason', params: ({ event }) => ({ reason: event.reason }) },
            { type: 'tellSignedOut', params: ({ context, event }) => ({ grant: context.grant, reason: event.reason }) },
          ],
        },
        ENDED: [
          {
            guard: 'cameBySso',
            target: 'endingSso',
            actions: [
              { type: 'noteReason', params: ({ event }) => ({ reason: event.reason }) },
              {
                type: 'tellSignedOut',
                params: ({ context, event }) => ({ grant: context.grant, reason: event.reason }),
              },
            ],
          },
          {
            target: 'signedOut',
            actions: [
              { type: 'noteReason', params: ({ event }) => ({ reason: event.reason }) },
              {
                type: 'tellSignedOut',
                params: ({ context, event }) => ({ grant: context.grant, reason: event.reason }),
              },
            ],
          },
        ],
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
                guard: { type: 'isOverAndSso', params: ({ event }) => ({ error: event.error }) },
                target: '#session.endingSso',
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

    /** The session is over, and came from a provider: its session there ends as well, once and at most once. */
    endingSso: {
      tags: ['ending'],
      entry: [{ type: 'wipe', params: ({ context }) => ({ refs: [context.grant?.token ?? null] }) }, 'forgetSession'],
      exit: assign({ sso: null }),
      invoke: {
        src: 'endSso',
        id: 'endSso',
        input: ({ context }) => ({ origin: must(context.sso, 'single sign-on'), reason: context.reason }),
        onDone: 'signedOut',
        onError: 'signedOut',
      },
    },
  },
});
