/** Two-factor. Entering a code and waiting for the next one run side by side. */
import { assign } from 'xstate';
import { failureOf } from '../failure';
import { must, signInSetup } from './signIn.setup';
import type { Challenge } from './signIn.types';

function postpone(challenge: Challenge, error: unknown): Challenge {
  const failure = failureOf(error);
  if (failure.kind !== 'resendTooEarly') return challenge;
  return { ...challenge, resendAt: failure.resendAt, resendInMs: failure.resendInMs };
}

export const twoFactor = signInSetup.createStateConfig({
  tags: ['twoFactor'],
  type: 'parallel',
  on: { RETURN: { target: 'credentials', actions: 'clearMessages' } },
  states: {
    code: {
      initial: 'entering',
      states: {
        entering: {
          on: {
            SUBMIT_CODE: {
              target: 'verifying',
              actions: ['clearMessages', assign({ code: ({ event }) => event.code })],
            },
          },
        },
        verifying: {
          tags: ['busy'],
          invoke: {
            src: 'authenticate',
            id: 'verify',
            input: ({ context }) => ({
              userName: context.userName,
              organizationCode: context.organizationCode,
              password: must(context.password, 'password'),
              code: must(context.code, 'code'),
            }),
            onDone: { target: '#signIn.granted', actions: assign({ grant: ({ event }) => event.output }) },
            onError: [
              {
                guard: { type: 'isCodeUseless', params: ({ event }) => ({ error: event.error }) },
                target: '#signIn.credentials',
                actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
              },
              {
                target: 'entering',
                actions: [{ type: 'fail', params: ({ event }) => ({ error: event.error }) }, assign({ code: null })],
              },
            ],
          },
        },
      },
    },
    resend: {
      initial: 'cooling',
      states: {
        cooling: { after: { resendCooldown: 'ready' } },
        ready: { on: { RESEND: { target: 'sending', actions: 'clearMessages' } } },
        sending: {
          invoke: {
            src: 'resendCode',
            id: 'resendCode',
            input: ({ context }) => ({ challengeId: must(context.challenge, 'challenge').id }),
            onDone: {
              target: 'cooling',
              actions: assign({
                challenge: ({ context, event }) => ({ ...must(context.challenge, 'challenge'), ...event.output }),
              }),
            },
            onError: [
              {
                guard: { type: 'isCodeUseless', params: ({ event }) => ({ error: event.error }) },
                target: '#signIn.credentials',
                actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
              },
              {
                // The server holds the deadline: its word counts, whatever this clock says.
                guard: { type: 'isTooEarly', params: ({ event }) => ({ error: event.error }) },
                target: 'cooling',
                actions: assign({
                  challenge: ({ context, event }) => postpone(must(context.challenge, 'challenge'), event.error),
                }),
              },
              {
                target: 'ready',
                actions: assign({ resendFailure: ({ event }) => failureOf(event.error) }),
              },
            ],
          },
        },
      },
    },
  },
});
