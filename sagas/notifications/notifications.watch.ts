/** The notifications domain: what is heard is folded in, what is missing is fetched, what is new pops up. */
import { fork, select, takeEvery, takeLatest, takeLeading, type SagaGenerator } from '../effects';
import { peerChatted, peerLinkChanged, peerSetPopup } from '../session/peers.events';
import { pageLookedAt } from '../session/session.events';
import { selectGrant } from '../session/session.selectors';
import { applyHeard } from './applyHeard.saga';
import { followBoard } from './boardVisit.saga';
import { catchUpQuietly } from './catchUp.saga';
import { followChat, watchChat } from './chat.saga';
import { watchCompany } from './company.saga';
import { downloadDocument } from './document.saga';
import { findNotifications } from './findNotifications.saga';
import { gapFound, panelOpened } from './notifications.events';
import { bellPressed, documentPressed, panelRetried } from './notifications.intents';
import { followPopup, savePopup } from './popup.saga';
import { pressBell, readAll } from './readAll.saga';
import { announceToasts, letToastsGo, raiseToasts, watchAttention } from './toasts.saga';

export function* watchNotifications(): SagaGenerator<void> {
  yield* fork(raiseToasts);
  yield* fork(letToastsGo);
  yield* fork(announceToasts);
  yield* fork(watchAttention);
  yield* fork(watchChat);
  yield* fork(applyHeard);
  yield* takeLeading(gapFound, catchUpQuietly);
  // Who looks again, perhaps after hours of sleep, sees what is true now.
  yield* takeLatest(pageLookedAt, catchUpQuietly);
  yield* takeLatest(peerLinkChanged, followLink);
  yield* takeEvery(bellPressed, pressBell);
  yield* takeLatest([panelOpened, panelRetried], readAll);
  yield* fork(findNotifications);
  yield* fork(savePopup);
  yield* fork(watchCompany);
  yield* fork(followBoard);
  yield* takeEvery(peerSetPopup, followPopup);
  yield* takeEvery(peerChatted, followChat);
  // A second press while it is on its way downloads nothing twice.
  yield* takeLeading(documentPressed, downloadDocument);
  yield* fork(catchUpQuietly);
}

/** What the leading tab missed while its link was down it fetches for itself; so does each tab that follows it. */
function* followLink({ payload: { stale, tokenIdentifier } }: ReturnType<typeof peerLinkChanged>): SagaGenerator<void> {
  const grant = yield* select(selectGrant);
  if (!stale && grant?.tokenIdentifier === tokenIdentifier) yield* catchUpQuietly();
}
