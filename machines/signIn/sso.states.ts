/**
 * The states of single sign-on: leaving for the provider, coming back, and the grant. After that it is a session like
 * any other, with its takeover question. Two-factor is left to the provider.
 */
import { assign } from 'xstate';
import { nonNull } from '../nonNull';
import { signInSetup } from './signIn.setup';

export const ssoStates = {
  startingSso: signInSetup.createStateConfig({
    tags: ['sso', 'busy'],
    invoke: {
      src: 'startSso',
      id: 'startSso',
      input: ({ context }) => nonNull(context.sso, 'single sign-on'),
      onError: { target: 'ssoFailed', actions: { type: 'failSso', params: ({ event }) => ({ error: event.error }) } },
    },
  }),

  finishingSso: signInSetup.createStateConfig({
    tags: ['sso', 'busy'],
    invoke: {
      src: 'finishSso',
      id: 'finishSso',
      onDone: {
        target: 'authenticatingSso',
        actions: assign(({ event: { output } }) => ({
          proof: output,
          sso: { organizationCode: output.organizationCode, registrationId: output.registrationId },
          organizationCode: output.organizationCode,
          way: 'sso' as const,
        })),
      },
      onError: { target: 'ssoFailed', actions: { type: 'failSso', params: ({ event }) => ({ error: event.error }) } },
    },
  }),

  authenticatingSso: signInSetup.createStateConfig({
    tags: ['sso', 'busy'],
    exit: [
      { type: 'clearSecrets', params: ({ context }) => ({ refs: [context.proof?.token ?? null] }) },
      assign({ proof: null }),
    ],
    invoke: {
      src: 'authenticateSso',
      id: 'authenticateSso',
      input: ({ context }) => nonNull(context.proof, 'proof'),
      onDone: {
        target: 'granted',
        actions: assign(({ event }) => ({ grant: event.output, userName: event.output.userName })),
      },
      onError: { target: 'ssoFailed', actions: { type: 'failSso', params: ({ event }) => ({ error: event.error }) } },
    },
  }),

  ssoFailed: signInSetup.createStateConfig({
    tags: ['sso'],
    on: {
      RETRY: { guard: 'hasSsoOrigin', target: 'startingSso', actions: 'clearMessages' },
      RETURN: { target: 'credentials', actions: 'clearMessages' },
    },
  }),
};
