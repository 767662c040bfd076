/**
 * Changing one's password while signed in: editing → saving → saved → (a second later) signed out.
 *
 * Only one state accepts SUBMIT, so repeated presses make one request. Saving cannot be cancelled, and afterwards the
 * user signs in with the new password.
 */
import { assign, setup } from 'xstate';
import { failureOf, type Failure } from '../failure';
import type { SecretRef } from '../references';
import { service } from '../service';

/** Long enough to read the success message. */
const SIGN_OUT_AFTER_MS = 1_000;

export interface NewPassword {
  readonly oldPassword: SecretRef;
  readonly newPassword: SecretRef;
}

export interface ChangePasswordContext {
  readonly failure: Failure | null;
  /** Incremented with each failure, so that a repeated message is announced again. */
  readonly failureCount: number;
}

export type ChangePasswordEvent = ({ readonly type: 'SUBMIT' } & NewPassword) | { readonly type: 'CANCEL' };

/** Needs the service `savePassword`, which rejects with CallFailed. Ends in `closed`. Tags: `busy`, `saved`. */
export const changePasswordMachine = setup({
  types: {
    context: {} as ChangePasswordContext,
    events: {} as ChangePasswordEvent,
    tags: {} as 'busy' | 'saved',
  },
  actors: { savePassword: service<NewPassword, void>() },
  actions: {
    fail: assign(({ context }, params: { readonly error: unknown }) => ({
      failure: failureOf(params.error),
      failureCount: context.failureCount + 1,
    })),
    clearFailure: assign({ failure: null }),
    /** Done by sagas. */
    announce: () => {},
    signOut: () => {},
  },
}).createMachine({
  id: 'changePassword',
  context: { failure: null, failureCount: 0 },
  initial: 'editing',
  states: {
    editing: {
      on: { SUBMIT: 'saving', CANCEL: 'closed' },
    },
    saving: {
      tags: ['busy'],
      entry: 'clearFailure',
      invoke: {
        id: 'savePassword',
        src: 'savePassword',
        input: ({ event }) => {
          if (event.type !== 'SUBMIT') throw new Error(`There is nothing to save in ${event.type}.`);
          return { oldPassword: event.oldPassword, newPassword: event.newPassword };
        },
        onDone: 'saved',
        onError: { target: 'editing', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    saved: {
      tags: ['saved'],
      entry: 'announce',
      after: { [SIGN_OUT_AFTER_MS]: { target: 'closed', actions: 'signOut' } },
    },
    closed: { type: 'final' },
  },
});
