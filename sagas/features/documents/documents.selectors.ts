import { createSelector } from 'reselect';
import type { FileRef } from '../../base/ports/network';
import { documentFailureText, mayRetry, needsSignIn, NO_DOCUMENT_REQUESTED } from './documents.texts';
import { selectShownDocument } from './documents.slice';
import type { DocumentAddress } from './documentAddress';

/** Shown by both forms of the viewer. */
export interface DocumentView {
  readonly form: 'dialog' | 'page' | 'inline';
  readonly title: string;
  readonly address: DocumentAddress | null;
  /** Null while loading, and after a failure. */
  readonly file: FileRef | null;
  readonly problem: string | null;
  readonly canRetry: boolean;
  readonly needsSignIn: boolean;
}

/** The document that is shown; null while none is. */
export const selectDocumentView = createSelector([selectShownDocument], (shown): DocumentView | null => {
  if (shown === null) return null;
  const { form, address, failure, file } = shown;
  return {
    form,
    address,
    title: shown.title ?? 'Document',
    file: file?.file ?? null,
    problem: address === null ? NO_DOCUMENT_REQUESTED : failure && documentFailureText(failure),
    canRetry: failure !== null && mayRetry(failure),
    needsSignIn: failure !== null && needsSignIn(failure),
  };
});
