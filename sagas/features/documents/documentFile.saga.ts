/** The file of the open document: fetched when it is opened, released when it is closed or left. One at a time. */
import type { FetchedFile } from '../../../machines/references';
import { attempt } from '../../base/http/attempt.saga';
import { port } from '../../base/ports/ports';
import { call, put, select, take, takeEvery, takeLatest, type SagaGenerator } from '../../base/runtime/effects';
import { request } from '../../session/token/request.saga';
import type { DocumentAddress } from './documentAddress';
import {
  documentClosed,
  documentDownloadPressed,
  documentEmbedded,
  documentFailed,
  documentFetched,
  documentLeft,
  documentOpened,
  documentRetried,
  previewRead,
  selectShownDocument,
} from './documents.slice';

/** Loaded with the first document, which is open by then. */
export function* watchDocumentFile(): SagaGenerator<void> {
  yield* takeLatest(
    [documentOpened, documentEmbedded, previewRead, documentRetried, documentClosed, documentLeft],
    showDocument,
  );
  yield* takeEvery(documentDownloadPressed, save);
  if ((yield* select(selectShownDocument)) !== null) yield* put(documentRetried());
}

function* save(): SagaGenerator<void> {
  const files = yield* port('files');
  const shown = yield* select(selectShownDocument);
  if (shown?.file) yield* call(files.save, shown.file.file, shown.file.fileName);
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
