/** Documents, one at a time: fetched when opened, released when closed or left. */
import { call, fork, put, select, take, takeEvery, takeLatest, type SagaGenerator } from '../../base/runtime/effects';
import { pageMoved } from '../../navigation/location/location.slice';
import { request } from '../../session/token/request.saga';
import { sessionLeft } from '../../session/activeSession.saga';
import { selectSession } from '../../session/session.selectors';
import { leavesNoPage } from '../../session/signIn/showPath.saga';
import type { DocumentAddress } from './documentAddress';
import {
  documentClosed,
  documentFailed,
  documentFetched,
  documentLeft,
  documentOpened,
  documentEmbedded,
  documentRetried,
  documentDownloadPressed,
  previewRead,
  selectShownDocument,
} from './documents.slice';
import type { FetchedFile } from '../../../machines/references';
import { failureText } from '../../base/http/failureText';
import { port } from '../../base/ports/ports';
import { noticeShown } from '../../base/notices/notices.slice';
import { attempt } from '../../base/http/attempt.saga';

/** Runs while someone is signed in: a document can be opened over any page. */
export function* watchDocuments(): SagaGenerator<void> {
  yield* takeLatest(
    [documentOpened, documentEmbedded, previewRead, documentRetried, documentClosed, documentLeft],
    showDocument,
  );
  yield* takeEvery(documentDownloadPressed, save);
  yield* fork(followPages);
  yield* fork(forgetAtSignOut);
}

/** What pages have shown is kept as long as the address to return to: not after signing out. */
function* forgetAtSignOut(): SagaGenerator<void> {
  try {
    yield* take(sessionLeft);
  } finally {
    const reason = (yield* select(selectSession))?.context.reason ?? null;
    if (leavesNoPage(reason)) {
      const storage = yield* port('storage');
      yield* call(storage.write, 'pdfPreview', null);
      yield* call(storage.write, 'pdfSteps', null);
    }
  }
}

function* save(): SagaGenerator<void> {
  const files = yield* port('files');
  const shown = yield* select(selectShownDocument);
  if (shown?.file) yield* call(files.save, shown.file.file, shown.file.fileName);
}

/** Leaving the page closes its document. */
function* followPages(): SagaGenerator<void> {
  let before: string | null = null;
  while (true) {
    const { location } = (yield* take(pageMoved)).payload;
    if (location.pathname === before) continue;
    before = location.pathname;
    if ((yield* select(selectShownDocument)) !== null) yield* put(documentLeft());
  }
}

/** Cancelled by the next document action, which aborts the call and releases the file. */
function* showDocument(): SagaGenerator<void> {
  const address = (yield* select(selectShownDocument))?.address ?? null;
  if (address === null) return;
  const { failure, answer: file } = yield* attempt(fetchDocument(address));
  if (failure) return void (yield* put(documentFailed({ failure })));
  const files = yield* port('files');
  try {
    yield* put(documentFetched({ file }));
    yield* take(documentLeft);
  } finally {
    yield* call(files.release, [file.file]);
  }
}

function* fetchDocument(address: DocumentAddress): SagaGenerator<FetchedFile> {
  const { id } = address;
  switch (address.kind) {
    case 'complianceDocument':
      return yield* request('complianceDocumentPreview', { params: { documentId: id } });
    case 'invoice':
      return yield* request('invoicePreview', { params: { invoiceId: id } });
    case 'broadcast':
      return yield* request('previewBroadcastDocument', { body: { entityId: id, tenantId: address.tenantId } });
  }
}

/** The files port names the file as the server does. */
export function* download(fetchFile: () => SagaGenerator<FetchedFile>): SagaGenerator<void> {
  const files = yield* port('files');
  const { failure, answer } = yield* attempt(fetchFile());
  if (failure) {
    const text = `The document was not downloaded. ${failureText(failure)}`;
    return void (yield* put(noticeShown({ tone: 'negative', text })));
  }
  yield* call(files.save, answer.file, answer.fileName);
  yield* call(files.release, [answer.file]);
}
