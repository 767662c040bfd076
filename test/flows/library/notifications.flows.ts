import { awayDismissed, awayLinkOpened } from '../../../sagas/features/notifications/away/away.slice';
import {
  bellPressed,
  moreRequested,
  panelClosed,
  rowChanged,
  toastDismissed,
  undoPressed,
  viewChosen,
} from '../../../sagas/features/notifications/notifications.intents';
import {
  findSubmitted,
  findToggled,
  EMPTY_FIND_FORM,
  selectFind,
} from '../../../sagas/features/notifications/panel/find.slice';
import { historyToggled, rowShown } from '../../../sagas/features/notifications/panel/rows.slice';
import {
  deviceRemoved,
  desktopChosen,
  pushTurnedOn,
  ruleAdded,
  ruleChanged,
  rulesSaveRequested,
  ruleTried,
} from '../../../sagas/features/channels/channels.slice';
import { followsOpened } from '../../../sagas/features/follows/follows.intents';
import { followChosen, followsClosed } from '../../../sagas/features/follows/follows.slice';
import { navigateRequested } from '../../../sagas/navigation/location/location.slice';
import { USER } from '../../support/user';
import { apiError, ok } from '../../support/scriptedServer';
import { listening, type Script } from './world';

const SOME_ID = 'a0000000-0000-4000-8000-000000000001';
const CHANNELS = {
  settings: { mailMode: 'AT_ONCE', morningAt: '07:00', quietFrom: null, quietTo: null, timeZone: 'America/Chicago' },
  ...{ publicKey: 'public-key-of-the-server', devices: [], deliveries: [], follows: [], rules: [] },
  ...{ rulesVersion: 'v1', mailRefused: [], facilities: [], suppliers: [] },
};
const DISPUTED = {
  ...{ id: SOME_ID, sequence: 4, categoryCode: 'BACK_OFFICE', subCategoryCode: 'TIMESHEET_DISPUTED' },
  ...{ subCategoryName: 'Timesheet Disputed', subject: 'Timesheet 7 was disputed', template: '', entityId: SOME_ID },
  ...{ notificationDate: '2026-11-23T10:00:00.000Z', notificationDateWithZone: '11-23-2026 10:00:00 UTC' },
  ...{ stickyNotification: false, releaseNotes: false, messageTags: [], documentName: 'xdummyFilex' },
};

export const notificationFlows: readonly Script[] = [
  {
    name: 'live-notification',
    title: 'A notification arrives, shows a toast, is counted, and is read in the panel',
    async run(w) {
      await listening(w);
      w.notices.notify({});
      await w.wait(1_000);
      w.notices.notify({}, { stickyNotification: true });
      await w.wait(6_000);
      await w.act(bellPressed());
      await w.act(moreRequested({ tab: 'SUBMISSIONS' }));
      await w.act(panelClosed());
    },
  },
  {
    name: 'notification-states',
    title: 'A sticky toast is dismissed; a row is saved, marked as done and restored; the saved rows are shown',
    async run(w) {
      await listening(w);
      w.notices.notify({}, { stickyNotification: true });
      await w.wait(1_000);
      const [first, sticky] = w.notices.log.map(({ notification }) => notification?.id ?? '') as [string, string];
      await w.act(toastDismissed({ id: sticky }), 500);
      await w.act(bellPressed(), 500);
      await w.act(rowChanged({ id: first, patch: { saved: true } }), 500);
      await w.act(rowChanged({ id: first, patch: { done: true } }), 500);
      await w.act(undoPressed(), 500);
      await w.act(viewChosen({ tab: 'SUBMISSIONS', view: 'saved' }), 500);
      await w.act(panelClosed(), 500);
    },
  },
  {
    name: 'notification-read-and-snoozed',
    title: 'A row is read, kept unread and snoozed; the snooze is undone, set again, and ended from the snoozed rows',
    async run(w) {
      await listening(w);
      w.notices.notify({}, {});
      await w.wait(1_000);
      const [id = ''] = w.notices.log.map(({ notification }) => notification?.id);
      await w.act(bellPressed(), 500);
      await w.act(rowChanged({ id, patch: { read: false } }), 500);
      await w.act(rowChanged({ id, patch: { read: true } }), 500);
      const snooze = rowChanged({ id, patch: { snoozedUntil: '2026-01-16T08:00:00.000Z' } });
      await w.act(snooze, 500);
      await w.act(undoPressed(), 500);
      await w.act(snooze, 500);
      await w.act(viewChosen({ tab: 'SUBMISSIONS', view: 'snoozed' }), 500);
      await w.act(rowChanged({ id, patch: { snoozedUntil: null } }), 500);
      await w.act(panelClosed(), 500);
    },
  },
  {
    name: 'muted-from-a-row',
    title: 'A kind is muted from one row and unmuted from another row',
    async run(w) {
      await listening(w);
      const subject = 'kind:TIMESHEET_SUBMITTED';
      const choice = { subject, label: 'Timesheet Submitted', mode: null };
      w.respond('followChoices', ok({ choices: [choice] }));
      w.respond('setFollow', ok({}));
      await w.act(followsOpened({ notificationId: SOME_ID }), 500);
      await w.act(followChosen({ subject, mode: 'MUTE' }), 500);
      await w.act(followsClosed());
      w.respond('followChoices', ok({ choices: [{ ...choice, mode: 'MUTE' }] }));
      await w.act(followsOpened({ notificationId: SOME_ID }), 500);
      await w.act(followChosen({ subject, mode: null }), 500);
      await w.act(followsClosed());
    },
  },
  {
    name: 'row-with-a-history',
    title:
      'Three notifications about one submission are one row: it shows their number and history, and is marked as done and restored as a whole',
    async run(w) {
      const recordKey = 'submission:ada';
      const of = { tab: 'SUBMISSIONS', recordKey } as const;
      await listening(w);
      w.notices.notify({ recordKey }, {}, { recordKey }, { recordKey, subject: 'Offer made' });
      await w.wait(1_000);
      await w.act(bellPressed(), 500);
      w.respond('countByRecord', ok({ items: [{ recordKey, count: 3, open: 0 }] }));
      await w.act(rowShown(of), 500);
      await w.act(historyToggled(of), 500);
      const newest = w.notices.log.flatMap(({ notification }) => notification ?? []).at(-1);
      await w.act(rowChanged({ id: newest?.id ?? '', patch: { done: true } }), 500);
      await w.act(undoPressed(), 500);
      w.notices.notify({ recordKey, subject: 'Offer accepted' });
      await w.wait(1_000);
      await w.act(historyToggled(of), 500);
      await w.act(panelClosed(), 500);
    },
  },
  {
    name: 'followed-from-a-row',
    title: 'A job is followed from a row; muting its facility is refused and reverted; the choices are closed',
    async run(w) {
      await listening(w);
      const choices = [
        { subject: `job:${SOME_ID}`, label: 'Job 1042', mode: null },
        { subject: `facility:${SOME_ID}`, label: 'Lakeside', mode: null },
      ] as const;
      w.respond('followChoices', ok({ choices }));
      await w.act(followsOpened({ notificationId: SOME_ID }), 500);
      w.respond('setFollow', ok({}));
      await w.act(followChosen({ subject: choices[0].subject, mode: 'FOLLOW' }), 500);
      w.respond('setFollow', apiError(404, 'not.found'));
      await w.act(followChosen({ subject: choices[1].subject, mode: 'MUTE' }), 500);
      await w.act(followsClosed());
    },
  },
  {
    name: 'pushes-turned-on',
    title: 'Pushes are turned on in this browser, a rule is tested and saved, and pushes are turned off again',
    async run(w) {
      w.respond('notificationChannels', ok(CHANNELS));
      w.tab.goTo('/vms/profile/notifications');
      await listening(w);
      w.respond('addPushDevice', ok({ id: SOME_ID }));
      const device = { id: SOME_ID, name: 'Phone', since: '2026-11-23T10:00:00.000Z', isCurrent: true };
      w.respond('notificationChannels', ok({ ...CHANNELS, devices: [device] }));
      await w.act(pushTurnedOn(), 500);
      await w.act(ruleAdded());
      await w.act(ruleChanged({ index: 0, patch: { kinds: ['TIMESHEET_DISPUTED'], push: true } }));
      w.respond('tryNotificationRule', ok({ matched: 14, of: 120, subjects: [] }));
      await w.act(ruleTried({ index: 0 }), 500);
      w.respond('saveNotificationRules', ok({ version: 'v2' }));
      await w.act(rulesSaveRequested(), 500);
      w.respond('removePushDevice', ok({}));
      w.respond('notificationChannels', ok(CHANNELS));
      await w.act(deviceRemoved({ id: SOME_ID, isCurrent: true }), 500);
    },
  },
  {
    name: 'desktop-while-hidden',
    title: 'While the tab is hidden, toasts are shown on the desktop, with a sound',
    async run(w) {
      w.respond('notificationChannels', ok(CHANNELS));
      w.tab.goTo('/vms/profile/notifications');
      await listening(w);
      w.tab.attention.hide();
      // Chosen last, so that the tab is hidden in every order of arrival.
      await w.act(desktopChosen('sound'), 500);
      w.notices.notify({ subject: 'Timesheet 7 was disputed', stickyNotification: true });
      await w.wait(1_000);
    },
  },
  {
    name: 'opened-from-a-mail',
    title: 'The link in a mail leads to its timesheet; a link to a deleted notification leads to the home page',
    async run(w) {
      w.respond('userInfo', ok({ ...USER, permissions: ['MENU_TIMESHEET'] }));
      await listening(w);
      w.respond('notificationById', ok(DISPUTED));
      w.respond('changeNotifications', ok({ events: [] }));
      await w.act(navigateRequested({ to: `/open?notification=${SOME_ID}` }), 500);
      w.respond('notificationById', apiError(404, 'not.found'));
      await w.act(navigateRequested({ to: `/open?notification=${SOME_ID}` }), 500);
    },
  },
  {
    name: 'notifications-found',
    title: 'A word is searched for in all tabs; a result is marked as done, and the tabs are shown again',
    async run(w) {
      await listening(w);
      w.notices.notify(
        { subject: 'Ada was offered' },
        { subCategoryCode: 'JOB_UPDATED', subject: 'Ada was matched' },
        {},
      );
      await w.wait(1_000);
      await w.act(bellPressed(), 500);
      await w.act(findToggled(), 500);
      await w.act(findSubmitted({ wanted: { ...EMPTY_FIND_FORM, words: 'Ada' } }), 500);
      const [found] = selectFind(w.tab.state()).items ?? [];
      await w.act(rowChanged({ id: found?.id ?? '', patch: { done: true } }), 500);
      await w.act(findToggled(), 500);
      await w.act(panelClosed(), 500);
    },
  },
  {
    name: 'while-you-were-away',
    title:
      'After an absence: new notifications are summarized, those of one kind are opened and completed, and the summary is dismissed',
    async run(w) {
      w.respond('userInfo', ok({ ...USER, awayUntil: '2026-01-15T08:00:00.000Z' }));
      w.notices.notify({}, { subject: 'Ada' }, { subCategoryCode: 'TIMESHEET_DISPUTED', subject: 'Hours' });
      w.notices.wasAway(2, 3);
      await listening(w);
      await w.act(awayLinkOpened({ kind: 'TIMESHEET_DISPUTED' }), 500);
      const [found] = selectFind(w.tab.state()).items ?? [];
      await w.act(rowChanged({ id: found?.id ?? '', patch: { done: true } }), 1_000);
      await w.act(panelClosed(), 500);
      await w.act(awayDismissed({ until: '2026-01-15T08:00:00.000Z' }), 500);
    },
  },
  {
    name: 'absence-dismissed-elsewhere',
    title: 'Another tab dismisses the summary of an absence, which disappears here immediately',
    async run(w) {
      const awayUntil = '2026-01-15T08:00:00.000Z';
      w.respond('userInfo', ok({ ...USER, awayUntil }));
      w.notices.notify({}, { subject: 'Ada' });
      w.notices.wasAway(1, 2);
      await listening(w);
      w.peer({ type: 'settled', tokenIdentifier: 'mine', queue: 'away', entityId: awayUntil });
      await w.wait(1_000);
    },
  },
];
