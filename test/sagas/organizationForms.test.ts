/** The forms of roles, organizations and single sign-on with a scripted server, in virtual time. */
import {
  confirmationRequested,
  actionConfirmed,
  selectConfirmation,
} from '../../sagas/features/confirmations/confirmations.slice';
import { formRefreshed, formSubmitted } from '../../sagas/features/admin/forms/forms.slice';
import { selectOrganizationForm } from '../../sagas/features/admin/organizations/organizations.rules';
import { selectRoleForm } from '../../sagas/features/admin/roles/roles.rules';
import { selectSsoForm, selectSsoTest } from '../../sagas/features/admin/sso/sso.rules';
import { ssoTestPressed } from '../../sagas/features/admin/sso/sso.slice';
import { ADMIN, openAdmin } from '../support/adminTab';
import { apiError, ok } from '../support/scriptedServer';

it('saving a role shows how many people were notified', async () => {
  const role = { roleId: 'r1', name: 'Analyst', version: 2, groups: [], members: [] };
  const { tab, act, bodies, notices } = await openAdmin('/vms/admin/roles/r1/edit', {
    role: ok(role),
    updateRole: ok({ version: 3, notified: 12 }),
  });
  expect(selectRoleForm(tab.state()).loaded?.values).toEqual({ name: 'Analyst', permissions: [] });
  await act(formSubmitted({ values: { name: 'Analyst', permissions: ['JOB_VIEW'] } }));
  expect(bodies('updateRole')).toEqual([{ permissions: ['JOB_VIEW'], version: 2 }]);
  expect(notices()).toEqual(['The role Analyst has been saved. 12 people were notified.']);
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

  it('is added by one call, without fields that its type does not use', async () => {
    const { tab, act, bodies, notices } = await openAdmin('/owner/admin/organizations/add', {
      userInfo: OWNER,
      organizationChoices: ok({ programs: [], limits: LAKE.limits }),
      createOrganization: ok({ organizationId: 'o8', version: 1 }),
    });
    const { loaded } = selectOrganizationForm(tab.state());
    const values = { ...loaded?.values, code: ' north ', name: ' North ', city: 'Reno', email: 'fay@north.example' };
    const submit = formSubmitted({ values });
    await act(submit, submit);
    expect(bodies('createOrganization')).toMatchObject([
      { type: 'VMS', program: null, place: null, code: 'north', name: 'North', idleMinutes: null, mailedCodes: true },
    ]);
    expect(notices()).toEqual(['North has been added. A temporary password is on its way to fay@north.example.']);
    expect(tab.path()).toBe('/owner/admin/organizations');
    expect(tab.faults).toEqual([]);
  });

  it('that was added already, with other values, is reported without offering a newer version', async () => {
    const added =
      'This organization was already added as Lake (LAKE), with fay@lake.example as its first administrator.';
    const { tab, act } = await openAdmin('/owner/admin/organizations/add', {
      userInfo: OWNER,
      organizationChoices: ok({ programs: [], limits: LAKE.limits }),
      createOrganization: apiError(409, 'conflict', { errorMessage: added }),
    });
    const { loaded } = selectOrganizationForm(tab.state());
    await act(formSubmitted({ values: { ...loaded?.values, name: 'Lake' } }));
    expect(selectOrganizationForm(tab.state())).toMatchObject({ conflict: false, error: added, codeRefused: false });
  });

  it('that another user changed is fetched without losing the typed values, which are sent with the newer version', async () => {
    const who = 'This was not saved, because it was changed by Olivia Grant (owner.admin) since you opened it.';
    const { tab, script, act, bodies } = await openAdmin('/owner/admin/organizations/o7/edit', {
      userInfo: OWNER,
      organization: ok(LAKE),
      updateOrganization: apiError(409, 'conflict', { errorMessage: who }),
    });
    const values = { ...selectOrganizationForm(tab.state()).loaded?.values, idleMinutes: '10' };
    await act(formSubmitted({ values }));
    expect(selectOrganizationForm(tab.state())).toMatchObject({ conflict: true, error: who, codeRefused: false });
    script.respond('organization', ok({ ...LAKE, supportPhone: '555-0199', sessionHours: null, version: 5 }));
    script.respond('updateOrganization', apiError(400, 'organization.code.refused'));
    await act(formRefreshed());
    expect(selectOrganizationForm(tab.state()).meanwhile).toEqual([
      'Support phone: now 555-0199',
      'Maximum session length in hours: now empty',
    ]);
    await act(formSubmitted({ values }));
    expect(selectOrganizationForm(tab.state()).codeRefused).toBe(true);
    expect(bodies('updateOrganization')).toMatchObject([
      { version: 4, idleMinutes: 10, sessionHours: 8 },
      { version: 5, idleMinutes: 10 },
    ]);
  });

  it('is deactivated after a confirmation that names the consequences, and shows its new state', async () => {
    const { tab, script, act, sentTo, notices } = await openAdmin('/owner/admin/organizations/o7/edit', {
      userInfo: OWNER,
      organization: ok(LAKE),
      deactivateOrganization: ok({ organizationId: 'o7', version: 5 }),
    });
    await act(confirmationRequested({ action: { kind: 'deactivateOrganization', id: 'o7', name: 'Lake Hospital' } }));
    expect(selectConfirmation(tab.state())?.question).toMatch(/signed out immediately.+no one there can sign in again/);
    script.respond('organization', ok({ ...LAKE, disabled: true, version: 5 }));
    await act(actionConfirmed(), actionConfirmed());
    expect(sentTo('deactivateOrganization')).toHaveLength(1);
    expect(notices()).toEqual(['Lake Hospital has been deactivated.']);
    expect(selectOrganizationForm(tab.state()).loaded?.organization?.disabled).toBe(true);
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

  it('is tested as typed: a later test cancels the earlier one, and other addresses have no result', async () => {
    const { tab, script, act, bodies, after } = await openAdmin(path, { ssoProvider: ok(STORED) });
    const failing = { step: 'metadata', ok: false, message: 'The metadata cannot be used.' };
    script.respond('testSsoProvider', ok({ steps: [failing] }), 300);
    const of = (issuer: string) => selectSsoTest(tab.state(), { issuer, client: 'vms' });
    tab.store.dispatch(ssoTestPressed({ organizationId: 'o1', issuer: 'https://old.example', client: 'vms' }));
    await after(100);
    script.respond('testSsoProvider', ok({ steps: [{ step: 'metadata', ok: true, message: 'found' }] }));
    await act(ssoTestPressed({ organizationId: 'o1', issuer: 'https://login.example', client: 'vms' }));
    expect(bodies('testSsoProvider')).toHaveLength(2);
    expect(of(' https://login.example ')).toMatchObject({ ok: true, busy: false });
    expect(of('https://old.example')).toMatchObject({ steps: [], outcome: null });
    script.respond('testSsoProvider', 'unreachable');
    await act(ssoTestPressed({ organizationId: 'o1', issuer: 'https://login.example', client: 'vms' }));
    expect(of('https://login.example')).toMatchObject({
      ok: false,
      outcome: expect.stringMatching(/^The server cannot/),
    });
  });

  it('is saved with the loaded version, and returns to the list', async () => {
    const { tab, act, bodies, notices } = await openAdmin(path, {
      ssoProvider: ok(STORED),
      saveSsoProvider: ok({ organizationId: 'o1', version: 3 }),
    });
    await act(formSubmitted({ values: { ...typed, linkByEmail: true } }));
    expect(bodies('saveSsoProvider')).toEqual([
      { ...typed, version: 2, issuer: 'https://login.example', scopes: 'openid email', linkByEmail: true },
    ]);
    expect(notices()).toEqual(['Users of Meridian can sign in with their identity provider.']);
    expect(tab.path()).toBe('/vms/admin/single-sign-on');
    expect(tab.faults).toEqual([]);
  });

  describe('that is switched off', () => {
    const provider = { registration: 'main', issuer: 'https://login.example', clientId: 'vms', scopes: 'openid' };
    const switchOff = async () => {
      const page = await openAdmin(path, {
        ssoProvider: ok({ ...STORED, provider: { ...provider, linkByEmail: true } }),
        switchOffSso: ok({ organizationId: 'o1', version: 3 }),
      });
      await page.act(confirmationRequested({ action: { kind: 'switchOffSso', id: 'o1', name: 'Meridian' } }));
      page.script.respond('ssoProvider', ok({ ...STORED, version: 3 }));
      return page;
    };

    it('after a confirmation is off, and nothing is presented as a change of another user', async () => {
      const { tab, act, sentTo } = await switchOff();
      expect(selectSsoForm(tab.state()).loaded?.values.issuer).toBe('https://login.example');
      await act(actionConfirmed());
      expect(sentTo('switchOffSso').map(({ params }) => params)).toEqual([{ organizationId: 'o1' }]);
      expect(selectSsoForm(tab.state())).toMatchObject({ loaded: { values: { issuer: '' } }, meanwhile: [] });
    });

    it('is not set up again by pressing Save before the page shows that it is off', async () => {
      const { tab, script, act, after, bodies } = await switchOff();
      script.respond('ssoProvider', ok({ ...STORED, version: 3 }), 2_000);
      await act(actionConfirmed());
      const { loaded, refreshing } = selectSsoForm(tab.state());
      expect([loaded?.values.issuer, refreshing]).toEqual(['https://login.example', true]);
      await act(formSubmitted({ values: loaded?.values }));
      expect(selectSsoForm(tab.state()).busy).toBe(true);
      await after(3_000);
      expect(bodies('saveSsoProvider')).toEqual([]);
      expect(selectSsoForm(tab.state())).toMatchObject({
        busy: false,
        error: null,
        meanwhile: expect.arrayContaining(['Issuer: now empty', 'Link by email: now off']),
      });
    });
  });
});
