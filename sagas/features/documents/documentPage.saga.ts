/**
 * The page `/viewpdf` shows the document that was stored for it, and each step of the history its own. Loaded with that
 * page, or when it is opened.
 */
import { KEYLESS, type PageMove } from '../../base/ports/page';
import { port } from '../../base/ports/ports';
import { call, put, select, take, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { selectArrivedBy, selectLocation } from '../../navigation/location/location.selectors';
import { navigateRequested, pageMoved } from '../../navigation/location/location.slice';
import { readPreview, savedAtStep, savePreview, saveStep } from './documentAddress';
import { documentLeft, documentPageOpened, previewRead, selectShownDocument, VIEW_PDF_PATH } from './documents.slice';

const VIEW_PDF = /^\/viewpdf\/?$/;

/** Stores what the page is to show, and reads it at each step of the history that is this page. */
export function* watchDocumentPage(): SagaGenerator<void> {
  yield* takeEvery(documentPageOpened, openPage);
  let before = yield* select(selectLocation);
  if (before !== null && VIEW_PDF.test(before.pathname))
    yield* showStored({ location: before, by: yield* select(selectArrivedBy) });
  while (true) {
    const move = (yield* take(pageMoved)).payload;
    const { pathname, key } = move.location;
    const isOtherPage = pathname !== before?.pathname;
    if (VIEW_PDF.test(pathname) && (isOtherPage || key !== before?.key)) {
      // The document of the page before is closed at this same move; it must not close the one that follows.
      if (isOtherPage && (yield* select(selectShownDocument)) !== null) yield* take(documentLeft);
      yield* showStored(move);
    }
    before = move.location;
  }
}

function* openPage({ payload }: ReturnType<typeof documentPageOpened>): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* call(storage.write, 'pdfPreview', savePreview(payload));
  yield* put(navigateRequested({ to: VIEW_PDF_PATH }));
}

/** The document of this step; that which was stored last if the step is new, or has no key to know it by. */
function* showStored({ location: { key }, by }: PageMove): SagaGenerator<void> {
  const storage = yield* port('storage');
  const steps = yield* call(storage.read, 'pdfSteps');
  const known = by === 'push' || key === KEYLESS ? null : savedAtStep(steps, key);
  // Back to a step that is no longer known: the last document would be another one.
  const isForgotten = by === 'pop' && key !== KEYLESS && known === null;
  const saved = isForgotten ? null : (known ?? (yield* call(storage.read, 'pdfPreview')));
  const address = readPreview(saved);
  if (saved !== null && address !== null) {
    yield* call(storage.write, 'pdfPreview', saved);
    if (key !== KEYLESS) yield* call(storage.write, 'pdfSteps', saveStep(steps, key, saved));
  }
  yield* put(previewRead({ address }));
}
