/** Fetches the PDF of the broadcast that is shown, and lets go of it with the broadcast. Nothing waits for it. */
import type { Action } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { call, cancel, fork, put, select, take, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import type { QueuedBroadcast } from '../../machines/broadcastQueue/broadcastQueue.machine';
import { request } from '../http/request.saga';
import { machineMoved } from '../machine/machines.slice';
import { port } from '../ports';
import { broadcastPreviewRetried } from './broadcasts.intents';
import { selectBroadcast } from './broadcasts.selectors';
import { previewBegun, previewFailed, previewFetched } from './preview.reducer';

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
  yield* put(previewBegun({ entityId }));
  try {
    const body = { entityId, tenantId };
    const { file } = yield* call(request<'previewBroadcastDocument'>, 'previewBroadcastDocument', { body });
    try {
      yield* put(previewFetched({ entityId, file }));
      // Until this is cancelled, by another broadcast or none.
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
