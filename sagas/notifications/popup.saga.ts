/** Whether live notifications pop up: shown at once, saved in the order of the presses, the same in all tabs. */
import { buffers } from 'redux-saga';
import { actionChannel, call, put, select, take, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { failureText } from '../access/access.texts';
import { request } from '../http/request.saga';
import { port } from '../ports';
import type { peerSetPopup } from '../session/peers.events';
import { selectGrant } from '../session/session.selectors';
import { noticeShown } from '../shell/notices/notices.actions';
import { popupSet } from './notifications.events';
import { popupToggled } from './notifications.intents';
import { selectPopup } from './notifications.selectors';

export function* savePopup(): SagaGenerator<void> {
  // While one is being saved only the last of the further presses matters.
  const presses = yield* actionChannel<ReturnType<typeof popupToggled>>(popupToggled.type, buffers.sliding(1));
  while (true) {
    const { checked } = (yield* take(presses)).payload;
    const before = yield* select(selectPopup);
    if (checked === before) continue;
    yield* put(popupSet({ checked }));
    try {
      yield* call(request<'setPopupPreference'>, 'setPopupPreference', { body: { checked } });
      yield* tellPeers(checked);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      yield* put(popupSet({ checked: before }));
      yield* put(noticeShown({ tone: 'negative', text: `The setting was not saved. ${failureText(error.failure)}` }));
    }
  }
}

function* tellPeers(checked: boolean): SagaGenerator<void> {
  const peers = yield* port('peers');
  const grant = yield* select(selectGrant);
  if (grant) yield* call(peers.post, { type: 'popup', tokenIdentifier: grant.tokenIdentifier, checked });
}

export function* followPopup({ payload }: ReturnType<typeof peerSetPopup>): SagaGenerator<void> {
  const grant = yield* select(selectGrant);
  if (grant?.tokenIdentifier === payload.tokenIdentifier) yield* put(popupSet({ checked: payload.checked }));
}
