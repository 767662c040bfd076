/** The shell's sagas with a scripted server, in virtual time: the real root saga, machines and reducers. */
import { noticeShown, noticesHeld, noticesReleased } from '../../sagas/base/notices/notices.slice';
import { selectChangePassword } from '../../sagas/features/changePassword/changePassword.selectors';
import {
  changePasswordCancelled,
  changePasswordOpened,
  changePasswordSubmitted,
  selectChangePasswordOpen,
} from '../../sagas/features/changePassword/changePassword.slice';
import { selectClientChooser } from '../../sagas/navigation/location/clients.selectors';
import { clientChosen } from '../../sagas/navigation/location/clients.slice';
import { selectClientId } from '../../sagas/navigation/location/location.selectors';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { preferencesOpened, selectPreferencesOpen } from '../../sagas/features/preferences/preferences.slice';
import { callEndedSession, callRefused, signOutRequested } from '../../sagas/session/session.events';
import { signInSubmitted } from '../../sagas/session/signIn/signIn.intents';
import { selectIsActive } from '../../sagas/session/session.selectors';
import { FACILITY, inShell, json, refused } from '../support/inShell';
import { PERMISSIONS } from '../../contract/base/permissions';
import { nearestPage } from '../../sagas/navigation/routes/resolve';
import { USER } from '../support/user';
import { browserOnline } from '../../sagas/base/pageSignals.saga';
import { selectLogo } from '../../sagas/app/branding';

describe('the first screen', () => {
  it('is the given address', async () => {
    const { tab } = await inShell({ at: '/vms/compliance/viewAll' });
    expect([tab.path(), tab.faults]).toEqual(['/vms/compliance/viewAll', []]);
  });

  it('is the address requested before the sign-in, once', async () => {
    const { tab } = await inShell({ at: '/', wanted: '/vms/jobs/submissions?page=3' });
    expect([tab.path(), tab.state().location?.search]).toEqual(['/vms/jobs/submissions', '?page=3']);
  });

  it.each([
    ['/vms/compliance', '/vms/compliance/viewAll'],
    ['/vms/admin', '/vms/admin/users'],
  ])('may be the address of a section, %s, which leads to its first page', async (wanted, leadsTo) => {
    const { tab } = await inShell({ at: '/', wanted });
    expect(tab.path()).toBe(leadsTo);
  });

  it.each(['/supplier/users', '/nowhere', '//evil.example', 'https://evil.example', 'javascript:alert(1)'])(
    'is not %s if the user may not open it',
    async (wanted) => {
      const { tab } = await inShell({ at: '/', wanted });
      expect(tab.path()).toBe('/vms/dashboard');
    },
  );
});

describe('the guard', () => {
  it('leads users without the permission to the unauthorized page', async () => {
    const { tab } = await inShell({ at: '/supplier/users' });
    expect(tab.path()).toBe('/unauthorized');
  });

  it('signs out from an unknown address, and shows why', async () => {
    const { tab, reason } = await inShell({ at: '/nowhere' });
    expect([selectIsActive(tab.state()), reason()]).toEqual([false, 'invalid_url']);
  });

  it('does the same for an address typed later', async () => {
    const { tab, clock, reason } = await inShell();
    tab.goTo('/vms/nowhere');
    await clock.advance(50);
    expect([selectIsActive(tab.state()), reason()]).toEqual([false, 'invalid_url']);
  });

  it('warns if the server refuses, and leaves the page', async () => {
    const { tab, dispatch, notices } = await inShell();
    await dispatch(callRefused());
    expect([tab.path(), notices()]).toEqual(['/unauthorized', ['Unauthorized access.']]);
  });

  it('a second refused call still leads back to the page when it is granted again', async () => {
    const first = await inShell({ at: '/vms/jobs/submissions' });
    await first.dispatch(callRefused());
    await first.dispatch(callRefused());
    const takenPage = first.browser.storage.get('takenPage') ?? '';
    const open = await inShell({ at: '/unauthorized', stored: { takenPage } });
    expect([open.tab.path(), open.notices()]).toEqual([
      '/vms/jobs/submissions',
      ['You may open this page again, so you are back on it.'],
    ]);
  });

  it('leads from a revoked page to the nearest one, and back when it is granted again', async () => {
    const permissions = PERMISSIONS.filter((each) => each !== 'MENU_JOB' && each !== 'MENU_SUBMISSIONS');
    const at = '/vms/jobs/submissions?q=nurse';
    const lost = await inShell({ at, user: { permissions }, tab: { wasReloaded: true } });
    expect([lost.tab.path(), lost.notices()]).toEqual([
      '/vms/dashboard',
      [expect.stringContaining('may no longer open the page')],
    ]);
    const takenPage = lost.browser.storage.get('takenPage') ?? '';
    const still = await inShell({ at: '/vms/dashboard', user: { permissions }, stored: { takenPage } });
    expect([still.tab.path(), still.notices()]).toEqual(['/vms/dashboard', []]);
    const back = await inShell({ at: '/vms/dashboard', stored: { takenPage } });
    expect([back.tab.path(), back.tab.state().location?.search, back.browser.storage.has('takenPage')]).toEqual([
      '/vms/jobs/submissions',
      '?q=nurse',
      false,
    ]);
    const elsewhere = await inShell({ at: '/vms/compliance/viewAll', stored: { takenPage } });
    expect(elsewhere.tab.path()).toBe('/vms/compliance/viewAll');
  });

  it('leads nobody back to the page that was revoked in a session that has ended', async () => {
    const permissions = PERMISSIONS.filter((each) => each !== 'MENU_JOB' && each !== 'MENU_SUBMISSIONS');
    const at = '/vms/jobs/submissions?q=nurse';
    const lost = await inShell({ at, user: { permissions }, tab: { wasReloaded: true } });
    expect(lost.browser.storage.has('takenPage')).toBe(true);
    await lost.dispatch(signOutRequested());
    expect([selectIsActive(lost.tab.state()), lost.browser.storage.has('takenPage')]).toEqual([false, false]);
  });

  it('does not bring back users who have left the page', async () => {
    const takenPage = '/vms/dashboard /vms/users';
    const { browser, dispatch } = await inShell({ at: '/vms/dashboard', stored: { takenPage } });
    expect(browser.storage.has('takenPage')).toBe(true);
    await dispatch(navigateRequested({ to: '/vms/jobs/submissions' }));
    expect(browser.storage.has('takenPage')).toBe(false);
  });

  it('if the server refused a page, a reload leads to the nearest one, or back if it is open again', async () => {
    const first = await inShell({ at: '/vms/jobs/submissions' });
    await first.dispatch(callRefused());
    const takenPage = first.browser.storage.get('takenPage') ?? '';
    const open = await inShell({ at: '/unauthorized', stored: { takenPage } });
    expect(open.tab.path()).toBe('/vms/jobs/submissions');
    const permissions = PERMISSIONS.filter((each) => each !== 'MENU_SUBMISSIONS' && each !== 'MENU_JOB');
    const closed = await inShell({ at: '/unauthorized', user: { permissions }, stored: { takenPage } });
    expect(closed.tab.path()).toBe('/vms/dashboard');
  });

  it.each([
    ['/vms/jobs/0b8f3f0e-52d6-4c3c-9f0d-1f2d3c4b5a69', '/vms/jobs'],
    ['/vms/compliance/filesdues', '/vms/compliance'],
    ['/vms/nowhere', '/vms/dashboard'],
  ])('the nearest page to %s is below %s', (from, below) => {
    expect(nearestPage({ ...USER, permissions: [...PERMISSIONS] }, from)?.startsWith(below)).toBe(true);
  });

  it('there is no nearest page for a user who may open nothing', () => {
    expect(nearestPage({ ...USER, permissions: [] }, '/vms/jobs/list')).toBeNull();
  });

  it('adds one history entry for two clicks on the same link', async () => {
    const { tab, dispatch } = await inShell();
    await dispatch(navigateRequested({ to: '/vms/jobs/submissions' }));
    await dispatch(navigateRequested({ to: '/vms/jobs/submissions' }));
    expect([tab.path(), tab.state().arrivedBy]).toEqual(['/vms/jobs/submissions', 'replace']);
  });
});

describe('notices', () => {
  const at = async () => {
    const shell = await inShell();
    await shell.dispatch(noticeShown({ tone: 'info', text: 'Done.' }), 0);
    return shell;
  };

  it('close after five seconds', async () => {
    const { clock, notices } = await at();
    await clock.advance(4_999);
    expect(notices()).toEqual(['Done.']);
    await clock.advance(1);
    expect(notices()).toEqual([]);
  });

  it('pause under the pointer or the focus, and then continue with the remaining time', async () => {
    const { clock, dispatch, notices } = await at();
    await clock.advance(4_000);
    await dispatch(noticesHeld(), 60_000);
    expect(notices()).toEqual(['Done.']);
    await dispatch(noticesReleased(), 999);
    expect(notices()).toEqual(['Done.']);
    await clock.advance(1);
    expect(notices()).toEqual([]);
  });

  it('are at most three, and equal texts show once', async () => {
    const { dispatch, notices } = await at();
    for (const text of ['One.', 'Two.', 'Three.', 'Two.']) await dispatch(noticeShown({ tone: 'info', text }), 0);
    expect(notices()).toEqual(['One.', 'Three.', 'Two.']);
  });

  describe('that can be undone', () => {
    const undoing = (type: string, undoes?: string, text = 'Done.') =>
      noticeShown({ tone: 'positive', text, undo: { type }, ...(undoes !== undefined && { undoes }) });
    const atNotices = async () => {
      const { tab, dispatch } = await at();
      return {
        show: (notice: ReturnType<typeof noticeShown>) => dispatch(notice, 0),
        shown: () => tab.state().notices?.shown.map(({ text, undo }) => [text, undo?.type]),
      };
    };

    it('give way to the same text, so that no earlier undo discards a later change', async () => {
      const { show, shown } = await atNotices();
      await show(undoing('first'));
      await show(undoing('second'));
      expect(shown()).toEqual([['Done.', 'second']]);
    });

    it('stay beside the same text about something else, with or without an undo', async () => {
      const { show, shown } = await atNotices();
      await show(undoing('first', 'a'));
      await show(undoing('second', 'b'));
      await show(noticeShown({ tone: 'info', text: 'Done.' }));
      await show(noticeShown({ tone: 'info', text: 'Done.' }));
      expect(shown()).toEqual([
        ['Done.', 'first'],
        ['Done.', 'second'],
        ['Done.', undefined],
      ]);
    });

    it('give way to another text about the same', async () => {
      const { show, shown } = await atNotices();
      await show(undoing('first', 'a', 'It is blue.'));
      await show(undoing('second', 'a', 'It is green.'));
      expect(shown()?.slice(-2)).toEqual([
        ['Done.', undefined],
        ['It is green.', 'second'],
      ]);
    });
  });
});

describe('the branding of the organization', () => {
  it('is used while signed in, and the host’s branding is restored afterwards', async () => {
    const { tab, dispatch } = await inShell();
    expect(tab.brands).toEqual(['plum']);
    expect(selectLogo(tab.state())).toBe('<file:1>');
    await dispatch(signOutRequested());
    expect(tab.brands).toEqual(['plum', 'default']);
    expect(selectLogo(tab.state())).toBeNull();
  });

  it.each([
    ['unreachable', 'unreachable'],
    ['refused', refused('not.found', 'No.', 404)],
    ['nonsense', json({ theme: 'url(javascript:alert(1))' })],
  ] as const)('stays the host’s if the answer is %s', async (_, answer) => {
    const { tab } = await inShell({ answers: { organizationTheme: answer, organizationLogo: answer } });
    expect(tab.brands.filter((brand) => brand !== 'default')).toEqual([]);
    expect([selectLogo(tab.state()), tab.faults]).toEqual([null, []]);
  });
});

describe('branding that is loaded late', () => {
  const late = (failures: number) => {
    let requests = 0;
    return () => (++requests > failures ? json({ theme: 'plum' }) : ('unreachable' as const));
  };

  it('is requested again, with increasing waits', async () => {
    const { tab, clock, calls } = await inShell({ answers: { organizationTheme: late(3) } });
    expect(calls('organizationTheme')).toBe(1);
    await clock.advance(2_000);
    expect(calls('organizationTheme')).toBe(2);
    await clock.advance(3_400);
    expect(calls('organizationTheme')).toBe(2);
    await clock.advance(9_000);
    expect([calls('organizationTheme'), tab.brands]).toEqual([4, ['plum']]);
  });

  it('is requested immediately when the network is back, and not after sign-out', async () => {
    const { tab, clock, dispatch, calls } = await inShell({ answers: { organizationTheme: 'unreachable' } });
    await dispatch(browserOnline());
    expect(calls('organizationTheme')).toBe(2);
    await dispatch(signOutRequested());
    await clock.advance(300_000);
    expect([calls('organizationTheme'), tab.brands]).toEqual([2, ['default']]);
  });
});

describe('the facility dropdown', () => {
  it('writes the choice into the address, without a history entry and from the first page', async () => {
    const { tab, dispatch } = await inShell({ at: '/vms/jobs?page=4&q=nurse' });
    await dispatch(clientChosen({ clientId: FACILITY }));
    expect(tab.state().location?.search).toBe(`?q=nurse&clientId=${FACILITY}`);
    expect(tab.state().arrivedBy).toBe('replace');
    await dispatch(clientChosen({ clientId: null }));
    expect(tab.state().location?.search).toBe('?q=nurse');
  });

  it('takes an id in upper case from a link, and writes it as the server does', async () => {
    const id = 'ABCDEF01-0000-4000-8000-00000000000F';
    const { tab } = await inShell({ at: `/vms/jobs?clientId=${id}` });
    expect(selectClientId(tab.state())).toBe(id.toLowerCase());
  });

  it('shows a message if its choices failed to load', async () => {
    const { tab } = await inShell({ answers: { clientChoices: 'unreachable' } });
    expect(selectClientChooser(tab.state())).toMatchObject({ status: 'failed' });
  });

  it.each(['AGENCY', 'OWNER', 'CLIENT'] as const)('requests nothing if there is none: %s', async (userType) => {
    const { calls } = await inShell({ user: { userType }, at: '/' });
    expect(calls('clientChoices')).toBe(0);
  });
});

describe('Change Password', () => {
  const passwords = (tab: Awaited<ReturnType<typeof inShell>>['tab']) => ({
    oldPassword: tab.secrets.keep('old-pass'),
    newPassword: tab.secrets.keep('new-pass'),
  });

  it('saves, confirms it, and signs out a second later with the reason', async () => {
    const { tab, clock, dispatch, notices, reason } = await inShell();
    await dispatch(changePasswordOpened());
    await dispatch(changePasswordSubmitted(passwords(tab)));
    expect(tab.sent.find(({ endpoint }) => endpoint === 'passwordChange')).toBeTruthy();
    expect(selectChangePassword(tab.state())).toMatchObject({ saved: true, error: null });
    expect(notices()).toEqual(['Password has been updated successfully.']);
    await clock.advance(900);
    expect(selectIsActive(tab.state())).toBe(true);
    await clock.advance(100);
    expect([selectIsActive(tab.state()), reason()]).toEqual([false, 'password_changed']);
    expect(selectChangePasswordOpen(tab.state())).toBe(false);
  });

  it('sends once for any number of clicks, and keeps no password afterwards', async () => {
    const { tab, dispatch, calls } = await inShell();
    await dispatch(changePasswordOpened());
    await dispatch(changePasswordSubmitted(passwords(tab)), 0);
    await dispatch(changePasswordSubmitted(passwords(tab)), 0);
    await dispatch(changePasswordCancelled());
    expect(calls('passwordChange')).toBe(1);
    expect(tab.secrets.held().filter((value) => /pass/.test(value))).toEqual([]);
  });

  it.each([
    [
      'the server’s own words',
      refused('password.incorrect', 'The old password is not correct. Please try again.'),
      'The old password is not correct. Please try again.',
    ],
    ['of unknown result, without an answer', 'unreachable' as const, /^No answer arrived/],
    ['of unknown result, with the answer of a proxy', json({ message: 'Bad gateway' }, 502), /^No answer arrived/],
    [
      'that the server is too busy',
      json({ errorCode: 'service.unavailable', errorMessage: 'Please try again.' }, 503),
      /^The service is busy at the moment\./,
    ],
  ])('shows %s, and can be retried', async (_, answer, sentence) => {
    let failing = true;
    const { tab, dispatch } = await inShell({ answers: { passwordChange: () => (failing ? answer : json({})) } });
    await dispatch(changePasswordOpened());
    await dispatch(changePasswordSubmitted(passwords(tab)));
    expect(selectChangePassword(tab.state()).error).toMatch(sentence);
    failing = false;
    await dispatch(changePasswordSubmitted(passwords(tab)));
    expect(selectChangePassword(tab.state())).toMatchObject({ saved: true, error: null });
  });

  it('begins empty each time, and is closed for the next user', async () => {
    const { tab, dispatch } = await inShell({ answers: { passwordChange: refused('password.policy', 'No.') } });
    await dispatch(changePasswordOpened());
    await dispatch(changePasswordSubmitted(passwords(tab)));
    await dispatch(changePasswordCancelled());
    await dispatch(changePasswordOpened());
    expect(selectChangePassword(tab.state()).error).toBeNull();
    await dispatch(signOutRequested());
    expect(selectChangePasswordOpen(tab.state())).toBe(false);
  });
});

describe('a dialog that is open when the session ends', () => {
  const open = async () => {
    const shell = await inShell({ answers: { twoFactorCheck: json({ required: false }) } });
    await shell.dispatch(preferencesOpened());
    expect(selectPreferencesOpen(shell.tab.state())).toBe(true);
    await shell.dispatch(callEndedSession({ reason: 'expired' }));
    return shell;
  };

  it('leaves nothing of its machine in the store', async () => {
    const { tab } = await open();
    expect([selectIsActive(tab.state()), Object.keys(tab.state().machines).sort()]).toEqual([
      false,
      ['session', 'signIn'],
    ]);
  });

  it('is closed for the next user of the page, who can open it', async () => {
    const { tab, dispatch } = await open();
    const password = tab.secrets.keep('secret-9');
    await dispatch(signInSubmitted({ userName: USER.userName, organizationCode: 'MERIDIAN', password }), 500);
    expect([selectIsActive(tab.state()), selectPreferencesOpen(tab.state())]).toEqual([true, false]);
    await dispatch(preferencesOpened());
    expect(selectPreferencesOpen(tab.state())).toBe(true);
  });
});
