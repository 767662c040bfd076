/** What people do with documents. */
import { createAction } from '@reduxjs/toolkit';
import type { DocumentAddress } from './preview';

type NamedDocument = DocumentAddress & {
  /** What it is called where it was clicked. */
  readonly title: string;
};

/** In a dialog over the page. */
export const documentOpened = createAction<NamedDocument>('documents/opened');
/** On the page `viewpdf`, which has the window to itself. */
export const documentPageOpened = createAction<DocumentAddress>('documents/pageOpened');
export const documentClosed = createAction('documents/closed');
export const documentRetried = createAction('documents/retried');
export const documentSaved = createAction('documents/saved');
