/** Reports behind KPIs with a scripted server: the figure above the rows, their totals and their groups. */
import { selectReportTotals, selectTotalledCount } from '../../sagas/features/dashboards/kpi/reportTotals.selectors';
import { selectReportFigure } from '../../sagas/features/dashboards/kpi/reportFigure.selectors';
import { selectReportGroups, withinBoth } from '../../sagas/features/dashboards/kpi/reportGroups.selectors';
import { reportGroupChosen } from '../../sagas/features/dashboards/kpi/kpi.slice';
import { listReloadRequested } from '../../sagas/features/lists/lists.slice';
import { recordActionsDone } from '../../sagas/features/recordActions/recordActions.intents';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { FACILITY, GONE, atDashboard, json } from '../support/dashboardServer';
import { SUPPLIERS, kpiScript } from '../support/kpiServer';
import { bodies } from '../support/kpiTab';

describe('the figure above the rows of a report', () => {
  const report = (path: string) =>
    atDashboard({ at: `/vms/nexusreports/${path}`, script: kpiScript(), options: SUPPLIERS });
  const period = 'period=2026-10-01..2026-10-31';

  it('is a formula whose two numbers link to their rows', async () => {
    const scene = await report(`vmsassignmentreport?kpi=RETENTION_RATE&retained=yes&client=${FACILITY}&${period}`);
    expect(scene.calls('kpiFigure').map(({ params, body }) => [params?.['kpi'], body])).toEqual([
      ['RETENTION_RATE', { clientIds: [FACILITY], dateRange: ['2026-10-01', '2026-10-31'] }],
    ]);
    const { formula } = selectReportFigure(scene.tab.state())!;
    expect([formula.parts.map(({ text }) => text), formula.between, formula.value]).toEqual([
      ['52', '100'],
      'of',
      '52.00%',
    ]);
    const [top, bottom] = formula.parts.map(({ rows }) => rows[0]!);
    expect([top?.isShown, bottom?.isShown]).toEqual([true, false]);
    const all = new URL(bottom!.to, 'http://localhost').searchParams;
    expect([all.get('retained'), all.get('client'), all.get('kpi')]).toEqual([null, FACILITY, 'RETENTION_RATE']);
  });

  it('has the texts of its formula before its numbers, so that the report below does not move', async () => {
    const { kpiFigure } = kpiScript();
    const scene = await atDashboard({
      at: `/vms/nexusreports/vmsassignmentreport?kpi=RETENTION_RATE&retained=yes&${period}`,
      script: { ...kpiScript(), kpiFigure: (call) => ({ ...kpiFigure!(call), ms: 5_000 }) },
      options: SUPPLIERS,
    });
    const shown = () => {
      const { isLoaded, formula } = selectReportFigure(scene.tab.state())!;
      return { isLoaded, words: formula.parts.map(({ words }) => words) };
    };
    const words = [
      'Assignments that were extended or became permanent',
      'Assignments that began and were first planned to end in the period',
    ];
    expect(shown()).toEqual({ isLoaded: false, words });
    await scene.clock.advance(5_000);
    expect(shown()).toEqual({ isLoaded: true, words });
  });

  it('is unchanged while its rows are filtered further', async () => {
    const scene = await report(`vmsassignmentreport?kpi=RETENTION_RATE&status=ACTIVE&${period}`);
    expect(bodies(scene, 'kpiFigure')).toEqual([{ dateRange: ['2026-10-01', '2026-10-31'] }]);
  });

  it('names the rows below also for a facility, to which a filter of the figure is not shown', async () => {
    const rowsBelow = async (organizationType: 'VMS' | 'CLIENT', search: string) => {
      const scene = await atDashboard({
        at: `/${organizationType === 'VMS' ? 'vms' : 'facility'}/nexusreports/backoffice?kpi=SPEND&${search}&${period}`,
        script: kpiScript(),
        options: SUPPLIERS,
        user: { userType: organizationType, organizationType, applicationTypeId: organizationType },
      });
      return selectReportFigure(scene.tab.state())!.formula.parts[0]!.rows.map(({ isShown }) => isShown);
    };
    const billed = 'billingStatusIds=APPROVED,FINALIZED';
    expect(await rowsBelow('CLIENT', billed)).toEqual([true]);
    expect(await rowsBelow('CLIENT', 'billingStatusIds=APPROVED')).toEqual([false]);
    expect(await rowsBelow('VMS', billed)).toEqual([false]);
    expect(await rowsBelow('VMS', `${billed}&view=facility`)).toEqual([true]);
  });

  it('names the rows of a base that are in two reports', async () => {
    const scene = await report(`vmscompletedassignmentsreport?kpi=COMPLETION_RATE&${period}`);
    const [, base] = selectReportFigure(scene.tab.state())!.formula.parts;
    expect(base?.rows.map(({ label }) => label)).toEqual(['Completed Assignments', 'Early Terms', 'Cancellations']);
  });

  it.each([`vmsassignmentreport?${period}`, `jobsreport?kpi=RETENTION_RATE&${period}`, 'jobsreport?kpi=FILL_RATE'])(
    'is missing without its figure: %s',
    async (path) => {
      const scene = await report(path);
      expect([selectReportFigure(scene.tab.state()), scene.calls('kpiFigure').length]).toEqual([null, 0]);
    },
  );
});

it('adds up the columns of a report over all its rows, and again when its filters change, but not when its page does', async () => {
  const scene = await atDashboard({
    at: '/vms/nexusreports/pushedstartreport?pushed=yes',
    script: kpiScript(),
    options: SUPPLIERS,
  });
  expect(bodies(scene, 'listTotals')).toEqual([{ filters: { pushed: ['yes'] } }]);
  expect(
    selectReportTotals(scene.tab.state())?.columns?.map(({ label, sum, mean, of }) => [label, sum, mean, of]),
  ).toEqual([
    ['Pushed (days)', null, '7.00', '25'],
    ['Lost Amount', '$12,345.00', '$493.80', '25'],
  ]);
  await scene.dispatch(navigateRequested({ to: '/vms/nexusreports/pushedstartreport?pushed=yes&page=2' }), 100);
  expect(bodies(scene, 'listTotals')).toHaveLength(1);
  await scene.dispatch(navigateRequested({ to: '/vms/nexusreports/pushedstartreport' }), 100);
  expect(bodies(scene, 'listTotals').slice(1)).toEqual([{ filters: {} }]);
});

describe('a report whose rows have changed', () => {
  const REPORT = '/vms/nexusreports/backoffice?kpi=SPEND&group=facility&period=2026-10-01..2026-10-31';
  const open = async () => {
    const scene = await atDashboard({ at: REPORT, script: kpiScript(), options: SUPPLIERS });
    const counts = () =>
      (['kpiFigure', 'listTotals', 'listGroups'] as const).map((endpoint) => scene.calls(endpoint).length);
    return { ...scene, counts };
  };
  const approved = recordActionsDone({ kind: 'timesheet', action: 'approve', done: [GONE] });

  it('has its figure, sums and groups loaded again after an action on them', async () => {
    const { counts, dispatch } = await open();
    expect(counts()).toEqual([1, 1, 1]);
    await dispatch(approved, 500);
    expect(counts()).toEqual([2, 2, 2]);
  });

  it('has them loaded again with its rows', async () => {
    const { counts, dispatch } = await open();
    await dispatch(listReloadRequested(), 500);
    expect(counts()).toEqual([2, 2, 2]);
  });

  it('has them loaded again on the way back from a record that was acted on, and only then', async () => {
    const { counts, dispatch } = await open();
    const away = navigateRequested({ to: '/vms/allCandidates' });
    const back = navigateRequested({ to: REPORT });
    await dispatch(away, 100);
    await dispatch(back, 100);
    expect(counts()).toEqual([1, 1, 1]);
    await dispatch(away, 100);
    await dispatch(approved, 100);
    expect(counts()).toEqual([1, 1, 1]);
    await dispatch(back, 500);
    expect(counts()).toEqual([2, 2, 2]);
  });
});

it('keeps the line of a column that has no values, so the page does not move', async () => {
  const columns = [
    { name: 'pushedDays', count: 0, sum: 0, mean: null },
    { name: 'lostHours', count: 2, sum: 960, mean: 480 },
    { name: 'lostAmount', count: 2, sum: 200, mean: 100 },
  ];
  const scene = await atDashboard({
    at: '/vms/nexusreports/pushedstartreport?pushed=no',
    script: { ...kpiScript(), listTotals: () => ({ reply: json({ rows: 2, columns }) }) },
    options: SUPPLIERS,
  });
  const view = selectReportTotals(scene.tab.state());
  expect(view?.columns?.map(({ label, sum, mean }) => [label, sum, mean])).toEqual([
    ['Pushed (days)', null, null],
    ['Lost Hours', '16.00 h', '8.00 h'],
    ['Lost Amount', '$2.00', '$1.00'],
  ]);
  expect(view?.columns).toHaveLength(selectTotalledCount(scene.tab.state()));
});

describe('a report in groups', () => {
  const open = (search: string) =>
    atDashboard({ at: `/vms/nexusreports/pushedstartreport${search}`, script: kpiScript(), options: SUPPLIERS });

  it('each group leads to its rows, within the current range', async () => {
    const scene = await open('?pushedDays=10..20&group=pushedDays&kpi=PUSHED_STARTS');
    expect(bodies(scene, 'listGroups')).toEqual([{ filters: { pushedDays: ['10..20'] }, by: 'pushedDays' }]);
    const view = selectReportGroups(scene.tab.state());
    expect(view).toMatchObject({ by: 'pushedDays', columns: ['Pushed (days), average'], more: 2 });
    expect(view?.rows?.map(({ label, rows, values }) => [label, rows, values])).toEqual([
      ['7 – 13', '30', ['10.00']],
      ['None', '10', ['–']],
    ]);
    expect(view?.rows?.map(({ to }) => to)).toEqual([
      '/vms/nexusreports/pushedstartreport?kpi=PUSHED_STARTS&pushedDays=10..13',
      null,
    ]);
    await scene.dispatch(reportGroupChosen({ by: null }), 100);
    expect(scene.search()).toBe('?pushedDays=10..20&kpi=PUSHED_STARTS');
    expect(selectReportGroups(scene.tab.state())).toMatchObject({ by: null, rows: null });
  });

  it.each([
    ['numbers', undefined, '7..13', '7..13'],
    ['numbers', '..10', '7..13', '7..10'],
    ['numbers', '9..', '7..13', '9..13'],
    ['dates', '2026-03-15..2026-05-02', '2026-03-01..2026-03-31', '2026-03-15..2026-03-31'],
    ['lookup', 'a', 'b', 'b'],
  ] as const)('%s: %s within %s is %s', (kind, given, value, both) => {
    expect(withinBoth({ kind }, given, value)).toBe(both);
  });
});
