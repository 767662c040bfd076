/** Whether live notifications pop up: applied at once, saved in order, shared by all tabs. */
import { buffers } from 'redux-saga';
import { actionChannel, call, put, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import { failureText } from '../../../base/http/failureText';
import { request } from '../../../session/token/request.saga';
import { port } from '../../../base/ports';
import type { peerSetPopup } from '../../../session/tabs/peers.saga';
import { selectGrant } from '../../../session/session.selectors';
import { noticeShown } from '../../../base/notices/notices.slice';
import { popupToggled } from '../notifications.intents';
import { popupSet, selectPopup } from './toasts.slice';
import { attempt } from '../../../base/http/attempt.saga';

/** Shows the switch as pressed at once, and puts it back if the server does not save it. */
export function* savePopup(): SagaGenerator<void> {
  // While one change is being saved, only the last of the following ones is kept.
  const presses = yield* actionChannel<ReturnType<typeof popupToggled>>(popupToggled.type, buffers.sliding(1));
  while (true) {
    const { checked } = (yield* take(presses)).payload;
    const before = yield* select(selectPopup);
    if (checked === before) continue;
    yield* put(popupSet({ checked }));
    const { failure } = yield* attempt(request('setPopupPreference', { body: { checked } }));
    if (failure === null) yield* sharePopup(checked);
    else {
      yield* put(popupSet({ checked: before }));
      yield* put(noticeShown({ tone: 'negative', text: `The setting was not saved. ${failureText(failure)}` }));
    }
  }
}

function* sharePopup(checked: boolean): SagaGenerator<void> {
  const peers = yield* port('peers');
  const grant = yield* select(selectGrant);
  if (grant) yield* call(peers.post, { type: 'popup', tokenIdentifier: grant.tokenIdentifier, checked });
}

/** Another tab of the session changed whether notifications pop up, and has saved it. */
export function* followPopup({ payload }: ReturnType<typeof peerSetPopup>): SagaGenerator<void> {
  yield* put(popupSet({ checked: payload.checked }));
}
