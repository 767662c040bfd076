import type { SecretRef } from '../../../machines/references';
import { bellPressed } from '../../../sagas/features/notifications/notifications.intents';
import { callEndedSession, reconnectRequested, signOutRequested } from '../../../sagas/session/session.events';
import { apiError, oauthError, ok, token } from '../../support/scriptedServer';
import { USER } from '../../support/user';
import { LOGGED_IN, type Script, type World } from './world';

const ENDED = oauthError('forced');
const ENDED_CALL = apiError(401, 'session.ended', { reason: 'expired' });

async function signedIn(w: World): Promise<void> {
  w.respond('sessionCheck', LOGGED_IN);
  await w.start();
  await w.act(w.submit(), 1_000);
}
async function restored(w: World): Promise<void> {
  w.respond('sessionCheck', LOGGED_IN);
  await w.start('unknown');
  await w.wait();
}
/** As left behind by a single sign-on session. */
const bySso: Script['tab'] = ({ browser, clock }) => {
  const origin = { organizationCode: 'LAKESIDE', registrationId: 'demo', at: clock.now() };
  browser.storage.set('ssoSession', JSON.stringify(origin));
  return {};
};
/** The server answers so because the session has ended, which the next check finds as well. */
function refuses(w: World, endpoint: 'token' | 'userInfo', answer: typeof ENDED): void {
  w.respond(endpoint, () => {
    w.respond('sessionCheck', ok({ accessStatus: 'LOGGED_OUT' }));
    return answer;
  });
}
const renewed = (generation: number, tokenIdentifier = 'mine') =>
  ({
    type: 'renewed',
    grant: { token: `token-${generation}` as SecretRef, tokenIdentifier, generation },
  }) as const;

export const sessionFlows: readonly Script[] = [
  {
    name: 'restored',
    title: 'The page is reloaded while a user is signed in, and the session is restored',
    run: restored,
  },
  {
    name: 'token-refresh-storm',
    title: 'Many calls find the token expired; it is renewed once, and each call is answered',
    async run(w) {
      await signedIn(w);
      const fresh = w.expireToken();
      w.respond('userNotifications', fresh(ok({})), 10);
      w.respond('notificationContext', fresh(apiError(404, 'not.found')), 25);
      w.respond('fetchImmediateBroadcasts', fresh(ok({ broadcasts: [] })), 60);
      w.respond('fetchImmediateRoleUpdates', fresh(ok({ roleUpdates: [] })), 40);
      w.signal('visible');
      await w.act(bellPressed(), 2_000);
    },
  },
  {
    name: 'renewal-refused',
    title: 'The token has expired and the renewal is refused: the session ends',
    async run(w) {
      await signedIn(w);
      w.expireToken();
      w.respond('token', ENDED);
      w.respond('fetchImmediateBroadcasts', apiError(401, 'token_expired'));
      w.signal('visible');
      await w.wait(2_000);
    },
  },
  {
    name: 'renewal-unreachable',
    title: 'The token has expired and the server is unreachable: the calls fail, the session stays',
    async run(w) {
      await signedIn(w);
      w.respond('token', 'unreachable');
      w.respond('fetchImmediateBroadcasts', apiError(401, 'token_expired'));
      w.signal('visible');
      await w.wait(5_000);
    },
  },
  {
    name: 'user-fetched-again',
    title:
      'After each renewal the user is fetched again: received from another tab, unreachable, and refused because the session has ended',
    async run(w) {
      await signedIn(w);
      w.peer({ type: 'user', tokenIdentifier: 'mine', user: { ...USER, firstName: 'Another' } });
      w.respond('userInfo', 'unreachable', 3_000);
      w.respond('fetchImmediateBroadcasts', apiError(401, 'token_expired'));
      // The second check finds the renewed token expired as well, before the user has arrived.
      for (const generation of [2, 3]) {
        w.respond('token', ok(token({ access_token: `token-${generation}`, generation })));
        w.signal('visible');
        await w.wait(1_500);
      }
      await w.wait(3_000);
      w.respond('userInfo', ENDED_CALL);
      w.respond('token', ok(token({ access_token: 'token-4', generation: 4 })));
      w.signal('visible');
      await w.wait(2_000);
    },
  },
  {
    name: 'sign-out',
    title:
      'Signing out twice, the second time while the server is unreachable: the sign-out is completed when it answers',
    async run(w) {
      await signedIn(w);
      await w.act(signOutRequested(undefined));
      await w.act(w.submit(), 1_000);
      w.respond('clearTokenIdentifier', 'unreachable');
      await w.act(signOutRequested(undefined), 3_000);
      w.respond('clearTokenIdentifier', ok({}));
      w.signal('online');
      await w.wait(1_000);
    },
  },
  {
    name: 'unreachable-at-start',
    title:
      'No network at the start: retried automatically, by a press, by the network, and by a message of another tab',
    async run(w) {
      w.respond('sessionCheck', 'unreachable');
      await w.start('unknown');
      await w.wait(3_000);
      await w.act(reconnectRequested());
      w.signal('online');
      await w.wait();
      w.peer({ type: 'signedIn', tokenIdentifier: 'mine' });
      await w.wait();
      w.respond('sessionCheck', LOGGED_IN);
      w.respond('token', 'unreachable');
      await w.act(reconnectRequested(), 700);
      w.respond('token', ok(token()));
      w.respond('userInfo', 'unreachable');
      await w.act(reconnectRequested());
      w.respond('userInfo', ENDED_CALL);
      await w.act(reconnectRequested());
    },
  },
  {
    name: 'restoring-refused',
    title: 'The refresh cookie is known but no longer valid',
    async run(w) {
      w.respond('token', ENDED);
      await restored(w);
    },
  },
  {
    name: 'other-tabs',
    title: 'Another tab renews the token, signs another user in, and signs out',
    async run(w) {
      w.respond('token', ok(token()), 200);
      w.respond('sessionCheck', LOGGED_IN);
      await w.start('unknown');
      w.peer(renewed(1));
      await w.wait();
      w.peer(renewed(2));
      w.peer(renewed(2));
      await w.wait();
      w.peer({ type: 'tokenWanted', newerThan: 1, tokenIdentifier: 'mine' });
      w.peer({ type: 'signedIn', tokenIdentifier: 'mine' });
      w.peer({ type: 'signedOut', tokenIdentifier: 'another', reason: 'signed_out', pendingSignOut: 'another' });
      await w.wait();
      w.peer({ type: 'signedIn', tokenIdentifier: 'another' });
      await w.wait(1_000);
      w.peer({ type: 'signedOut', tokenIdentifier: 'mine', reason: 'signed_out', pendingSignOut: 'mine' });
      await w.wait();
      w.respond('sessionCheck', ok({ accessStatus: 'LOGGED_OUT' }));
      w.peer({ type: 'signedIn', tokenIdentifier: 'mine' });
      await w.wait();
    },
  },
  {
    name: 'signed-in-while-leaving',
    title: 'While a page checks its session, another tab signs in; another one does while it signs out',
    async run(w) {
      w.respond('sessionCheck', LOGGED_IN, 200);
      await w.start('unknown');
      w.peer({ type: 'signedIn', tokenIdentifier: 'mine' });
      await w.wait(1_000);
      w.respond('clearTokenIdentifier', ok({}), 5_000);
      await w.act(signOutRequested(undefined));
      w.peer({ type: 'signedIn', tokenIdentifier: 'another' });
      await w.wait(1_000);
    },
  },
  {
    name: 'signed-in-while-restoring',
    title: 'While a page restores its session, another tab begins another one, which is restored instead',
    async run(w) {
      w.respond('sessionCheck', LOGGED_IN);
      w.respond('token', ok(token()), 2_000);
      await w.start('unknown');
      w.respond('token', ok(token({ tokenIdentifier: 'another' })));
      w.peer({ type: 'signedIn', tokenIdentifier: 'another' });
      await w.wait(3_000);
    },
  },
  {
    name: 'late-words',
    title: 'Late messages to a signed-out page change nothing',
    async run(w) {
      await w.start();
      w.signal('online');
      w.peer(renewed(1));
      w.peer({ type: 'user', tokenIdentifier: 'mine', user: USER });
      w.peer({ type: 'signedOut', tokenIdentifier: 'mine', reason: 'signed_out', pendingSignOut: 'mine' });
      await w.act(callEndedSession({ reason: 'expired' }));
    },
  },
  {
    name: 'provider-session-over',
    title: 'After a single sign-on session the page is reloaded, and the session has ended',
    tab: bySso,
    async run(w) {
      w.respond('ssoConfig', 'unreachable');
      w.respond('sessionCheck', ok({ accessStatus: 'LOGGED_OUT', reason: 'expired' }));
      await w.start('unknown');
      await w.wait();
    },
  },
  {
    name: 'signed-in-while-leaving-the-provider',
    title: 'A single sign-on session has ended; before the page has signed out at the provider, another tab signs in',
    tab: bySso,
    async run(w) {
      w.respond('ssoConfig', 'unreachable', 3_000);
      w.respond('sessionCheck', ok({ accessStatus: 'LOGGED_OUT', reason: 'expired' }));
      await w.start('unknown');
      w.respond('sessionCheck', LOGGED_IN);
      w.peer({ type: 'signedIn', tokenIdentifier: 'another' });
      await w.wait(1_000);
    },
  },
  {
    name: 'provider-token-refused',
    title: 'After a single sign-on session the page is reloaded, and the refresh cookie is no longer valid',
    tab: bySso,
    async run(w) {
      w.respond('ssoConfig', 'unreachable');
      refuses(w, 'token', ENDED);
      await restored(w);
    },
  },
  {
    name: 'provider-user-refused',
    title: 'After a single sign-on session the page is reloaded, and the session ends before the user is known',
    tab: bySso,
    async run(w) {
      w.respond('ssoConfig', 'unreachable');
      refuses(w, 'userInfo', apiError(401, 'session.ended', { reason: 'revoked' }));
      await restored(w);
    },
  },
  {
    name: 'provider-renewal-refused',
    title: 'The renewal of a single sign-on session is refused, and it ends',
    tab: bySso,
    async run(w) {
      w.respond('ssoConfig', 'unreachable');
      await restored(w);
      refuses(w, 'token', ENDED);
      w.respond('fetchImmediateBroadcasts', apiError(401, 'token_expired'));
      w.signal('visible');
      await w.wait(2_000);
    },
  },
  {
    name: 'page-visible-again',
    title: 'A page that was asleep becomes visible again and finds that its session has ended',
    async run(w) {
      await signedIn(w);
      w.respond('sessionCheck', LOGGED_IN);
      w.signal('restored');
      await w.wait();
      w.respond('sessionCheck', ok({ accessStatus: 'LOGGED_OUT', reason: 'taken_over' }));
      w.signal('visible');
      await w.wait(1_000);
    },
  },
];
