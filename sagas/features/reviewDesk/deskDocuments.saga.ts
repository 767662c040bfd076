/** The documents of the desk: the current and the next one are fetched, the others are released. */
import type { Action } from '@reduxjs/toolkit';
import { actionsOf } from '../../../contract/records/actions';
import type { ActionableRecord } from '../../../contract/records/recordActions.endpoints';
import { sinceText } from '../../base/dates';
import { attempt } from '../../base/http/attempt.saga';
import { port } from '../../base/ports/ports';
import { call, put, select, type SagaGenerator } from '../../base/runtime/effects';
import { selectLocation, selectQuery } from '../../navigation/location/location.selectors';
import { navigateRequested } from '../../navigation/location/location.slice';
import { searchOf } from '../../navigation/routes/queryText';
import { DESK_PARAM } from '../../navigation/routes/backOffice.sections';
import { request } from '../../session/token/request.saga';
import type { recordsChanged } from '../realtime/realtime.slice';
import { recordActionsNeeded } from '../recordActions/recordActions.intents';
import type { WithRecordActions } from '../recordActions/recordActions.selectors';
import { recordsKnown } from '../recordActions/known.intents';
import { selectDeskDocument, selectDeskIds, selectIsSettled } from './reviewDesk.selectors';
import {
  deskDocumentsKept,
  deskFileArrived,
  deskFileFailed,
  deskLeft,
  deskPageArrived,
  deskAnnounced,
  reviewedElsewhere,
  type ReviewDeskState,
} from './reviewDesk.slice';

const WAITS = 'PENDING_REVIEW';

/** After each step of the queue. The address follows, so that a reload comes back to the same document. */
export function* placeDocuments(): SagaGenerator<void> {
  const { current, before, next } = yield* select(selectDeskIds);
  const wanted = [current, next].filter((id) => id !== null);
  yield* call(keep, [...wanted, ...(before === null ? [] : [before])]);
  if (current === null) return;
  yield* call(writeAddress, current);
  yield* put(recordActionsNeeded({ kind: 'document', ids: wanted }));
  for (const id of wanted) yield* call(fetchDocument, id);
}

function* writeAddress(id: string): SagaGenerator<void> {
  const location = yield* select(selectLocation);
  const params = new URLSearchParams(yield* select(selectQuery));
  if (location === null || params.get(DESK_PARAM) === id) return;
  params.set(DESK_PARAM, id);
  yield* put(navigateRequested({ to: location.pathname + searchOf(params), replace: true }));
}

const selectDocuments = ({ reviewDesk }: { readonly reviewDesk?: ReviewDeskState }) => reviewDesk?.documents ?? {};

function* keep(ids: readonly string[]): SagaGenerator<void> {
  const documents = yield* select(selectDocuments);
  const files = yield* port('files');
  const gone = Object.entries(documents).filter(([id]) => !ids.includes(id));
  if (gone.length === 0) return;
  yield* put(deskDocumentsKept({ ids }));
  yield* call(
    files.release,
    gone.flatMap(([, { file }]) => (file === null ? [] : [file.file])),
  );
}

/** Releases the files of all documents when the desk is left. */
export function* releaseAll(): SagaGenerator<void> {
  yield* call(keep, []);
  yield* put(deskLeft());
}

/** Fetches the parts of a document that are missing. */
function* fetchDocument(id: string): SagaGenerator<void> {
  const known = yield* select(selectDeskDocument, id);
  if (known?.page == null) {
    const { failure, answer } = yield* attempt(request('recordRead', { params: { kind: 'document', recordId: id } }));
    if (failure?.kind === 'refused' && failure.code === 'not.found') return yield* leaveOut(id, 'no longer exists');
    // If the facts fail to load, the document is shown without them.
    if (!failure) yield* put(deskPageArrived(answer));
  }
  if (known?.file == null) yield* call(fetchFileOf, id);
}

function* fetchFileOf(id: string): SagaGenerator<void> {
  yield* put(deskFileFailed({ id, failure: null }));
  const { failure, answer: file } = yield* attempt(
    request('complianceDocumentPreview', { params: { documentId: id } }),
  );
  yield* put(failure ? deskFileFailed({ id, failure }) : deskFileArrived({ id, file }));
}

/** Fetches the current file again. */
export function* fetchFile(): SagaGenerator<void> {
  const { current } = yield* select(selectDeskIds);
  if (current !== null) yield* call(fetchFileOf, current);
}

/** Saves the file of the current document as a download; does nothing while it is loading. */
export function* saveFile(): SagaGenerator<void> {
  const { current } = yield* select(selectDeskIds);
  const file = current === null ? null : (yield* select(selectDeskDocument, current))?.file;
  const files = yield* port('files');
  if (file) yield* call(files.save, file.file, file.fileName);
}

/** Another user has changed the current document. */
export function* showAgain({ payload: { ids } }: ReturnType<typeof recordsChanged>): SagaGenerator<void> {
  const { current } = yield* select(selectDeskIds);
  if (current === null || !ids.includes(current)) return;
  yield* put(recordActionsNeeded({ kind: 'document', ids: [current] }));
  const { failure, answer } = yield* attempt(
    request('recordRead', { params: { kind: 'document', recordId: current } }),
  );
  if (!failure) yield* put(deskPageArrived(answer));
}

const selectActions = (state: WithRecordActions) => state.recordActions;

/** Leaves out a document that is no longer pending, unless the user is typing about it or deciding it. */
export function* skipDecided(action: Action): SagaGenerator<void> {
  const { current } = yield* select(selectDeskIds);
  if (current === null || (yield* select(selectIsSettled, current))) return;
  const actions = yield* select(selectActions);
  const isDeciding = actions?.run != null && !actions.run.isOver;
  const isOutside = recordsKnown.match(action) || deskPageArrived.match(action);
  if (actions?.dialog != null || (isOutside && isDeciding)) return;
  const record = actions?.known[current];
  const row = (yield* select(selectDeskDocument, current))?.page?.row;
  const status = record?.state['status'] ?? row?.['status'];
  if (status === undefined || status === WAITS) return;
  const clock = yield* port('clock');
  const text = record === undefined ? 'no longer waits for a review' : decidedText(record, yield* call(clock.now));
  yield* call(leaveOut, current, text);
}

function* leaveOut(id: string, what: string): SagaGenerator<void> {
  const { current } = yield* select(selectDeskIds);
  const name = (yield* select(selectActions))?.known[id]?.name ?? 'A document';
  yield* put(reviewedElsewhere({ ids: [id] }));
  if (id === current) yield* put(deskAnnounced({ text: `${name} ${what}, so it was left out.` }));
}

/** 'was approved by Dana Brooks 2 minutes ago' */
function decidedText({ lastAction, changedBy, changedAt, state }: ActionableRecord, now: number): string {
  const done = lastAction === null ? undefined : actionsOf('document')[lastAction]?.to['status'];
  const { status = '' } = state;
  const became = done === status ? status.toLowerCase() : 'changed';
  const by = changedBy === null ? '' : ` by ${changedBy}`;
  const when = changedAt === null ? '' : ` ${sinceText(Date.parse(changedAt), now)}`;
  return `was ${became}${by}${when}`;
}
