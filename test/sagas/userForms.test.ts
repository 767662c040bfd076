/** Adding and changing a user with a scripted server, in virtual time. */
import type { UserType } from '../../contract/base/organizations';
import { emailWaitText } from '../../sagas/features/admin/users/users.rules';
import { selectHasUnsavedWork } from '../../sagas/app/unsavedWork.saga';
import {
  confirmationRequested,
  actionConfirmed,
  confirmationCancelled,
  selectConfirmation,
} from '../../sagas/features/confirmations/confirmations.slice';
import { passwordReentered, selectReauthentication } from '../../sagas/features/confirmations/reauthentication.slice';
import {
  formChanged,
  formDiscarded,
  formRefreshed,
  formRetried,
  formSubmitted,
} from '../../sagas/features/admin/forms/forms.slice';
import { selectUserForm } from '../../sagas/features/admin/users/users.selectors';
import { ACCOUNT, ADMIN, FACTORS, openAdmin, ROLE } from '../support/adminTab';
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

  it('is one call for any number of clicks, shows where the password is sent, and returns to the list', async () => {
    const { tab, act, bodies, notices } = await openAdmin('/vms/admin/users/add', {
      createUser: ok({ userId: 'u7', version: 1 }),
    });
    const { loaded } = selectUserForm(tab.state());
    expect([loaded?.kind, loaded?.roles, loaded?.userTypes]).toEqual(['add', [ROLE], ['VMS', 'MSP']]);
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

  it('keeps the typed values after a lost answer, and sends the same request again', async () => {
    const { tab, script, act, bodies } = await openAdmin('/vms/admin/users/add', { createUser: 'unreachable' });
    const { key } = selectUserForm(tab.state());
    await act(formChanged({ key, values: typed }), submit);
    const failed = selectUserForm(tab.state());
    expect([failed.busy, failed.draft, failed.error]).toEqual([
      false,
      typed,
      expect.stringContaining('No answer arrived'),
    ]);
    script.respond('createUser', ok({ userId: 'u7', version: 1 }));
    await act(submit);
    expect(bodies('createUser').map((body) => body?.['requestId'])).toEqual(['uuid-of-the-form', 'uuid-of-the-form']);
    expect([selectUserForm(tab.state()).draft, selectHasUnsavedWork(tab.state())]).toEqual([null, false]);
  });

  it('a taken username shows a message at its field', async () => {
    const taken = apiError(409, 'conflict', { errorMessage: 'The username robin.lee is taken in this organization.' });
    const { tab, act } = await openAdmin('/vms/admin/users/add', { createUser: taken });
    await act(submit);
    const form = selectUserForm(tab.state());
    expect([form.userNameTaken, form.error]).toEqual([true, 'The username robin.lee is taken in this organization.']);
  });

  it('typed values are kept with a notice when the user leaves, and are restored', async () => {
    const { tab, act, notices, after } = await openAdmin('/vms/admin/users/add');
    await act(formChanged({ key: '/vms/admin/users/add', values: typed }));
    expect(selectHasUnsavedWork(tab.state())).toBe(true);
    tab.goTo('/vms/jobs');
    await after(500);
    expect(notices().join()).toContain('It is kept until you come back to it or sign out.');
    expect(tab.warnsBeforeLeaving()).toBe(true);
    tab.goTo('/vms/admin/users/add');
    await after(500);
    expect(selectUserForm(tab.state()).draft).toEqual(typed);
  });

  describe('whose page is left while it is being saved', () => {
    const SAVED = 'Robin Lee has been added. A temporary password is on its way to robin@meridian.example.';
    const leave = async (reply: Reply) => {
      const page = await openAdmin('/vms/admin/users/add');
      const { tab, script, act, after } = page;
      script.respond('createUser', reply, 5_000);
      await act(formChanged({ key: '/vms/admin/users/add', values: typed }), submit);
      tab.goTo('/vms/admin/users/u7/edit');
      await after(500);
      return page;
    };

    it('is saved, says so, and leaves nothing unsaved', async () => {
      const { tab, after, notices } = await leave(ok({ userId: 'u8', version: 1 }));
      expect(notices()).toEqual([]);
      await after(5_000);
      expect(notices()).toEqual([SAVED]);
      expect([selectHasUnsavedWork(tab.state()), tab.path()]).toEqual([false, '/vms/admin/users/u7/edit']);
      expect(selectUserForm(tab.state()).loaded?.account?.userId).toBe('u7');
      expect(tab.faults).toEqual([]);
    });

    it.each([
      [
        'a refusal',
        apiError(409, 'conflict', { errorMessage: 'The username robin.lee is taken.' }),
        /^Add User: The user/,
      ],
      ['no answer', 'unreachable' as const, /^Add User: No answer arrived, so this may or may not have been saved\./],
    ])('%s is reported with the name of the form, and what was typed is kept', async (_, reply, sentence) => {
      const { tab, after, notices } = await leave(reply);
      await after(5_000);
      expect(notices()).toEqual([expect.stringMatching(sentence)]);
      expect(notices()[0]).toContain('What you have typed is kept until you come back to it or sign out.');
      expect(selectUserForm(tab.state()).loaded?.account?.userId).toBe('u7');
      tab.goTo('/vms/admin/users/add');
      await after(500);
      expect(selectUserForm(tab.state()).draft).toEqual(typed);
    });

    it('is still being saved when it is opened again, and then shows the refusal itself', async () => {
      const { tab, after, act, bodies, notices } = await leave(apiError(409, 'conflict', { errorMessage: 'Taken.' }));
      tab.goTo('/vms/admin/users/add');
      await act(submit);
      expect([selectUserForm(tab.state()).busy, bodies('createUser').length]).toEqual([true, 1]);
      await after(5_000);
      expect(selectUserForm(tab.state())).toMatchObject({ busy: false, error: 'Taken.', draft: typed });
      expect(notices()).toEqual([]);
    });
  });

  it('the browser asks for confirmation before a tab with unsaved input closes, until it is saved, discarded or signed out', async () => {
    const { tab, act } = await openAdmin('/vms/admin/users/add', { createUser: ok({ userId: 'u7', version: 1 }) });
    const { key } = selectUserForm(tab.state());
    const prompts = [tab.warnsBeforeLeaving()];
    for (const action of [
      formChanged({ key, values: typed }),
      formDiscarded({ key }),
      formChanged({ key, values: typed }),
      submit,
      formChanged({ key, values: typed }),
      signOutRequested(),
    ]) {
      await act(action);
      prompts.push(tab.warnsBeforeLeaving());
    }
    expect(prompts).toEqual([false, true, false, true, false, true, false]);
  });
});

describe('changing a user', () => {
  it('a concurrent change is reported, and loaded without losing the typed values', async () => {
    const { tab, script, act, bodies } = await openAdmin('/vms/admin/users/u7/edit', {
      updateUser: apiError(409, 'conflict'),
    });
    const { loaded } = selectUserForm(tab.state());
    const values = { ...loaded?.values, lastName: 'Leeds' };
    await act(formSubmitted({ values }));
    expect(selectUserForm(tab.state())).toMatchObject({ conflict: true, userNameTaken: false });
    script.respond('userAccount', ok({ ...ACCOUNT, email: 'new@meridian.example', version: 4 }));
    script.respond('updateUser', ok({ userId: 'u7', version: 5 }));
    await act(formRefreshed());
    expect(selectUserForm(tab.state())).toMatchObject({
      conflict: false,
      meanwhile: ['Email: now new@meridian.example'],
    });
    await act(formSubmitted({ values }));
    expect(bodies('updateUser').map((body) => body?.['version'])).toEqual([3, 4]);
  });

  it('values typed before another user’s change are kept on top of it, and undo none of it', async () => {
    const { tab, script, act, bodies, after } = await openAdmin('/vms/admin/users/u7/edit', {
      updateUser: ok({ userId: 'u7', version: 5 }),
    });
    const { key, loaded } = selectUserForm(tab.state());
    await act(formChanged({ key, values: { ...loaded?.values, lastName: 'Leeds' }, base: loaded?.values }));
    tab.goTo('/vms/jobs');
    await after(500);
    script.respond('userAccount', ok({ ...ACCOUNT, roles: [{ ...ROLE, held: false }], version: 4 }));
    tab.goTo('/vms/admin/users/u7/edit');
    await after(500);
    const form = selectUserForm(tab.state());
    expect(form.meanwhile).toEqual(['Roles: now none']);
    expect(form.draft).toMatchObject({ lastName: 'Leeds', roleIds: [] });
    await act(formSubmitted({ values: form.draft }));
    expect(bodies('updateUser')).toMatchObject([{ version: 4, lastName: 'Leeds', roleIds: [] }]);
  });

  it.each([
    { before: [], chosen: ['r2'], now: ['r1'], saved: ['r1', 'r2'] },
    { before: ['r1'], chosen: [], now: ['r1', 'r3'], saved: ['r3'] },
    { before: ['r1'], chosen: ['r1', 'r2'], now: [], saved: ['r2'] },
    { before: ['r1'], chosen: ['r2'], now: ['r2', 'r3'], saved: ['r2', 'r3'] },
  ])(
    'roles that another user has given or taken stay so: of $before, $chosen here and $now there become $saved',
    async ({ before, chosen, now, saved }) => {
      const account = (held: readonly string[], version: number) => {
        const roles = ['r1', 'r2', 'r3'].map((roleId) => ({
          ...ROLE,
          roleId,
          name: `Role ${roleId}`,
          held: held.includes(roleId),
        }));
        return ok({ ...ACCOUNT, roles, version });
      };
      const { tab, script, act, bodies } = await openAdmin('/vms/admin/users/u7/edit', {
        userAccount: account(before, 3),
        updateUser: apiError(409, 'conflict'),
      });
      const { key, loaded } = selectUserForm(tab.state());
      const values = { ...loaded?.values, roleIds: chosen };
      await act(formChanged({ key, values, base: loaded?.values }), formSubmitted({ values }));
      script.respond('userAccount', account(now, 4));
      script.respond('updateUser', ok({ userId: 'u7', version: 5 }));
      await act(formRefreshed());
      const form = selectUserForm(tab.state());
      const names = now.map((roleId) => `Role ${roleId}`).join(', ') || 'none';
      expect(form.meanwhile).toEqual([`Roles: now ${names}`]);
      await act(formSubmitted({ values: form.draft }));
      expect(bodies('updateUser').at(-1)).toMatchObject({ version: 4, roleIds: saved });
    },
  );

  it('values typed since are not presented as changes of others', async () => {
    const { tab, act, after } = await openAdmin('/vms/admin/users/u7/edit');
    const { key, loaded } = selectUserForm(tab.state());
    const values = { ...loaded?.values, lastName: 'Leeds' };
    await act(formChanged({ key, values, base: loaded?.values }));
    tab.goTo('/vms/jobs');
    await after(500);
    tab.goTo('/vms/admin/users/u7/edit');
    await after(500);
    expect(selectUserForm(tab.state())).toMatchObject({ draft: values, meanwhile: [] });
  });

  it('deactivating asks for confirmation, happens once, and shows the new state', async () => {
    const { tab, script, act, sentTo, notices } = await openAdmin('/vms/admin/users/u7/edit', {
      deactivateUser: ok({ userId: 'u7', version: 4 }),
    });
    await act(confirmationRequested({ action: { kind: 'deactivateUser', id: 'u7', name: 'Robin Lee' } }));
    expect([selectConfirmation(tab.state())?.title, sentTo('deactivateUser').length]).toEqual(['Deactivate User', 0]);
    script.respond('userAccount', ok({ ...ACCOUNT, disabled: true, version: 4 }));
    await act(actionConfirmed(), actionConfirmed());
    expect([selectConfirmation(tab.state()), sentTo('deactivateUser').length]).toEqual([null, 1]);
    expect(selectUserForm(tab.state()).loaded?.account?.disabled).toBe(true);
    expect(notices()).toContain('Robin Lee has been deactivated.');
  });

  it('unlocking the sign-in asks for confirmation and is acknowledged', async () => {
    const { act, sentTo, notices } = await openAdmin('/vms/admin/users/u7/edit', {
      unlockUser: ok({ userId: 'u7', version: 3 }),
    });
    await act(confirmationRequested({ action: { kind: 'unlockUser', id: 'u7', name: 'Robin Lee' } }));
    expect(sentTo('unlockUser')).toEqual([]);
    await act(actionConfirmed());
    expect(sentTo('unlockUser').map(({ params }) => params)).toEqual([{ userId: 'u7' }]);
    expect(notices()).toContain('Robin Lee can try to sign in again.');
  });

  it('resetting the second factors asks for confirmation, and shows how the user signs in then', async () => {
    const { tab, script, act, sentTo, notices } = await openAdmin('/vms/admin/users/u7/edit', {
      resetUserFactors: ok({ userId: 'u7', version: 4 }),
    });
    await act(confirmationRequested({ action: { kind: 'resetUserFactors', id: 'u7', name: 'Robin Lee' } }));
    expect(sentTo('resetUserFactors')).toEqual([]);
    script.respond('userAccount', ok({ ...ACCOUNT, twoFactorEnabled: true, version: 4 }));
    await act(actionConfirmed());
    expect(sentTo('resetUserFactors').map(({ params }) => params)).toEqual([{ userId: 'u7' }]);
    expect(selectUserForm(tab.state())).toMatchObject({
      loaded: { values: { twoFactorEnabled: true } },
      meanwhile: [],
    });
    expect(notices()).toContain(
      'Robin Lee signs in with the password, and with a code by email where a second factor is needed.',
    );
  });

  describe('after one’s own action on the account', () => {
    const RESET = { kind: 'resetUserFactors', id: 'u7', name: 'Robin Lee' } as const;
    const edited = async () => {
      const page = await openAdmin('/vms/admin/users/u7/edit', {
        resetUserFactors: ok({ userId: 'u7', version: 4 }),
        updateUser: ok({ userId: 'u7', version: 6 }),
      });
      const { key, loaded } = selectUserForm(page.tab.state());
      const values = { ...loaded?.values, lastName: 'Leeds', email: 'leeds@meridian.example' };
      await page.act(formChanged({ key, values, base: loaded?.values }), confirmationRequested({ action: RESET }));
      return { ...page, values };
    };

    it('only what another administrator changed is reported, and what was typed is kept', async () => {
      const { tab, script, act } = await edited();
      const account = { ...ACCOUNT, twoFactorEnabled: true, email: 'robin.lee@meridian.example', version: 5 };
      script.respond('userAccount', ok(account));
      await act(actionConfirmed());
      expect(selectUserForm(tab.state())).toMatchObject({
        meanwhile: ['Email: now robin.lee@meridian.example'],
        draft: { lastName: 'Leeds', email: 'leeds@meridian.example', twoFactorEnabled: true },
      });
      script.respond('unlockUser', ok({ userId: 'u7', version: 5 }));
      const action = { kind: 'unlockUser', id: 'u7', name: 'Robin Lee' } as const;
      await act(confirmationRequested({ action }), actionConfirmed());
      expect(selectUserForm(tab.state()).meanwhile).toEqual(['Email: now robin.lee@meridian.example']);
    });

    it('Save, pressed while the page is being refreshed, saves on top of it', async () => {
      const { tab, script, act, after, values, bodies, notices } = await edited();
      script.respond('userAccount', ok({ ...ACCOUNT, version: 4 }), 2_000);
      await act(actionConfirmed());
      await act(formSubmitted({ values }), formSubmitted({ values }));
      expect([selectUserForm(tab.state()).busy, bodies('updateUser')]).toEqual([true, []]);
      await after(3_000);
      expect(bodies('updateUser')).toMatchObject([{ version: 4, lastName: 'Leeds' }]);
      expect(notices()).toContain('Robin Leeds has been saved.');
    });

    it('Save, pressed while the page is being refreshed, is completed although the page is left', async () => {
      const { tab, script, act, after, values, notices, bodies } = await edited();
      script.respond('userAccount', ok({ ...ACCOUNT, version: 4 }), 2_000);
      await act(actionConfirmed());
      await act(formSubmitted({ values }));
      tab.goTo('/vms/jobs');
      await after(5_000);
      expect(bodies('updateUser')).toMatchObject([{ version: 4, lastName: 'Leeds' }]);
      expect(notices()).toContain('Robin Leeds has been saved.');
    });
  });

  const UNLINK = { kind: 'unlinkIdentity', id: 'i1', userId: 'u7', name: 'Robin Lee' } as const;

  it('unlinking an identity asks for confirmation and is acknowledged', async () => {
    const { act, sentTo, notices } = await openAdmin('/vms/admin/users/u7/edit', {
      unlinkIdentity: ok({ userId: 'u7', version: 3 }),
    });
    await act(confirmationRequested({ action: UNLINK }));
    expect(sentTo('unlinkIdentity')).toEqual([]);
    await act(actionConfirmed());
    expect(sentTo('unlinkIdentity').map(({ params }) => params)).toEqual([{ userId: 'u7', identityId: 'i1' }]);
    expect(notices()).toContain('Robin Lee has been unlinked.');
  });

  describe('an action whose answer is lost', () => {
    const DEACTIVATE = { kind: 'deactivateUser', id: 'u7', name: 'Robin Lee' } as const;
    const identities = [
      { identityId: 'i1', issuer: 'https://login.example', subject: 's-1', since: '2026-11-20T10:00:00.000Z' },
    ];

    it('has unlinked the identity if it is gone at the next press, and the page no longer lists it', async () => {
      const { tab, script, act, notices } = await openAdmin('/vms/admin/users/u7/edit', {
        userAccount: ok({ ...ACCOUNT, identities }),
        unlinkIdentity: 'unreachable',
      });
      const listed = () => selectUserForm(tab.state()).loaded?.account?.identities?.length ?? 0;
      await act(confirmationRequested({ action: UNLINK }), actionConfirmed());
      expect([listed(), selectConfirmation(tab.state())?.error]).toEqual([
        1,
        expect.stringMatching(/^The server cannot be reached/),
      ]);
      script.respond('unlinkIdentity', apiError(404, 'not.found'));
      script.respond('userAccount', ok(ACCOUNT));
      await act(actionConfirmed());
      expect([listed(), selectConfirmation(tab.state())]).toEqual([0, null]);
      expect(notices()).toContain('Robin Lee has been unlinked.');
    });

    it('is shown by the page if it was done, once its dialog is left', async () => {
      const { tab, script, act, notices } = await openAdmin('/vms/admin/users/u7/edit', {
        deactivateUser: 'unreachable',
      });
      await act(confirmationRequested({ action: DEACTIVATE }), actionConfirmed());
      script.respond('userAccount', ok({ ...ACCOUNT, disabled: true, version: 4 }));
      script.respond('deactivateUser', apiError(503, 'service.unavailable'));
      await act(actionConfirmed());
      expect(selectUserForm(tab.state()).loaded?.account?.disabled).toBe(false);
      await act(confirmationCancelled());
      expect(selectUserForm(tab.state())).toMatchObject({ loaded: { account: { disabled: true } }, meanwhile: [] });
      expect(notices()).not.toContain('Robin Lee has been deactivated.');
    });

    it('another refusal to unlink is shown in the dialog', async () => {
      const { tab, act } = await openAdmin('/vms/admin/users/u7/edit', {
        unlinkIdentity: apiError(400, 'request.invalid', { errorMessage: 'You cannot unlink yourself.' }),
      });
      await act(confirmationRequested({ action: UNLINK }), actionConfirmed());
      expect(selectConfirmation(tab.state())?.error).toBe('You cannot unlink yourself.');
    });
  });

  describe('a pending address change', () => {
    const emailWaits = { previous: 'old@meridian.example', until: '2026-11-24T16:10:00.000Z' };

    it('is shown with what ends the wait, and only an owner can confirm it', async () => {
      const { tab } = await openAdmin('/vms/admin/users/u7/edit', { userAccount: ok({ ...ACCOUNT, emailWaits }) });
      const { loaded } = selectUserForm(tab.state());
      expect(loaded?.mayConfirmEmail).toBe(false);
      expect(loaded?.account && emailWaitText(loaded.account)).toMatch(
        /^The email address was changed from old@meridian\.example\. No password is emailed to \S+ before .+, unless an owner confirms/,
      );
    });

    it('is confirmed after a question, with the address that was shown', async () => {
      const { act, sentTo, notices } = await openAdmin('/vms/admin/users/u7/edit', {
        userAccount: ok({ ...ACCOUNT, emailWaits }),
        confirmEmail: ok({ userId: 'u7' }),
      });
      const email = 'robin@meridian.example';
      await act(confirmationRequested({ action: { kind: 'confirmEmail', id: 'u7', email, name: 'Robin Lee' } }));
      expect(sentTo('confirmEmail')).toEqual([]);
      await act(actionConfirmed());
      expect(sentTo('confirmEmail').map(({ params, body }) => ({ params, body }))).toEqual([
        { params: { userId: 'u7' }, body: { email } },
      ]);
      expect(notices()).toContain('The email address of Robin Lee has been confirmed.');
    });
  });

  it('an owner is not offered for changes to a sub-owner, but to another owner', async () => {
    const offered = async (userType: UserType) => {
      const root = userType === 'OWNER' ? 'owner' : 'subowner';
      const { tab } = await openAdmin(`/${root}/admin/users/u7/edit`, {
        userInfo: ok({ ...ADMIN, userType, organizationType: 'OWNER' }),
        userAccount: ok({ ...ACCOUNT, userType: 'OWNER' }),
      });
      return selectUserForm(tab.state()).loaded?.isAbove;
    };
    expect([await offered('SUB_OWNER'), await offered('OWNER')]).toEqual([true, false]);
  });

  it('only a save without an answer may have been saved; loading and refreshing without one have saved nothing', async () => {
    const unreachable = 'The server cannot be reached. Check your connection and try again.';
    const { tab, script, act } = await openAdmin('/vms/admin/users/u7/edit', { userAccount: 'unreachable' });
    const error = () => selectUserForm(tab.state()).error;
    expect([selectUserForm(tab.state()).loaded, error()]).toEqual([null, unreachable]);

    script.respond('userAccount', ok(ACCOUNT));
    script.respond('updateUser', apiError(409, 'conflict'));
    await act(formRetried());
    const values = { ...selectUserForm(tab.state()).loaded?.values, lastName: 'Leeds' };
    await act(formSubmitted({ values }));
    script.respond('userAccount', 'unreachable');
    await act(formRefreshed());
    expect(error()).toBe(unreachable);

    script.respond('updateUser', 'unreachable');
    await act(formSubmitted({ values }));
    expect(error()).toMatch(/^No answer arrived, so this may or may not have been saved\./);

    script.respond('updateUser', apiError(503, 'service.unavailable'));
    await act(formSubmitted({ values }));
    expect(error()).toMatch(/^The service is busy at the moment\./);
    script.respond('updateUser', { status: 504, body: '<html></html>', retryAfterSeconds: null });
    await act(formSubmitted({ values }));
    expect(error()).toMatch(/^No answer arrived, so this may or may not have been saved\./);
  });

  it('a right password whose answer comes after the form was left saves nothing to the next user', async () => {
    const { tab, script, act, after, bodies } = await openAdmin('/vms/admin/users/u7/edit', {
      updateUser: apiError(403, 'proof.required'),
    });
    const submit = formSubmitted({ values: { ...selectUserForm(tab.state()).loaded?.values, lastName: 'Leeds' } });
    await act(submit);
    expect(selectUserForm(tab.state()).failure).toMatchObject({ code: 'proof.required' });
    script.respond('factorProof', ok(FACTORS), 5_000);
    script.respond('updateUser', ok({ userId: 'u8', version: 4 }));
    script.respond('userAccount', ok({ ...ACCOUNT, userId: 'u8', firstName: 'Sam', userName: 'sam.lee' }));
    await act(passwordReentered({ password: tab.secrets.keep('correct horse'), then: submit }));
    tab.goTo('/vms/admin/users/u8/edit');
    await after(10_000);
    expect(bodies('updateUser')).toHaveLength(1);
    expect(selectUserForm(tab.state()).loaded?.values).toMatchObject({ firstName: 'Sam' });
    expect(tab.secrets.held()).not.toContain('correct horse');
  });

  it('a password typed for the form counts although another action was meanwhile not confirmed', async () => {
    const { tab, script, act, after, bodies } = await openAdmin('/vms/admin/users/u7/edit', {
      updateUser: apiError(403, 'proof.required'),
    });
    const submit = formSubmitted({ values: { ...selectUserForm(tab.state()).loaded?.values, lastName: 'Leeds' } });
    await act(submit);
    script.respond('factorProof', ok(FACTORS), 5_000);
    script.respond('updateUser', ok({ userId: 'u7', version: 4 }));
    await act(passwordReentered({ password: tab.secrets.keep('correct horse'), then: submit }));
    await act(confirmationRequested({ action: { kind: 'deactivateUser', id: 'u7', name: 'Robin Lee' } }));
    await act(confirmationCancelled());
    expect(selectReauthentication(tab.state()).busy).toBe(true);
    await after(10_000);
    expect([bodies('updateUser').length, bodies('deactivateUser').length]).toEqual([2, 0]);
    expect(tab.secrets.held()).not.toContain('correct horse');
  });

  it('a wrong password for the form still says so after another action was not confirmed', async () => {
    const { tab, act } = await openAdmin('/vms/admin/users/u7/edit', {
      factorProof: apiError(400, 'password.incorrect'),
    });
    await act(passwordReentered({ password: tab.secrets.keep('wrong horse'), then: formSubmitted({ values: {} }) }));
    await act(confirmationRequested({ action: { kind: 'deactivateUser', id: 'u7', name: 'Robin Lee' } }));
    await act(confirmationCancelled());
    expect(selectReauthentication(tab.state()).error).not.toBeNull();
  });

  it('a missing user shows a message with a retry', async () => {
    const { tab } = await openAdmin('/vms/admin/users/u8/edit', { userAccount: apiError(404, 'not.found') });
    expect(selectUserForm(tab.state())).toMatchObject({ loaded: null, error: 'Server says not.found.' });
  });
});
