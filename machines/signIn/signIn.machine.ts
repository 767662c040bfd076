/**
 * From an empty form to a stored session and a known user.
 *
 * credentials → (two-factor) → authenticating → (takeover question) → storing → (forced password change | having to
 * enroll a second factor) → user → done
 * a passkey alone → (takeover question) → ...
 * single sign-on → its grant → (takeover question) → ...
 *
 * SUBMIT is accepted in one state only, so any number of clicks makes one request. Typing a code and waiting for
 * the next one run side by side. Every failure ends in a state that can be left.
 */
import { assign } from 'xstate';
import { changingPassword, resettingPassword } from './password.states';
import { nonNull } from '../nonNull';
import { NO_ATTEMPT, signInSetup } from './signIn.setup';
import { ssoStates } from './sso.states';
import { twoFactor } from './twoFactor.state';

/** The form, or one half of a single sign-on, depending on the address of the page. */
export type SignInBeginning = 'credentials' | 'startingSso' | 'finishingSso';

/** The same machine with another initial state, so that nothing is shown before it. */
export const signInMachineFrom = (initial: SignInBeginning) =>
  signInSetup.createMachine({
    id: 'signIn',
    context: ({ input }) => ({
      userName: input.userName,
      organizationCode: input.organizationCode,
      way: 'password',
      user: null,
      ...NO_ATTEMPT,
      sso: input.sso,
      notice: input.notice,
      failure: null,
      failureCount: 0,
      resendFailure: null,
    }),
    initial,
    on: {
      RENEWED: {
        actions: [
          {
            type: 'clearSecrets',
            params: ({ context, event }) => ({ refs: [(context.grant ?? event.grant).token] }),
          },
          assign({ grant: ({ context, event }) => context.grant && { ...context.grant, ...event.grant } }),
        ],
      },
    },
    output: ({ context }) => ({
      grant: nonNull(context.grant, 'grant'),
      user: nonNull(context.user, 'user'),
      sso: context.sso,
    }),
    states: {
      credentials: {
        tags: ['credentials'],
        entry: [
          {
            type: 'clearSecrets',
            params: ({ context }) => ({ refs: [context.password, context.grant?.token ?? null] }),
          },
          'clearAttempt',
        ],
        on: {
          SUBMIT: {
            target: 'checkingTwoFactor',
            actions: [
              'clearMessages',
              assign(({ event }) => ({
                userName: event.userName,
                organizationCode: event.organizationCode,
                way: 'password',
                password: event.password,
              })),
            ],
          },
          SIGN_IN_WITH_PASSKEY: { target: 'signingInWithPasskey', actions: 'clearMessages' },
          OPEN_RESET: { target: 'resettingPassword', actions: 'clearMessages' },
        },
      },

      /** The browser shows its passkey dialog, which the user can cancel, unless a passkey was picked in the form. */
      signingInWithPasskey: {
        tags: ['credentials', 'busy'],
        invoke: {
          src: 'signInWithPasskey',
          id: 'signInWithPasskey',
          input: ({ event }) => ({ picked: event.type === 'SIGN_IN_WITH_PASSKEY' ? event.picked : null }),
          onDone: {
            target: 'granted',
            actions: assign(({ event: { output } }) => ({
              grant: output,
              userName: output.userName,
              organizationCode: output.organizationCode,
              way: 'passkey',
            })),
          },
          onError: {
            target: 'credentials',
            actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },

      checkingTwoFactor: {
        tags: ['credentials', 'busy'],
        invoke: {
          src: 'checkTwoFactor',
          id: 'checkTwoFactor',
          input: ({ context }) => ({
            userName: context.userName,
            organizationCode: context.organizationCode,
            password: nonNull(context.password, 'password'),
            mail: false,
          }),
          onDone: [
            {
              guard: ({ event }) => event.output !== null,
              target: 'twoFactor',
              actions: { type: 'meetChallenge', params: ({ event }) => ({ challenge: event.output }) },
            },
            { target: 'authenticating' },
          ],
          onError: {
            target: 'credentials',
            actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },

      authenticating: {
        tags: ['credentials', 'busy'],
        invoke: {
          src: 'authenticate',
          id: 'authenticate',
          input: ({ context }) => ({
            userName: context.userName,
            organizationCode: context.organizationCode,
            password: nonNull(context.password, 'password'),
            proof: null,
          }),
          onDone: { target: 'granted', actions: assign({ grant: ({ event }) => event.output }) },
          onError: {
            target: 'credentials',
            actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },

      twoFactor,

      /** Shared by the grants of a password, a code and a provider. */
      granted: {
        always: [
          { guard: 'isFirstLogin', target: 'storing' },
          { guard: 'hasActiveSession', target: 'confirmingTakeover' },
          // An unknown step is an error to show, never a sign-in.
          {
            guard: 'hasSsoOrigin',
            target: 'ssoFailed',
            actions: [
              { type: 'clearSecrets', params: ({ context }) => ({ refs: [context.grant?.token ?? null] }) },
              'dropGrant',
              { type: 'failSso', params: { error: null } },
            ],
          },
          { target: 'credentials', actions: { type: 'fail', params: { error: null } } },
        ],
      },

      confirmingTakeover: {
        tags: ['takeover'],
        invoke: {
          src: 'watchPendingSession',
          id: 'watchPendingSession',
          input: ({ context }) => nonNull(context.grant, 'grant'),
          onError: {
            target: 'credentials',
            actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          },
        },
        on: { ACCEPT_TAKEOVER: 'endingOtherSessions', REJECT_TAKEOVER: 'givingUp' },
      },

      endingOtherSessions: {
        tags: ['takeover', 'busy'],
        invoke: {
          src: 'endOtherSessions',
          id: 'endOtherSessions',
          input: ({ context }) => nonNull(context.grant, 'grant'),
          onDone: 'storing',
          // The takeover may have succeeded although its answer was lost: the next call reports a session that is still
          // pending, and RETRY returns here.
          onError: 'storing',
        },
      },

      /** The form waits until the server has ended the session. */
      givingUp: {
        tags: ['credentials', 'busy'],
        invoke: {
          src: 'giveUpSession',
          id: 'giveUpSession',
          // A pending session has no cookie, and other tabs may still use theirs.
          input: ({ context, event }) => ({
            grant: nonNull(context.grant, 'grant'),
            hasCookie: event.type !== 'REJECT_TAKEOVER',
          }),
          onDone: 'credentials',
          onError: 'credentials',
        },
      },

      storing: {
        tags: ['finishing', 'busy'],
        entry: [{ type: 'clearSecrets', params: ({ context }) => ({ refs: [context.password] }) }, 'clearPassword'],
        invoke: {
          src: 'storeSession',
          id: 'storeSession',
          input: ({ context: { userName, organizationCode, way, sso } }) => ({ userName, organizationCode, way, sso }),
          onDone: [
            { guard: 'mustChangePassword', target: 'changingPassword' },
            { guard: 'mustEnroll', target: 'enrolling' },
            { target: 'fetchingUser' },
          ],
          onError: {
            target: 'credentials',
            actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },

      changingPassword,

      enrolling: {
        tags: ['enrollment'],
        // The enrollment itself decides whether it can be left: recovery codes are sent once.
        on: { RETURN: {} },
        invoke: {
          src: 'enrollFactor',
          id: 'enrollFactor',
          input: ({ context }) => nonNull(context.grant, 'grant'),
          onDone: [
            {
              guard: ({ event }) => event.output,
              target: 'fetchingUser',
              actions: assign({ grant: ({ context }) => ({ ...nonNull(context.grant, 'grant'), mustEnroll: false }) }),
            },
            { target: 'givingUp' },
          ],
          onError: { target: 'userFailed', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
        },
      },

      clearingSession: {
        tags: ['passwordChange', 'busy'],
        invoke: {
          src: 'giveUpSession',
          id: 'clearSession',
          input: ({ context }) => ({ grant: nonNull(context.grant, 'grant'), hasCookie: true }),
          onDone: { target: 'credentials', actions: assign({ notice: 'passwordChanged' }) },
          onError: { target: 'credentials', actions: assign({ notice: 'passwordChanged' }) },
        },
      },

      fetchingUser: {
        tags: ['finishing', 'busy'],
        invoke: {
          src: 'fetchUser',
          id: 'fetchUser',
          input: ({ context }) => ({ grant: nonNull(context.grant, 'grant'), userName: context.userName }),
          onDone: { target: 'done', actions: assign({ user: ({ event }) => event.output }) },
          onError: [
            {
              guard: { type: 'isSessionOver', params: ({ event }) => ({ error: event.error }) },
              target: 'credentials',
              actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
            },
            { target: 'userFailed', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
          ],
        },
      },

      userFailed: {
        tags: ['failed'],
        on: {
          RETRY: [
            { guard: 'hasActiveSession', target: 'endingOtherSessions', actions: 'clearMessages' },
            { guard: 'mustEnroll', target: 'enrolling', actions: 'clearMessages' },
            { target: 'fetchingUser', actions: 'clearMessages' },
          ],
          RETURN: { target: 'givingUp', actions: 'clearMessages' },
        },
      },

      resettingPassword,

      ...ssoStates,

      done: { type: 'final' },
    },
  });

export const signInMachine = signInMachineFrom('credentials');
