import {
  alarmDraftChanged,
  alarmEditPressed,
  alarmRemovePressed,
  alarmSavePressed,
  alarmsOpened,
  alarmTryPressed,
  selectAlarms,
} from '../../../sagas/features/liveBoard/alarms/alarms.slice';
import {
  alarmAcknowledgePressed,
  entryAcknowledgePressed,
  entryAssignPressed,
  handoverSubmitted,
  takeOverPressed,
} from '../../../sagas/features/liveBoard/boardEntries.slice';
import { pastAlarmsMorePressed, pastAlarmsOpened } from '../../../sagas/features/liveBoard/alarms/pastAlarms.slice';
import { selectBoardRows } from '../../../sagas/features/liveBoard/liveBoard.selectors';
import { apiError, ok } from '../../support/scriptedServer';
import { listening, type Script } from './world';

export const boardFlows: readonly Script[] = [
  {
    name: 'board-shared',
    title:
      'Live board: an entry is acknowledged, a colleague is first with the next one, one is unassigned, and a shift is handed over once despite a lost answer',
    async run(w) {
      const at = '2026-11-21T10:00:00.000Z';
      const entry = (notificationId: string, version = 1) => ({
        ...{ notificationId, version, acknowledgedBy: 'Dana Brooks', acknowledgedAt: at },
        ...{ assigneeId: 'u7', assignee: 'Dana Brooks', assignedAt: at },
      });
      const shared = (entries: readonly object[]) =>
        ok({
          ...{ boardId: 'board', asOf: at, entries, people: [{ userId: 'u7', name: 'Dana Brooks' }] },
          ...{ handovers: [], hasOlderHandovers: false, lastTakenOver: null, alarms: [] },
        });
      w.respond('boardState', shared([]));
      w.tab.goTo('/vms/notifications/live');
      await listening(w);
      w.notices.notify({}, {});
      await w.wait(1_000);
      const [next, first] = selectBoardRows(w.tab.state()).items.map(({ id }) => id) as [string, string];
      w.respond('acknowledgeEntry', ok(entry(first)));
      await w.act(entryAcknowledgePressed({ notificationId: first }));
      w.respond('acknowledgeEntry', apiError(409, 'conflict', { errorMessage: 'Dana Brooks was first.' }));
      w.respond('boardState', shared([entry(first), entry(next)]));
      await w.act(entryAcknowledgePressed({ notificationId: next }));
      w.respond('assignEntry', ok({ ...entry(first, 2), assigneeId: null, assignee: null, assignedAt: null }));
      await w.act(entryAssignPressed({ notificationId: first, assigneeId: null }));
      w.respond('writeHandover', 'unreachable');
      await w.act(handoverSubmitted({ note: 'One is open.' }));
      const note = { handoverId: 'h1', note: 'One is open.', author: 'Dana Brooks', createdAt: at };
      w.respond('writeHandover', ok({ ...note, acknowledgedBy: null, acknowledgedAt: null }));
      // It is sent again by itself.
      await w.wait(1_000);
      w.respond('acknowledgeHandover', ok({ ...note, acknowledgedBy: 'Robin Lee', acknowledgedAt: at }));
      await w.act(takeOverPressed({ handoverId: 'h1' }));
    },
  },
  {
    name: 'board-alarms',
    title:
      'Live board: a colleague acknowledges an alarm first; a rule is tested, saved despite a lost answer, and removed; past alarms are shown',
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
          ...{ boardId: 'board', asOf: at, entries: [], people: [] },
          ...{ handovers: [], hasOlderHandovers: false, lastTakenOver: null },
          alarms: [{ ...alarm, acknowledgedBy, acknowledgedAt: acknowledgedBy && at }],
        });
      w.respond('boardState', shared(null));
      w.respond('alarmRules', ok({ rules: [], facilities: [{ id: id(4), name: 'Lakeside' }], people: [] }));
      w.tab.goTo('/vms/notifications/live');
      await listening(w);
      w.respond('acknowledgeAlarm', apiError(409, 'conflict', { errorMessage: 'Dana Brooks was first.' }));
      w.respond('boardState', shared('Dana Brooks'));
      await w.act(alarmAcknowledgePressed({ alarmId: id(1) }));
      await w.act(alarmsOpened());
      await w.act(alarmEditPressed({ ruleId: null }));
      await w.act(alarmDraftChanged({ name: 'Quiet', facilityId: id(4), escalateAfter: null }));
      w.respond('tryAlarmRule', ok({ times: 3, raised: [at] }));
      await w.act(alarmTryPressed());
      w.respond('saveAlarmRule', 'unreachable');
      await w.act(alarmSavePressed());
      const { draft } = selectAlarms(w.tab.state());
      w.respond('saveAlarmRule', ok({ ...draft, ruleId: id(2), version: 1, recipients: [id(3)] }));
      await w.act(alarmSavePressed());
      w.respond('removeAlarmRule', ok({}));
      await w.act(alarmRemovePressed({ ruleId: id(2) }));
      const { calmSince: _, ...past } = alarm;
      const ended = { ...past, acknowledgedBy: 'Dana Brooks', acknowledgedAt: at, endedAt: at };
      w.respond('pastAlarms', ok({ alarms: [ended], hasMore: true }));
      await w.act(pastAlarmsOpened());
      w.respond('pastAlarms', ok({ alarms: [{ ...ended, alarmId: id(5) }], hasMore: false }));
      await w.act(pastAlarmsMorePressed());
    },
  },
];
