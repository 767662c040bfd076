/** What the dialog for changing one's password shows. */
import { createSelector } from 'reselect';
import type { ChangePasswordContext } from '../../../machines/changePassword/changePassword.machine';
import type { Failure } from '../../../machines/failure';
import { failureText } from '../../base/http/failureText';
import { isUnanswered } from '../../base/http/outcome';
import { machineSelector } from '../../base/runtime/machines.slice';

const selectMachine = machineSelector<ChangePasswordContext>('changePassword');

/** State of the dialog; `errorId` grows with each failure, so that a repeated one is announced again. */
export const selectChangePassword = createSelector([selectMachine], (machine) => ({
  busy: machine?.tags.includes('busy') ?? false,
  saved: machine?.tags.includes('saved') ?? false,
  error: machine?.context.failure ? textOf(machine.context.failure) : null,
  errorId: machine?.context.failureCount ?? 0,
  /** The field to correct. */
  oldIsWrong: machine?.context.failure?.kind === 'refused' && machine.context.failure.code === 'password.incorrect',
}));

/** Without an answer it is unknown which of the two passwords is valid. */
function textOf(failure: Failure): string {
  if (!isUnanswered({ failure })) return failureText(failure);
  return 'No answer arrived, so the password may or may not have been changed. Try again; if the old password is refused, the new one is in effect.';
}
