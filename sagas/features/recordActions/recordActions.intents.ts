/** Intents about records. Separate from the slice, because pages dispatch them before it is loaded. */
import { createAction } from '@reduxjs/toolkit';
import type { ActionKind } from '../../../contract/records/action';
import type { RecordActionsState } from './recordActions.slice';

interface Records {
  readonly kind: ActionKind;
  readonly ids: readonly string[];
}

/** These records are shown with their buttons: their states are loaded, also if they were before. */
export const recordActionsNeeded = createAction<Records>('recordActions/needed');
/** A button of one record, of a row or of the bar for many was pressed. */
export const recordActionPressed = createAction<
  Records & {
    readonly action: string;
    /** One record, beside which its result is shown (`selectActionResult`) instead of as a notice. */
    readonly isInline?: true;
  }
>('recordActions/pressed');
/** An action has changed these records. */
export const recordActionsDone = createAction<{
  readonly kind: ActionKind;
  readonly action: string;
  readonly done: readonly string[];
}>('recordActions/done');

/** Whether a form, its progress or its result is shown over the page. */
export const selectIsActing = ({ recordActions }: { readonly recordActions?: RecordActionsState }): boolean =>
  recordActions !== undefined && (recordActions.dialog !== null || recordActions.run !== null);
