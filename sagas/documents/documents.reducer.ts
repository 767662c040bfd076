/** The document that is looked at, in whichever of the viewer's two forms. */
import type { UnknownAction } from '@reduxjs/toolkit';
import type { Failure } from '../../machines/failure';
import type { FetchedFile } from '../../machines/file';
import { documentFailed, documentFetched, documentLeft, previewRead } from './documents.actions';
import { documentClosed, documentOpened, documentRetried } from './documents.intents';
import type { DocumentAddress } from './preview';

export interface ShownDocument {
  readonly form: 'dialog' | 'page';
  /** Null where saved state asked for nothing that we show. */
  readonly address: DocumentAddress | null;
  /** Null until its file has said it. */
  readonly title: string | null;
  readonly file: FetchedFile | null;
  readonly failure: Failure | null;
}

export type DocumentsState = ShownDocument | null;

export function documentsReducer(state: DocumentsState = null, action: UnknownAction): DocumentsState {
  if (documentOpened.match(action)) {
    const { title, ...address } = action.payload;
    return { form: 'dialog', address, title, file: null, failure: null };
  }
  if (previewRead.match(action)) {
    return { form: 'page', address: action.payload.address, title: null, file: null, failure: null };
  }
  if (documentClosed.match(action) || documentLeft.match(action)) return null;
  if (state === null) return state;
  if (documentRetried.match(action)) return { ...state, file: null, failure: null };
  if (documentFailed.match(action)) return { ...state, failure: action.payload.failure };
  if (documentFetched.match(action)) {
    const { file } = action.payload;
    return { ...state, file, title: state.title ?? file.fileName.replace(/\.pdf$/i, '') };
  }
  return state;
}
