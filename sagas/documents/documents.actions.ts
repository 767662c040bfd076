/** What became of what people asked for. */
import { createAction } from '@reduxjs/toolkit';
import type { Failure } from '../../machines/failure';
import type { FetchedFile } from '../../machines/file';
import type { DocumentAddress } from './preview';

/** The page `viewpdf` has read its saved state. */
export const previewRead = createAction<{ readonly address: DocumentAddress | null }>('documents/previewRead');
export const documentFetched = createAction<{ readonly file: FetchedFile }>('documents/fetched');
export const documentFailed = createAction<{ readonly failure: Failure }>('documents/failed');
/** The person has gone to another page. */
export const documentLeft = createAction('documents/left');
