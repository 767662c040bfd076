/**
 * Single sign-on, as far as it differs: on the way to the provider, on the way back from it, and the grant. From then
 * on a session is a session, with its takeover question. There is no two-factor of ours here: that is the provider's.
 */
import { assign } from 'xstate';
import { must, signInSetup } from './signIn.setup';

export const ssoStates = {
  startingSso: signInSetup.createStateConfig({
    tags: ['sso', 'busy'],
    invoke: {
      src: 'startSso',
      id: 'startSso',
      input: ({ context }) => must(context.sso, 'single sign-on'),
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
        })),
      },
      onError: { target: 'ssoFailed', actions: { type: 'failSso', params: ({ event }) => ({ error: event.error }) } },
    },
  }),

  authenticatingSso: signInSetup.createStateConfig({
    tags: ['sso', 'busy'],
    exit: [
      { type: 'wipe', params: ({ context }) => ({ refs: [context.proof?.token ?? null] }) },
      assign({ proof: null }),
    ],
    invoke: {
      src: 'authenticateSso',
      id: 'authenticateSso',
      input: ({ context }) => must(context.proof, 'proof'),
      onDone: [
        {
          guard: { type: 'isFirstLogin', params: ({ event }) => event.output },
          target: 'storing',
          actions: assign(({ event }) => ({ grant: event.output, userName: event.output.userName })),
        },
        {
          guard: { type: 'hasActiveSession', params: ({ event }) => event.output },
          target: 'confirmingTakeover',
          actions: assign(({ event }) => ({ grant: event.output, userName: event.output.userName })),
        },
        // A step this version does not know is an error to show, never a sign-in.
        { target: 'ssoFailed', actions: { type: 'failSso', params: { error: null } } },
      ],
      onError: { target: 'ssoFailed', actions: { type: 'failSso', params: ({ event }) => ({ error: event.error }) } },
    },
  }),

  ssoFailed: signInSetup.createStateConfig({
    tags: ['sso'],
    on: {
      RETRY: { guard: 'knowsSsoOrigin', target: 'startingSso', actions: 'clearMessages' },
      RETURN: { target: 'credentials', actions: 'clearMessages' },
    },
  }),
};
