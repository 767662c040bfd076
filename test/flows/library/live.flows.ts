import { awayDismissed, awayFollowed } from '../../../sagas/features/notifications/away/away.slice';
import { SOCKET_CLOSE } from '../../../contract/notifications/realtime.endpoints';
import {
  changePasswordCancelled,
  changePasswordOpened,
  changePasswordSubmitted,
} from '../../../sagas/features/changePassword/changePassword.slice';
import { broadcastAccepted } from '../../../sagas/features/mustAccept/broadcasts/broadcasts.slice';
import {
  alarmDraftChanged,
  alarmEditPressed,
  alarmRemovePressed,
  alarmSavePressed,
  alarmsOpened,
  alarmTryPressed,
  selectAlarms,
} from '../../../sagas/features/liveBoard/alarms.slice';
import {
  alarmAcknowledgePressed,
  entryAcknowledgePressed,
  entryAssignPressed,
  handoverSubmitted,
  takeOverPressed,
} from '../../../sagas/features/liveBoard/controlRoom.slice';
import { pastAlarmsMorePressed, pastAlarmsOpened } from '../../../sagas/features/liveBoard/pastAlarms.slice';
import { selectBoardRows } from '../../../sagas/features/liveBoard/liveBoard.selectors';
import {
  roleReloadChosen,
  roleReloadPutOff,
  roleUpdateAccepted,
} from '../../../sagas/features/mustAccept/roleUpdates/roleUpdates.slice';
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
import { historyToggled, thingShown } from '../../../sagas/features/notifications/panel/rows.slice';
import {
  deviceRemoved,
  pushTurnedOn,
  ruleAdded,
  ruleChanged,
  rulesSaved,
  ruleTried,
} from '../../../sagas/features/channels/channels.slice';
import { followChosen, followsClosed, followsOpened } from '../../../sagas/features/follows/follows.slice';
import { navigateRequested } from '../../../sagas/navigation/location/location.slice';
import { chatDraftChanged, chatRetryPressed, chatSendPressed } from '../../../sagas/features/chat/chat.slice';
import { selectThreadView } from '../../../sagas/features/chat/chat.selectors';
import { chatPanelClosed, chatPanelMoved, chatPanelOpened } from '../../../sagas/features/chat/live.slice';
import { USER } from '../../support/user';
import { broadcastOf, roleUpdateOf } from '../../support/queueServer';
import { apiError, ok } from '../../support/scriptedServer';
import { LOGGED_IN, type Script, type World } from './world';

const SOME_ID = 'a0000000-0000-4000-8000-000000000001';
const CHANNELS = {
  settings: { mailMode: 'AT_ONCE', morningAt: '07:00', quietFrom: null, quietTo: null, timeZone: 'America/Chicago' },
  ...{ publicKey: 'public-key-of-the-server', devices: [], deliveries: [], follows: [], rules: [] },
  ...{ facilities: [], suppliers: [] },
};
const DISPUTED = {
  ...{ id: SOME_ID, sequence: 4, categoryCode: 'BACK_OFFICE', subCategoryCode: 'TIMESHEET_DISPUTED' },
  ...{ subCategoryName: 'Timesheet Disputed', subject: 'Timesheet 7 was disputed', template: '', entityId: SOME_ID },
  ...{ notificationDate: '2026-11-23T10:00:00.000Z', notificationDateWithZone: '11-23-2026 10:00:00 UTC' },
  ...{ stickyNotification: false, releaseNotes: false, messageTags: [], documentName: 'xdummyFilex' },
};

async function listening(w: World): Promise<void> {
  w.say('sessionCheck', LOGGED_IN);
  await w.start('unknown');
  await w.wait(1_000);
}
async function talking(w: World): Promise<void> {
  w.say('userInfo', ok({ ...USER, permissions: ['MENU_CANDIDATE', 'CANDIDATE_CHAT_ANSWER'] }));
  await listening(w);
}
async function queued(w: World): Promise<void> {
  w.useQueues();
  await w.start('unknown');
  await w.wait(1_000);
}
const accept = (w: World, entityId: string) => w.act(broadcastAccepted({ entityId }));
const take = (w: World, entityId: string) => w.act(roleUpdateAccepted({ entityId }));
const typed = (w: World) => w.act(changePasswordOpened(), 100);

export const liveFlows: readonly Script[] = [
  {
    name: 'live-notification',
    title: 'A notification arrives, pops up, is counted, and is read in the panel',
    async run(w) {
      await listening(w);
      w.notices.tell({});
      await w.wait(1_000);
      w.notices.tell({}, { stickyNotification: true });
      await w.wait(6_000);
      await w.act(bellPressed());
      await w.act(moreRequested({ tab: 'SUBMISSIONS' }));
      await w.act(panelClosed());
    },
  },
  {
    name: 'notification-states',
    title: 'A sticky toast is dismissed; a row is saved, done and taken back; the saved ones are shown',
    async run(w) {
      await listening(w);
      w.notices.tell({}, { stickyNotification: true });
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
    title:
      'A row is read, kept unread and snoozed; that is taken back; it is snoozed again, and back at once from the snoozed ones',
    async run(w) {
      await listening(w);
      w.notices.tell({}, {});
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
    title: 'A kind is muted from a row, and told again from another row of it',
    async run(w) {
      await listening(w);
      const subject = 'kind:TIMESHEET_SUBMITTED';
      const choice = { subject, label: 'Timesheet Submitted', stance: null };
      w.say('followChoices', ok({ choices: [choice] }));
      w.say('setFollow', ok({}));
      await w.act(followsOpened({ notificationId: SOME_ID }), 500);
      await w.act(followChosen({ subject, stance: 'MUTE' }), 500);
      await w.act(followsClosed());
      w.say('followChoices', ok({ choices: [{ ...choice, stance: 'MUTE' }] }));
      await w.act(followsOpened({ notificationId: SOME_ID }), 500);
      await w.act(followChosen({ subject, stance: null }), 500);
      await w.act(followsClosed());
    },
  },
  {
    name: 'row-with-a-history',
    title:
      'Three are told of one submission: its row says so, opens its history, and is done and taken back as a whole',
    async run(w) {
      const thing = 'submission:ada';
      const of = { tab: 'SUBMISSIONS', thing } as const;
      await listening(w);
      w.notices.tell({ thing }, {}, { thing }, { thing, subject: 'Offer made' });
      await w.wait(1_000);
      await w.act(bellPressed(), 500);
      w.say('countThings', ok({ items: [{ thing, count: 3, open: 0 }] }));
      await w.act(thingShown(of), 500);
      await w.act(historyToggled(of), 500);
      const newest = w.notices.log.flatMap(({ notification }) => notification ?? []).at(-1);
      await w.act(rowChanged({ id: newest?.id ?? '', patch: { done: true } }), 500);
      await w.act(undoPressed(), 500);
      w.notices.tell({ thing, subject: 'Offer accepted' });
      await w.wait(1_000);
      await w.act(historyToggled(of), 500);
      await w.act(panelClosed(), 500);
    },
  },
  {
    name: 'followed-from-a-row',
    title: 'A job is followed from a row; muting its facility is refused and put back; then the choices are closed',
    async run(w) {
      await listening(w);
      const choices = [
        { subject: `job:${SOME_ID}`, label: 'Job 1042', stance: null },
        { subject: `facility:${SOME_ID}`, label: 'Lakeside', stance: null },
      ] as const;
      w.say('followChoices', ok({ choices }));
      await w.act(followsOpened({ notificationId: SOME_ID }), 500);
      w.say('setFollow', ok({}));
      await w.act(followChosen({ subject: choices[0].subject, stance: 'FOLLOW' }), 500);
      w.say('setFollow', apiError(404, 'not.found'));
      await w.act(followChosen({ subject: choices[1].subject, stance: 'MUTE' }), 500);
      await w.act(followsClosed());
    },
  },
  {
    name: 'pushes-turned-on',
    title: 'Pushes are turned on in this browser, a rule is tried and saved, and pushes are turned off again',
    async run(w) {
      w.say('notificationChannels', ok(CHANNELS));
      w.tab.goTo('/vms/profile/notifications');
      await listening(w);
      w.say('addPushDevice', ok({ id: SOME_ID }));
      const device = { id: SOME_ID, name: 'Phone', since: '2026-11-23T10:00:00.000Z', isCurrent: true };
      w.say('notificationChannels', ok({ ...CHANNELS, devices: [device] }));
      await w.act(pushTurnedOn(), 500);
      await w.act(ruleAdded());
      await w.act(ruleChanged({ index: 0, patch: { kinds: ['TIMESHEET_DISPUTED'], push: true } }));
      w.say('tryNotificationRule', ok({ matched: 14, of: 120, subjects: [] }));
      await w.act(ruleTried({ index: 0 }), 500);
      w.say('saveNotificationRules', ok({}));
      await w.act(rulesSaved(), 500);
      w.say('removePushDevice', ok({}));
      w.say('notificationChannels', ok(CHANNELS));
      await w.act(deviceRemoved({ id: SOME_ID, isCurrent: true }), 500);
    },
  },
  {
    name: 'opened-from-a-mail',
    title: 'The link of a mail leads on to the timesheet it is about; one that is not kept any more to the home page',
    async run(w) {
      w.say('userInfo', ok({ ...USER, permissions: ['MENU_TIMESHEET'] }));
      await listening(w);
      w.say('notificationById', ok(DISPUTED));
      w.say('changeNotifications', ok({ events: [] }));
      await w.act(navigateRequested({ to: `/open?notification=${SOME_ID}` }), 500);
      w.say('notificationById', apiError(404, 'not.found'));
      await w.act(navigateRequested({ to: `/open?notification=${SOME_ID}` }), 500);
    },
  },
  {
    name: 'notifications-found',
    title: 'A word is looked for in all tabs; what was found is done, and the tabs are back',
    async run(w) {
      await listening(w);
      w.notices.tell(
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
    name: 'chat-with-a-candidate',
    title:
      'A candidate writes; the thread is opened from the panel, read and answered, and the answer is delivered and read',
    async run(w) {
      await talking(w);
      w.notices.chat.hear('c1', 'Can I start on Monday?');
      await w.wait(1_000);
      await w.act(chatPanelOpened());
      await w.act(chatPanelMoved({ candidateId: 'c1' }));
      await w.act(chatDraftChanged({ candidateId: 'c1', text: 'Yes, at seven.' }));
      await w.act(chatSendPressed({ candidateId: 'c1' }));
      w.notices.chat.reach('c1', 2, 0);
      await w.wait();
      w.notices.chat.reach('c1', 2, 2);
      await w.wait();
      await w.act(chatPanelClosed());
    },
  },
  {
    name: 'chat-message-refused',
    title: 'A message to a candidate is refused, and goes out when it is tried again',
    async run(w) {
      await talking(w);
      w.notices.chat.hear('c1', 'Hello');
      await w.act(chatPanelOpened());
      await w.act(chatPanelMoved({ candidateId: 'c1' }));
      w.say('sendChatMessage', apiError(404, 'not.found'));
      await w.act(chatDraftChanged({ candidateId: 'c1', text: 'Good morning' }));
      await w.act(chatSendPressed({ candidateId: 'c1' }));
      w.forget('sendChatMessage');
      const requestId = selectThreadView(w.tab.state())!.messages.at(-1)!.key;
      await w.act(chatRetryPressed({ requestId }), 1_000);
    },
  },
  {
    name: 'reconnect-with-catch-up',
    title: 'The link is lost, what was told meanwhile is fetched when it is back',
    async run(w) {
      await listening(w);
      w.notices.tell({});
      await w.wait(500);
      w.notices.goDown();
      await w.wait(200);
      w.notices.tell({}, {});
      w.notices.goUp();
      w.signal('online');
      await w.wait(2_000);
    },
  },
  {
    name: 'server-answers-again',
    title: 'The server is killed; a page that is looked at knocks until it answers, and is back at once',
    async run(w) {
      await listening(w);
      w.notices.die();
      await w.wait(3_000);
      w.notices.tell({});
      w.notices.goUp();
      await w.wait(3_000);
      w.peer({ type: 'serverAnswered', tokenIdentifier: 'mine' });
      await w.wait();
    },
  },
  {
    name: 'link-refused',
    title: 'No socket for long: tried ever more seldom, polled in between, told to the other tabs, and back',
    async run(w) {
      await listening(w);
      w.notices.goDown();
      await w.wait(200);
      w.signal('visible');
      await w.wait(60_000);
      w.notices.script.say('notificationContext', apiError(429, 'too.many.requests'));
      w.notices.script.say('notificationsSince', apiError(500, 'server.error'));
      w.notices.tell({});
      await w.wait(120_000);
      w.notices.script.forget('notificationContext');
      w.notices.goUp();
      await w.wait(120_000);
      w.notices.script.forget('notificationsSince');
      await w.wait(120_000);
    },
  },
  {
    name: 'following-tab',
    title: 'Another tab leads; this one hears of its link from it, misses it while it is silent, and takes over',
    tab: ({ browser }) => {
      void browser.lead().then((letGo) => (release = letGo ?? release));
      return {};
    },
    async run(w) {
      await listening(w);
      w.signal('offline');
      w.signal('online');
      const say = (stale: boolean) =>
        w.peer({ type: 'linkAnswer', tokenIdentifier: 'mine', stale, lostAt: stale ? w.clock.now() : null });
      say(true);
      await w.wait(4_000);
      w.notices.script.say('notificationsSince', apiError(500, 'server.error'));
      say(false);
      await w.wait(3_200);
      w.notices.script.forget('notificationsSince');
      say(false);
      say(false);
      await w.wait();
      release();
      await w.wait(2_000);
      say(true);
      w.peer({ type: 'linkRequested', tokenIdentifier: 'mine' });
      w.signal('visible');
      await w.wait();
      w.signal('offline');
      await w.wait(200);
      w.signal('online');
      await w.wait(2_000);
    },
  },
  {
    name: 'ended-over-the-socket',
    title: 'The server ends the session and closes the socket with it',
    async run(w) {
      await listening(w);
      w.notices.say({ topic: 'logout', userId: 'u1', tokenIdentifier: 'another', reason: 'taken_over' });
      await w.wait();
      w.notices.say({ topic: 'logout', userId: 'u1', tokenIdentifier: 'mine', reason: 'taken_over' });
      await w.wait(1_000);
    },
  },
  {
    name: 'socket-closed-with-session',
    title: 'The socket is closed because the session is over; the last thing heard there counts',
    async run(w) {
      await listening(w);
      w.notices.hangUp(SOCKET_CLOSE.sessionEnded);
      await w.wait(1_000);
    },
  },
  {
    name: 'ticket-refused',
    title: 'No ticket for the socket at first; a little later there is one',
    async run(w) {
      w.say('websocketContext', apiError(429, 'too.many.requests'));
      await listening(w);
      w.say('websocketContext', ok({ context: 'the-ticket' }));
      await w.wait(14_000);
    },
  },
  {
    name: 'broadcast-arrives',
    title: 'A broadcast is sent while somebody works, and opens at once',
    async run(w) {
      await listening(w);
      w.notices.tell({ subCategoryCode: 'BROADCAST', displayFrequency: 'IMMEDIATE', tenantId: 'o1', entityId: 'b9' });
      await w.wait(1_000);
      w.say('markBroadcastViewed', ok({ viewedAt: '2026-01-15T09:00:00.000Z' }));
      await accept(w, 'b9');
      await w.wait(2_000);
    },
  },
  {
    name: 'broadcast-deadline-changed',
    title: 'A broadcast with a deadline arrives; its sender gives more time while it is on the screen; it is accepted',
    async run(w) {
      const sent = broadcastOf(9, { acceptBy: '2026-01-15T12:00:00.000Z' });
      await queued(w);
      w.queues.broadcasts.push(sent);
      w.notices.tell({ ...sent, subCategoryCode: 'BROADCAST' });
      await w.wait(1_000);
      w.queues.broadcasts.splice(0, 1, { ...sent, acceptBy: '2026-01-16T12:00:00.000Z' });
      w.notices.say({ topic: 'records', recordIds: ['b9'] });
      await w.wait(1_000);
      await accept(w, 'b9');
      await w.wait(2_000);
    },
  },
  {
    name: 'broadcasts-in-sequence',
    title: 'Two broadcasts, accepted one after the other, one only at the second try, then one fresh page',
    async run(w) {
      w.queues.broadcasts.push(broadcastOf(1), broadcastOf(2));
      await queued(w);
      w.queues.failNext('500');
      await accept(w, 'b1');
      await accept(w, 'b1');
      await accept(w, 'b1');
      await accept(w, 'b2');
      await w.wait(2_000);
    },
  },
  {
    name: 'broadcast-accepted-elsewhere',
    title: 'Another tab accepts what is shown here',
    async run(w) {
      w.queues.broadcasts.push(broadcastOf(1));
      await queued(w);
      w.peer({ type: 'settled', tokenIdentifier: 'mine', queue: 'broadcasts', entityId: 'b1' });
      await w.wait(2_000);
    },
  },
  {
    name: 'forced-logout',
    title: 'A broadcast that forces a logout is accepted',
    async run(w) {
      w.queues.broadcasts.push(broadcastOf(1, { forceLogout: true }));
      await queued(w);
      await accept(w, 'b1');
      await w.wait(2_000);
    },
  },
  {
    name: 'role-update',
    title: 'Two changes of the role are accepted; one is not marked as read; then one fresh page',
    async run(w) {
      w.queues.roleUpdates.push(roleUpdateOf(1), roleUpdateOf(2));
      await queued(w);
      await take(w, 'r1');
      await take(w, 'r1');
      w.queues.failNext('before');
      await take(w, 'r2');
      await w.wait(1_000);
    },
  },
  {
    name: 'role-update-after-broadcast',
    title: 'A broadcast comes first; what is typed is finished before the fresh page',
    async run(w) {
      w.queues.roleUpdates.push(roleUpdateOf(1));
      w.queues.broadcasts.push(broadcastOf(1));
      await queued(w);
      await accept(w, 'b1');
      await w.wait(2_000);
    },
  },
  {
    name: 'role-update-put-off',
    title: 'Something is typed when the fresh page is due: it is put off, and chosen later',
    async run(w) {
      w.queues.roleUpdates.push(roleUpdateOf(1));
      await queued(w);
      await typed(w);
      await take(w, 'r1');
      await w.act(roleReloadPutOff());
      await w.act(roleReloadPutOff());
      await w.act(roleReloadChosen());
    },
  },
  {
    name: 'role-update-reload',
    title: 'Something is typed when the fresh page is due, and given up for it',
    async run(w) {
      w.queues.roleUpdates.push(roleUpdateOf(1));
      await queued(w);
      await typed(w);
      await w.act(roleReloadChosen());
      await take(w, 'r1');
      await w.act(roleReloadChosen());
    },
  },
  {
    name: 'role-update-read-elsewhere',
    title: 'Another tab accepts the change that is shown here',
    async run(w) {
      w.queues.roleUpdates.push(roleUpdateOf(1));
      await queued(w);
      w.peer({ type: 'settled', tokenIdentifier: 'mine', queue: 'roleUpdates', entityId: 'r1' });
      await w.wait(1_000);
      await w.act(roleReloadChosen());
    },
  },
  {
    name: 'role-update-followed-later',
    title: 'Another tab accepts the change while something is typed here: the fresh page waits to be chosen',
    async run(w) {
      w.queues.roleUpdates.push(roleUpdateOf(1));
      await queued(w);
      await typed(w);
      w.peer({ type: 'settled', tokenIdentifier: 'mine', queue: 'roleUpdates', entityId: 'r1' });
      await w.wait(1_000);
      await w.act(roleReloadChosen());
    },
  },
  {
    name: 'change-password',
    title: 'The password is changed from within: left, refused, saved, and signed out',
    async run(w) {
      const submit = () =>
        changePasswordSubmitted({ oldPassword: w.secret('the old one'), newPassword: w.secret('the new one') });
      await w.start();
      await w.act(w.submit(), 1_000);
      await w.act(changePasswordOpened());
      await w.act(changePasswordCancelled());
      await w.act(changePasswordOpened());
      w.say('passwordChange', apiError(400, 'password.wrong'));
      await w.act(submit());
      w.say('passwordChange', ok({}));
      await w.act(submit(), 2_000);
    },
  },
  {
    name: 'while-you-were-away',
    title:
      'After a night: what came is summed up, what waits of a kind is looked at and finished, and the rest dismissed',
    async run(w) {
      w.say('userInfo', ok({ ...USER, awayUntil: '2026-01-15T08:00:00.000Z' }));
      w.notices.tell({}, { subject: 'Ada' }, { subCategoryCode: 'TIMESHEET_DISPUTED', subject: 'Hours' });
      w.notices.wasAway(2, 3);
      await listening(w);
      await w.act(awayFollowed({ kind: 'TIMESHEET_DISPUTED' }), 500);
      const [found] = selectFind(w.tab.state()).items ?? [];
      await w.act(rowChanged({ id: found?.id ?? '', patch: { done: true } }), 1_000);
      await w.act(panelClosed(), 500);
      await w.act(awayDismissed({ until: '2026-01-15T08:00:00.000Z' }), 500);
    },
  },
  {
    name: 'absence-dismissed-elsewhere',
    title: 'Another tab dismisses what came while the person was away, which leaves this one at once',
    async run(w) {
      const awayUntil = '2026-01-15T08:00:00.000Z';
      w.say('userInfo', ok({ ...USER, awayUntil }));
      w.notices.tell({}, { subject: 'Ada' });
      w.notices.wasAway(1, 2);
      await listening(w);
      w.peer({ type: 'settled', tokenIdentifier: 'mine', queue: 'away', entityId: awayUntil });
      await w.wait(1_000);
    },
  },
  {
    name: 'board-shared',
    title:
      'On the board an entry is acknowledged, a colleague is first with the next, one is given away, and a shift is handed over after an answer was lost.',
    async run(w) {
      const at = '2026-11-21T10:00:00.000Z';
      const entry = (notificationId: string, version = 1) => ({
        ...{ notificationId, version, acknowledgedBy: 'Dana Brooks', acknowledgedAt: at },
        ...{ assigneeId: 'u7', assignee: 'Dana Brooks', assignedAt: at },
      });
      const shared = (entries: readonly object[], handover: object | null = null) =>
        ok({ boardId: 'board', entries, people: [{ userId: 'u7', name: 'Dana Brooks' }], handover, alarms: [] });
      w.say('boardState', shared([]));
      w.tab.goTo('/vms/notifications/live');
      await listening(w);
      w.notices.tell({}, {});
      await w.wait(1_000);
      const [next, first] = selectBoardRows(w.tab.state()).items.map(({ id }) => id) as [string, string];
      w.say('acknowledgeEntry', ok(entry(first)));
      await w.act(entryAcknowledgePressed({ notificationId: first }));
      w.say('acknowledgeEntry', apiError(409, 'conflict', { errorMessage: 'Dana Brooks was first.' }));
      w.say('boardState', shared([entry(first), entry(next)]));
      await w.act(entryAcknowledgePressed({ notificationId: next }));
      w.say('assignEntry', ok({ ...entry(first, 2), assigneeId: null, assignee: null, assignedAt: null }));
      await w.act(entryAssignPressed({ notificationId: first, assigneeId: null }));
      w.say('writeHandover', 'unreachable');
      await w.act(handoverSubmitted({ note: 'One is open.' }));
      const note = { handoverId: 'h1', note: 'One is open.', author: 'Dana Brooks', createdAt: at };
      w.say('writeHandover', ok({ ...note, acknowledgedBy: null, acknowledgedAt: null }));
      await w.act(handoverSubmitted({ note: 'One is open.' }));
      w.say('acknowledgeHandover', ok({ ...note, acknowledgedBy: 'Robin Lee', acknowledgedAt: at }));
      await w.act(takeOverPressed());
    },
  },
  {
    name: 'board-alarms',
    title:
      'An alarm is raised on the board, a colleague is first to acknowledge it; a rule is tried and saved although an answer was lost, and removed; what is past is read.',
    async run(w) {
      const at = '2026-11-21T10:00:00.000Z';
      const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
      const alarm = {
        alarmId: id(1),
        name: 'Disputes',
        text: '12 timesheets were disputed.',
        raisedAt: at,
        escalatedAt: null,
        calmSince: null,
      };
      const shared = (acknowledgedBy: string | null) =>
        ok({
          ...{ boardId: 'board', entries: [], people: [], handover: null },
          alarms: [{ ...alarm, acknowledgedBy, acknowledgedAt: acknowledgedBy && at }],
        });
      w.say('boardState', shared(null));
      w.say('alarmRules', ok({ rules: [], facilities: [{ id: id(4), name: 'Lakeside' }] }));
      w.tab.goTo('/vms/notifications/live');
      await listening(w);
      w.say('acknowledgeAlarm', apiError(409, 'conflict', { errorMessage: 'Dana Brooks was first.' }));
      w.say('boardState', shared('Dana Brooks'));
      await w.act(alarmAcknowledgePressed({ alarmId: id(1) }));
      await w.act(alarmsOpened());
      await w.act(alarmEditPressed({ ruleId: null }));
      await w.act(alarmDraftChanged({ name: 'Quiet', facilityId: id(4), escalateAfter: null }));
      w.say('tryAlarmRule', ok({ times: 3, raised: [at] }));
      await w.act(alarmTryPressed());
      w.say('saveAlarmRule', 'unreachable');
      await w.act(alarmSavePressed());
      const { draft } = selectAlarms(w.tab.state());
      w.say('saveAlarmRule', ok({ ...draft, ruleId: id(2), version: 1, tell: [id(3)] }));
      await w.act(alarmSavePressed());
      w.say('removeAlarmRule', ok({}));
      await w.act(alarmRemovePressed({ ruleId: id(2) }));
      const { calmSince: _, ...past } = alarm;
      const ended = { ...past, acknowledgedBy: 'Dana Brooks', acknowledgedAt: at, endedAt: at };
      w.say('pastAlarms', ok({ alarms: [ended], hasMore: true }));
      await w.act(pastAlarmsOpened());
      w.say('pastAlarms', ok({ alarms: [{ ...ended, alarmId: id(5) }], hasMore: false }));
      await w.act(pastAlarmsMorePressed());
    },
  },
];

let release: () => void = () => {};
