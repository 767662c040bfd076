/** All texts about documents. Switches are exhaustive: a new failure needs a sentence. */
import { FILE_MAX_MEGABYTES } from '../../../contract/base/files';
import type { Failure } from '../../../machines/failure';
import type { PdfFault } from '../../../machines/pdfViewer/pdfViewer.types';
import { UNKNOWN_ERROR } from '../../base/http/failureText';

export const NO_DOCUMENT_REQUESTED =
  'There is no document to show here. Please go back to the list it is in and open it from there.';

/** Why a document could not be fetched, and what to do. */
export function documentFailureText(failure: Failure): string {
  switch (failure.kind) {
    case 'unreachable':
      return 'The document could not be fetched because the server cannot be reached. Check your connection and try again.';
    case 'timedOut':
      return 'The document took too long to arrive. Please try again.';
    case 'unavailable':
    case 'rateLimited':
      return 'The service is busy at the moment. Please wait a little and try again.';
    case 'refused':
      return failure.code === 'not.found'
        ? 'This document does not exist, has not been uploaded yet, or is not available to you. Please ask your administrator if you need it.'
        : failure.message;
    case 'tooLarge':
      return `This document is larger than ${FILE_MAX_MEGABYTES} MB and cannot be shown. Please ask the person who uploaded it for a smaller one.`;
    case 'badAnswer':
      return 'The server did not send a document that can be shown. Please try again, and tell your administrator if this continues.';
    case 'unauthorized':
      return 'You do not have permission to see this document. Please ask your administrator if you need it.';
    case 'tokenExpired':
    case 'sessionEnded':
    case 'sessionPending':
    case 'passwordChangeRequired':
      return 'Your session has ended. Please sign in again to see this document.';
    default:
      return UNKNOWN_ERROR;
  }
}

/** Whether retrying may help. */
export function mayRetry(failure: Failure): boolean {
  return ['unreachable', 'timedOut', 'unavailable', 'rateLimited', 'badAnswer', 'unknown'].includes(failure.kind);
}

/** Whether signing in again would help. */
export function needsSignIn(failure: Failure): boolean {
  return ['tokenExpired', 'sessionEnded', 'sessionPending', 'passwordChangeRequired'].includes(failure.kind);
}

/** Why a document cannot be shown, and what to do. */
export function pdfFaultText(fault: PdfFault): string {
  switch (fault) {
    case 'damaged':
      return 'This document is damaged and cannot be shown. You can still download it.';
    case 'encrypted':
      return 'This document is protected by a password. Enter it to see the document. It is used only here and is not stored.';
    case 'wrongPassword':
      return 'This is not the password of the document. Please try again, or ask the person who uploaded it.';
    case 'empty':
      return 'This document has no pages. Please ask the person who uploaded it for another copy.';
    case 'timedOut':
      return 'This document takes too long to show. Try again, or download it.';
    case 'notLoaded':
      return 'The viewer could not be loaded. Check your connection and try again.';
  }
}

export const PAGE_NOT_DRAWN = 'This page is damaged and cannot be shown. Go to another page, or download the document.';

export const tooLongToPrintText = (pages: number): string =>
  `This document has ${pages} pages; please download it to print it.`;

/** The pages that could not be printed, by number. */
export function notPrintedText(missing: readonly number[], pages: number): string {
  if (missing.length === pages) return 'This document is damaged and cannot be printed. You can still download it.';
  const named = new Intl.ListFormat('en-US').format(missing.map(String));
  const which = missing.length === 1 ? `Page ${named} is damaged and was` : `Pages ${named} are damaged and were`;
  return `${which} not printed. You can still download the document.`;
}

/** Shown below a page without text, such as a scan. */
export const NO_TEXT =
  'There is no text on this page. It may be a scan, so it cannot be searched or read aloud. Please ask for a copy with text.';
