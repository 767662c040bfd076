/** The two states that replace a password: a forced change, and a forgotten password. */
import { assign } from 'xstate';
import { failureOf } from '../failure';
import { nonNull } from '../nonNull';
import { signInSetup } from './signIn.setup';

export const changingPassword = signInSetup.createStateConfig({
  tags: ['passwordChange'],
  initial: 'entering',
  on: { RETURN: { target: 'givingUp', actions: 'clearMessages' } },
  states: {
    entering: {
      on: {
        SUBMIT_NEW_PASSWORD: {
          target: 'saving',
          actions: ['clearMessages', assign({ newPassword: ({ event }) => event.newPassword })],
        },
      },
    },
    saving: {
      tags: ['busy'],
      // The request may have been saved: no way out until the answer is known.
      on: { RETURN: {} },
      exit: [
        { type: 'clearSecrets', params: ({ context }) => ({ refs: [context.newPassword] }) },
        assign({ newPassword: null }),
      ],
      invoke: {
        src: 'changePassword',
        id: 'changePassword',
        input: ({ context }) => ({
          grant: nonNull(context.grant, 'grant'),
          newPassword: nonNull(context.newPassword, 'new password'),
        }),
        onDone: '#signIn.clearingSession',
        onError: [
          {
            guard: { type: 'isSessionOver', params: ({ event }) => ({ error: event.error }) },
            target: '#signIn.credentials',
            actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          },
          // Only the takeover, which is repeated from there, completes the session.
          {
            guard: ({ event }) => failureOf(event.error).kind === 'sessionPending',
            target: '#signIn.userFailed',
            actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          },
          { target: 'entering', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },
  },
});

export const resettingPassword = signInSetup.createStateConfig({
  tags: ['reset'],
  initial: 'entering',
  on: { CANCEL_RESET: { target: 'credentials', actions: 'clearMessages' } },
  states: {
    entering: {
      on: {
        SUBMIT_RESET: {
          target: 'sending',
          actions: [
            'clearMessages',
            assign(({ event }) => ({ userName: event.userName, organizationCode: event.organizationCode })),
          ],
        },
      },
    },
    sending: {
      tags: ['busy'],
      invoke: {
        src: 'resetPassword',
        id: 'resetPassword',
        input: ({ context }) => ({ userName: context.userName, organizationCode: context.organizationCode }),
        onDone: { target: '#signIn.credentials', actions: assign({ notice: 'temporaryPasswordSent' }) },
        onError: {
          target: 'entering',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
});
