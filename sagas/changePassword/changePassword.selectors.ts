import { createSelector } from 'reselect';
import type { ChangePasswordContext } from '../../machines/changePassword/changePassword.machine';
import type { Failure } from '../../machines/failure';
import { failureText } from '../access/access.texts';
import type { MachineProjection } from '../machine/projection';
import type { AppState } from '../state';

const selectMachine = (state: AppState) =>
  state.machines['changePassword'] as MachineProjection<ChangePasswordContext> | undefined;

export const selectChangePasswordOpen = (state: AppState): boolean => state.shell?.changePassword ?? false;

export const selectChangePassword = createSelector([selectMachine], (machine) => ({
  busy: machine?.tags.includes('busy') ?? false,
  saved: machine?.tags.includes('saved') ?? false,
  error: machine?.context.failure ? textOf(machine.context.failure) : null,
  errorId: machine?.context.failureCount ?? 0,
  /** Which field to look at again. */
  oldIsWrong: machine?.context.failure?.kind === 'refused' && machine.context.failure.code === 'password.incorrect',
}));

/** Where no answer came, nobody knows which of the two passwords counts now. */
function textOf(failure: Failure): string {
  if (failure.kind !== 'unreachable' && failure.kind !== 'timedOut') return failureText(failure);
  return 'No answer came, so the password may have been changed or not. Try again; if the old password is refused now, the new one already counts.';
}
