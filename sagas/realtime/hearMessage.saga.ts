import { call, put, select, type SagaGenerator } from '../effects';
import type { SocketMessage } from '../../contract';
import { catchUpQuietly } from '../notifications/catchUp.saga';
import { shareChat } from '../notifications/chat.saga';
import { eventsHeard } from '../notifications/notifications.events';
import { port } from '../ports';
import { callEndedSession } from '../session/session.events';
import { selectGrant, selectUser } from '../session/session.selectors';

/** What the server pushed, to whom it concerns: this tab's domains, and through the leading tab all others. */
export function* hearMessage(message: SocketMessage): SagaGenerator<void> {
  switch (message.topic) {
    case 'logout':
      return yield* hearLogout(message);
    case 'notifications': {
      if (message.reset) return yield* catchUpQuietly();
      if (message.events.length === 0) return;
      const peers = yield* port('peers');
      const grant = yield* select(selectGrant);
      if (grant) {
        yield* call(peers.post, {
          type: 'told',
          tokenIdentifier: grant.tokenIdentifier,
          events: message.events,
        });
      }
      return void (yield* put(eventsHeard({ events: message.events })));
    }
    case 'chat':
      return yield* shareChat([message.item]);
  }
}

/** Another session of the same user being ended is not this one: both ids must match. */
function* hearLogout(message: Extract<SocketMessage, { readonly topic: 'logout' }>): SagaGenerator<void> {
  const grant = yield* select(selectGrant);
  const user = yield* select(selectUser);
  if (message.userId === user?.userId && message.tokenIdentifier === grant?.tokenIdentifier)
    yield* put(callEndedSession({ reason: message.reason }));
}
