/** The page `viewpdf` shows what saved state asks for; leaving a page takes its document along. */
import { call, put, select, take, type SagaGenerator } from '../effects';
import { port } from '../ports';
import { pageMoved } from '../shell/navigation/navigation.actions';
import { documentLeft, previewRead } from './documents.actions';
import { selectShownDocument } from './documents.selectors';
import { readPreview } from './preview';

const VIEW_PDF = /^\/viewpdf\/?$/;

export function* followPages(): SagaGenerator<void> {
  let before: string | null = null;
  while (true) {
    const { location } = (yield* take(pageMoved)).payload;
    if (location.pathname === before) continue;
    before = location.pathname;
    if ((yield* select(selectShownDocument)) !== null) yield* put(documentLeft());
    if (VIEW_PDF.test(location.pathname)) yield* readSaved();
  }
}

function* readSaved(): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* put(previewRead({ address: readPreview(yield* call(storage.read, 'pdfPreview')) }));
}
