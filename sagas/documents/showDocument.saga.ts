/** Fetches the document that is asked for, and holds it until the next one is, or none. */
import { call, put, select, take, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import type { FetchedFile } from '../../machines/file';
import { request } from '../http/request.saga';
import { port } from '../ports';
import { documentFailed, documentFetched, documentLeft } from './documents.actions';
import { selectShownDocument } from './documents.selectors';
import type { DocumentAddress } from './preview';

/** Cancelled by whatever the person asks for next, which aborts the call and lets go of the file. */
export function* showDocument(): SagaGenerator<void> {
  const address = (yield* select(selectShownDocument))?.address ?? null;
  if (address === null) return;
  let file: FetchedFile;
  try {
    file = yield* fetchDocument(address);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return void (yield* put(documentFailed({ failure: error.failure })));
  }
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
