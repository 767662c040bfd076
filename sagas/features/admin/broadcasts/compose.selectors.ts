import { createSelector } from 'reselect';
import { BROADCAST_DOCUMENT_MAX_BYTES } from '../../../../contract/broadcasts/broadcast';
import { failureText } from '../../../base/http/failureText';
import { sizeText } from '../../../base/numbers';
import { selectForm } from '../forms/forms.selectors';
import { selectUploadState, type UploadState } from '../unsaved.selectors';
import type { LoadedBroadcastForm, ComposeValues } from './compose.rules';

const MAX_SIZE = `${BROADCAST_DOCUMENT_MAX_BYTES / 1024 / 1024} MB`;

/** The attached file and how much of it is uploaded (percent); null without one. */
export const selectUpload = createSelector([selectUploadState], (upload) =>
  upload === null
    ? null
    : {
        file: upload.file,
        fileName: upload.kept?.fileName ?? upload.fileName,
        size: sizeText(upload.size),
        percent: Math.round(upload.share * 100),
        isKept: upload.kept !== null,
        isPdf: upload.kept?.mediaType === 'application/pdf',
        error: upload.failure === null ? null : errorText(upload.failure, upload.size),
        canRetry: typeof upload.failure === 'object' && upload.failure !== null && upload.failure.kind !== 'refused',
      },
);

function errorText(failure: NonNullable<NonNullable<UploadState>['failure']>, size: number): string {
  if (failure === 'tooLarge') return `This file is ${sizeText(size)}. Please choose one of at most ${MAX_SIZE}.`;
  if (failure === 'empty') return 'This file is empty. Please choose another.';
  return `The document was not uploaded. ${failureText(failure)}`;
}

/** The form of a new broadcast; `loaded` and `draft` are null until it is loaded. */
export const selectComposeForm = createSelector([selectForm], (form) => ({
  ...form,
  /** A new broadcast has no newer version to show. */
  conflict: false,
  loaded: form.loaded as LoadedBroadcastForm | null,
  draft: form.draft as ComposeValues | null,
}));
