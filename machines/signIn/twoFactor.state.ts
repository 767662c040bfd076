/** Two-factor: choosing a method and proving it. Entering a code and waiting for the next mail run in parallel. */
import { assign } from 'xstate';
import { failureOf } from '../failure';
import { nonNull } from '../nonNull';
import { signInSetup } from './signIn.setup';
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
              actions: ['clearMessages', assign(({ event: { code, remember } }) => ({ code, remember }))],
            },
            PROVE_PASSKEY: {
              guard: { type: 'offers', params: { method: 'passkey' } },
              target: 'proving',
              actions: ['clearMessages', assign(({ event }) => ({ method: 'passkey', remember: event.remember }))],
            },
            CHOOSE_METHOD: [
              {
                guard: { type: 'mailIsDue', params: ({ event }) => event },
                target: 'mailing',
                actions: 'clearMessages',
              },
              {
                guard: { type: 'offers', params: ({ event }) => event },
                actions: ['clearMessages', assign({ method: ({ event }) => event.method })],
              },
            ],
          },
        },
        /** The browser asks for the passkey; the person can cancel there. */
        proving: {
          tags: ['busy'],
          exit: 'usePasskeyOptions',
          invoke: {
            src: 'provePasskey',
            id: 'provePasskey',
            input: ({ context }) => ({
              userName: context.userName,
              organizationCode: context.organizationCode,
              password: nonNull(context.password, 'password'),
              options: nonNull(context.challenge, 'challenge').passkeyOptions,
            }),
            onDone: { target: 'verifying', actions: assign({ code: ({ event }) => event.output }) },
            onError: [
              {
                guard: { type: 'isChallengeOver', params: ({ event }) => ({ error: event.error }) },
                target: '#signIn.credentials',
                actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
              },
              { target: 'entering', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
            ],
          },
        },
        /** Mail was not the first choice, so the code is sent only now. */
        mailing: {
          tags: ['busy'],
          invoke: {
            src: 'checkTwoFactor',
            id: 'mailCode',
            input: ({ context }) => ({
              userName: context.userName,
              organizationCode: context.organizationCode,
              password: nonNull(context.password, 'password'),
              mail: true,
            }),
            onDone: [
              {
                guard: ({ event }) => event.output !== null,
                target: '#signIn.twoFactor',
                reenter: true,
                actions: { type: 'meetChallenge', params: ({ event }) => ({ challenge: event.output }) },
              },
              // The second factor is no longer required.
              { target: '#signIn.authenticating' },
            ],
            onError: [
              {
                guard: { type: 'isChallengeOver', params: ({ event }) => ({ error: event.error }) },
                target: '#signIn.credentials',
                actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
              },
              // Only the mail was refused, perhaps for an hour: the other methods do not wait for it.
              { target: 'entering', actions: assign({ resendFailure: ({ event }) => failureOf(event.error) }) },
            ],
          },
        },
        verifying: {
          tags: ['busy'],
          // The server may have opened a session: no way out until the answer is known.
          on: { RETURN: {} },
          exit: [{ type: 'clearSecrets', params: ({ context }) => ({ refs: [context.code] }) }, assign({ code: null })],
          invoke: {
            src: 'authenticate',
            id: 'verify',
            input: ({ context }) => ({
              userName: context.userName,
              organizationCode: context.organizationCode,
              password: nonNull(context.password, 'password'),
              proof: {
                method: nonNull(context.method, 'method'),
                code: nonNull(context.code, 'code'),
                remember: context.remember,
              },
            }),
            onDone: { target: '#signIn.granted', actions: assign({ grant: ({ event }) => event.output }) },
            onError: [
              {
                guard: { type: 'isChallengeOver', params: ({ event }) => ({ error: event.error }) },
                target: '#signIn.credentials',
                actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
              },
              { target: 'entering', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
            ],
          },
        },
      },
    },
    resend: {
      initial: 'cooling',
      states: {
        cooling: { after: { resendCooldown: 'ready' } },
        ready: { on: { RESEND: { guard: 'wasMailed', target: 'sending', actions: 'clearMessages' } } },
        sending: {
          invoke: {
            src: 'resendCode',
            id: 'resendCode',
            input: ({ context }) => ({
              challengeId: nonNull(nonNull(context.challenge, 'challenge').id, 'mailed code'),
            }),
            onDone: {
              target: 'cooling',
              actions: assign({
                challenge: ({ context, event }) => ({ ...nonNull(context.challenge, 'challenge'), ...event.output }),
              }),
            },
            onError: [
              {
                // Perhaps the code was right and thereby used up: the answer to it decides.
                guard: { type: 'isChallengeOverWhileVerifying', params: ({ event }) => ({ error: event.error }) },
                target: 'ready',
              },
              {
                guard: { type: 'isChallengeOver', params: ({ event }) => ({ error: event.error }) },
                target: '#signIn.credentials',
                actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
              },
              {
                // The server decides about the deadline, regardless of this clock.
                guard: { type: 'isTooEarly', params: ({ event }) => ({ error: event.error }) },
                target: 'cooling',
                actions: assign({
                  challenge: ({ context, event }) => postpone(nonNull(context.challenge, 'challenge'), event.error),
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
