/** Documents: one at a time, fetched when asked for, let go when nobody looks at it any more. */
import { call, fork, put, select, takeEvery, takeLatest, type SagaGenerator } from '../effects';
import { port } from '../ports';
import { navigateRequested } from '../shell/navigation/navigation.intents';
import { documentLeft, previewRead } from './documents.actions';
import {
  documentClosed,
  documentOpened,
  documentPageOpened,
  documentRetried,
  documentSaved,
} from './documents.intents';
import { selectShownDocument } from './documents.selectors';
import { followPages } from './followPages.saga';
import { savePreview } from './preview';
import { showDocument } from './showDocument.saga';

export const VIEW_PDF_PATH = '/viewpdf';

export function* watchDocuments(): SagaGenerator<void> {
  yield* takeLatest([documentOpened, previewRead, documentRetried, documentClosed, documentLeft], showDocument);
  yield* takeEvery(documentPageOpened, openPage);
  yield* takeEvery(documentSaved, save);
  yield* fork(followPages);
}

function* openPage({ payload }: ReturnType<typeof documentPageOpened>): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* call(storage.write, 'pdfPreview', savePreview(payload));
  yield* put(navigateRequested({ to: VIEW_PDF_PATH }));
}

function* save(): SagaGenerator<void> {
  const files = yield* port('files');
  const shown = yield* select(selectShownDocument);
  if (shown?.file) yield* call(files.save, shown.file.file, shown.file.fileName);
}
