/** The forms of administration over a scripted server, in virtual time: the real root saga, machines and reducers. */
import { emailWaitText } from '../../sagas/features/admin/users/users.rules';
import type { EndpointName } from '../../contract/endpoints';
import { selectHasUnsavedWork } from '../../sagas/app/unsavedWork.saga';
import { selectComposeForm, selectUpload } from '../../sagas/features/admin/broadcasts/compose.selectors';
import { documentChosen, documentUploadRetried } from '../../sagas/features/admin/broadcasts/upload.slice';
import {
  confirmationRequested,
  actionConfirmed,
  selectConfirmation,
} from '../../sagas/features/confirmations/confirmations.slice';
import { formChanged, formDiscarded, formRefreshed, formSubmitted } from '../../sagas/features/admin/forms/forms.slice';
import { selectOrganizationForm } from '../../sagas/features/admin/organizations/organizations.rules';
import { selectRoleForm } from '../../sagas/features/admin/roles/roles.rules';
import { selectSsoTest } from '../../sagas/features/admin/sso/sso.rules';
import { ssoTestPressed } from '../../sagas/features/admin/sso/sso.slice';
import { selectUserForm } from '../../sagas/features/admin/users/users.selectors';
import { ACCOUNT, ADMIN, openAdmin, ROLE } from '../support/adminTab';
import { apiError, ok, type Reply } from '../support/scriptedServer';
import { signOutRequested } from '../../sagas/session/session.events';

describe('adding a user', () => {
  const typed = {
    requestId: 'uuid-of-the-form',
    organizationId: 'o1',
    userName: ' robin.lee ',
    userType: 'VMS',
    email: 'robin@meridian.example',
    firstName: 'Robin',
    lastName: 'Lee',
    agencyUserType: '',
    twoFactorEnabled: true,
    roleIds: ['r1'],
  };
  const submit = formSubmitted({ values: typed });

  it('is one call however often it is pressed, says where the password goes, and leads to the list', async () => {
    const { tab, act, bodies, notices } = await openAdmin('/vms/admin/users/add', {
      createUser: ok({ userId: 'u7', version: 1 }),
    });
    const { start } = selectUserForm(tab.state());
    expect([start?.kind, start?.roles, start?.userTypes]).toEqual(['add', [ROLE], ['VMS', 'MSP']]);
    await act(submit, submit);
    expect(bodies('createUser')).toEqual([
      {
        requestId: 'uuid-of-the-form',
        organizationId: 'o1',
        userName: 'robin.lee',
        userType: 'VMS',
        email: 'robin@meridian.example',
        firstName: 'Robin',
        lastName: 'Lee',
        twoFactorEnabled: true,
        roleIds: ['r1'],
      },
    ]);
    expect(notices()).toEqual([
      'Robin Lee has been added. A temporary password is on its way to robin@meridian.example.',
    ]);
    expect(tab.path()).toBe('/vms/admin/users');
    expect(tab.faults).toEqual([]);
  });

  it('keeps what was typed where no answer came, and sends the same request again', async () => {
    const { tab, script, act, bodies } = await openAdmin('/vms/admin/users/add', { createUser: 'unreachable' });
    const { key } = selectUserForm(tab.state());
    await act(formChanged({ key, values: typed }), submit);
    const failed = selectUserForm(tab.state());
    expect([failed.busy, failed.draft, failed.error]).toEqual([
      false,
      typed,
      expect.stringContaining('No answer arrived'),
    ]);
    script.say('createUser', ok({ userId: 'u7', version: 1 }));
    await act(submit);
    expect(bodies('createUser').map((body) => body?.['requestId'])).toEqual(['uuid-of-the-form', 'uuid-of-the-form']);
    expect([selectUserForm(tab.state()).draft, selectHasUnsavedWork(tab.state())]).toEqual([null, false]);
  });

  it('a username that is taken is said at its field', async () => {
    const taken = apiError(409, 'conflict', { errorMessage: 'The username robin.lee is taken in this organization.' });
    const { tab, act } = await openAdmin('/vms/admin/users/add', { createUser: taken });
    await act(submit);
    const form = selectUserForm(tab.state());
    expect([form.userNameTaken, form.error]).toEqual([true, 'The username robin.lee is taken in this organization.']);
  });

  it('what is typed is kept and said when one goes elsewhere, and is there again', async () => {
    const { tab, act, notices, after } = await openAdmin('/vms/admin/users/add');
    await act(formChanged({ key: '/vms/admin/users/add', values: typed }));
    expect(selectHasUnsavedWork(tab.state())).toBe(true);
    tab.goTo('/vms/jobs');
    await after(500);
    expect(notices().join()).toContain('It is kept until you come back to it or sign out.');
    expect(tab.asksToLeave()).toBe(true);
    tab.goTo('/vms/admin/users/add');
    await after(500);
    expect(selectUserForm(tab.state()).draft).toEqual(typed);
  });

  it('the browser asks before it is lost with the tab, and no longer once it is saved, discarded or signed out', async () => {
    const { tab, act } = await openAdmin('/vms/admin/users/add', { createUser: ok({ userId: 'u7', version: 1 }) });
    const { key } = selectUserForm(tab.state());
    const asked = [tab.asksToLeave()];
    for (const action of [
      formChanged({ key, values: typed }),
      formDiscarded({ key }),
      formChanged({ key, values: typed }),
      submit,
      formChanged({ key, values: typed }),
      signOutRequested(),
    ]) {
      await act(action);
      asked.push(tab.asksToLeave());
    }
    expect(asked).toEqual([false, true, false, true, false, true, false]);
  });
});

describe('changing a user', () => {
  it('another change in between is reported, and loaded beside what was typed', async () => {
    const { tab, script, act, bodies } = await openAdmin('/vms/admin/users/u7/edit', {
      updateUser: apiError(409, 'conflict'),
    });
    const { start } = selectUserForm(tab.state());
    const values = { ...start?.values, lastName: 'Leeds' };
    await act(formSubmitted({ values }));
    expect(selectUserForm(tab.state())).toMatchObject({ conflict: true, userNameTaken: false });
    script.say('userAccount', ok({ ...ACCOUNT, email: 'new@meridian.example', version: 4 }));
    script.say('updateUser', ok({ userId: 'u7', version: 5 }));
    await act(formRefreshed());
    expect(selectUserForm(tab.state())).toMatchObject({
      conflict: false,
      meanwhile: ['Email: now new@meridian.example'],
    });
    await act(formSubmitted({ values }));
    expect(bodies('updateUser').map((body) => body?.['version'])).toEqual([3, 4]);
  });

  it('deactivating asks first, happens once, and shows the new state', async () => {
    const { tab, script, act, sentTo, notices } = await openAdmin('/vms/admin/users/u7/edit', {
      deactivateUser: ok({ userId: 'u7', version: 4 }),
    });
    await act(confirmationRequested({ action: { kind: 'deactivateUser', id: 'u7', name: 'Robin Lee' } }));
    expect([selectConfirmation(tab.state())?.title, sentTo('deactivateUser').length]).toEqual(['Deactivate User', 0]);
    script.say('userAccount', ok({ ...ACCOUNT, disabled: true, version: 4 }));
    await act(actionConfirmed(), actionConfirmed());
    expect([selectConfirmation(tab.state()), sentTo('deactivateUser').length]).toEqual([null, 1]);
    expect(selectUserForm(tab.state()).start?.account?.disabled).toBe(true);
    expect(notices()).toContain('Robin Lee has been deactivated.');
  });

  it('unlocking the sign-in asks first and is said', async () => {
    const { act, sentTo, notices } = await openAdmin('/vms/admin/users/u7/edit', {
      unlockUser: ok({ userId: 'u7', version: 3 }),
    });
    await act(confirmationRequested({ action: { kind: 'unlockUser', id: 'u7', name: 'Robin Lee' } }));
    expect(sentTo('unlockUser')).toEqual([]);
    await act(actionConfirmed());
    expect(sentTo('unlockUser').map(({ params }) => params)).toEqual([{ userId: 'u7' }]);
    expect(notices()).toContain('Robin Lee can try to sign in again.');
  });

  it('resetting the second factors asks first, and says how the person signs in then', async () => {
    const { act, sentTo, notices } = await openAdmin('/vms/admin/users/u7/edit', {
      resetUserFactors: ok({ userId: 'u7', version: 3 }),
    });
    await act(confirmationRequested({ action: { kind: 'resetUserFactors', id: 'u7', name: 'Robin Lee' } }));
    expect(sentTo('resetUserFactors')).toEqual([]);
    await act(actionConfirmed());
    expect(sentTo('resetUserFactors').map(({ params }) => params)).toEqual([{ userId: 'u7' }]);
    expect(notices()).toContain(
      'Robin Lee signs in with the password, and with a code by mail where a second factor is needed.',
    );
  });

  describe('a changed address that waits', () => {
    const emailWaits = { previous: 'old@meridian.example', until: '2026-11-24T16:10:00.000Z' };

    it('is said with what ends the wait, and only an owner can confirm it', async () => {
      const { tab } = await openAdmin('/vms/admin/users/u7/edit', { userAccount: ok({ ...ACCOUNT, emailWaits }) });
      const { start } = selectUserForm(tab.state());
      expect(start?.mayConfirmEmail).toBe(false);
      expect(start?.account && emailWaitText(start.account)).toMatch(
        /^The address was changed from old@meridian\.example\. No password is mailed to \S+ before .+, unless an owner confirms/,
      );
    });

    it('is confirmed after a question', async () => {
      const { act, sentTo, notices } = await openAdmin('/vms/admin/users/u7/edit', {
        userAccount: ok({ ...ACCOUNT, emailWaits }),
        confirmEmail: ok({ userId: 'u7' }),
      });
      await act(confirmationRequested({ action: { kind: 'confirmEmail', id: 'u7', name: 'Robin Lee' } }));
      expect(sentTo('confirmEmail')).toEqual([]);
      await act(actionConfirmed());
      expect(sentTo('confirmEmail').map(({ params }) => params)).toEqual([{ userId: 'u7' }]);
      expect(notices()).toContain('The address of Robin Lee has been confirmed.');
    });
  });

  it('a user who is not there is said, with the way to try again', async () => {
    const { tab } = await openAdmin('/vms/admin/users/u8/edit', { userAccount: apiError(404, 'not.found') });
    expect(selectUserForm(tab.state())).toMatchObject({ start: null, error: 'Server says not.found.' });
  });
});

it('saving a role says how many people were notified', async () => {
  const role = { roleId: 'r1', name: 'Analyst', version: 2, groups: [], members: [] };
  const { tab, act, bodies, notices } = await openAdmin('/vms/admin/roles/r1/edit', {
    role: ok(role),
    updateRole: ok({ version: 3, notified: 12 }),
  });
  expect(selectRoleForm(tab.state()).start?.values).toEqual({ name: 'Analyst', permissions: [] });
  await act(formSubmitted({ values: { name: 'Analyst', permissions: ['JOB_VIEW'] } }));
  expect(bodies('updateRole')).toEqual([{ permissions: ['JOB_VIEW'], version: 2 }]);
  expect(notices()).toEqual(['The role Analyst has been saved. 12 people were notified.']);
});

describe('writing a broadcast', () => {
  const kept = { broadcastDocumentId: 'd1', fileName: 'News.pdf', mediaType: 'application/pdf', size: 3 };
  const open = (answers: Partial<Record<EndpointName, Reply>> = {}) =>
    openAdmin('/vms/admin/broadcasts/add', { broadcastAudience: ok({ types: [], organizations: [] }), ...answers });
  const valuesIn = (tab: Awaited<ReturnType<typeof open>>['tab'], facts: object) => ({
    ...selectComposeForm(tab.state()).start?.values,
    subject: 'Closing time',
    message: 'On Friday.',
    organizationTypes: ['CLIENT'],
    ...facts,
  });

  it('its document goes ahead of it, and along with it', async () => {
    const { tab, act, bodies } = await open({
      uploadBroadcastDocument: ok(kept),
      createBroadcast: ok({ entityId: 'b1', status: 'SENT', recipients: 1 }),
    });
    const file = tab.files.keep(new Blob(['%PDF-1.7']));
    await act(documentChosen({ file, fileName: 'News', size: 8 }));
    expect(selectUpload(tab.state())).toMatchObject({ fileName: 'News.pdf', isKept: true, isPdf: true });
    await act(formSubmitted({ values: valuesIn(tab, {}) }));
    expect(bodies('createBroadcast')).toMatchObject([{ template: '<p>On Friday.</p>', broadcastDocumentId: 'd1' }]);
    expect([tab.path(), selectUpload(tab.state()), tab.files.open(file)]).toEqual([
      '/vms/admin/broadcasts/b1',
      null,
      undefined,
    ]);
    expect(tab.faults).toEqual([]);
  });

  it('a document that is too large is not sent; one that did not arrive can be tried again', async () => {
    const { tab, script, act, sentTo } = await open({ uploadBroadcastDocument: 'unreachable' });
    const choose = (size: number) => documentChosen({ file: tab.files.keep(new Blob(['x'])), fileName: 'a.pdf', size });
    await act(choose(11 * 1024 * 1024));
    expect(selectUpload(tab.state())?.error).toBe('This file has 11.0 MB. Please choose one of at most 10 MB.');
    expect(sentTo('uploadBroadcastDocument')).toEqual([]);
    await act(choose(1_000));
    expect(selectUpload(tab.state())).toMatchObject({ canRetry: true, isKept: false });
    await act(formSubmitted({ values: valuesIn(tab, {}) }));
    expect([sentTo('createBroadcast').length, selectComposeForm(tab.state()).error]).toEqual([
      0,
      'The document is not on the server yet. Please wait for it, try it again, or remove it.',
    ]);
    script.say('uploadBroadcastDocument', ok(kept));
    await act(documentUploadRetried());
    expect(selectUpload(tab.state())?.isKept).toBe(true);
    // Of both files that were chosen only the last is held.
    expect(tab.files.count()).toBe(1);
  });

  it('a time that has passed is not sent at once instead', async () => {
    const { tab, act, sentTo } = await open();
    await act(formSubmitted({ values: valuesIn(tab, { when: 'later', sendAt: '2001-01-01T10:00', zone: 'UTC' }) }));
    expect(sentTo('createBroadcast')).toEqual([]);
    expect(selectComposeForm(tab.state()).error).toMatch(/^The time to send it has passed/);
  });
});

describe('an organization', () => {
  const OWNER = ok({ ...ADMIN, userType: 'OWNER', organizationType: 'OWNER' });
  const LAKE = {
    organizationId: 'o7',
    type: 'CLIENT',
    applicationType: 'CLIENT',
    program: 'Meridian',
    people: 3,
    signedIn: 1,
    disabled: false,
    version: 4,
    limits: { idleMinutes: 30, sessionHours: 12 },
    code: 'LAKE',
    name: 'Lake Hospital',
    theme: 'plum',
    logo: null,
    supportEmail: '',
    supportPhone: '',
    discloseAccountState: false,
    twoFactorRequired: false,
    mailedCodes: true,
    rememberDevices: false,
    timesheetV2Enabled: true,
    prnOrganization: false,
    idleMinutes: null,
    sessionHours: 8,
  };

  it('is added by one call, with nothing that its type has no use for', async () => {
    const { tab, act, bodies, notices } = await openAdmin('/owner/admin/organizations/add', {
      userInfo: OWNER,
      organizationChoices: ok({ programs: [], limits: LAKE.limits }),
      createOrganization: ok({ organizationId: 'o8', version: 1 }),
    });
    const { start } = selectOrganizationForm(tab.state());
    const values = { ...start?.values, code: ' north ', name: ' North ', city: 'Reno', email: 'fay@north.example' };
    const submit = formSubmitted({ values });
    await act(submit, submit);
    expect(bodies('createOrganization')).toMatchObject([
      { type: 'VMS', program: null, place: null, code: 'north', name: 'North', idleMinutes: null, mailedCodes: true },
    ]);
    expect(notices()).toEqual(['North has been added. A temporary password is on its way to fay@north.example.']);
    expect(tab.path()).toBe('/owner/admin/organizations');
    expect(tab.faults).toEqual([]);
  });

  it('that somebody else changed is fetched beside what was typed, which is sent with the newer version', async () => {
    const who = 'This was not saved, because it was changed by Olivia Grant (owner.admin) since you opened it.';
    const { tab, script, act, bodies } = await openAdmin('/owner/admin/organizations/o7/edit', {
      userInfo: OWNER,
      organization: ok(LAKE),
      updateOrganization: apiError(409, 'conflict', { errorMessage: who }),
    });
    const values = { ...selectOrganizationForm(tab.state()).start?.values, idleMinutes: '10' };
    await act(formSubmitted({ values }));
    expect(selectOrganizationForm(tab.state())).toMatchObject({ conflict: true, error: who, codeRefused: false });
    script.say('organization', ok({ ...LAKE, supportPhone: '555-0199', sessionHours: null, version: 5 }));
    script.say('updateOrganization', apiError(400, 'organization.code.refused'));
    await act(formRefreshed());
    expect(selectOrganizationForm(tab.state()).meanwhile).toEqual([
      'Support phone: now 555-0199',
      'Hours in any case: now empty',
    ]);
    await act(formSubmitted({ values }));
    expect(selectOrganizationForm(tab.state()).codeRefused).toBe(true);
    expect(bodies('updateOrganization')).toMatchObject([
      { version: 4, idleMinutes: 10, sessionHours: 8 },
      { version: 5, idleMinutes: 10 },
    ]);
  });

  it('is deactivated after a question that says what follows, and shown as it is then', async () => {
    const { tab, script, act, sentTo, notices } = await openAdmin('/owner/admin/organizations/o7/edit', {
      userInfo: OWNER,
      organization: ok(LAKE),
      deactivateOrganization: ok({ organizationId: 'o7', version: 5 }),
    });
    await act(confirmationRequested({ action: { kind: 'deactivateOrganization', id: 'o7', name: 'Lake Hospital' } }));
    expect(selectConfirmation(tab.state())?.question).toMatch(/signed out at once.+nobody there can sign in again/);
    script.say('organization', ok({ ...LAKE, disabled: true, version: 5 }));
    await act(actionConfirmed(), actionConfirmed());
    expect(sentTo('deactivateOrganization')).toHaveLength(1);
    expect(notices()).toEqual(['Lake Hospital has been deactivated.']);
    expect(selectOrganizationForm(tab.state()).start?.organization?.disabled).toBe(true);
  });
});

describe('single sign-on', () => {
  const STORED = {
    organizationId: 'o1',
    code: 'MERIDIAN',
    name: 'Meridian',
    version: 2,
    provider: null,
    linked: 0,
    redirectUri: 'https://vms.example/login/oauth2/code/ats',
    start: 'https://vms.example/MERIDIAN/auth/sso/',
  };
  const typed = { registration: 'main', issuer: ' https://login.example ', client: 'vms', scopes: 'openid  email' };
  const path = '/vms/admin/single-sign-on/o1/edit';

  it('is tested as it is typed: a later test cancels the one before, and other addresses have no result', async () => {
    const { tab, script, act, bodies, after } = await openAdmin(path, { ssoProvider: ok(STORED) });
    const failing = { step: 'metadata', ok: false, says: 'The metadata cannot be used.' };
    script.say('testSsoProvider', ok({ steps: [failing] }), 300);
    const of = (issuer: string) => selectSsoTest(tab.state(), { issuer, client: 'vms' });
    tab.store.dispatch(ssoTestPressed({ organizationId: 'o1', issuer: 'https://old.example', client: 'vms' }));
    await after(100);
    script.say('testSsoProvider', ok({ steps: [{ step: 'metadata', ok: true, says: 'found' }] }));
    await act(ssoTestPressed({ organizationId: 'o1', issuer: 'https://login.example', client: 'vms' }));
    expect(bodies('testSsoProvider')).toHaveLength(2);
    expect(of(' https://login.example ')).toMatchObject({ ok: true, busy: false });
    expect(of('https://old.example')).toMatchObject({ steps: [], outcome: null });
    script.say('testSsoProvider', 'unreachable');
    await act(ssoTestPressed({ organizationId: 'o1', issuer: 'https://login.example', client: 'vms' }));
    expect(of('https://login.example')).toMatchObject({
      ok: false,
      outcome: expect.stringMatching(/^The server cannot/),
    });
  });

  it('is saved with the version it was loaded with, and leads to the list', async () => {
    const { tab, act, bodies, notices } = await openAdmin(path, {
      ssoProvider: ok(STORED),
      saveSsoProvider: ok({ organizationId: 'o1', version: 3 }),
    });
    await act(formSubmitted({ values: { ...typed, linkByEmail: true } }));
    expect(bodies('saveSsoProvider')).toEqual([
      { ...typed, version: 2, issuer: 'https://login.example', scopes: 'openid email', linkByEmail: true },
    ]);
    expect(notices()).toEqual(['People of Meridian can sign in with their identity provider.']);
    expect(tab.path()).toBe('/vms/admin/single-sign-on');
    expect(tab.faults).toEqual([]);
  });

  it('is switched off, and a person is unlinked, after a question', async () => {
    const { act, sentTo } = await openAdmin(path, {
      ssoProvider: ok(STORED),
      switchOffSso: ok({ organizationId: 'o1', version: 3 }),
      unlinkIdentity: ok({ userId: 'u7', version: 3 }),
    });
    for (const action of [
      { kind: 'switchOffSso', id: 'o1', name: 'Meridian' },
      { kind: 'unlinkIdentity', id: 'i1', userId: 'u7', name: 'Robin Lee at https://login.example' },
    ] as const) {
      await act(confirmationRequested({ action }));
      await act(actionConfirmed());
    }
    expect(sentTo('switchOffSso').map(({ params }) => params)).toEqual([{ organizationId: 'o1' }]);
    expect(sentTo('unlinkIdentity').map(({ params }) => params)).toEqual([{ userId: 'u7', identityId: 'i1' }]);
  });
});
