/** Whichever document is open: leaving its page closes it, and signing out forgets it. */
import { port } from '../../base/ports/ports';
import { call, put, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { pageMoved } from '../../navigation/location/location.slice';
import { selectSession } from '../../session/session.selectors';
import { leavesNoPage } from '../../session/signIn/showPath.saga';
import { documentLeft, selectShownDocument } from './documents.slice';

/** Runs while someone is signed in: a document can be opened over any page. */
export function* watchDocuments(): SagaGenerator<void> {
  let before: string | null = null;
  try {
    while (true) {
      const { location } = (yield* take(pageMoved)).payload;
      if (location.pathname === before) continue;
      before = location.pathname;
      if ((yield* select(selectShownDocument)) !== null) yield* put(documentLeft());
    }
  } finally {
    yield* forgetAfterSignOut();
  }
}

/** What pages have shown is kept as long as the address to return to. */
function* forgetAfterSignOut(): SagaGenerator<void> {
  if (!leavesNoPage((yield* select(selectSession))?.context.reason ?? null)) return;
  const storage = yield* port('storage');
  yield* call(storage.write, 'pdfPreview', null);
  yield* call(storage.write, 'pdfSteps', null);
}
