/** Uploads the document of a broadcast as soon as it is chosen, and keeps its bytes for the preview. */
import { BROADCAST_DOCUMENT_MAX_BYTES } from '../../../../contract/broadcasts/broadcast';
import { port } from '../../../base/ports/ports';
import {
  call,
  cancel,
  fork,
  put,
  select,
  take,
  takeEvery,
  takeLatest,
  type SagaGenerator,
} from '../../../base/runtime/effects';
import { request } from '../../../session/token/request.saga';
import { selectUploadState } from '../unsaved.selectors';
import {
  chosenDocumentDownloadPressed,
  documentChosen,
  documentKept,
  documentRefused,
  documentRemoved,
  documentSent,
  documentUploadRetried,
  uploadConsumed,
  type ChosenFile,
} from './upload.slice';
import { attempt } from '../../../base/http/attempt.saga';

/** Uploads a file as soon as it is chosen, so that only its id is sent with the broadcast. */
export function* watchUpload(): SagaGenerator<void> {
  yield* takeLatest([documentChosen, documentRemoved, uploadConsumed], hold);
  yield* takeEvery(chosenDocumentDownloadPressed, save);
}

type Trigger = ReturnType<typeof documentChosen | typeof documentRemoved | typeof uploadConsumed>;

/** Choosing another file, or none, cancels this: the upload is aborted and the bytes are released. */
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
    const { failure, answer } = yield* attempt(request('uploadBroadcastDocument', { query, body: { file } }));
    yield* put(failure ? documentRefused({ failure }) : documentKept(answer));
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
