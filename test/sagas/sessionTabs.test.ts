/** The messages of the tabs of one browser about their session, and those they ignore. */
import type { Reducer } from '@reduxjs/toolkit';
import type { SecretRef } from '../../machines/references';
import type { OwnSignOutReason } from '../../machines/session/session.types';
import type { PeerMessage } from '../../sagas/base/ports/peers';
import { machineMoved } from '../../sagas/base/runtime/machines.slice';
import { take } from '../../sagas/base/runtime/effects';
import { clearedOnSignOut, currentUser, machinesPerSession, whileActive } from '../../sagas/session/activeSession.saga';
import { callEndedSession, signOutRequested, tokenRejected } from '../../sagas/session/session.events';
import { selectGrant, selectSession } from '../../sagas/session/session.selectors';
import * as intents from '../../sagas/session/signIn/signIn.intents';
import { selectScreen } from '../../sagas/session/signIn/signIn.selectors';
import { peerTokenRequested } from '../../sagas/session/tabs/peers.saga';
import { handOverToken } from '../../sagas/session/token/renewToken.saga';
import { planOf } from '../support/oneSaga';
import { createScriptedServer, ok, token } from '../support/scriptedServer';
import { createBrowser } from '../support/browser';
import { openTab } from '../support/tab';
import { USER } from '../support/user';
import { createVirtualClock } from '../support/virtualClock';

async function world(signedIn = true) {
  const clock = createVirtualClock();
  const server = createScriptedServer(clock);
  const browser = createBrowser(clock);
  const isIn = { accessStatus: 'LOGGED_IN', userName: USER.userName };
  if (signedIn) server.respond('sessionCheck', ok(isIn));
  const open = async () => {
    const tab = openTab({ clock, browser, answer: server.answer, path: signedIn ? '/vms/jobs' : '/signin' });
    tab.start();
    await clock.advance(300);
    return {
      tab,
      screen: () => selectScreen(tab.state()),
      reason: () => selectSession(tab.state())?.context.reason,
      /** Delivers a message of another tab; returns the actions that it causes here. */
      async receive(message: PeerMessage) {
        const before = tab.actions.length;
        browser.tabs.find(({ id }) => id === tab.id)?.receive(message);
        await clock.advance(50);
        return tab.actions.slice(before).map(({ type }) => type);
      },
    };
  };
  return { clock, server, browser, isIn, here: await open(), beside: await open() };
}

describe('a sign-out in one tab', () => {
  it.each<[OwnSignOutReason, string]>([
    ['signed_out', 'signed_out'],
    ['password_changed', 'password_changed'],
    ['forced', 'forced'],
    // A mistyped address concerns only its own tab.
    ['invalid_url', 'signed_out'],
  ])('%s signs the other tab out as %s', async (own, theirs) => {
    const { clock, here, beside } = await world();
    here.tab.store.dispatch(signOutRequested(own));
    await clock.advance(100);
    expect([here.reason(), beside.reason(), beside.screen()]).toEqual([own, theirs, 'signIn']);
  });

  it('by the server signs the other one out for the same reason, with nothing left to confirm', async () => {
    const { clock, server, here, beside } = await world();
    here.tab.store.dispatch(callEndedSession({ reason: 'taken_over' }));
    await clock.advance(100);
    expect([here.reason(), beside.reason(), server.count('clearTokenIdentifier')]).toEqual([
      'taken_over',
      'taken_over',
      0,
    ]);
  });
});

it('a sign-in in one tab signs the other one in', async () => {
  const { clock, server, browser, isIn, here, beside } = await world(false);
  const password = here.tab.secrets.keep('secret-9');
  here.tab.store.dispatch(intents.signInSubmitted({ userName: 'vms.manager', organizationCode: 'MERIDIAN', password }));
  server.respond('sessionCheck', ok(isIn));
  await clock.advance(500);
  expect([here.screen(), beside.screen()]).toEqual(['home', 'home']);
  // By this the tabs detect whether another one has renewed the token since.
  expect(browser.storage.get('generation')).toBe('1');
});

it('a sign-in in one tab signs in the other one that is still signing out', async () => {
  const { clock, server, isIn, here, beside } = await world();
  server.respond('sessionCheck', ok({ accessStatus: 'LOGGED_OUT' }));
  server.respond('clearTokenIdentifier', 'hang');
  beside.tab.store.dispatch(signOutRequested());
  await clock.advance(100);
  expect([here.screen(), selectSession(beside.tab.state())?.value]).toEqual(['signIn', 'ending']);
  server.respond('clearTokenIdentifier', ok({}));
  server.respond('token', ok(token({ tokenIdentifier: 'next' })));
  const password = here.tab.secrets.keep('secret-9');
  here.tab.store.dispatch(intents.signInSubmitted({ userName: 'vms.manager', organizationCode: 'MERIDIAN', password }));
  server.respond('sessionCheck', ok(isIn));
  await clock.advance(500);
  expect([here, beside].map(({ tab }) => selectGrant(tab.state())?.tokenIdentifier)).toEqual(['next', 'next']);
  expect([here.screen(), beside.screen()]).toEqual(['home', 'home']);
});

it('a token renewed by one tab is used by the other, too, without a call', async () => {
  const { clock, server, here, beside } = await world();
  server.respond('token', ok(token({ generation: 2 })));
  const before = server.count('token');
  here.tab.store.dispatch(tokenRejected({ generation: 1 }));
  await clock.advance(200);
  const generations = [here, beside].map(({ tab }) => selectGrant(tab.state())?.generation);
  expect([generations, server.count('token') - before]).toEqual([[2, 2], 1]);
});

describe('a message about one session', () => {
  const MESSAGES: readonly ((tokenIdentifier: string) => PeerMessage)[] = [
    (tokenIdentifier) => ({ type: 'tokenWanted', newerThan: 0, tokenIdentifier }),
    (tokenIdentifier) => ({ type: 'events', tokenIdentifier, events: [] }),
    (tokenIdentifier) => ({
      type: 'chat',
      tokenIdentifier,
      changes: { after: 0, position: 0, unread: 0, threads: [], messages: [], reset: false },
    }),
    (tokenIdentifier) => ({ type: 'link', tokenIdentifier, stale: true, lostAt: 0 }),
    (tokenIdentifier) => ({ type: 'linkRequested', tokenIdentifier }),
    (tokenIdentifier) => ({ type: 'linkAnswer', tokenIdentifier, stale: true, lostAt: 0 }),
    (tokenIdentifier) => ({ type: 'settled', tokenIdentifier, queue: 'broadcasts', entityId: 'b1' }),
    (tokenIdentifier) => ({ type: 'popup', tokenIdentifier, checked: false }),
  ];

  const EFFECT_OF = {
    tokenWanted: 'peers/tokenWanted',
    events: 'peers/eventsReceived',
    chat: 'peers/chatReceived',
    link: 'peers/linkChanged',
    linkRequested: 'peers/linkRequested',
    linkAnswer: 'peers/linkAnswered',
    settled: 'peers/settled',
    popup: 'peers/setPopup',
  };
  it.each(MESSAGES.map((message) => [message('').type as keyof typeof EFFECT_OF, message] as const))(
    '%s is accepted only by the tabs of that session',
    async (name, message) => {
      const { here } = await world();
      const reacts = (types: readonly string[]) => types.includes(EFFECT_OF[name]);
      expect(reacts(await here.receive(message('mine')))).toBe(true);
      expect(reacts(await here.receive(message('theirs')))).toBe(false);
      here.tab.store.dispatch(signOutRequested());
      expect(reacts(await here.receive(message('mine')))).toBe(false);
    },
  );
});

describe('a token requested by another tab', () => {
  const grant = { token: '<secret:3>' as SecretRef, tokenIdentifier: 'mine', generation: 3 };
  const posted = async (newerThan: number, held: typeof grant | null) => {
    const messages: PeerMessage[] = [];
    const ports = { peers: { post: (message: PeerMessage) => void messages.push(message) } as never };
    const wanted = peerTokenRequested({ type: 'tokenWanted', newerThan, tokenIdentifier: 'mine' });
    await planOf({ ports, grant: () => held }, () => handOverToken(wanted)).silentRun(50);
    return messages;
  };

  it('is sent if this tab’s is newer', async () => {
    expect(await posted(2, grant)).toEqual([{ type: 'renewed', grant }]);
  });

  it.each([
    ['it has the same', 3, grant],
    ['it has a newer one', 4, grant],
    ['no one is signed in here', 2, null],
  ] as const)('is not sent if %s', async (_, newerThan, held) => {
    expect(await posted(newerThan, held)).toEqual([]);
  });
});

describe('sagas of the signed-in user', () => {
  const moved = (machine: string, ...tags: readonly string[]) =>
    machineMoved({
      machine,
      event: 'X',
      projection: { value: '', context: {}, tags, can: [], status: 'active' },
    });

  /** The saga's log after these machine transitions. */
  async function run(ends: boolean, ...actions: readonly ReturnType<typeof moved>[]) {
    const log: string[] = [];
    const saga = function* () {
      log.push('begun');
      try {
        if (!ends) yield* take('never');
      } finally {
        log.push('ended');
      }
    };
    let plan = planOf({ ports: {} }, () => whileActive(saga));
    for (const action of actions) plan = plan.dispatch(action);
    await plan.silentRun(20);
    return log;
  }

  it('start and end with the session, once for each', async () => {
    const log = await run(
      false,
      moved('session', 'signedOut'),
      moved('session', 'active'),
      moved('session', 'active'),
      moved('session', 'ending'),
      moved('session', 'signedOut'),
      moved('session', 'active'),
    );
    // The last one ends with the test.
    expect(log.slice(0, 3)).toEqual(['begun', 'ended', 'begun']);
  });

  it('a completed one is not restarted in the same session', async () => {
    expect(await run(true, moved('session', 'active'), moved('session', 'active'))).toEqual(['begun', 'ended']);
  });

  it('are not affected by another machine', async () => {
    const active = moved('session', 'active');
    const log = await run(false, active, moved('realtime', 'lost'), active);
    expect(log.filter((each) => each === 'begun')).toEqual(['begun']);
    expect(await run(true, moved('realtime', 'active'))).toEqual([]);
  });

  it('leave nothing in the store for the next user', () => {
    const { list } = clearedOnSignOut<Record<'list', Reducer<readonly string[]>>>({
      list: (state = ['empty']) => state,
    });
    const held = ['private'];
    expect(list(held, moved('session', 'active'))).toBe(held);
    expect(list(held, moved('realtime', 'lost'))).toBe(held);
    expect(list(held, moved('session', 'ending'))).toEqual(['empty']);
  });

  it('leave no state of their machines, but the steps of a sign-in keep theirs', () => {
    const known = (...steps: ReturnType<typeof moved>[]) => Object.keys(steps.reduce(machinesPerSession, {})).sort();
    const signingIn = [moved('session', 'signedOut'), moved('signIn', 'enrollment'), moved('enrollFactor', 'open')];
    const signedIn = [...signingIn, moved('session', 'active'), moved('preferences', 'open')];
    // The session machine also moves while the form is open: it confirms the last sign-out.
    expect(known(...signingIn, moved('session', 'signedOut'))).toEqual(['enrollFactor', 'session', 'signIn']);
    expect(known(...signedIn, moved('session', 'active'))).toEqual(['preferences', 'session', 'signIn']);
    for (const tag of ['ending', 'signedOut', 'starting'])
      expect(known(...signedIn, moved('session', tag))).toEqual(['session', 'signIn']);
    const late = [...signedIn, moved('session', 'signedOut'), moved('preferences', 'open')];
    expect(known(...late, moved('session', 'active'))).toEqual(['session', 'signIn']);
  });

  it('one that needs the user fails if the session is over', async () => {
    const found = async (user: typeof USER | null) =>
      (await planOf({ ports: {}, user: () => user }, currentUser).silentRun(20)).returnValue as unknown;
    expect(await found(USER)).toEqual({ answer: USER });
    expect(await found(null)).toEqual({ failure: { kind: 'sessionEnded', reason: 'signed_out' } });
  });
});
