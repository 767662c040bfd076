/** The documents of the desk: the current and the next one are fetched, the others are released. */
import type { Action } from '@reduxjs/toolkit';
import { actionsOf } from '../../../contract/records/actions';
import type { ActionableRecord } from '../../../contract/records/recordActions.endpoints';
import { pause } from '../../base/clock.saga';
import { sinceText } from '../../base/dates';
import { attempt } from '../../base/http/attempt.saga';
import { port } from '../../base/ports/ports';
import { call, put, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { selectLocation, selectQuery } from '../../navigation/location/location.selectors';
import { navigateRequested, pageMoved } from '../../navigation/location/location.slice';
import { searchOf } from '../../navigation/routes/queryText';
import { DESK_PARAM } from '../../navigation/routes/backOffice.sections';
import { request } from '../../session/token/request.saga';
import { selectAttention } from '../notifications/toasts/toasts.slice';
import { recordActionsNeeded } from '../recordActions/recordActions.intents';
import type { WithRecordActions } from '../recordActions/recordActions.selectors';
import { actionCancelled, actionOver, actionProblem } from '../recordActions/recordActions.slice';
import { recordStatesArrived } from '../recordActions/recordStates.events';
import { selectDeskDocument, selectDeskIds, selectIsSettled, selectMayDecide } from './reviewDesk.selectors';
import {
  deskDocumentsKept,
  deskFileArrived,
  deskFileFailed,
  deskHeld,
  deskLeft,
  deskPageArrived,
  deskAnnounced,
  isSameUpload,
  reviewedElsewhere,
  type DocumentPage,
  type ReviewDeskState,
} from './reviewDesk.slice';

const WAITS = 'PENDING_REVIEW';
/** Reading the current document this often renews its watch, and shows changes that were not announced. */
const POLL_MS = 20_000;

/**
 * Runs until the next step of the queue, or until what is shown may be outdated. The address follows, so that a reload
 * comes back to the same document.
 */
export function* placeDocuments(reason: Action): SagaGenerator<void> {
  const { current, before, next } = yield* select(selectDeskIds);
  const wanted = [current, next].filter((id) => id !== null);
  yield* call(keep, [...wanted, ...(before === null ? [] : [before])]);
  if (current === null) return;
  yield* call(writeAddress, current);
  if (actionProblem.match(reason)) yield* call(closeOutdatedForm, current);
  for (const id of wanted) yield* call(fetchDocument, id);
  while (true) {
    yield* call(pause, POLL_MS);
    if ((yield* select(selectAttention))?.visible !== false) yield* call(readDocument, current);
  }
}

export function* writeAddress(id: string | null): SagaGenerator<void> {
  const location = yield* select(selectLocation);
  const params = new URLSearchParams(yield* select(selectQuery));
  if (location === null || params.get(DESK_PARAM) === id) return;
  if (id === null) params.delete(DESK_PARAM);
  else params.set(DESK_PARAM, id);
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

/** Also fetches a file that could not be fetched before. */
function* fetchDocument(id: string): SagaGenerator<void> {
  if ((yield* select(selectDeskDocument, id))?.failure != null) yield* put(deskFileFailed({ id, failure: null }));
  yield* call(readDocument, id);
}

/** Reads the facts, and fetches the file unless that of this upload is held or has failed. */
function* readDocument(id: string): SagaGenerator<void> {
  const { failure, answer } = yield* attempt(request('recordRead', { params: { kind: 'document', recordId: id } }));
  if (failure?.kind === 'refused' && failure.code === 'not.found') {
    if (!(yield* call(isActedOn, id))) return yield* leaveOut(id, 'no longer exists');
    // What the user is typing stays until the form is left.
    while (yield* call(isActedOn, id)) yield* take([actionCancelled, actionOver, pageMoved]);
    return yield* readDocument(id);
  }
  // If the facts fail to load, the document is shown without them, and cannot be decided.
  if (!failure) yield* call(placeFacts, answer);
  // Requested after the facts, so that its version is at least as new as theirs.
  yield* put(recordActionsNeeded({ kind: 'document', ids: [id] }));
  const document = yield* select(selectDeskDocument, id);
  if (document?.file == null && document?.failure == null) yield* call(fetchFileOf, id);
}

/** The file of an earlier upload is released: facts and file are always of the same upload. */
function* placeFacts(page: DocumentPage): SagaGenerator<void> {
  const { id } = page;
  const held = yield* select(selectDeskDocument, id);
  if (held?.file != null && !isSameUpload(held.page, page)) {
    const files = yield* port('files');
    yield* call(files.release, [held.file.file]);
    const { current } = yield* select(selectDeskIds);
    const text = `${yield* call(nameOf, id)} was uploaded again. Review the new document.`;
    if (id === current && held.page !== null) yield* put(deskAnnounced({ text }));
  }
  yield* put(deskPageArrived(page));
}

function* fetchFileOf(id: string): SagaGenerator<void> {
  const { failure, answer: file } = yield* attempt(
    request('complianceDocumentPreview', { params: { documentId: id } }),
  );
  yield* put(failure ? deskFileFailed({ id, failure }) : deskFileArrived({ id, file }));
}

/** Saves the file of the current document as a download; does nothing while it is loading. */
export function* saveFile(): SagaGenerator<void> {
  const { current } = yield* select(selectDeskIds);
  const file = current === null ? null : (yield* select(selectDeskDocument, current))?.file;
  const files = yield* port('files');
  if (file) yield* call(files.save, file.file, file.fileName);
}

/** A form refused for a change takes over the newest version, which must not be sent before it is on the desk. */
function* closeOutdatedForm(id: string): SagaGenerator<void> {
  const { dialog, known } = (yield* select(selectActions)) ?? {};
  if (dialog?.seen == null || known?.[id]?.state['status'] !== WAITS) return;
  if (yield* select(selectMayDecide, id)) return;
  yield* put(actionCancelled());
  const name = yield* call(nameOf, id);
  const text = `${name} was changed in the meantime. Review it again before you decide; what you typed was kept.`;
  yield* put(deskAnnounced({ text }));
}

const selectActions = (state: WithRecordActions) => state.recordActions;

/** Whether the user is typing about the document or deciding it. */
function* isActedOn(id: string): SagaGenerator<boolean> {
  const { dialog, run } = (yield* select(selectActions)) ?? {};
  return dialog?.ids.includes(id) === true || (run?.ids.includes(id) === true && !run.isOver);
}

/** Leaves out a document that is no longer pending, unless the user is typing about it or deciding it. */
export function* skipDecided(action: Action): SagaGenerator<void> {
  const { current } = yield* select(selectDeskIds);
  if (current === null || (yield* select(selectIsSettled, current))) return;
  const actions = yield* select(selectActions);
  const isDeciding = actions?.run != null && !actions.run.isOver;
  const isOutside = recordStatesArrived.match(action) || deskPageArrived.match(action);
  if (actions?.dialog != null || (isOutside && isDeciding)) return;
  const record = actions?.known[current];
  const row = (yield* select(selectDeskDocument, current))?.page?.row;
  const status = record?.state['status'] ?? row?.['status'];
  if (status === undefined || status === WAITS) return;
  const clock = yield* port('clock');
  const text = record === undefined ? 'is no longer waiting for review' : decidedText(record, yield* call(clock.now));
  yield* call(leaveOut, current, text);
}

function* leaveOut(id: string, what: string): SagaGenerator<void> {
  const { current, next } = yield* select(selectDeskIds);
  const name = yield* call(nameOf, id);
  if (id === current && next !== null) yield* put(deskHeld({ id: next }));
  yield* put(reviewedElsewhere({ ids: [id] }));
  if (id === current) yield* put(deskAnnounced({ text: `${name} ${what}, so it was left out.` }));
}

export function* nameOf(id: string): SagaGenerator<string> {
  return (yield* select(selectActions))?.known[id]?.name ?? 'A document';
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
