/** Turns messages of this browser's other tabs into actions. */
import { createAction } from '@reduxjs/toolkit';
import { port } from '../../base/ports/ports';
import type { PeerMessage } from '../../base/ports/peers';
import { call, put, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { selectGrant } from '../session.selectors';

type Message<T extends PeerMessage['type']> = Extract<PeerMessage, { readonly type: T }>;

export const peerRenewed = createAction<Message<'renewed'>>('peers/renewed');
export const peerFetchedUser = createAction<Message<'user'>>('peers/fetchedUser');
export const peerSignedIn = createAction<Message<'signedIn'>>('peers/signedIn');
export const peerSignedOut = createAction<Message<'signedOut'>>('peers/signedOut');
export const peerEventsReceived = createAction<Message<'events'>>('peers/eventsReceived');
export const peerChatReceived = createAction<Message<'chat'>>('peers/chatReceived');
export const peerLinkRequested = createAction<Message<'linkRequested'>>('peers/linkRequested');
export const peerLinkAnswered = createAction<Message<'linkAnswer'>>('peers/linkAnswered');
export const peerLinkDown = createAction<Message<'linkDown'>>('peers/linkDown');
export const peerServerAnswered = createAction<Message<'serverAnswered'>>('peers/serverAnswered');
export const peerRecordsChanged = createAction<Message<'records'>>('peers/recordsChanged');
export const peerLinkChanged = createAction<Message<'link'>>('peers/linkChanged');
export const peerSettled = createAction<Message<'settled'>>('peers/settled');
export const peerSetPopup = createAction<Message<'popup'>>('peers/setPopup');
export const peerTokenRequested = createAction<Message<'tokenWanted'>>('peers/tokenWanted');

/** Maps a message to its action; the only list of message types. */
function peerEvent(message: PeerMessage) {
  switch (message.type) {
    case 'renewed':
      return peerRenewed(message);
    case 'user':
      return peerFetchedUser(message);
    case 'signedIn':
      return peerSignedIn(message);
    case 'signedOut':
      return peerSignedOut(message);
    case 'tokenWanted':
      return peerTokenRequested(message);
    case 'events':
      return peerEventsReceived(message);
    case 'chat':
      return peerChatReceived(message);
    case 'records':
      return peerRecordsChanged(message);
    case 'link':
      return peerLinkChanged(message);
    case 'linkRequested':
      return peerLinkRequested(message);
    case 'linkDown':
      return peerLinkDown(message);
    case 'serverAnswered':
      return peerServerAnswered(message);
    case 'linkAnswer':
      return peerLinkAnswered(message);
    case 'settled':
      return peerSettled(message);
    case 'popup':
      return peerSetPopup(message);
  }
}

/** Messages about one session. The session machine judges the others itself. */
const OF_ONE_SESSION: readonly PeerMessage['type'][] = [
  'tokenWanted',
  'events',
  'chat',
  'records',
  'link',
  'linkRequested',
  'linkAnswer',
  'linkDown',
  'serverAnswered',
  'settled',
  'popup',
];

/** Turns messages of other tabs into actions. Messages about another session than this tab's are dropped here. */
export function* listenToPeers(): SagaGenerator<void> {
  const peers = yield* port('peers');
  const messages = yield* call(peers.messages);
  while (true) {
    const message: PeerMessage = yield* take(messages);
    if (!OF_ONE_SESSION.includes(message.type) || (yield* isOfThisSession(message))) yield* put(peerEvent(message));
  }
}

function* isOfThisSession(message: PeerMessage): SagaGenerator<boolean> {
  const grant = yield* select(selectGrant);
  return 'tokenIdentifier' in message && message.tokenIdentifier === grant?.tokenIdentifier;
}
