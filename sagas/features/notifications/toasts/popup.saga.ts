/** Whether live notifications pop up: applied immediately, saved in order, and shared by all tabs. */
import { buffers } from 'redux-saga';
import { failureText } from '../../../base/http/failureText';
import { sendAgain } from '../../../base/http/sendAgain.saga';
import { noticeShown } from '../../../base/notices/notices.slice';
import { port } from '../../../base/ports/ports';
import { call, put, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import { withActionChannel } from '../../../base/withActionChannel.saga';
import { selectGrant } from '../../../session/session.selectors';
import { request } from '../../../session/token/request.saga';
import { popupToggled } from '../notifications.intents';
import { popupSet, selectPopup } from './toasts.slice';

/** Shows the switch as pressed immediately, and puts it back if the server does not save it. */
export function* savePopup(): SagaGenerator<void> {
  // While one change is being saved, only the last of the following ones is kept.
  const buffer = buffers.sliding<ReturnType<typeof popupToggled>>(1);
  yield* withActionChannel(popupToggled.type, buffer, function* (presses) {
    while (true) yield* save((yield* take(presses)).payload.checked);
  });
}

function* save(checked: boolean): SagaGenerator<void> {
  const before = yield* select(selectPopup);
  if (checked === before) return;
  yield* put(popupSet({ checked }));
  const { failure, mayBeDone } = yield* sendAgain(() => request('setPopupPreference', { body: { checked } }));
  if (failure === null) return yield* sharePopup(checked);
  yield* put(popupSet({ checked: before }));
  const outcome = mayBeDone ? 'It is not known whether the setting was saved.' : 'The setting was not saved.';
  yield* put(noticeShown({ tone: 'negative', text: `${outcome} ${failureText(failure)}` }));
}

function* sharePopup(checked: boolean): SagaGenerator<void> {
  const peers = yield* port('peers');
  const grant = yield* select(selectGrant);
  if (grant) yield* call(peers.post, { type: 'popup', tokenIdentifier: grant.tokenIdentifier, checked });
}
