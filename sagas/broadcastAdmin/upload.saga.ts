/** Sends the document of a broadcast as soon as it is chosen, and holds its bytes for the preview until it is let go. */
import { BROADCAST_DOCUMENT_MAX_BYTES } from '../../contract/broadcasts/limits';
import { call, cancel, fork, put, select, take, takeEvery, takeLatest, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { port } from '../ports';
import {
  chosenDocumentSaved,
  documentChosen,
  documentRemoved,
  documentUploadRetried,
  type ChosenFile,
} from './upload.intents';
import { selectUploadState } from './upload.selectors';
import { documentKept, documentRefused, documentSent, documentUsed } from './upload.reducer';

export function* watchUpload(): SagaGenerator<void> {
  yield* takeLatest([documentChosen, documentRemoved, documentUsed], hold);
  yield* takeEvery(chosenDocumentSaved, save);
}

type Trigger = ReturnType<typeof documentChosen | typeof documentRemoved | typeof documentUsed>;

/** Choosing another one, or none, cancels this: then the call is broken off and the bytes are let go. */
function* hold(action: Trigger): SagaGenerator<void> {
  if (!documentChosen.match(action)) return;
  const files = yield* port('files');
  try {
    while (true) {
      yield* upload(action.payload);
      yield* take(documentUploadRetried);
    }
  } finally {
    yield* call(files.release, [action.payload.file]);
  }
}

function* upload({ file, fileName, size }: ChosenFile): SagaGenerator<void> {
  if (size > BROADCAST_DOCUMENT_MAX_BYTES) return void (yield* put(documentRefused({ failure: 'tooLarge' })));
  if (size === 0) return void (yield* put(documentRefused({ failure: 'empty' })));
  const progress = yield* fork(followProgress, file);
  try {
    const query = { fileName: fileName.slice(0, 255) };
    const kept = yield* call(request<'uploadBroadcastDocument'>, 'uploadBroadcastDocument', { query, body: { file } });
    yield* put(documentKept(kept));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(documentRefused({ failure: error.failure }));
  } finally {
    yield* cancel(progress);
  }
}

function* followProgress(file: ChosenFile['file']): SagaGenerator<void> {
  const files = yield* port('files');
  const shares = yield* call(files.sent, file);
  try {
    while (true) yield* put(documentSent({ share: yield* take(shares) }));
  } finally {
    shares.close();
  }
}

function* save(): SagaGenerator<void> {
  const files = yield* port('files');
  const upload = yield* select(selectUploadState);
  if (upload !== null) yield* call(files.save, upload.file, upload.kept?.fileName ?? upload.fileName);
}
