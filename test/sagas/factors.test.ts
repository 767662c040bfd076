/** The sign-in methods page, and sign-in with a passkey: what is sent, what is shown, and that no secret is kept. */
import type { EndpointName } from '../../contract/endpoints';
import type { HttpAnswer } from '../../sagas/base/ports/network';
import {
  actionConfirmed,
  confirmationRequested,
  selectConfirmation,
} from '../../sagas/features/confirmations/confirmations.slice';
import { selectSecurity } from '../../sagas/features/security/security.selectors';
import * as page from '../../sagas/features/security/security.slice';
import * as enrollment from '../../sagas/session/factors/enrollFactor.slice';
import { selectEnrollment } from '../../sagas/session/factors/enrollFactor.slice';
import { inShell, json, refused } from '../support/inShell';
import { scriptedPasskeys } from '../support/passkeysPort';

const PASSKEY = { id: 'p1', name: 'Firefox on Linux', createdAt: '2026-01-15T09:00:00Z', synced: false };
const FACTORS = {
  app: false,
  passkeys: [PASSKEY],
  recoveryCodesLeft: 10,
  mailedCodes: true,
  required: false,
  mayRemember: true,
  rememberedDevices: 1,
  proofNeeded: false,
};
const END_OTHERS = { kind: 'endOtherSessions', id: 'own', name: '' } as const;
const CODES = 'aaaaa-bbbbb ccccc-ddddd';

type Answers = Partial<Record<EndpointName, HttpAnswer | 'unreachable' | (() => HttpAnswer)>>;

async function atPage(answers: Answers = {}, passkeys = scriptedPasskeys([{ passkey: '{"id":"k1"}' }])) {
  const shell = await inShell({
    at: '/vms/profile/security',
    answers: { factors: json(FACTORS), ...answers },
    tab: { passkeys },
  });
  const security = () => selectSecurity(shell.tab.state());
  const sent = (endpoint: EndpointName) => shell.tab.sent.filter((call) => call.endpoint === endpoint).at(-1);
  return { ...shell, security, sent };
}

describe('the sign-in methods page', () => {
  it('shows the server’s state, and reloads it each time it is opened', async () => {
    const { security, calls, tab, clock } = await atPage();
    expect(security()).toMatchObject({ factors: FACTORS, error: null, lastIsKept: false });
    tab.goTo('/vms/jobs');
    await clock.advance(100);
    tab.goTo('/vms/profile/security');
    await clock.advance(100);
    expect(calls('factors')).toBe(2);
  });

  it('shows why it failed, and retries on request', async () => {
    let fails = true;
    const { security, dispatch } = await atPage({
      factors: () => (fails ? refused('server.error', 'Sorry.', 500) : json(FACTORS)),
    });
    expect(security()).toMatchObject({ factors: null, error: expect.stringContaining('unknown error') });
    fails = false;
    await dispatch(page.securityReloadRequested());
    expect(security()).toMatchObject({ factors: FACTORS, error: null });
  });

  it.each([
    [{ required: true, mailedCodes: false }, true],
    [{ required: true, mailedCodes: false, app: true }, false],
    [{ required: true, mailedCodes: true }, false],
    [{ required: false, mailedCodes: false }, false],
  ])('with %j the last factor stays: %s', async (facts, stays) => {
    const { security } = await atPage({ factors: json({ ...FACTORS, ...facts }) });
    expect(security()?.lastIsKept).toBe(stays);
  });

  it('renames and removes the right passkey, and confirms it', async () => {
    const { dispatch, sent, notices, security } = await atPage({
      passkeyRename: json({ ...FACTORS, passkeys: [{ ...PASSKEY, name: 'Desk' }] }),
      passkeyRemove: json({ ...FACTORS, passkeys: [] }),
    });
    await dispatch(page.factorChangeRequested({ kind: 'renamePasskey', id: 'p1', name: 'Desk' }));
    expect(sent('passkeyRename')).toMatchObject({ params: { id: 'p1' }, body: { name: 'Desk' } });
    await dispatch(page.factorChangeRequested({ kind: 'removePasskey', id: 'p1' }));
    expect(sent('passkeyRemove')).toMatchObject({ params: { id: 'p1' } });
    expect(security()?.factors?.passkeys).toEqual([]);
    expect(notices()).toEqual(['The passkey has been renamed.', 'The passkey has been removed.']);
  });

  it('after a change makes those that were confirmed while it ran', async () => {
    const { dispatch, notices, security, tab } = await atPage({
      passkeyRename: json(FACTORS),
      passkeyRemove: json({ ...FACTORS, passkeys: [] }),
    });
    await dispatch(page.factorChangeRequested({ kind: 'renamePasskey', id: 'p1', name: 'Desk' }), 0);
    await dispatch(page.factorChangeRequested({ kind: 'renamePasskey', id: 'p2', name: 'Phone' }), 0);
    await dispatch(page.factorChangeRequested({ kind: 'removePasskey', id: 'p3' }));
    const changes = tab.sent.filter(({ endpoint }) => endpoint.startsWith('passkeyRe'));
    expect(changes.map(({ params }) => params)).toEqual([{ id: 'p1' }, { id: 'p2' }, { id: 'p3' }]);
    expect(notices()).toEqual(['The passkey has been renamed.', 'The passkey has been removed.']);
    expect(security()).toMatchObject({ factors: { passkeys: [] }, changing: null });
  });

  it('after several names for one passkey ends with the one that was confirmed last', async () => {
    const { dispatch, tab } = await atPage({ passkeyRename: json(FACTORS) });
    const rename = (name: string) => page.factorChangeRequested({ kind: 'renamePasskey', id: 'p1', name });
    await dispatch(rename('Desk'), 0);
    await dispatch(rename('Office'), 0);
    await dispatch(rename('Desk'), 0);
    await dispatch(rename('Desk'));
    const names = tab.sent.filter(({ endpoint }) => endpoint === 'passkeyRename').map(({ body }) => body?.['name']);
    expect(names).toEqual(['Desk', 'Office', 'Desk']);
  });

  it('still shows why a change failed after the next one was made', async () => {
    let made = 0;
    const { dispatch, notices, security } = await atPage({
      passkeyRename: () => ((made += 1) === 1 ? refused('server.error', 'Sorry.', 500) : json(FACTORS)),
    });
    await dispatch(page.factorChangeRequested({ kind: 'renamePasskey', id: 'p1', name: 'Desk' }), 0);
    await dispatch(page.factorChangeRequested({ kind: 'renamePasskey', id: 'p2', name: 'Phone' }));
    expect([made, notices()]).toEqual([2, ['The passkey has been renamed.']]);
    expect(security()).toMatchObject({ error: expect.stringContaining('unknown error'), failureCount: 1 });
    await dispatch(page.factorChangeRequested({ kind: 'renamePasskey', id: 'p1', name: 'Desk' }));
    expect(security()?.error).toBeNull();
  });

  it('sends one change for any number of clicks', async () => {
    const { dispatch, calls } = await atPage({ devicesForget: json({ ...FACTORS, rememberedDevices: 0 }) });
    const forget = page.factorChangeRequested({ kind: 'removeRememberedDevices' });
    await dispatch(forget, 0);
    await dispatch(forget, 0);
    await dispatch(forget);
    expect(calls('devicesForget')).toBe(1);
  });

  it('asks for the password if the last proof is too old, and clears it immediately', async () => {
    let proofNeeded = false;
    const { dispatch, security, sent, tab } = await atPage({
      factors: () => json({ ...FACTORS, proofNeeded }),
      appRemove: refused('proof.required', 'Please enter your password again.', 403),
      factorProof: json(FACTORS),
    });
    proofNeeded = true;
    await dispatch(page.factorChangeRequested({ kind: 'removeApp' }));
    expect(security()).toMatchObject({
      factors: { proofNeeded: true },
      error: 'Please enter your password again.',
      changing: null,
    });
    await dispatch(page.proofSubmitted({ password: tab.secrets.keep('correct horse') }));
    expect(security()).toMatchObject({ factors: { proofNeeded: false }, error: null });
    expect(sent('factorProof')).toBeDefined();
    expect(tab.secrets.held()).not.toContain('correct horse');
  });

  it.each([
    ['was removed elsewhere', refused('not.found', 'This passkey no longer exists.', 404)],
    ['was removed by a request whose answer was lost', 'unreachable' as const],
  ])('no longer lists a passkey that %s, and offers to sign out the other devices', async (_, passkeyRemove) => {
    let passkeys = [PASSKEY];
    const other = { device: 'Chrome', address: '203.0.113.7', state: 'live', since: PASSKEY.createdAt };
    const { dispatch, notices, security, tab } = await atPage({
      factors: () => json({ ...FACTORS, passkeys }),
      passkeyRemove,
      ownSessions: json([{ ...other, sessionId: 's2', lastUsedAt: PASSKEY.createdAt, isCurrent: false }]),
    });
    passkeys = [];
    await dispatch(page.factorChangeRequested({ kind: 'removePasskey', id: 'p1' }));
    expect(security()).toMatchObject({ factors: { passkeys: [] }, error: null, changing: null });
    expect(notices()).toEqual(['The passkey has been removed.']);
    expect(selectConfirmation(tab.state())?.title).toBe('Sign Out Other Devices');
  });

  it('shows what an unanswered change has made, and why it has no answer', async () => {
    let app = true;
    const { calls, dispatch, notices, security } = await atPage({
      factors: () => json({ ...FACTORS, app }),
      appRemove: 'unreachable',
      passkeyRename: 'unreachable',
    });
    await dispatch(page.factorChangeRequested({ kind: 'removeApp' }));
    expect(security()).toMatchObject({ factors: { app: true }, error: expect.stringMatching('cannot be reached') });
    await dispatch(page.factorChangeRequested({ kind: 'renamePasskey', id: 'p1', name: 'Desk' }));
    expect(security()).toMatchObject({ error: expect.stringMatching('cannot be reached') });
    expect(calls('factors')).toBe(3);
    app = false;
    await dispatch(page.factorChangeRequested({ kind: 'removeApp' }));
    expect(security()).toMatchObject({ factors: { app: false }, error: null });
    expect(notices()).toEqual(['The authenticator app has been removed.']);
  });

  it('asks for the password also to sign out another device', async () => {
    let proofNeeded = false;
    const { dispatch, security } = await atPage({
      factors: () => json({ ...FACTORS, proofNeeded }),
      endOtherSessions: refused('proof.required', 'Please enter your password again.', 403),
    });
    proofNeeded = true;
    await dispatch(confirmationRequested({ action: END_OTHERS }));
    await dispatch(actionConfirmed());
    expect(security()?.factors?.proofNeeded).toBe(true);
  });

  it('does not keep a wrong password either, and shows that it was wrong', async () => {
    const { dispatch, security, tab } = await atPage({
      factorProof: refused('password.incorrect', 'The password is not correct.'),
    });
    await dispatch(page.proofSubmitted({ password: tab.secrets.keep('a wrong one') }));
    expect(security()?.error).toBe('The password is not correct.');
    expect(tab.secrets.held()).not.toContain('a wrong one');
  });

  it('shows new recovery codes until the user confirms them, and then removes them', async () => {
    const { dispatch, security, tab } = await atPage({
      recoveryCodesRenew: json({ ...FACTORS, recoveryCodes: CODES }),
    });
    await dispatch(page.factorChangeRequested({ kind: 'newCodes' }));
    expect(tab.secrets.open(security()!.newCodes!)).toBe(CODES);
    expect(JSON.stringify(tab.state())).not.toContain('aaaaa');
    await dispatch(page.newCodesKept());
    expect(security()?.newCodes).toBeNull();
    expect(tab.secrets.held()).not.toContain(CODES);
  });
});

describe('after a change, signing the other devices out', () => {
  const at = '2026-01-15T09:00:00Z';
  const HERE = {
    sessionId: 's1',
    device: 'Firefox on Linux',
    address: '203.0.113.7',
    state: 'live',
    since: at,
    lastUsedAt: at,
    isCurrent: true,
  };
  const OTHER = { ...HERE, sessionId: 's2', isCurrent: false };
  const CHANGES = {
    passkeyBegin: json({ options: '{}' }),
    passkeyAdd: json(FACTORS),
    passkeyRemove: json({ ...FACTORS, passkeys: [] }),
    passkeyRename: json(FACTORS),
  };
  const REMOVED = page.factorChangeRequested({ kind: 'removePasskey', id: 'p1' });
  const RENAMED = page.factorChangeRequested({ kind: 'renamePasskey', id: 'p1', name: 'Desk' });
  const ADDED = page.enrollmentRequested({ first: 'passkey' });

  it.each([
    ['is offered after one was removed', REMOVED, [HERE, OTHER], true],
    ['is offered after one was added', ADDED, [HERE, OTHER], true],
    ['is not offered where there are none', REMOVED, [HERE], false],
    ['is not offered for a new name', RENAMED, [HERE, OTHER], false],
  ])('%s', async (_, change, sessions, offered) => {
    const { dispatch, tab } = await atPage({ ...CHANGES, ownSessions: json(sessions) });
    await dispatch(change);
    expect(selectConfirmation(tab.state())?.title).toBe(offered ? 'Sign Out Other Devices' : undefined);
  });

  it('is not offered if nothing was added', async () => {
    const { dispatch, tab } = await atPage(
      { ...CHANGES, ownSessions: json([HERE, OTHER]) },
      scriptedPasskeys(['declined']),
    );
    await dispatch(ADDED);
    await dispatch(enrollment.enrollmentClosed());
    expect(selectConfirmation(tab.state())).toBeNull();
  });
});

describe('setting up on the page', () => {
  const NEW_APP = { appBegin: json({ appSecret: 'KEYKEYKEY', appUri: 'otpauth://totp/x?secret=KEYKEYKEY' }) };

  it('an app: its key is stored by reference while shown, and deleted when the dialog is closed', async () => {
    const { dispatch, security, tab } = await atPage(NEW_APP);
    await dispatch(page.enrollmentRequested({ first: 'app' }));
    const { step, app } = selectEnrollment(tab.state());
    expect([step, security()?.enrolling]).toEqual(['scanning', true]);
    expect(tab.secrets.open(app!.appSecret)).toBe('KEYKEYKEY');
    expect(JSON.stringify(tab.state())).not.toContain('KEYKEYKEY');
    await dispatch(enrollment.enrollmentClosed());
    expect(security()?.enrolling).toBe(false);
    expect(tab.secrets.held().filter((text) => text.includes('KEYKEYKEY'))).toEqual([]);
  });

  it('an app: the code is sent to the right call, and the page shows the change', async () => {
    let held: object = FACTORS;
    const { dispatch, security, sent, tab } = await atPage({
      ...NEW_APP,
      factors: () => json(held),
      appConfirm: json({ ...FACTORS, app: true }),
    });
    await dispatch(page.enrollmentRequested({ first: 'app' }));
    held = { ...FACTORS, app: true };
    await dispatch(enrollment.appCodeSubmitted({ code: tab.secrets.keep('123456') }));
    expect(sent('appConfirm')?.body).toEqual({ appCode: expect.stringMatching(/^<secret:/) });
    expect(security()).toMatchObject({ enrolling: false, factors: { app: true } });
    expect(tab.secrets.held()).not.toContain('123456');
  });

  it.each([
    ['a key that is too old', 'challenge.expired', 'choosing', /^This took too long\. Please choose again/],
    ['a password given too long ago', 'proof.required', 'scanning', /^More than ten minutes .* Please go back/],
  ])('%s shows a message with the next step, and stays on the page', async (_, errorCode, step, sentence) => {
    const { dispatch, security, tab } = await atPage({ ...NEW_APP, appConfirm: refused(errorCode, 'Sorry.', 403) });
    await dispatch(page.enrollmentRequested({ first: 'app' }));
    await dispatch(enrollment.appCodeSubmitted({ code: tab.secrets.keep('123456') }));
    expect(selectEnrollment(tab.state())).toMatchObject({ step, error: expect.stringMatching(sentence) });
    expect(security()?.enrolling).toBe(true);
  });

  it('a passkey: the browser gets the options of the server, and its answer is sent', async () => {
    const { dispatch, sent, calls, security } = await atPage({
      passkeyBegin: json({ options: '{"challenge":"3"}' }),
      passkeyAdd: json(FACTORS),
    });
    await dispatch(page.enrollmentRequested({ first: 'passkey' }));
    expect(sent('passkeyAdd')?.body).toEqual({ passkey: expect.stringMatching(/^<secret:/) });
    expect([calls('passkeyBegin'), security()?.enrolling]).toEqual([1, false]);
  });

  it('begins immediately even if the page is still reloading', async () => {
    const { dispatch, security } = await atPage(NEW_APP);
    await dispatch(page.enrollmentRequested({ first: 'app' }));
    await dispatch(enrollment.enrollmentClosed(), 5);
    await dispatch(page.enrollmentRequested({ first: 'app' }), 5);
    expect(security()?.enrolling).toBe(true);
  });

  it('a declined passkey changes nothing, and shows a message', async () => {
    const { dispatch, calls, tab } = await atPage(
      { passkeyBegin: json({ options: '{}' }) },
      scriptedPasskeys(['declined']),
    );
    await dispatch(page.enrollmentRequested({ first: 'passkey' }));
    expect(selectEnrollment(tab.state())).toMatchObject({
      step: 'choosing',
      error: expect.stringContaining('No passkey was used'),
    });
    expect(calls('passkeyAdd')).toBe(0);
  });
});
