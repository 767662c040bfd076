import {
  changePasswordCancelled,
  changePasswordOpened,
  changePasswordSubmitted,
} from '../../../sagas/features/changePassword/changePassword.slice';
import * as intents from '../../../sagas/features/preferences/preferences.slice';
import { preference } from '../../support/preference';
import { apiError, ok } from '../../support/scriptedServer';
import type { Script, World } from './world';

const toggle = intents.preferenceToggled({ code: 'JOB_UPDATED', column: 'email' });

async function signedIn(w: World): Promise<void> {
  w.respond('notificationPreferences', ok([{ categoryCode: 'JOB', subCategories: [preference()] }]));
  w.respond('notificationConfigs', ok([]));
  await w.start();
  await w.act(w.submit(), 1_000);
}

export const dialogFlows: readonly Script[] = [
  {
    name: 'preferences',
    title: 'Preferences are changed, closing asks before they are lost, saving fails once, and then succeeds',
    async run(w) {
      await signedIn(w);
      await w.act(intents.preferencesOpened());
      await w.act(toggle);
      await w.act(intents.preferencesClosed());
      await w.act(intents.changesKept());
      w.respond('saveNotificationPreferences', 'unreachable');
      // Sent again a second later.
      await w.act(intents.preferencesSaveRequested(), 2_000);
      w.respond('saveNotificationPreferences', ok({ message: 'saveUserPreferences' }));
      await w.act(intents.preferencesSaveRequested());
    },
  },
  {
    name: 'preferences-left',
    title: 'Preferences fail to load, load on retry, and are closed in every possible way',
    async run(w) {
      await signedIn(w);
      w.respond('notificationConfigs', 'unreachable');
      await w.act(intents.preferencesOpened());
      await w.act(intents.preferencesClosed());
      await w.act(intents.preferencesOpened());
      w.respond('notificationConfigs', ok([]), 200);
      await w.act(intents.preferencesRetried(), 100);
      await w.act(intents.preferencesClosed());
      await w.act(intents.preferencesOpened());
      await w.act(intents.preferencesClosed());
      await w.act(intents.preferencesOpened());
      await w.act(toggle);
      await w.act(intents.preferencesClosed());
      await w.act(intents.changesDiscarded());
    },
  },
  {
    name: 'preferences-late-presses',
    title: 'Repeated and late presses in the preferences change nothing',
    async run(w) {
      await signedIn(w);
      await w.act(intents.preferencesOpened());
      await w.act(intents.preferencesClosed());
      await w.act(intents.preferencesClosed());
      await w.act(intents.preferencesSaveRequested());
      await w.act(intents.preferencesRetried());
      await w.act(intents.changesKept());
      await w.act(intents.changesDiscarded());
      await w.act(intents.preferencesOpened());
      await w.act(intents.preferencesOpened());
      w.respond('saveNotificationPreferences', ok({ message: 'saveUserPreferences' }), 400);
      await w.act(toggle);
      await w.act(intents.preferencesSaveRequested(), 100);
      await w.act(toggle);
    },
  },
  {
    name: 'change-password',
    title: 'A signed-in user changes the password: cancelled, refused, saved, and signed out',
    async run(w) {
      const submit = () =>
        changePasswordSubmitted({ oldPassword: w.secret('the old one'), newPassword: w.secret('the new one') });
      await w.start();
      await w.act(w.submit(), 1_000);
      await w.act(changePasswordOpened());
      await w.act(changePasswordCancelled());
      await w.act(changePasswordOpened());
      w.respond('passwordChange', apiError(400, 'password.wrong'));
      await w.act(submit());
      w.respond('passwordChange', ok({}));
      await w.act(submit(), 2_000);
    },
  },
];
