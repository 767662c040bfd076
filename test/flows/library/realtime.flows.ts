import { SOCKET_CLOSE } from '../../../contract/notifications/realtime.endpoints';
import { apiError, ok } from '../../support/scriptedServer';
import { listening, type Script } from './world';

export const realtimeFlows: readonly Script[] = [
  {
    name: 'reconnect-with-catch-up',
    title: 'The connection is lost; notifications sent in the meantime are fetched when it is restored',
    async run(w) {
      await listening(w);
      w.notices.notify({});
      await w.wait(500);
      w.notices.goDown();
      await w.wait(200);
      w.notices.notify({}, {});
      w.notices.goUp();
      w.signal('online');
      await w.wait(2_000);
    },
  },
  {
    name: 'server-answers-again',
    title: 'The server stops; a visible page probes until it answers, and reconnects immediately',
    async run(w) {
      await listening(w);
      w.notices.crash();
      await w.wait(3_000);
      w.notices.notify({});
      w.notices.goUp();
      await w.wait(3_000);
      w.peer({ type: 'serverAnswered', tokenIdentifier: 'mine' });
      await w.wait();
    },
  },
  {
    name: 'link-refused',
    title:
      'No connection for a long time: it is retried with growing waits, polled in between, announced to the other tabs, and restored',
    async run(w) {
      await listening(w);
      w.notices.goDown();
      await w.wait(200);
      w.signal('visible');
      await w.wait(60_000);
      w.notices.script.respond('notificationContext', apiError(429, 'too.many.requests'));
      w.notices.script.respond('notificationsSince', apiError(500, 'server.error'));
      w.notices.notify({});
      await w.wait(120_000);
      w.notices.script.clearResponse('notificationContext');
      w.notices.goUp();
      await w.wait(120_000);
      w.notices.script.clearResponse('notificationsSince');
      await w.wait(120_000);
    },
  },
  {
    name: 'following-tab',
    title:
      'Another tab leads; this one receives the state of the connection from it, polls while that one has no connection or is silent, catches up, and takes over',
    tab: ({ browser }) => {
      void browser.lead().then((letGo) => (release = letGo ?? release));
      return {};
    },
    async run(w) {
      await listening(w);
      w.signal('offline');
      w.signal('online');
      const answerAsLeader = (stale: boolean) =>
        w.peer({ type: 'linkAnswer', tokenIdentifier: 'mine', stale, lostAt: stale ? w.clock.now() : null });
      const reconnectAsLeader = () => w.peer({ type: 'link', tokenIdentifier: 'mine', stale: false, lostAt: null });
      const endWaits = async () => {
        w.signal('visible');
        await w.wait(200);
        w.signal('online');
        await w.wait(200);
        w.peer({ type: 'serverAnswered', tokenIdentifier: 'mine' });
        await w.wait(200);
      };
      answerAsLeader(true);
      await w.wait(200);
      answerAsLeader(true);
      await w.wait(7_000);
      w.notices.script.respond('notificationsSince', apiError(500, 'server.error'));
      await endWaits();
      answerAsLeader(false);
      await w.wait(200);
      answerAsLeader(false);
      await endWaits();
      w.notices.script.clearResponse('notificationsSince');
      for (let seconds = 0; seconds < 32; seconds += 1) {
        answerAsLeader(false);
        await w.wait(1_000);
      }
      await w.wait(4_000);
      reconnectAsLeader();
      await w.wait();
      release();
      await w.wait(2_000);
      answerAsLeader(true);
      reconnectAsLeader();
      w.peer({ type: 'linkRequested', tokenIdentifier: 'mine' });
      w.signal('visible');
      await w.wait();
      w.signal('offline');
      await w.wait(200);
      w.signal('online');
      await w.wait(2_000);
    },
  },
  {
    name: 'ended-over-the-socket',
    title: 'The server ends the session and closes the socket with it',
    async run(w) {
      await listening(w);
      w.notices.respond({ topic: 'logout', userId: 'u1', tokenIdentifier: 'another', reason: 'taken_over' });
      await w.wait();
      w.notices.respond({ topic: 'logout', userId: 'u1', tokenIdentifier: 'mine', reason: 'taken_over' });
      await w.wait(1_000);
    },
  },
  {
    name: 'socket-closed-with-session',
    title: 'The server closes the socket because the session has ended, and the page signs out',
    async run(w) {
      await listening(w);
      w.notices.hangUp(SOCKET_CLOSE.sessionEnded);
      await w.wait(1_000);
    },
  },
  {
    name: 'ticket-refused',
    title: 'The ticket for the socket is refused at first and issued a little later',
    async run(w) {
      w.respond('websocketContext', apiError(429, 'too.many.requests'));
      await listening(w);
      w.respond('websocketContext', ok({ context: 'the-ticket' }));
      await w.wait(14_000);
    },
  },
];

let release: () => void = () => {};
