/**
 * The devices where a user is signed in, with a scripted server: their own in the profile, another user's on that
 * user's page.
 */
import type { EndpointName } from '../../contract/endpoints';
import {
  actionConfirmed,
  confirmationCancelled,
  confirmationRequested,
  selectConfirmation,
} from '../../sagas/features/confirmations/confirmations.slice';
import { passwordReentered, selectReauthentication } from '../../sagas/features/confirmations/reauthentication.slice';
import {
  selectHasOtherSessions,
  selectOwnEmailWait,
  selectSessions,
} from '../../sagas/features/sessions/sessions.selectors';
import { sessionsReloadRequested } from '../../sagas/features/sessions/sessions.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { selectSecurityAddress } from '../../sagas/navigation/menus/menus.selectors';
import { ACCOUNT, ADMIN, FACTORS, openAdmin } from '../support/adminTab';
import { apiError, ok, type Reply } from '../support/scriptedServer';
import { USER } from '../support/user';

const AT = '2026-11-23T10:00:00.000Z';
const session = (sessionId: string, other: object = {}) => ({
  sessionId,
  device: 'Firefox on Linux',
  address: '203.0.113.7',
  state: 'live',
  since: AT,
  lastUsedAt: AT,
  isCurrent: false,
  ...other,
});
const HERE = session('s1', { isCurrent: true, device: 'Chrome on macOS' });
const WAITING = session('s2', { state: 'pending' });

async function openAt(path: string, answers: Partial<Record<EndpointName, Reply>> = {}) {
  const page = await openAdmin(path, {
    ownSessions: ok([WAITING, HERE]),
    userSessions: ok([session('s7')]),
    ...answers,
  });
  return { ...page, shown: () => selectSessions(page.tab.state()) };
}

const OWN = '/vms/profile/security';

it('the profile shows the user’s own devices, this one first, and pending changes', async () => {
  const { tab, shown, sentTo } = await openAt(OWN);
  expect(shown()).toMatchObject({
    error: null,
    sessions: [
      { sessionId: 's1', device: 'Chrome on macOS', isCurrent: true, lastUsed: 'Now', note: null },
      { sessionId: 's2', address: '203.0.113.7', note: expect.stringMatching(/^The sign-in succeeded, but/) },
    ],
  });
  expect(selectHasOtherSessions(tab.state())).toBe(true);
  expect(selectSecurityAddress(tab.state())).toBe(OWN);
  expect([sentTo('ownSessions').length, sentTo('userSessions').length]).toEqual([1, 0]);
});

it('the short address leads there', async () => {
  const { tab } = await openAt('/vms/profile');
  expect(tab.path()).toBe(OWN);
});

it('a device is signed out after a confirmation, once, and the list is reloaded', async () => {
  const { tab, script, act, shown, sentTo, notices } = await openAt(OWN, { endOwnSession: ok({ ended: 1 }) });
  const action = { kind: 'endSession', id: 's2', name: 'Firefox on Linux' } as const;
  await act(confirmationRequested({ action }), confirmationCancelled());
  await act(confirmationRequested({ action }));
  expect([selectConfirmation(tab.state())?.title, sentTo('endOwnSession').length]).toEqual(['Sign Out Device', 0]);
  script.respond('ownSessions', ok([HERE]));
  await act(actionConfirmed(), actionConfirmed());
  expect(sentTo('endOwnSession').map(({ params }) => params)).toEqual([{ sessionId: 's2' }]);
  expect(shown().sessions?.map(({ sessionId }) => sessionId)).toEqual(['s1']);
  expect(notices()).toContain('Firefox on Linux has been signed out.');
});

it('all others are signed out by one call', async () => {
  const { script, act, shown, sentTo, notices } = await openAt(OWN, { endOtherSessions: ok({ ended: 1 }) });
  await act(confirmationRequested({ action: { kind: 'endOtherSessions', id: 'own', name: '' } }));
  script.respond('ownSessions', ok([HERE]));
  await act(actionConfirmed());
  expect(sentTo('endOtherSessions')).toHaveLength(1);
  expect(shown().sessions).toHaveLength(1);
  expect(notices()).toContain('All other devices have been signed out.');
});

describe('if the server requires a fresh proof', () => {
  const END_ALL = { kind: 'endOtherSessions', id: 'own', name: '' } as const;

  async function refusedAt(proof: Reply) {
    const page = await openAt(OWN, { endOtherSessions: apiError(403, 'proof.required'), factorProof: proof });
    await page.act(confirmationRequested({ action: END_ALL }), actionConfirmed());
    await page.act();
    expect(selectConfirmation(page.tab.state())?.needsReauthentication).toBe(true);
    page.script.respond('endOtherSessions', ok({ ended: 1 }));
    const give = () =>
      page.act(passwordReentered({ password: page.tab.secrets.keep('correct horse'), then: actionConfirmed() }));
    return { ...page, give };
  }

  it('the right password completes it, and is not stored', async () => {
    const { tab, give, notices, sentTo } = await refusedAt(ok(FACTORS));
    await give();
    await give();
    expect(sentTo('endOtherSessions')).toHaveLength(2);
    expect(notices()).toContain('All other devices have been signed out.');
    expect(tab.secrets.held()).not.toContain('correct horse');
  });

  it('a wrong password shows a message, and nothing is done', async () => {
    const { tab, give, sentTo } = await refusedAt(apiError(400, 'password.incorrect'));
    await give();
    expect(sentTo('endOtherSessions')).toHaveLength(1);
    expect(selectReauthentication(tab.state())).toMatchObject({ busy: false, error: expect.any(String), errorId: 1 });
    expect(selectConfirmation(tab.state())?.needsReauthentication).toBe(true);
    expect(tab.secrets.held()).not.toContain('correct horse');
  });

  it.each([
    ['its dialog', confirmationCancelled()],
    ['its page', navigateRequested({ to: '/vms/dashboard' })],
  ])('a right password whose answer comes after %s was left confirms no other action', async (_, leaving) => {
    const { tab, script, act, after, give, sentTo } = await refusedAt(ok(FACTORS));
    script.respond('factorProof', ok(FACTORS), 5_000);
    await give();
    expect(selectReauthentication(tab.state()).busy).toBe(true);
    await act(leaving);
    await act(confirmationRequested({ action: { kind: 'endSession', id: 's2', name: 'Firefox on Linux' } }));
    await after(10_000);
    expect([sentTo('endOwnSession').length, sentTo('endOtherSessions').length]).toEqual([0, 1]);
    expect(selectConfirmation(tab.state())).toMatchObject({ title: 'Sign Out Device', busy: false });
    expect(selectReauthentication(tab.state())).toMatchObject({ busy: false, error: null });
    expect(tab.secrets.held()).not.toContain('correct horse');
  });

  it('the message about a wrong password ends with its dialog', async () => {
    const { tab, script, act, give } = await refusedAt(apiError(400, 'password.incorrect'));
    await give();
    await act(confirmationCancelled());
    script.respond('endOtherSessions', apiError(403, 'proof.required'));
    await act(confirmationRequested({ action: END_ALL }), actionConfirmed());
    expect(selectConfirmation(tab.state())?.needsReauthentication).toBe(true);
    expect(selectReauthentication(tab.state())).toMatchObject({ busy: false, error: null });
  });
});

it('a list that failed to load shows a message, and retries on request', async () => {
  const { script, act, shown } = await openAt(OWN, { ownSessions: apiError(500, 'server.error') });
  expect(shown()).toMatchObject({ sessions: null, error: expect.stringMatching(/^The devices could not be loaded\./) });
  script.respond('ownSessions', ok([HERE]));
  await act(sessionsReloadRequested());
  expect(shown()).toMatchObject({ sessions: [{ sessionId: 's1' }], error: null });
});

describe('on a user’s page', () => {
  const at = (userId: string, answers: Partial<Record<EndpointName, Reply>> = {}) =>
    openAt(`/vms/admin/users/${userId}/edit`, { userAccount: ok({ ...ACCOUNT, userId }), ...answers });

  it('their devices are shown, and signed out one by one or all together', async () => {
    const { act, shown, sentTo, notices } = await at('u7', {
      endUserSession: ok({ ended: 1 }),
      endUserSessions: ok({ ended: 1 }),
    });
    expect(shown().sessions?.map(({ sessionId }) => sessionId)).toEqual(['s7']);
    const one = { kind: 'endUserSession', id: 's7', userId: 'u7', name: 'Firefox on Linux' } as const;
    await act(confirmationRequested({ action: one }));
    await act(actionConfirmed());
    await act(confirmationRequested({ action: { kind: 'endUserSessions', id: 'u7', name: 'Robin Lee' } }));
    await act(actionConfirmed());
    expect(sentTo('endUserSession').map(({ params }) => params)).toEqual([{ userId: 'u7', sessionId: 's7' }]);
    expect(sentTo('endUserSessions').map(({ params }) => params)).toEqual([{ userId: 'u7' }]);
    expect(sentTo('userSessions')).toHaveLength(3);
    expect(notices()).toContain('Robin Lee has been signed out everywhere.');
  });

  it('the user’s own are not shown: they are in the profile', async () => {
    const { sentTo } = await at(USER.userId);
    expect(sentTo('userSessions')).toEqual([]);
  });

  it('another page does not show them', async () => {
    const { act, shown } = await at('u7');
    await act(navigateRequested({ to: OWN }));
    expect(shown().sessions?.map(({ sessionId }) => sessionId)).toEqual(['s1', 's2']);
    await act(navigateRequested({ to: '/vms/dashboard' }));
    expect(shown().sessions).toBeNull();
  });
});

it('a pending address change is shown in the profile', async () => {
  const { tab } = await openAt(OWN, { userInfo: ok({ ...ADMIN, emailWaitsUntil: AT }) });
  expect(selectOwnEmailWait(tab.state())).toMatch(/^An administrator has changed the email address of your account\./);
  expect(selectOwnEmailWait((await openAt(OWN)).tab.state())).toBeNull();
});
