/** What the session machine decides: for each guard what happens when it passes and when it refuses. */
import { CallFailed, type Failure } from '../../machines/failure';
import type { SecretRef } from '../../machines/references';
import { sessionMachine } from '../../machines/session/session.machine';
import { endReason, retryDelayMs } from '../../machines/session/session.setup';
import type { Grant, SsoOrigin } from '../../machines/grant';
import { drive } from '../support/pureMachine';
import { USER } from '../support/user';

const grant = (generation: number, tokenIdentifier = 'mine'): Grant => ({
  token: `<secret:${tokenIdentifier}-${generation}>` as SecretRef,
  tokenIdentifier,
  generation,
});
const lakeside: SsoOrigin = { organizationCode: 'LAKESIDE', registrationId: 'demo' };
const failed = (failure: Failure) => new CallFailed(failure);
const unreachable = failed({ kind: 'unreachable' });
const takenOver = failed({ kind: 'sessionEnded', reason: 'taken_over' });

/** Nothing is left to do for the previous session. */
const SIGNED_OUT = { signedOut: 'finished' };

const start = () => drive(sessionMachine, { known: 'unknown' });
const restoring = (sso: SsoOrigin | null = null) =>
  start().answer('checkSession', { status: 'in', userName: USER.userName, sso });
const active = (sso: SsoOrigin | null = null) =>
  restoring(sso).answer('renewToken', grant(3)).answer('fetchUser', USER);

describe('the check at the start', () => {
  it('restores the session if the server knows one, and keeps its user', () => {
    const run = restoring(lakeside);
    expect(run.value).toEqual({ restoring: 'renewing' });
    expect(run.context).toMatchObject({ userName: 'vms.manager', sso: lakeside });
    expect(run.started).toEqual([['renewToken', { generation: 0, tokenIdentifier: null }]]);
  });

  it('signs out with the reason if there is none', () => {
    const run = start().answer('checkSession', { status: 'out', reason: 'expired', pendingSignOut: null, sso: null });
    expect(run.value).toEqual(SIGNED_OUT);
    expect(run.context).toMatchObject({ reason: 'expired', sso: null, grant: null });
  });

  it('ends the session at the provider first if the last one came from there', () => {
    const run = start().answer('checkSession', {
      status: 'out',
      reason: 'expired',
      pendingSignOut: null,
      sso: lakeside,
    });
    expect(run.value).toBe('endingSso');
    expect(run.started).toEqual([['endSso', { origin: lakeside, reason: 'expired' }]]);
    expect(run.answer('endSso').context).toMatchObject({ reason: 'expired', sso: null });
  });

  it('is retried after 1, 2, 4 … 30 seconds, indefinitely', () => {
    const run = start();
    const waits = Array.from({ length: 7 }, () => run.answer('checkSession', unreachable).wait());
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(run.context.failure).toEqual({ kind: 'unreachable' });
    expect(retryDelayMs(4)).toBe(16_000);
  });

  it.each(['RETRY', 'ONLINE'] as const)('is retried immediately on %s', (type) => {
    expect(start().answer('checkSession', unreachable).send({ type }).value).toBe('checking');
  });

  it('starts again with one second after the server was reached', () => {
    const run = start();
    run.answer('checkSession', unreachable).wait();
    run.answer('checkSession', { status: 'in', userName: USER.userName, sso: null });
    run.answer('renewToken', grant(1)).answer('fetchUser', USER);
    expect(run.context).toMatchObject({ attempts: 0, failure: null });
  });
});

describe('restoring', () => {
  it('requests the user with the new token, and passes the token to the other tabs', () => {
    const run = restoring().answer('renewToken', grant(4));
    expect(run.value).toEqual({ restoring: 'fetchingUser' });
    expect(run.started).toEqual([['fetchUser', { grant: grant(4), userName: 'vms.manager' }]]);
    expect(run.actions).toContainEqual(['postRenewed', { grant: grant(4) }]);
    expect(run.answer('fetchUser', USER).context).toMatchObject({ user: USER, grant: grant(4) });
  });

  it('adopts the token of a tab that was faster', () => {
    const run = restoring().send({ type: 'PEER_RENEWED', grant: grant(5) });
    expect(run.value).toEqual({ restoring: 'fetchingUser' });
    expect(run.context.grant).toEqual(grant(5));
  });

  it.each([
    ['renewToken', () => restoring()],
    ['fetchUser', () => restoring().answer('renewToken', grant(4))],
  ] as const)('the server’s refusal in %s ends it, with its reason', (service, arrive) => {
    const run = arrive().answer(service, takenOver);
    expect(run.value).toEqual(SIGNED_OUT);
    expect(run.context).toMatchObject({ reason: 'taken_over', grant: null, userName: null });
  });

  it.each([
    ['renewToken', () => restoring(lakeside)],
    ['fetchUser', () => restoring(lakeside).answer('renewToken', grant(4))],
  ] as const)('the server’s refusal in %s ends single sign-on at the provider, too', (service, arrive) => {
    const run = arrive().answer(service, takenOver);
    expect(run.value).toBe('endingSso');
    expect(run.started).toEqual([['endSso', { origin: lakeside, reason: 'taken_over' }]]);
  });

  it.each([
    ['renewToken', () => restoring(lakeside)],
    ['fetchUser', () => restoring(lakeside).answer('renewToken', grant(4))],
  ] as const)('a network failure in %s ends nothing', (service, arrive) => {
    const run = arrive().answer(service, unreachable);
    expect(run.value).toBe('unreachable');
    expect(run.context.failure).toEqual({ kind: 'unreachable' });
  });
});

it.each<[Failure, string | null]>([
  [{ kind: 'sessionEnded', reason: 'expired' }, 'expired'],
  [{ kind: 'sessionEnded', reason: 'taken_over' }, 'taken_over'],
  [{ kind: 'unauthorized' }, 'revoked'],
  [{ kind: 'otherUser' }, 'other_user'],
  [{ kind: 'tokenExpired' }, null],
  [{ kind: 'unreachable' }, null],
  [{ kind: 'timedOut' }, null],
  [{ kind: 'badAnswer' }, null],
  [{ kind: 'unavailable', retryAt: null }, null],
  [{ kind: 'unknown', status: 500 }, null],
])('for %j the session ends as %j', (failure, reason) => {
  expect(endReason(failure)).toBe(reason);
});

describe('a call with an expired token', () => {
  it.each([
    ['of the generation in use begins a renewal', 3, { active: 'renewing' }],
    ['of an older generation begins none', 2, { active: 'steady' }],
    ['of an unknown generation starts none', 4, { active: 'steady' }],
  ])('%s', (_, generation, value) => {
    expect(active().send({ type: 'TOKEN_REJECTED', generation }).value).toEqual(value);
  });

  const renewing = (sso: SsoOrigin | null = null) => active(sso).send({ type: 'TOKEN_REJECTED', generation: 3 });

  it('is renewed once with this tab’s token, however many calls need it', () => {
    const run = renewing();
    expect(run.started).toEqual([['renewToken', grant(3)]]);
    expect(run.send({ type: 'TOKEN_REJECTED', generation: 3 }).started).toEqual([]);
    expect(run.running).toEqual(['renewToken']);
  });

  it('gets the new token, passes it to the waiting requests and the other tabs, and clears the old one', () => {
    const run = renewing().answer('renewToken', grant(4));
    expect(run.context.grant).toEqual(grant(4));
    expect(run.actions).toEqual([
      ['clearSecrets', { refs: [grant(3).token] }],
      ['publishRenewal', { grant: grant(4) }],
      ['postRenewed', { grant: grant(4) }],
    ]);
  });

  it('keeps the session if the renewal fails in the network, and reports the failure to the waiting requests', () => {
    const run = renewing().answer('renewToken', unreachable);
    expect(run.value).toEqual({ active: 'steady' });
    expect(run.context.grant).toEqual(grant(3));
    expect(run.actions).toEqual([['publishRenewalFailure', { error: unreachable }]]);
  });

  it('ends the session if the server refuses, in the other tabs as well', () => {
    const run = renewing().answer('renewToken', takenOver);
    expect(run.value).toEqual(SIGNED_OUT);
    expect(run.context.reason).toBe('taken_over');
    expect(run.actions).toContainEqual([
      'postSignedOut',
      { grant: grant(3), reason: 'taken_over', pendingSignOut: null },
    ]);
    expect(run.actions).toContainEqual(['clearSecrets', { refs: [grant(3).token] }]);
  });

  it('ends the session of this tab if the cookie now belongs to another user', () => {
    const run = renewing().answer('renewToken', failed({ kind: 'otherUser' }));
    expect([run.value, run.context.reason, run.context.grant]).toEqual([SIGNED_OUT, 'other_user', null]);
    expect(run.actions).toContainEqual([
      'postSignedOut',
      { grant: grant(3), reason: 'other_user', pendingSignOut: null },
    ]);
  });

  it('ends single sign-on at the provider, too', () => {
    const run = renewing(lakeside).answer('renewToken', takenOver);
    expect(run.value).toBe('endingSso');
    expect(run.actions).toContainEqual([
      'postSignedOut',
      { grant: grant(3), reason: 'taken_over', pendingSignOut: null },
    ]);
    expect(run.started).toEqual([['endSso', { origin: lakeside, reason: 'taken_over' }]]);
  });
});

describe('the user, after this tab has renewed the token', () => {
  const refetching = (sso: SsoOrigin | null = null) =>
    active(sso).send({ type: 'TOKEN_REJECTED', generation: 3 }).answer('renewToken', grant(4));
  const promoted = { ...USER, permissions: [], firstName: 'Promoted' };

  it('is fetched again with the new token, and shared with the other tabs', () => {
    const run = refetching();
    expect(run.started).toEqual([['fetchUser', { grant: grant(4), userName: 'vms.manager' }]]);
    run.answer('fetchUser', promoted);
    expect([run.value, run.context.user]).toEqual([{ active: 'steady' }, promoted]);
    expect(run.actions).toEqual([['postUser', { grant: grant(4), user: promoted }]]);
  });

  it('stays the same object if nothing has changed, so that nothing is redrawn', () => {
    const run = refetching();
    const before = run.context.user;
    run.answer('fetchUser', { ...USER });
    expect(run.context.user).toBe(before);
  });

  it('stays the same object if nothing but the remaining time of the session has changed', () => {
    const run = refetching();
    const before = run.context.user;
    run.answer('fetchUser', { ...USER, sessionEndsInSeconds: 300 });
    expect(run.context.user).toBe(before);
  });

  it('stays unchanged if the call fails', () => {
    const run = refetching().answer('fetchUser', unreachable);
    expect([run.value, run.context.user, run.actions]).toEqual([{ active: 'steady' }, USER, []]);
  });

  it('does not hide that the session has ended', () => {
    const run = refetching().answer('fetchUser', takenOver);
    expect([run.value, run.context.reason]).toEqual([SIGNED_OUT, 'taken_over']);
    expect(run.actions).toContainEqual([
      'postSignedOut',
      { grant: grant(4), reason: 'taken_over', pendingSignOut: null },
    ]);
    expect(refetching(lakeside).answer('fetchUser', takenOver).value).toBe('endingSso');
  });

  it('waits if the new token has already expired', () => {
    const run = refetching().send({ type: 'TOKEN_REJECTED', generation: 4 });
    expect([run.value, run.running]).toEqual([{ active: 'renewing' }, ['renewToken']]);
    expect(refetching().send({ type: 'TOKEN_REJECTED', generation: 3 }).value).toEqual({ active: 'refetchingUser' });
  });

  it('is left to another tab that has renewed the token since', () => {
    const run = refetching().send({ type: 'PEER_RENEWED', grant: grant(5) });
    expect([run.value, run.running]).toEqual([{ active: 'steady' }, []]);
  });

  it('is taken from the tab that fetched it, unless it is of another session', () => {
    const sent = (tokenIdentifier: string) =>
      active().send({ type: 'PEER_FETCHED_USER', tokenIdentifier, user: promoted }).context.user;
    expect(sent('mine')).toEqual(promoted);
    expect(sent('theirs')).toEqual(USER);
  });
});

describe('a token from another tab', () => {
  it.each([
    ['a newer one of this session is taken', grant(4), grant(4)],
    ['the same generation is not', grant(3), grant(3)],
    ['an older one is not', grant(2), grant(3)],
    ['a newer one of another session is not', grant(9, 'theirs'), grant(3)],
  ])('%s', (_, offered, held) => {
    const run = active().send({ type: 'PEER_RENEWED', grant: offered });
    expect(run.context.grant).toEqual(held);
  });

  it('ends the renewal in progress here', () => {
    const run = active().send({ type: 'TOKEN_REJECTED', generation: 3 }, { type: 'PEER_RENEWED', grant: grant(4) });
    expect([run.value, run.running]).toEqual([{ active: 'steady' }, []]);
    expect(run.actions).toEqual([
      ['clearSecrets', { refs: [grant(3).token] }],
      ['publishRenewal', { grant: grant(4) }],
    ]);
  });

  it('is cleared if it is useless, and kept if it is in use', () => {
    expect(active().send({ type: 'PEER_RENEWED', grant: grant(2) }).actions).toEqual([
      ['clearSecrets', { refs: [grant(2).token] }],
    ]);
    expect(active().send({ type: 'PEER_RENEWED', grant: grant(3) }).actions).toEqual([]);
  });
});

describe('other tabs sign in and out', () => {
  const signOut = (tokenIdentifier: string) =>
    active().send({
      type: 'PEER_SIGNED_OUT',
      tokenIdentifier,
      reason: 'signed_out',
      pendingSignOut: tokenIdentifier,
    });

  it('a sign-out of this session ends it here, that of another session does not', () => {
    expect([signOut('mine').value, signOut('mine').context.reason]).toEqual([{ signedOut: 'finishing' }, 'signed_out']);
    expect(signOut('theirs').value).toEqual({ active: 'steady' });
  });

  it.each(['expired', 'taken_over', 'forced', 'other_user'] as const)(
    'a session that the server has ended (%s), as another tab found, is over here without a pending sign-out',
    (reason) => {
      const run = active().send({ type: 'PEER_SIGNED_OUT', tokenIdentifier: 'mine', reason, pendingSignOut: null });
      expect([run.value, run.context.reason, run.context.pendingSignOut]).toEqual([SIGNED_OUT, reason, null]);
    },
  );

  it('a session that another tab has begun since leaves nothing pending of the last one', () => {
    const run = signOut('mine')
      .send({ type: 'PEER_SIGNED_IN', tokenIdentifier: 'next' })
      .answer('checkSession', { status: 'in', userName: USER.userName, sso: null })
      .answer('renewToken', grant(1, 'next'))
      .answer('fetchUser', USER);
    expect(run.send({ type: 'ENDED', reason: 'expired' }).value).toEqual(SIGNED_OUT);
    expect(run.actions).toContainEqual([
      'postSignedOut',
      { grant: grant(1, 'next'), reason: 'expired', pendingSignOut: null },
    ]);
  });

  it('a sign-in of another session makes this tab check whose cookie it is', () => {
    const run = active().send({ type: 'PEER_SIGNED_IN', tokenIdentifier: 'theirs' });
    expect(run.value).toBe('checking');
    expect(run.context).toMatchObject({ grant: null, user: null, userName: null });
    expect(run.actions).toContainEqual(['clearSecrets', { refs: [grant(3).token] }]);
    expect(run.started).toEqual([['checkSession', { known: 'unknown' }]]);
  });

  it('a sign-in of the same session changes nothing', () => {
    expect(active().send({ type: 'PEER_SIGNED_IN', tokenIdentifier: 'mine' }).context.user).toEqual(USER);
  });

  it.each([
    ['is being checked', () => start(), 'checkSession'],
    ['is being restored', () => restoring(), 'renewToken'],
    ['is being restored for its user', () => restoring().answer('renewToken', grant(3)), 'fetchUser'],
    ['is being signed out', () => active().send({ type: 'SIGN_OUT', reason: 'signed_out' }), 'endSession'],
    ['is ended at its provider', () => active(lakeside).send({ type: 'ENDED', reason: 'expired' }), 'endSso'],
  ] as const)('a sign-in elsewhere is checked also while the last session %s', (_, arrive, service) => {
    const run = arrive();
    expect(run.running).toEqual([service]);
    run.send({ type: 'PEER_SIGNED_IN', tokenIdentifier: 'theirs' });
    expect([run.value, run.running, run.context.reason]).toEqual(['checking', ['checkSession'], null]);
    expect(run.started).toEqual([['checkSession', { known: 'unknown' }]]);
    run.answer('checkSession', { status: 'in', userName: USER.userName, sso: null });
    run.answer('renewToken', grant(1, 'theirs')).answer('fetchUser', USER);
    expect([run.value, run.context.grant]).toEqual([{ active: 'steady' }, grant(1, 'theirs')]);
  });

  it('a session being restored gives up its token for a sign-in of another session, not for one of its own', () => {
    const run = restoring().answer('renewToken', grant(3)).send({ type: 'PEER_SIGNED_IN', tokenIdentifier: 'mine' });
    expect([run.value, run.context.grant]).toEqual([{ restoring: 'fetchingUser' }, grant(3)]);
    run.send({ type: 'PEER_SIGNED_IN', tokenIdentifier: 'theirs' });
    expect(run.context).toMatchObject({ grant: null, userName: null });
    expect(run.actions).toContainEqual(['clearSecrets', { refs: [grant(3).token] }]);
  });

  it('a sign-in elsewhere makes a page that was served without a session ask the server', () => {
    const run = drive(sessionMachine, { known: 'signedOut' });
    run.send({ type: 'PEER_SIGNED_IN', tokenIdentifier: 'theirs' });
    expect(run.started).toEqual([['checkSession', { known: 'unknown' }]]);
  });

  it('the sign-in screen checks a sign-in elsewhere, and shows no old reason then', () => {
    const run = start().answer('checkSession', { status: 'out', reason: 'expired', pendingSignOut: null, sso: null });
    expect(run.send({ type: 'PEER_SIGNED_IN', tokenIdentifier: 'theirs' }).value).toBe('checking');
    expect(run.context.reason).toBeNull();
  });
});

describe('signing out', () => {
  it('clears everything here immediately, then informs the other tabs and the server', () => {
    const run = active().send({ type: 'SIGN_OUT', reason: 'password_changed' });
    expect(run.value).toBe('ending');
    expect(run.context).toMatchObject({ grant: null, user: null, userName: null, reason: 'password_changed' });
    expect(run.actions).toContainEqual([
      'postSignedOut',
      { grant: grant(3), reason: 'password_changed', pendingSignOut: 'mine' },
    ]);
    expect(run.actions).toContainEqual(['clearSecrets', { refs: [grant(3).token] }]);
    expect(run.running).toEqual(['endSession']);
  });

  const signedOut = (outcome: unknown) =>
    active().send({ type: 'SIGN_OUT', reason: 'signed_out' }).answer('endSession', outcome);
  const unavailable = failed({ kind: 'unavailable', retryAt: null });

  it('is done when the server confirms it', () => {
    const run = signedOut(undefined);
    expect(run.value).toEqual(SIGNED_OUT);
    expect([run.context.pendingSignOut, run.running]).toEqual([null, ['signIn']]);
  });

  it.each([
    ['cannot be reached', unreachable],
    ['is busy', unavailable],
    ['gives an unknown answer', failed({ kind: 'unknown', status: 500 })],
  ])('is pending while the server %s: the form is shown, and the request is retried', (_, problem) => {
    const run = signedOut(problem);
    expect(run.value).toEqual({ signedOut: 'finishing' });
    expect(run.context.pendingSignOut).toBe('mine');
    expect(run.started).toContainEqual(['finishSignOut', { tokenIdentifier: 'mine' }]);
    expect(run.running).toContain('signIn');
  });

  it('is repeated after 1, 2, 4 … 30 seconds until the server confirms it', () => {
    const run = signedOut(unavailable);
    const waits = Array.from({ length: 7 }, () => run.answer('finishSignOut', unavailable).wait());
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    run.answer('finishSignOut');
    expect(run.value).toEqual(SIGNED_OUT);
    expect(run.context).toMatchObject({ pendingSignOut: null, attempts: 0 });
  });

  it('is repeated immediately when the network is back', () => {
    const run = signedOut(unreachable).answer('finishSignOut', unreachable);
    expect(run.value).toEqual({ signedOut: 'waiting' });
    expect(run.send({ type: 'ONLINE' }).value).toEqual({ signedOut: 'finishing' });
  });

  it('in another tab is completed here if that tab is closed', () => {
    const run = active().send({
      type: 'PEER_SIGNED_OUT',
      tokenIdentifier: 'mine',
      reason: 'signed_out',
      pendingSignOut: 'mine',
    });
    expect(run.context.pendingSignOut).toBe('mine');
    expect(run.started).toContainEqual(['finishSignOut', { tokenIdentifier: 'mine' }]);
    expect(run.answer('finishSignOut').value).toEqual(SIGNED_OUT);
  });

  it('in a tab of the release before, which does not say whether it is confirmed, is completed here', () => {
    const run = active().send({ type: 'PEER_SIGNED_OUT', tokenIdentifier: 'mine', reason: 'signed_out' });
    expect(run.started).toContainEqual(['finishSignOut', { tokenIdentifier: 'mine' }]);
  });

  it('that was pending when the page was closed is completed by the next page, and nothing is restored', () => {
    const run = start().answer('checkSession', {
      status: 'out',
      reason: 'signed_out',
      pendingSignOut: 'old',
      sso: null,
    });
    expect(run.value).toEqual({ signedOut: 'finishing' });
    expect(run.started).toContainEqual(['finishSignOut', { tokenIdentifier: 'old' }]);
  });

  it('of a sign-in that was given up is repeated until the server confirms it, while the form stays open', () => {
    const run = start().answer('checkSession', { status: 'out', reason: null, pendingSignOut: null, sso: null });
    run.send({ type: 'SIGN_OUT_PENDING', tokenIdentifier: 'given up' });
    expect([run.value, run.started, run.running]).toEqual([{ signedOut: 'waiting' }, [], ['signIn']]);
    expect(run.wait()).toBe(1_000);
    expect(run.started).toEqual([['finishSignOut', { tokenIdentifier: 'given up' }]]);
    expect(run.answer('finishSignOut', unreachable).wait()).toBe(2_000);
    run.answer('finishSignOut');
    expect([run.value, run.context.pendingSignOut, run.running]).toEqual([SIGNED_OUT, null, ['signIn']]);
  });

  it('of a sign-in that was given up follows the one before, which that sign-in has completed', () => {
    const run = signedOut(unavailable).answer('finishSignOut', unavailable);
    expect(run.wait()).toBe(1_000);
    run.send({ type: 'SIGN_OUT_PENDING', tokenIdentifier: 'given up' });
    expect([run.value, run.context.pendingSignOut, run.running]).toEqual([
      { signedOut: 'waiting' },
      'given up',
      ['signIn'],
    ]);
    expect(run.wait()).toBe(1_000);
    expect(run.started).toEqual([['finishSignOut', { tokenIdentifier: 'given up' }]]);
  });

  it('of a sign-in that was given up does not concern a session that has begun since', () => {
    const run = active().send({ type: 'SIGN_OUT_PENDING', tokenIdentifier: 'given up' });
    expect([run.value, run.context.pendingSignOut]).toEqual([{ active: 'steady' }, null]);
  });

  it('leaves nothing pending after a sign-in', () => {
    const fresh = { ...grant(1), loginCode: 'FIRST_LOGIN', isPasswordAutogenerated: false, otherSession: null };
    const run = signedOut(unavailable).answer('signIn', { grant: fresh, user: USER, sso: null });
    expect([run.context.pendingSignOut, run.running]).toEqual([null, []]);
  });

  it('ends the session at the provider only if it came from there', () => {
    const signedOut = (sso: SsoOrigin | null) =>
      active(sso).send({ type: 'SIGN_OUT', reason: 'signed_out' }).answer('endSession');
    expect(signedOut(null).send({ type: 'LEAVE_PROVIDER' }).value).toEqual(SIGNED_OUT);
    expect(signedOut(lakeside).send({ type: 'LEAVE_PROVIDER' }).value).toBe('endingSso');
  });

  describe('at the provider', () => {
    const ended = (outcome?: unknown) =>
      active(lakeside).send({ type: 'ENDED', reason: 'expired' }).answer('endSso', outcome);

    it('shows the form if the provider cannot be signed out at', () => {
      expect(ended(failed({ kind: 'sso', problem: 'notSetUp', origin: null })).value).toEqual(SIGNED_OUT);
    });

    it('follows no other tab once the page is being replaced, and shows the form if it is not replaced in 10 s', () => {
      const run = ended().send({ type: 'PEER_SIGNED_IN', tokenIdentifier: 'theirs' });
      expect([run.value, run.tags]).toEqual(['leaving', ['ending']]);
      expect(run.wait()).toBe(10_000);
      expect([run.value, run.context.reason]).toEqual([SIGNED_OUT, 'expired']);
    });
  });

  it('is what another user’s session in this browser means, and the other tabs do the same', () => {
    const run = active().send({ type: 'ENDED', reason: 'other_user' });
    expect([run.value, run.context.reason, run.context.user]).toEqual([SIGNED_OUT, 'other_user', null]);
    expect(run.actions).toContainEqual([
      'postSignedOut',
      { grant: grant(3), reason: 'other_user', pendingSignOut: null },
    ]);
  });

  describe('because the browser has another user’s session, whose provider may be the same', () => {
    const otherUser = failed({ kind: 'otherUser' });
    const rejected = () => active(lakeside).send({ type: 'TOKEN_REJECTED', generation: 3 });

    it.each([
      ['the check of a page that is shown again', () => active(lakeside).send({ type: 'ENDED', reason: 'other_user' })],
      ['a renewal', () => rejected().answer('renewToken', otherUser)],
      ['the request for the user', () => rejected().answer('renewToken', grant(4)).answer('fetchUser', otherUser)],
      [
        'another tab',
        () =>
          active(lakeside).send({
            type: 'PEER_SIGNED_OUT',
            tokenIdentifier: 'mine',
            reason: 'other_user',
            pendingSignOut: null,
          }),
      ],
    ])('as %s found, ends nothing at the provider, then or on request', (_, arrive) => {
      const run = arrive();
      expect([run.value, run.context.reason, run.context.sso]).toEqual([SIGNED_OUT, 'other_user', null]);
      expect(run.running).toEqual(['signIn']);
      expect(run.send({ type: 'LEAVE_PROVIDER' }).value).toEqual(SIGNED_OUT);
    });
  });

  it('because another tab found the session expired leaves the way to its provider', () => {
    const run = active(lakeside).send({
      type: 'PEER_SIGNED_OUT',
      tokenIdentifier: 'mine',
      reason: 'expired',
      pendingSignOut: null,
    });
    expect([run.value, run.context.sso]).toEqual([SIGNED_OUT, lakeside]);
    expect(run.send({ type: 'LEAVE_PROVIDER' }).value).toBe('endingSso');
  });

  it.each([
    ['a password', null, SIGNED_OUT],
    ['single sign-on', lakeside, 'endingSso'],
  ])('when the server ends a session of %s, the reason is kept and passed on', (_, sso, value) => {
    const run = active(sso).send({ type: 'ENDED', reason: 'revoked' });
    expect([run.value, run.context.reason]).toEqual([value, 'revoked']);
    expect(run.actions).toContainEqual(['postSignedOut', { grant: grant(3), reason: 'revoked', pendingSignOut: null }]);
    expect(run.actions).toContainEqual(['clearSecrets', { refs: [grant(3).token] }]);
  });
});

it('a sign-in starts a session, informs the other tabs, and clears the reason for the last end', () => {
  const run = start().answer('checkSession', { status: 'out', reason: 'expired', pendingSignOut: null, sso: null });
  const fresh = { ...grant(1), loginCode: 'FIRST_LOGIN', isPasswordAutogenerated: false, otherSession: null };
  run.answer('signIn', { grant: fresh, user: USER, sso: lakeside });
  expect(run.value).toEqual({ active: 'steady' });
  expect(run.context).toMatchObject({ grant: fresh, user: USER, userName: 'vms.manager', sso: lakeside, reason: null });
  expect(run.actions).toContainEqual(['postSignedIn', { grant: fresh }]);
});
