import {
  deadlineSubmitted,
  recipientsChosen,
  recipientsSearched,
  reminderPressed,
} from '../../../sagas/features/admin/broadcasts/broadcast.slice';
import { recordsChanged } from '../../../sagas/features/realtime/realtime.slice';
import {
  confirmationRequested,
  confirmationCancelled,
  actionConfirmed,
} from '../../../sagas/features/confirmations/confirmations.slice';
import {
  formChanged,
  formRefreshed,
  formRetried,
  formSubmitted,
} from '../../../sagas/features/admin/forms/forms.slice';
import { ACCOUNT, ADMIN, ROLE } from '../../support/adminTab';
import { apiError, ok } from '../../support/scriptedServer';
import { SENT_BROADCAST } from '../../support/sentBroadcast';
import { LOGGED_IN, type Script, type World } from './world';

const TYPED = {
  requestId: 'uuid-of-the-form',
  organizationId: 'o1',
  userName: 'robin.lee',
  userType: 'VMS',
  email: 'robin@meridian.example',
  firstName: 'Robin',
  lastName: 'Lee',
  agencyUserType: '',
  twoFactorEnabled: true,
  roleIds: ['r1'],
};
const submit = formSubmitted({ values: TYPED });

const ORGANIZATION = {
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
  name: 'Lake',
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
  sessionHours: null,
};

/** An administrator at the address of a form. */
async function at(w: World, path: string, user: object = ADMIN): Promise<void> {
  w.respond('sessionCheck', LOGGED_IN);
  w.respond('userInfo', ok(user));
  w.respond('roleChoices', ok([ROLE]));
  w.respond('listSearch', ok({ rows: [], total: 0, page: 1, size: 50 }));
  w.respond('listOptions', ok({}));
  w.tab.goTo(path);
  await w.start('unknown');
  await w.wait(1_000);
}

export const administrationFlows: readonly Script[] = [
  {
    name: 'user-added',
    title:
      'Adding a user: no answer to the first request; the same values are sent again, and a second press is ignored',
    async run(w) {
      await at(w, '/vms/admin/users/add');
      await w.act(formChanged({ key: '/vms/admin/users/add', values: TYPED }));
      w.respond('createUser', 'unreachable');
      await w.act(submit);
      w.respond('createUser', ok({ userId: 'u7', version: 1 }), 200);
      await w.act(submit, 100);
      await w.act(submit);
    },
  },
  {
    name: 'user-changed-meanwhile',
    title: 'A user fails to load, is retried, was changed by another user, is loaded again and saved',
    async run(w) {
      w.respond('userAccount', 'unreachable');
      w.respond('userSessions', ok([]));
      await at(w, '/vms/admin/users/u7/edit');
      w.respond('userAccount', ok(ACCOUNT));
      await w.act(formRetried());
      await w.act(formRetried());
      w.respond('updateUser', apiError(409, 'conflict'));
      await w.act(submit);
      w.respond('userAccount', 'unreachable');
      await w.act(formRefreshed());
      w.respond('userAccount', ok({ ...ACCOUNT, email: 'new@meridian.example', version: 4 }), 200);
      await w.act(formRefreshed(), 100);
      await w.act(formRefreshed());
      w.respond('updateUser', ok({ userId: 'u7', version: 5 }));
      await w.act(submit);
    },
  },
  {
    name: 'user-saved-while-refreshed',
    title:
      'Save is pressed while a user is loaded again: nothing is saved without an answer, or over a change by another user; then it is',
    async run(w) {
      w.respond('userAccount', ok(ACCOUNT));
      w.respond('userSessions', ok([]));
      await at(w, '/vms/admin/users/u7/edit');
      w.respond('userAccount', 'unreachable', 200);
      await w.act(formRefreshed(), 100);
      await w.act(submit);
      w.respond('userAccount', ok({ ...ACCOUNT, email: 'new@meridian.example', version: 4 }), 200);
      await w.act(formRefreshed(), 100);
      await w.act(submit);
      w.respond('updateUser', ok({ userId: 'u7', version: 5 }));
      await w.act(formRefreshed(), 100);
      await w.act(submit);
    },
  },
  {
    name: 'user-deactivated',
    title: 'Deactivating a user asks for confirmation, can be cancelled, fails once and is left, and happens once',
    async run(w) {
      const deactivate = confirmationRequested({ action: { kind: 'deactivateUser', id: 'u7', name: 'Robin Lee' } });
      w.respond('userAccount', ok(ACCOUNT));
      w.respond('userSessions', ok([]));
      await at(w, '/vms/admin/users/u7/edit');
      await w.act(actionConfirmed());
      await w.act(confirmationCancelled());
      await w.act(deactivate);
      await w.act(confirmationCancelled());
      await w.act(deactivate);
      w.respond('deactivateUser', 'unreachable');
      await w.act(actionConfirmed());
      await w.act(confirmationCancelled());
      await w.act(deactivate);
      w.respond('deactivateUser', ok({ userId: 'u7', version: 4 }), 200);
      await w.act(actionConfirmed(), 100);
      await w.act(deactivate);
    },
  },
  {
    name: 'organization-changed-meanwhile',
    title:
      'An organization code is taken, another owner saved first, the newer version is loaded, saved and deactivated',
    async run(w) {
      const path = '/owner/admin/organizations/o7/edit';
      const { version, ...settings } = ORGANIZATION;
      w.respond('organization', ok(ORGANIZATION));
      await at(w, path, { ...ADMIN, userType: 'OWNER', organizationType: 'OWNER' });
      const save = formSubmitted({ values: { ...settings, code: 'TAKEN', idleMinutes: '10', sessionHours: '' } });
      w.respond('updateOrganization', apiError(400, 'organization.code.refused'));
      await w.act(save);
      w.respond('updateOrganization', apiError(409, 'conflict'));
      await w.act(save);
      w.respond('organization', ok({ ...ORGANIZATION, supportPhone: '555-0199', version: version + 1 }), 200);
      await w.act(formRefreshed());
      const deactivate = confirmationRequested({ action: { kind: 'deactivateOrganization', id: 'o7', name: 'Lake' } });
      await w.act(deactivate);
      w.respond('deactivateOrganization', ok({ organizationId: 'o7', version: version + 2 }));
      await w.act(actionConfirmed());
      w.respond('updateOrganization', ok({ organizationId: 'o7', version: version + 3 }));
      await w.act(save);
    },
  },
  {
    name: 'broadcast-followed-up',
    title:
      'Recipients who have not accepted a broadcast are searched for and reminded, once despite a lost answer; the deadline is removed; one accepts',
    async run(w) {
      w.respond('broadcast', ok(SENT_BROADCAST));
      w.respond('broadcastRecipients', ok({ recipients: 3, accepted: 1, found: 3, rows: [] }));
      await at(w, '/vms/admin/broadcasts/b1');
      await w.act(recipientsChosen({ show: 'waiting' }));
      await w.act(recipientsSearched({ words: 'summit' }));
      w.respond('remindBroadcast', 'unreachable');
      await w.act(reminderPressed());
      w.respond('remindBroadcast', ok({ people: 2, remindedAt: '2026-11-21T10:00:00.000Z' }));
      await w.act(reminderPressed());
      w.respond('setBroadcastDeadline', ok({ entityId: 'b1', status: 'SENT', recipients: 3 }));
      await w.act(deadlineSubmitted({ acceptBy: '', escalateTo: [], replaces: null }));
      w.respond('broadcast', ok({ ...SENT_BROADCAST, accepted: 2, waiting: 1 }));
      w.respond('broadcastRecipients', ok({ recipients: 3, accepted: 2, found: 1, rows: [] }));
      await w.act(recordsChanged({ ids: ['b1'] }));
    },
  },
];
