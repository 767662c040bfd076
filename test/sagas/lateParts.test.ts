/** Parts of the app that are loaded when they are needed, and do not come. */
import { LATE_PARTS } from '../../sagas/app/lateParts';
import { selectNotices } from '../../sagas/base/notices/notices.slice';
import { filterApplied } from '../../sagas/features/dashboards/filters/filters.slice';
import { paletteOpened } from '../../sagas/features/palette/palette.intents';
import { FACILITY, GONE, atDashboard } from '../support/dashboardServer';
import { createBrowser } from '../support/browser';
import { createNotificationServer } from '../support/notificationServer';
import { openTab } from '../support/tab';
import { untilBellKnown } from '../support/untilBellKnown';
import { createVirtualClock } from '../support/virtualClock';

jest.mock('../../sagas/features/dashboards/filters/narrowDependents.saga', () => {
  throw new Error('404');
});

beforeAll(() => import('../../sagas/app/shell.saga'));

it('says once that a part does not come, and goes on trying', async () => {
  const load = jest.spyOn(LATE_PARTS['palette']!, 'load').mockRejectedValue(new Error('404'));
  const clock = createVirtualClock();
  const { answer, socket } = createNotificationServer(clock);
  const tab = openTab({ clock, browser: createBrowser(clock), answer, socket, path: '/vms/dashboard' });
  tab.start();
  await untilBellKnown(tab, clock);
  const before = tab.state().notices!.count;

  tab.store.dispatch(paletteOpened());
  await clock.advance(5_000);
  expect(selectNotices(tab.state())).toEqual([]);
  await clock.advance(5_000);

  expect(selectNotices(tab.state())).toEqual([
    expect.objectContaining({
      tone: 'warning',
      text: 'A part of the app could not be loaded. It may have been updated: reload the page.',
    }),
  ]);
  await clock.advance(20_000);
  expect(tab.state().notices!.count - before).toBe(1);
  expect(load.mock.calls.length).toBeGreaterThan(8);
});

it('applies a filter also if the part that finds out what does not fit does not come', async () => {
  const at = await atDashboard();
  await at.dispatch(
    filterApplied({ form: { timeFrame: 'YEAR_TO_DATE', clientIds: [FACILITY], departmentIds: [GONE] } }),
  );
  expect(at.search()).toBe(`?client=${FACILITY}&department=${GONE}&frame=YEAR_TO_DATE`);
});
