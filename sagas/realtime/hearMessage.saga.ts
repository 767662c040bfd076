import { call, put, select, type SagaGenerator } from '../effects';
import type { NotificationEvent, SocketMessage } from '../../contract';
import { catchUpQuietly } from '../notifications/catchUp.saga';
import { shareChat } from '../notifications/chat.saga';
import { eventsHeard } from '../notifications/notifications.events';
import { port } from '../ports';
import { callEndedSession } from '../session/session.events';
import { selectGrant, selectUser } from '../session/session.selectors';

/** In their order; events that follow each other are told as one. */
export function* hearMessages(messages: readonly SocketMessage[]): SagaGenerator<void> {
  let events: NotificationEvent[] = [];
  for (const message of messages) {
    if (message.topic === 'notifications' && !message.reset) {
      events.push(...message.events);
      continue;
    }
    yield* tellEvents(events);
    events = [];
    yield* hearMessage(message);
  }
  yield* tellEvents(events);
}

/** So many at once are copied into the other tabs, the newest; what is missing before them they see, and fetch. */
const PASSED_ON = 200;

/** To this tab's domains, and through the leading tab to all others. */
function* tellEvents(events: readonly NotificationEvent[]): SagaGenerator<void> {
  if (events.length === 0) return;
  const peers = yield* port('peers');
  const grant = yield* select(selectGrant);
  if (grant)
    yield* call(peers.post, {
      type: 'told',
      tokenIdentifier: grant.tokenIdentifier,
      events: events.slice(-PASSED_ON),
    });
  yield* put(eventsHeard({ events }));
}

/** What the server pushed besides events, to whom it concerns. */
function* hearMessage(message: SocketMessage): SagaGenerator<void> {
  switch (message.topic) {
    case 'logout':
      return yield* hearLogout(message);
    case 'notifications':
      return yield* catchUpQuietly();
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
