import { createSelector } from 'reselect';
import type { AppState } from '../state';
import type { FileRef } from '../ports';
import { documentFailureText, mayRetry, needsSignIn, NOTHING_ASKED_FOR } from './documents.texts';
import type { ShownDocument } from './documents.reducer';
import type { DocumentAddress } from './preview';

export const selectShownDocument = (state: AppState): ShownDocument | null => state.shell?.documents ?? null;

export const selectDocumentOverPage = (state: AppState): boolean => selectShownDocument(state)?.form === 'dialog';

/** What both forms of the viewer show. */
export interface DocumentView {
  readonly form: 'dialog' | 'page';
  readonly title: string;
  readonly address: DocumentAddress | null;
  /** Null while it is fetched, and where that failed. */
  readonly file: FileRef | null;
  readonly problem: string | null;
  readonly canRetry: boolean;
  readonly needsSignIn: boolean;
}

export const selectDocumentView = createSelector([selectShownDocument], (shown): DocumentView | null => {
  if (shown === null) return null;
  const { form, address, failure, file } = shown;
  return {
    form,
    address,
    title: shown.title ?? 'Document',
    file: file?.file ?? null,
    problem: address === null ? NOTHING_ASKED_FOR : failure && documentFailureText(failure),
    canRetry: failure !== null && mayRetry(failure),
    needsSignIn: failure !== null && needsSignIn(failure),
  };
});
