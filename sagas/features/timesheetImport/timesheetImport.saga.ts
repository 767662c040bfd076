/** Checks a chosen file immediately. Importing it runs once, however often the request is sent. */
import { TIMESHEET_FILE_MAX_BYTES } from '../../../contract/records/timesheetImport.endpoints';
import type { Action } from '@reduxjs/toolkit';
import type { FileRef } from '../../../machines/references';
import { attempt } from '../../base/http/attempt.saga';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import { call, fork, put, select, take, takeLatest, takeLeading, type SagaGenerator } from '../../base/runtime/effects';
import { request } from '../../session/token/request.saga';
import { cardsMarkedStale } from '../dashboards/home/home.slice';
import { download } from '../documents/download.saga';
import { importedText, selectImportState } from './timesheetImport.selectors';
import {
  checkBegun,
  fileCheckRequested,
  fileChecked,
  fileChosen,
  fileFailed,
  fileImported,
  fileRemoved,
  fileUnreadable,
  importBegun,
  importPressed,
  importRefused,
  templateRequested,
  timesheetImportReducers,
} from './timesheetImport.slice';

/** A late part. Its reducers join the store here. */
export function* watchTimesheetImport(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, timesheetImportReducers);
  yield* takeLeading(templateRequested, downloadTemplate);
  yield* takeLatest([fileChosen.type, fileCheckRequested.type, fileRemoved.type, fileUnreadable.type], check);
  yield* fork(releaseFormer);
  // A second press while importing is ignored.
  yield* takeLeading(importPressed, importFile);
}

function* downloadTemplate(): SagaGenerator<void> {
  yield* download(() => request('timesheetTemplate', {}));
}

/** A file stays in memory until another is chosen, or it is removed or imported. */
function* releaseFormer(): SagaGenerator<void> {
  const files = yield* port('files');
  let held: readonly FileRef[] = [];
  while (true) {
    const action: Action = yield* take([fileChosen.type, fileRemoved.type, fileUnreadable.type, fileImported.type]);
    const kept = (yield* select(selectImportState))?.chosen?.file;
    const known = fileChosen.match(action) ? [...held, action.payload.file] : held;
    yield* call(
      files.release,
      known.filter((file) => file !== kept),
    );
    held = kept === undefined ? [] : [kept];
  }
}

/** Choosing another file, or removing it, cancels the check. */
function* check(): SagaGenerator<void> {
  const { chosen, work } = (yield* select(selectImportState)) ?? {};
  if (!chosen || work === 'importing') return;
  if (chosen.size > TIMESHEET_FILE_MAX_BYTES) return yield* fail('tooLarge');
  yield* put(checkBegun());
  const { failure, answer } = yield* attempt(request('checkTimesheetFile', { body: { file: chosen.file } }));
  if (failure) return yield* fail(failure);
  const random = yield* port('random');
  yield* put(fileChecked({ checked: answer, requestId: yield* call(random.uuid) }));
}

function* fail(failure: Parameters<typeof fileFailed>[0]['failure']): SagaGenerator<void> {
  yield* put(fileFailed({ failure }));
}

function* importFile(): SagaGenerator<void> {
  const { chosen, requestId } = (yield* select(selectImportState)) ?? {};
  if (!chosen || !requestId) return;
  yield* put(importBegun());
  const sent = request('importTimesheets', { query: { requestId }, body: { file: chosen.file } }, { stays: true });
  const { failure, answer } = yield* attempt(sent);
  if (failure) return yield* fail(failure);
  const { imported, ...checked } = answer;
  if (imported === 0) return void (yield* put(importRefused(checked)));
  yield* put(fileImported({ imported }));
  // Users get no notification of their own actions, so nothing else would mark the card as stale.
  yield* put(cardsMarkedStale({ widgets: ['TIMESHEET'] }));
  yield* put(noticeShown({ tone: 'positive', text: importedText(imported) }));
}
