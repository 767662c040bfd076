/** Actions that must be confirmed, and their dialog. */
import { createAction } from '@reduxjs/toolkit';
import { createSelector } from 'reselect';
import type { ConfirmedAction, ConfirmationContext } from '../../../machines/confirmation/confirmation.machine';
import { failureText } from '../../base/http/failureText';
import { CONFIRMATION_TEXTS } from './confirmations.texts';
import { needsReauthentication } from './reauthentication.slice';
import { machineSelector } from '../../base/runtime/machines.slice';

export const confirmationRequested = createAction<{ readonly action: ConfirmedAction }>('confirmations/requested');
export const actionConfirmed = createAction('confirmations/confirmed');
/** The action was done, or may have been: pages that show its object reload. */
export const actionDone = createAction<{ readonly action: ConfirmedAction }>('confirmations/done');
export const confirmationCancelled = createAction('confirmations/cancelled');

const selectMachine = machineSelector<ConfirmationContext>('confirmation');

export interface ConfirmationView {
  readonly title: string;
  readonly question: string;
  readonly confirm: string;
  readonly busy: boolean;
  readonly error: string | null;
  readonly errorId: number;
  /** Confirming requires the password again. */
  readonly needsReauthentication: boolean;
}

/** The dialog of an action; null while none is open. */
export const selectConfirmation = createSelector([selectMachine], (machine): ConfirmationView | null => {
  const { action = null, failure = null, failureCount = 0 } = machine?.context ?? {};
  if (!machine?.tags.includes('open') || action === null) return null;
  const { title, question, confirm } = CONFIRMATION_TEXTS[action.kind];
  return {
    title,
    question: question(action.name),
    confirm,
    busy: machine.tags.includes('busy'),
    error: failure && failureText(failure),
    errorId: failureCount,
    needsReauthentication: needsReauthentication(failure),
  };
});
