/** The weekly schedule over a scripted server, in virtual time: which week is this one, also after midnight. */
import { localDayAt, toNextLocalDay } from '../../sagas/base/dates';
import { selectWeek } from '../../sagas/features/schedule/schedule.selectors';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { ADMIN, openAdmin } from '../support/adminTab';
import { ok } from '../support/scriptedServer';

const SCHEDULE = '/facility/prn/weeklyschedule';
/** When the virtual clock starts. */
const START = Date.UTC(2026, 0, 15, 9);
const TO_MIDNIGHT = toNextLocalDay(START) + 60_000;
const TODAY = localDayAt(START);
const TOMORROW = localDayAt(START + TO_MIDNIGHT);

const UNIT = { facility: 'North', department: 'ICU', shift: 'Day', people: [], gaps: [] };

async function openSchedule() {
  const page = await openAdmin(SCHEDULE, {
    userInfo: ok({ ...ADMIN, userType: 'CLIENT', organizationType: 'CLIENT', prnOrganization: true }),
    weeklySchedule: ok({ from: '2026-01-11', rows: [UNIT], more: false }),
  });
  return {
    ...page,
    week: () => selectWeek(page.tab.state()),
    requested: () => page.sentTo('weeklySchedule').map(({ query }) => query?.['day']),
  };
}

test('after midnight an open schedule marks the next day, and loads its week', async () => {
  const { after, week, requested } = await openSchedule();
  expect(week()?.today).toBe(TODAY);
  await after(TO_MIDNIGHT);
  expect(week()?.today).toBe(TOMORROW);
  expect(requested()).toEqual([TODAY, TOMORROW]);
});

test('at midnight the week stays on the screen while it is loaded again', async () => {
  const { script, after, week } = await openSchedule();
  expect(week()?.units).toHaveLength(1);
  script.respond('weeklySchedule', 'hang');
  await after(TO_MIDNIGHT);
  expect([week()?.today, week()?.units?.length]).toEqual([TOMORROW, 1]);
});

test('another week stays open after midnight, and is not loaded again', async () => {
  const { act, after, week, requested } = await openSchedule();
  await act(navigateRequested({ to: `${SCHEDULE}?week=2026-02-01` }));
  await after(TO_MIDNIGHT);
  expect(week()?.today).toBe(TOMORROW);
  expect(week()?.days[0]).toBe('2026-02-01');
  expect(requested()).toEqual([TODAY, '2026-02-01']);
});

test('a schedule that is opened again on another day begins with the week of that day', async () => {
  const { act, after, week, requested } = await openSchedule();
  await act(navigateRequested({ to: '/facility/jobs' }));
  await after(TO_MIDNIGHT);
  await act(navigateRequested({ to: SCHEDULE }));
  expect(week()?.today).toBe(TOMORROW);
  expect(requested()).toEqual([TODAY, TOMORROW]);
});
