/** What a person does about the document of a broadcast that is being written. */
import { createAction } from '@reduxjs/toolkit';
import type { FileRef } from '../../machines/file';

export interface ChosenFile {
  readonly file: FileRef;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
}

export const documentChosen = createAction<ChosenFile>('broadcastAdmin/documentChosen');
export const documentUploadRetried = createAction('broadcastAdmin/documentUploadRetried');
/** To the browser's downloads, as its readers could. */
export const chosenDocumentSaved = createAction('broadcastAdmin/chosenDocumentSaved');
export const documentRemoved = createAction('broadcastAdmin/documentRemoved');
