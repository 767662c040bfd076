/** Alarm rules on the board: how often each request is sent, the messages, and acknowledging raised alarms. */
import type { AlarmRule } from '../../contract/board/alarms.endpoints';
import { conditionText } from '../../contract/board/alarmTexts';
import { pastText, problemOf, triedText } from '../../sagas/features/liveBoard/alarms/alarms.rules';
import {
  alarmDraftChanged,
  alarmDraftDropped,
  alarmEditPressed,
  alarmRemovePressed,
  alarmSavePressed,
  alarmsOpened,
  alarmTryPressed,
  selectAlarms,
} from '../../sagas/features/liveBoard/alarms/alarms.slice';
import {
  pastAlarmsMorePressed,
  pastAlarmsOpened,
  selectPastAlarms,
} from '../../sagas/features/liveBoard/alarms/pastAlarms.slice';
import { alarmAcknowledgePressed, selectBoardEntries } from '../../sagas/features/liveBoard/boardEntries.slice';
import { selectNotices } from '../../sagas/base/notices/notices.slice';
import { createBrowser } from '../support/browser';
import { createNotificationServer } from '../support/notificationServer';
import { apiError, ok, type Reply } from '../support/scriptedServer';
import { openTab } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { createVirtualClock } from '../support/virtualClock';

beforeAll(() => import('../../sagas/app/shell.saga'));

const A1 = '00000000-0000-4000-8000-0000000000a1';
const R1 = '00000000-0000-4000-8000-0000000000b1';
const DANA = '00000000-0000-4000-8000-0000000000d1';
const AT = '2026-11-21T10:00:00.000Z';
const ALARM = {
  alarmId: A1,
  name: 'Disputes',
  text: '12 timesheets were disputed within 1 h, more than 10.',
  raisedAt: AT,
  acknowledgedBy: null,
  acknowledgedAt: null,
  escalatedAt: null,
  calmSince: null,
};
const RULE: AlarmRule = {
  ruleId: R1,
  version: 1,
  name: 'Disputes',
  measure: 'TIMESHEET_DISPUTED',
  condition: 'MORE_THAN',
  count: 10,
  minutes: 60,
  facilityId: null,
  calmMinutes: 5,
  days: [1],
  from: null,
  to: null,
  timeZone: 'UTC',
  recipients: [DANA],
  escalateAfter: null,
  escalateTo: [],
  isOn: true,
};
const shared = (alarms: readonly (typeof ALARM)[]) =>
  ok({
    ...{ boardId: 'board', asOf: AT, entries: [], people: [], alarms: [...alarms] },
    ...{ handovers: [], hasOlderHandovers: false, lastTakenOver: null },
  });

async function world(answers: Record<string, Reply> = {}) {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  const script: Record<string, Reply> = {
    boardState: shared([ALARM]),
    alarmRules: ok({
      rules: [RULE],
      facilities: [{ id: A1, name: 'Lakeside' }],
      people: [{ userId: DANA, name: 'Dana Brooks' }],
    }),
    ...answers,
  };
  const tab = openTab({
    clock,
    browser: createBrowser(clock),
    answer: (sent, wire, reply) => {
      const answer = script[sent.endpoint];
      if (answer === undefined) server.answer(sent, wire, reply);
      else clock.at(10, () => reply(answer as never));
    },
    socket: server.socket,
    path: '/vms/notifications/live',
  });
  tab.start();
  await untilBellKnown(tab, clock);
  await clock.advance(2_000);
  const act = async (...actions: readonly { readonly type: string }[]) => {
    for (const action of actions) tab.store.dispatch(action);
    await clock.advance(400);
  };
  const calls = (endpoint: string) => tab.sent.filter((each) => each.endpoint === endpoint);
  const past = () => selectPastAlarms(tab.state());
  return {
    past,
    tab,
    clock,
    script,
    act,
    calls,
    alarms: () => selectAlarms(tab.state()),
    entries: () => selectBoardEntries(tab.state()),
  };
}

test.each<[string, Partial<AlarmRule>, string | null]>([
  ['nothing', {}, null],
  ['a name', { name: ' ' }, 'Please give the alarm a name.'],
  ['a number', { count: NaN }, 'Please enter how many are allowed, as a whole number.'],
  ['no number if none is needed', { count: NaN, condition: 'NONE_FOR' }, null],
  ['minutes', { minutes: NaN }, 'Please enter from 1 to 1440 minutes.'],
  ['fewer minutes', { minutes: 1_441 }, 'Please enter from 1 to 1440 minutes.'],
  ['minutes of calm', { calmMinutes: NaN }, 'Please enter from 0 to 1440 minutes until it is cleared.'],
  ['nothing where it is cleared at once', { calmMinutes: 0 }, null],
  ['a day', { days: [] }, 'Please choose at least one day.'],
  ['the other time', { from: '08:00' }, 'Please enter both times, or neither.'],
  ['a later end', { from: '08:00', to: '08:00' }, 'Please choose an end that is after the start, on the same day.'],
  [
    'hours as long as its silence',
    { condition: 'NONE_FOR', minutes: 120, from: '08:00', to: '10:00' },
    'It is active for 120 minutes a day, so it could never be raised. Please enter fewer minutes, or longer hours.',
  ],
  ['nothing where its silence ends earlier', { condition: 'NONE_FOR', minutes: 119, from: '08:00', to: '10:00' }, null],
  [
    'adjoining days for the silence of a day',
    { condition: 'NONE_FOR', minutes: 1_440 },
    'It is active for 1440 minutes at a time, so it could never be raised. Please enter fewer minutes, or choose adjoining days.',
  ],
  ['nothing where days adjoin', { condition: 'NONE_FOR', minutes: 1_440, days: [1, 7] }, null],
  ['nothing where it is always active', { condition: 'NONE_FOR', minutes: 1_440, days: [1, 2, 3, 4, 5, 6, 7] }, null],
  ['a recipient', { recipients: [] }, 'Please choose who is notified.'],
  ['a later recipient', { escalateAfter: 5 }, 'Please choose who is notified if no one acknowledges it.'],
  [
    'a recipient with an account',
    { recipients: [A1] },
    'It notifies no one, because nobody chosen has an account. Please choose someone else.',
  ],
  ['nothing where one of the recipients has an account', { recipients: [A1, DANA] }, null],
  ['nothing while it is off', { recipients: [A1], isOn: false }, null],
  [
    'a later recipient with an account',
    { escalateAfter: 5, escalateTo: [A1] },
    'It notifies no one on escalation, because nobody chosen for that has an account. Please choose someone else.',
  ],
  ['a time to escalate', { escalateAfter: 0 }, 'Please enter from 1 to 1440 minutes until it escalates.'],
])('a rule lacks %s', (_, facts, sentence) => {
  expect(problemOf({ ...RULE, ...facts }, (userId) => userId === DANA)).toBe(sentence);
});

test('a rule and its test are shown as sentences', () => {
  expect([0, 1, 3].map((times) => triedText({ times, raised: [] }))).toEqual([
    'Within the last 7 days it would never have been raised.',
    'Within the last 7 days it would have been raised once.',
    'Within the last 7 days it would have been raised 3 times.',
  ]);
  const none = { ...RULE, condition: 'NONE_FOR', measure: 'TIMESHEET_APPROVED', minutes: 120 } as const;
  expect([conditionText(none, null), conditionText(none, 'Lakeside'), conditionText(RULE, null)]).toEqual([
    'No timesheet approved for 2 h',
    'No timesheet approved at Lakeside for 2 h',
    'More than 10 timesheets disputed within 1 h',
  ]);
});

it('a new rule is added once although an answer was lost, and no input is lost if it is refused', async () => {
  const { act, calls, script, alarms, tab } = await world({ saveAlarmRule: 'unreachable' });
  await act(alarmsOpened(), alarmEditPressed({ ruleId: null }));
  expect(alarms().draft).toMatchObject({ version: 0, isOn: true, recipients: [expect.any(String)] });
  await act(alarmSavePressed());
  expect([alarms().error, calls('saveAlarmRule').length]).toEqual(['Please give the alarm a name.', 0]);
  await act(alarmDraftChanged({ name: 'Quiet', escalateAfter: null }), alarmSavePressed());
  expect([alarms().error, alarms().draft?.name]).toEqual([expect.stringContaining('cannot be reached'), 'Quiet']);
  script['saveAlarmRule'] = ok({ ...RULE, ruleId: DANA, name: 'Quiet' });
  await act(alarmSavePressed(), alarmSavePressed());
  expect([calls('saveAlarmRule').length, alarms().draft, alarms().rules?.map(({ name }) => name)]).toEqual([
    2,
    null,
    ['Disputes', 'Quiet'],
  ]);
  expect(new Set(calls('saveAlarmRule').map(({ params }) => params?.['ruleId'])).size).toBe(1);
  expect(tab.faults).toEqual([]);
});

it('a new rule that is being saved is not left before the answer, so that it keeps its id for another try', async () => {
  const { act, calls, script, alarms } = await world({ saveAlarmRule: 'unreachable' });
  await act(alarmsOpened(), alarmEditPressed({ ruleId: null }));
  await act(alarmDraftChanged({ name: 'Quiet', escalateAfter: null }), alarmSavePressed(), alarmDraftDropped());
  expect([alarms().draft?.name, alarms().busy]).toEqual(['Quiet', null]);
  script['saveAlarmRule'] = ok({ ...RULE, ruleId: DANA, name: 'Quiet' });
  await act(alarmSavePressed());
  expect(new Set(calls('saveAlarmRule').map(({ params }) => params?.['ruleId'])).size).toBe(1);
  await act(alarmEditPressed({ ruleId: null }), alarmDraftDropped());
  expect(alarms().draft).toBeNull();
});

it('a rule that is being saved is not left either after "Try it", or when another rule could not be removed', async () => {
  const { tab, clock, act, calls, alarms } = await world({
    removeAlarmRule: 'unreachable',
    saveAlarmRule: ok({ ...RULE, ruleId: DANA, name: 'Quiet' }),
  });
  const press = async (...actions: readonly { readonly type: string }[]) => {
    for (const action of actions) tab.store.dispatch(action);
    await clock.advance(7);
  };
  await act(alarmsOpened());
  await press(alarmRemovePressed({ ruleId: R1 }), alarmEditPressed({ ruleId: null }));
  // The answer about the removal arrives before the one about the saved rule.
  await press(alarmDraftChanged({ name: 'Quiet', escalateAfter: null }), alarmSavePressed());
  expect([alarms().busy, alarms().error]).toEqual(['save', expect.stringContaining('cannot be reached')]);
  await press(alarmTryPressed(), alarmRemovePressed({ ruleId: R1 }), alarmDraftDropped());
  await act();
  expect([alarms().draft, alarms().rules?.length]).toEqual([null, 2]);
  expect([calls('saveAlarmRule').length, calls('tryAlarmRule').length, calls('removeAlarmRule').length]).toEqual([
    1, 0, 1,
  ]);
});

it('a rule that is being saved keeps its form although "Try it" is pressed', async () => {
  const { act, alarms } = await world({ saveAlarmRule: 'unreachable', tryAlarmRule: ok({ times: 3, raised: [AT] }) });
  await act(alarmsOpened(), alarmEditPressed({ ruleId: null }));
  await act(alarmDraftChanged({ name: 'Quiet', escalateAfter: null }), alarmSavePressed(), alarmTryPressed());
  await act(alarmSavePressed(), alarmTryPressed(), alarmDraftDropped());
  expect([alarms().draft?.name, alarms().busy, alarms().tried]).toEqual(['Quiet', null, null]);
});

it('a rule that is already stored with other values can be opened from the list with these', async () => {
  const { act, script, alarms } = await world();
  await act(alarmsOpened(), alarmEditPressed({ ruleId: null }));
  await act(alarmDraftChanged({ name: 'Quiet', escalateAfter: null, count: 7 }));
  script['saveAlarmRule'] = apiError(409, 'conflict', { errorMessage: 'It was already added.' });
  script['alarmRules'] = ok({ rules: [RULE, { ...RULE, ruleId: DANA, name: 'Quiet' }], facilities: [], people: [] });
  await act(alarmSavePressed());
  expect([alarms().draft?.count, alarms().error, alarms().busy]).toEqual([7, 'It was already added.', null]);
  await act(alarmDraftDropped(), alarmEditPressed({ ruleId: DANA }));
  expect(alarms().draft).toMatchObject({ name: 'Quiet', count: 10, version: 1 });
});

it('a rule is tested as written, and the alarms it would have raised are of that rule only', async () => {
  const { act, calls, alarms } = await world({ tryAlarmRule: ok({ times: 3, raised: [AT] }) });
  await act(alarmsOpened());
  await act(alarmEditPressed({ ruleId: R1 }), alarmDraftChanged({ count: 4 }), alarmTryPressed());
  expect([alarms().tried?.times, calls('tryAlarmRule')[0]?.body]).toEqual([3, expect.objectContaining({ count: 4 })]);
  await act(alarmTryPressed(), alarmDraftChanged({ count: 5 }));
  expect(alarms().tried).toBeNull();
  await act(alarmDraftChanged({ minutes: 0 }), alarmTryPressed());
  expect([calls('tryAlarmRule').length, alarms().error]).toEqual([2, 'Please enter from 1 to 1440 minutes.']);
});

it('a rule that was changed during its test can be tested again', async () => {
  const { act, calls, alarms } = await world({ tryAlarmRule: ok({ times: 3, raised: [AT] }) });
  await act(alarmsOpened());
  await act(alarmEditPressed({ ruleId: R1 }), alarmTryPressed(), alarmDraftChanged({ count: 5 }));
  expect([alarms().tried, alarms().busy]).toEqual([null, null]);
  await act(alarmTryPressed());
  expect([alarms().tried?.times, calls('tryAlarmRule').length]).toEqual([3, 2]);
});

it('a rule that is opened while another one is removed stays open', async () => {
  const other = { ...RULE, ruleId: DANA, name: 'Quiet' };
  const rules = ok({ rules: [RULE, other], facilities: [], people: [] });
  const { act, alarms } = await world({ alarmRules: rules, removeAlarmRule: ok({}) });
  await act(alarmsOpened());
  await act(alarmRemovePressed({ ruleId: R1 }), alarmEditPressed({ ruleId: DANA }));
  expect([alarms().draft?.name, alarms().rules?.map(({ name }) => name)]).toEqual(['Quiet', ['Quiet']]);
});

it('a rule is removed, or it stays and shows why it cannot be', async () => {
  const { act, script, alarms } = await world({ removeAlarmRule: 'unreachable' });
  await act(alarmsOpened());
  await act(alarmRemovePressed({ ruleId: R1 }));
  expect([alarms().rules?.length, alarms().error]).toEqual([
    1,
    expect.stringMatching(/^It is not known whether the alarm was removed\. The server cannot be reached\. /),
  ]);
  script['removeAlarmRule'] = apiError(503, 'service.unavailable');
  await act(alarmRemovePressed({ ruleId: R1 }));
  expect([alarms().rules?.length, alarms().error]).toEqual([1, expect.stringMatching(/^The service is busy/)]);
  script['removeAlarmRule'] = ok({});
  await act(alarmRemovePressed({ ruleId: R1 }));
  expect([alarms().rules, alarms().error]).toEqual([[], null]);
});

it('a rule is gone that the server no longer has, as after a lost answer', async () => {
  const { act, alarms } = await world({ removeAlarmRule: apiError(404, 'not.found') });
  await act(alarmsOpened());
  await act(alarmRemovePressed({ ruleId: R1 }));
  expect([alarms().rules, alarms().error, alarms().busy]).toEqual([[], null, null]);
});

it('a raised alarm is acknowledged once, and the second user learns who was first', async () => {
  const { tab, act, calls, script, entries } = await world({
    acknowledgeAlarm: apiError(409, 'conflict', { errorMessage: 'Dana Brooks was first.' }),
  });
  expect(entries().alarms).toEqual([ALARM]);
  script['boardState'] = shared([{ ...ALARM, acknowledgedBy: 'Dana Brooks' as never, acknowledgedAt: AT as never }]);
  await act(alarmAcknowledgePressed({ alarmId: A1 }), alarmAcknowledgePressed({ alarmId: A1 }));
  expect([calls('acknowledgeAlarm').length, entries().alarms[0]?.acknowledgedBy, entries().busy]).toEqual([
    1,
    'Dana Brooks',
    [],
  ]);
  expect(selectNotices(tab.state()).map(({ text }) => text)).toEqual(['Dana Brooks was first.']);
  expect(tab.faults).toEqual([]);
});

const past = (alarmId: string) => {
  const { calmSince: _, ...facts } = ALARM;
  return { ...facts, alarmId, endedAt: '2026-11-21T10:42:20.000Z' };
};

test('a past alarm shows its start, end and duration, and who acknowledged it', () => {
  const moment = '\\S.*\\d\\d:\\d\\d.*';
  expect(pastText(past(A1))).toMatch(new RegExp(`^${moment} to ${moment}, 42 min\\. No one acknowledged it\\.$`));
  expect(
    pastText({ ...past(A1), endedAt: AT, acknowledgedAt: AT, acknowledgedBy: 'Dana Brooks', escalatedAt: AT }),
  ).toMatch(
    new RegExp(`, less than a minute\\. Acknowledged by Dana Brooks on ${moment}\\. Escalated on ${moment}\\.$`),
  );
  expect(pastText({ ...past(A1), acknowledgedAt: AT })).toContain('Acknowledged by a colleague');
});

it('past alarms are read page by page; a failed page has a message and can be retried', async () => {
  const { act, calls, script, past: shown } = await world({ pastAlarms: 'unreachable' });
  await act(pastAlarmsOpened());
  expect(shown()).toMatchObject({ alarms: null, busy: false, error: expect.stringContaining('cannot be reached') });
  script['pastAlarms'] = ok({ alarms: [past(A1)], hasMore: true });
  await act(pastAlarmsOpened());
  script['pastAlarms'] = ok({ alarms: [past(R1)], hasMore: false });
  await act(pastAlarmsMorePressed(), pastAlarmsMorePressed());
  expect(calls('pastAlarms').at(-1)?.query).toEqual({ beforeAlarmId: A1 });
  expect(shown()).toMatchObject({ hasMore: false, busy: false, error: null });
  expect(shown().alarms?.map(({ alarmId }) => alarmId)).toEqual([A1, R1]);
});

it('past alarms that are opened again begin with the newest, although a further page was on its way', async () => {
  const { act, script, past: shown, tab } = await world({ pastAlarms: ok({ alarms: [past(A1)], hasMore: true }) });
  await act(pastAlarmsOpened());
  script['pastAlarms'] = ok({ alarms: [past(R1)], hasMore: false });
  tab.store.dispatch(pastAlarmsMorePressed());
  script['pastAlarms'] = ok({ alarms: [past(A1)], hasMore: true });
  await act(pastAlarmsOpened());
  expect([shown().alarms?.map(({ alarmId }) => alarmId), shown().hasMore]).toEqual([[A1], true]);
});
