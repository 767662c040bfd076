/** Fetches the PDF of the broadcast on screen, and releases it with the broadcast. Accepting does not wait for it. */
import type { Action } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import type { QueuedBroadcast } from '../../../../machines/broadcastQueue/broadcastQueue.machine';
import { CallFailed } from '../../../../machines/failure';
import { port } from '../../../base/ports/ports';
import { call, cancel, fork, put, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import { machineMoved } from '../../../base/runtime/machines.slice';
import { request } from '../../../session/token/request.saga';
import { selectBroadcast } from './broadcasts.selectors';
import { broadcastPreviewRetried, previewStarted, previewFailed, previewFetched } from './broadcasts.slice';

/** Fetches the document of the broadcast on screen, and releases its bytes when another one, or none, is shown. */
export function* watchPreview(): SagaGenerator<void> {
  let of: string | null = null;
  let showing: Task | null = null;
  while (true) {
    const view = yield* select(selectBroadcast);
    const entityId = view?.showsDocument ? view.broadcast.entityId : null;
    const action: Action | null = entityId === of ? yield* take(concerns) : null;
    if (action !== null && !broadcastPreviewRetried.match(action)) continue;
    of = entityId;
    if (showing !== null) yield* cancel(showing);
    showing = view && entityId !== null ? yield* fork(show, view.broadcast) : null;
  }
}

const concerns = (action: Action): boolean =>
  broadcastPreviewRetried.match(action) || (machineMoved.match(action) && action.payload.machine === 'broadcastQueue');

function* show({ entityId, tenantId }: QueuedBroadcast): SagaGenerator<void> {
  const files = yield* port('files');
  yield* put(previewStarted({ entityId }));
  try {
    const body = { entityId, tenantId };
    const { file } = yield* request('previewBroadcastDocument', { body });
    try {
      yield* put(previewFetched({ entityId, file }));
      // Until another broadcast, or none, cancels this.
      yield* take(never);
    } finally {
      yield* call(files.release, [file]);
    }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(previewFailed({ entityId, failure: error.failure }));
  }
}

const never = () => false;
