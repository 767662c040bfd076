/** The page `/viewpdf` shows the document that was stored for it. Loaded with that page, or when it is opened. */
import { port } from '../../base/ports/ports';
import { call, put, select, take, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { selectLocation } from '../../navigation/location/location.selectors';
import { navigateRequested, pageMoved } from '../../navigation/location/location.slice';
import { readPreview, savePreview } from './documentAddress';
import { documentLeft, documentPageOpened, previewRead, selectShownDocument } from './documents.slice';

const VIEW_PDF_PATH = '/viewpdf';
const VIEW_PDF = /^\/viewpdf\/?$/;

/** Stores what the page is to show, and reads it whenever the page is entered. */
export function* watchDocumentPage(): SagaGenerator<void> {
  yield* takeEvery(documentPageOpened, openPage);
  let pathname = (yield* select(selectLocation))?.pathname ?? '';
  if (VIEW_PDF.test(pathname)) yield* readStored();
  while (true) {
    const { location } = (yield* take(pageMoved)).payload;
    if (location.pathname !== pathname && VIEW_PDF.test(location.pathname)) {
      // The document of the page before is closed at this same move; it must not close the one that follows.
      if ((yield* select(selectShownDocument)) !== null) yield* take(documentLeft);
      yield* readStored();
    }
    pathname = location.pathname;
  }
}

function* openPage({ payload }: ReturnType<typeof documentPageOpened>): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* call(storage.write, 'pdfPreview', savePreview(payload));
  yield* put(navigateRequested({ to: VIEW_PDF_PATH }));
}

function* readStored(): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* put(previewRead({ address: readPreview(yield* call(storage.read, 'pdfPreview')) }));
}
