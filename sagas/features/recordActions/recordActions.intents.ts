/** What a person wants to do with records. Apart from the slice, because any page may say so before that is loaded. */
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
    readonly isBeside?: true;
  }
>('recordActions/pressed');
/** An action has changed these records. */
export const recordActionsDone = createAction<{
  readonly kind: ActionKind;
  readonly action: string;
  readonly done: readonly string[];
}>('recordActions/done');

/** Whether a form, progress or a result is to be shown over the page. */
export const selectIsActing = ({ recordActions }: { readonly recordActions?: RecordActionsState }): boolean =>
  recordActions !== undefined && (recordActions.dialog !== null || recordActions.run !== null);
