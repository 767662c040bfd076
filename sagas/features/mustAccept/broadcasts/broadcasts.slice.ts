/** Broadcasts that must be accepted. */
import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { QueuedBroadcast } from '../../../../machines/broadcastQueue/broadcastQueue.machine';
import type { Failure } from '../../../../machines/failure';
import type { PendingList } from '../../../../machines/queues/pending';
import type { FileRef } from '../../../../machines/references';

export const broadcastDocumentRequested = createAction<{ readonly entityId: string; readonly tenantId: string }>(
  'broadcasts/documentRequested',
);
/** Retries showing its document. */
export const broadcastPreviewRetried = createAction('broadcasts/previewRetried');
export const broadcastAccepted = createAction<{ readonly entityId: string }>('broadcasts/accepted');

export const broadcastsLoaded = createAction<PendingList<QueuedBroadcast>>('broadcasts/loaded');
/** The server may have another deadline for a pending broadcast, or other pending broadcasts. */
export const broadcastsOutdated = createAction('broadcasts/outdated');
export const broadcastArrived = createAction<{ readonly item: QueuedBroadcast }>('broadcasts/arrived');
/** Accepted in another tab of this session, and recorded by the server. */
export const broadcastAcceptedElsewhere = createAction<{ readonly entityId: string }>('broadcasts/acceptedElsewhere');

/** The document of the broadcast on screen; null until fetched. */
export type PreviewState = {
  readonly entityId: string;
  readonly file: FileRef | null;
  readonly failure: Failure | null;
} | null;

type Of<T> = T & { readonly entityId: string };
export const previewStarted = createAction<{ readonly entityId: string }>('broadcasts/previewStarted');
export const previewFetched = createAction<Of<{ readonly file: FileRef }>>('broadcasts/previewFetched');
export const previewFailed = createAction<Of<{ readonly failure: Failure }>>('broadcasts/previewFailed');

/** Null until a document has been requested. */
export function previewReducer(state: PreviewState = null, action: UnknownAction): PreviewState {
  if (previewStarted.match(action)) return { entityId: action.payload.entityId, file: null, failure: null };
  if (previewFetched.match(action)) return { ...action.payload, failure: null };
  if (previewFailed.match(action)) return { ...action.payload, file: null };
  return state;
}
