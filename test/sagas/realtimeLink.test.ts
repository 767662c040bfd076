/** The socket of one tab: opened with its ticket, read, and closed by the tab that opened it. */
import { END, eventChannel } from 'redux-saga';
import { SOCKET_CLOSE } from '../../contract/notifications/realtime.endpoints';
import { changesOf, messageOf, threadOf } from '../support/chatChanges';
import type { SecretRef } from '../../machines/references';
import { loadEndpointCatalog } from '../../sagas/base/http/send.saga';
import type { PeerMessage } from '../../sagas/base/ports/peers';
import type { Ports } from '../../sagas/base/ports/ports';
import type { SocketSignal } from '../../sagas/base/ports/network';
import type { SagaGenerator } from '../../sagas/base/runtime/effects';
import { chatChangesReceived, eventsReceived, linkLost } from '../../sagas/features/realtime/realtime.slice';
import { createLink, fetchTicket, type LinkUses } from '../../sagas/features/realtime/socketLink.saga';
import { callEndedSession } from '../../sagas/session/session.events';
import { planOf, scriptedClock, scriptedHttp } from '../support/oneSaga';
import { USER } from '../support/user';

beforeAll(loadEndpointCatalog);

const ticket = '<secret:ticket>' as SecretRef;
const opened: SocketSignal = { type: 'opened' };
const lost: SocketSignal = { type: 'closed', code: 1006 };
const message = (data: unknown): SocketSignal => ({ type: 'message', data });
const event = (sequence: number) => ({ sequence, readDate: '2026-01-15T08:00:00.000Z' });
const notified = (...events: readonly unknown[]) => ({ topic: 'notifications', events, sequence: 9, reset: false });

/** Each opening returns the next list of signals; `open` are the sockets that are not closed. */
function world(...openings: readonly (readonly (SocketSignal | END)[])[]) {
  const open = new Set<number>();
  const tickets: SecretRef[] = [];
  const posted: PeerMessage[] = [];
  const ports: Partial<Ports> = {
    clock: scriptedClock({ now: 42_000 }).clock,
    peers: { post: (message: PeerMessage) => void posted.push(message) } as Ports['peers'],
    socket: {
      open(given) {
        const socket = tickets.push(given);
        open.add(socket);
        return eventChannel<SocketSignal>((emit) => {
          for (const signal of openings[socket - 1] ?? []) queueMicrotask(() => emit(signal));
          return () => void open.delete(socket);
        });
      },
    },
  };
  const fetches: string[] = [];
  const uses: LinkUses = {
    *catchUp() {
      fetches.push('catch up');
    },
  };
  const grant = { token: '<secret:1>' as SecretRef, tokenIdentifier: 'mine', generation: 1 };
  const run = <T>(saga: (link: ReturnType<typeof createLink>) => SagaGenerator<T>, signedIn = true) =>
    planOf({ ports, grant: () => (signedIn ? grant : null), user: () => (signedIn ? USER : null) }, () =>
      saga(createLink(uses)),
    );
  return { open, tickets, posted, fetches, run };
}

it('is open once the socket reports it, with the given ticket', async () => {
  const w = world([opened]);
  const { returnValue } = await w.run((link) => link.openSocket({ ticket })).silentRun(50);
  expect(returnValue).toEqual({ answer: undefined });
  expect([w.tickets, w.open.size]).toEqual([[ticket], 1]);
});

it.each([
  ['is closed before it opens', lost],
  ['ends before it opens', END],
])('is unreachable if it %s', async (_, signal) => {
  const { returnValue } = await world([signal])
    .run((link) => link.openSocket({ ticket }))
    .silentRun(50);
  expect(returnValue).toEqual({ failure: { kind: 'unreachable' } });
});

it('gets its ticket with the token of the session', async () => {
  const grant = { token: '<secret:1>' as SecretRef, tokenIdentifier: 'mine', generation: 1 };
  const { http, sent } = scriptedHttp({ status: 200, body: { context: ticket }, retryAfterSeconds: null });
  const ports = { http, clock: scriptedClock().clock };
  const { returnValue } = await planOf({ ports, grant: () => grant }, fetchTicket).silentRun(50);
  expect([returnValue, sent[0]?.bearer]).toEqual([{ answer: ticket }, grant.token]);
});

it('is closed on request', async () => {
  const w = world([opened]);
  await w
    .run(function* (link) {
      yield* link.openSocket({ ticket });
      yield* link.closeSocket();
    })
    .silentRun(50);
  expect([w.tickets.length, w.open.size]).toEqual([1, 0]);
});

it('closes the socket before it opens another', async () => {
  const w = world([opened], [opened]);
  await w
    .run(function* (link) {
      yield* link.openSocket({ ticket });
      yield* link.openSocket({ ticket });
    })
    .silentRun(50);
  expect([...w.open]).toEqual([2]);
});

describe('listening', () => {
  const listening = (...signals: readonly (SocketSignal | END)[]) => {
    const w = world([opened, ...signals]);
    const plan = w.run(function* (link) {
      yield* link.openSocket({ ticket });
      return yield* link.readLoop();
    });
    return { ...w, plan };
  };

  it.each([
    ['the session is over', { type: 'closed', code: SOCKET_CLOSE.sessionEnded } as const, 'sessionEnded'],
    ['the connection is lost', lost, 'lost'],
    ['the channel ends', END, 'lost'],
  ])('ends if %s, and reports since when nothing has arrived', async (_, signal, result) => {
    const { plan } = listening(signal);
    const { returnValue } = await plan.put(linkLost({ at: 42_000 })).silentRun(50);
    expect(returnValue).toEqual({ answer: result });
  });

  it('passes events on together, to the other tabs as well', async () => {
    const { plan, posted } = listening(message([notified(event(1)), notified(event(2), event(3))]), lost);
    const events = [event(1), event(2), event(3)];
    await plan.put(eventsReceived({ events })).silentRun(50);
    expect(posted).toEqual([{ type: 'events', tokenIdentifier: 'mine', events }]);
  });

  it('passes the newest ten of a flood on to the other tabs, which fetch the others themselves', async () => {
    const events = Array.from({ length: 201 }, (_, index) => event(index + 1));
    const { plan, posted } = listening(message(notified(...events)), lost);
    await plan.put(eventsReceived({ events })).silentRun(50);
    expect(posted).toEqual([{ type: 'events', tokenIdentifier: 'mine', events: events.slice(191) }]);
  });

  it('passes on chat changes, to the other tabs as well, and a gap that the server reports', async () => {
    const changes = changesOf({ position: 3, threads: [threadOf('c')], messages: [messageOf('c', 1)] });
    const { plan, fetches, posted } = listening(
      message({ topic: 'chat', changes }),
      message({ ...notified(), reset: true }),
      lost,
    );
    await plan.put(chatChangesReceived({ changes })).silentRun(50);
    expect([fetches, posted]).toEqual([['catch up'], [{ type: 'chat', tokenIdentifier: 'mine', changes }]]);
  });

  it('sends the other tabs nothing and ends nothing once the session is over here', async () => {
    const logout = { topic: 'logout', userId: USER.userId, tokenIdentifier: 'mine', reason: 'taken_over' };
    const { run, posted } = world([opened, message(notified(event(1))), message(logout), lost]);
    const plan = run(function* (link) {
      yield* link.openSocket({ ticket });
      return yield* link.readLoop();
    }, false);
    const { returnValue } = await plan.not.put(callEndedSession({ reason: 'taken_over' })).silentRun(50);
    expect([returnValue, posted]).toEqual([{ answer: 'lost' }, []]);
  });

  it('ends only this session if the server requests it', async () => {
    const logout = (more: object) =>
      message({ topic: 'logout', userId: USER.userId, tokenIdentifier: 'mine', reason: 'taken_over', ...more });
    const action = callEndedSession({ reason: 'taken_over' });
    await listening(logout({}), lost).plan.put(action).silentRun(50);
    await listening(logout({ tokenIdentifier: 'theirs' }), lost)
      .plan.not.put(action)
      .silentRun(50);
    await listening(logout({ userId: 'u2' }), lost)
      .plan.not.put(action)
      .silentRun(50);
  });
});
