/** What other tabs of this browser say, as actions. */
import { createAction } from '@reduxjs/toolkit';
import type { PeerMessage } from '../ports';

type Message<T extends PeerMessage['type']> = Extract<PeerMessage, { readonly type: T }>;

export const peerRenewed = createAction<Message<'renewed'>>('peers/renewed');
export const peerSignedIn = createAction<Message<'signedIn'>>('peers/signedIn');
export const peerSignedOut = createAction<Message<'signedOut'>>('peers/signedOut');
export const peerTold = createAction<Message<'told'>>('peers/told');
export const peerChatted = createAction<Message<'chat'>>('peers/chatted');
export const peerLinkChanged = createAction<Message<'link'>>('peers/linkChanged');
export const peerSettled = createAction<Message<'settled'>>('peers/settled');
export const peerSetPopup = createAction<Message<'popup'>>('peers/setPopup');
export const peerWantsToken = createAction<Message<'tokenWanted'>>('peers/tokenWanted');

/** The action for a message; the only list of message types. */
export function peerEvent(message: PeerMessage) {
  switch (message.type) {
    case 'renewed':
      return peerRenewed(message);
    case 'signedIn':
      return peerSignedIn(message);
    case 'signedOut':
      return peerSignedOut(message);
    case 'tokenWanted':
      return peerWantsToken(message);
    case 'told':
      return peerTold(message);
    case 'chat':
      return peerChatted(message);
    case 'link':
      return peerLinkChanged(message);
    case 'settled':
      return peerSettled(message);
    case 'popup':
      return peerSetPopup(message);
  }
}
