/** Whichever document is open: leaving its page closes it, and signing out forgets it. */
import { port } from '../../base/ports/ports';
import { call, fork, put, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { pageMoved } from '../../navigation/location/location.slice';
import { sessionLeft } from '../../session/activeSession.saga';
import { selectSession } from '../../session/session.selectors';
import { leavesNoPage } from '../../session/signIn/showPath.saga';
import { documentLeft, selectShownDocument } from './documents.slice';

/** Runs while someone is signed in: a document can be opened over any page. */
export function* watchDocuments(): SagaGenerator<void> {
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
