/** Rounding, thresholds and the twelve months: the debatable numbers, as tables. */
import fc from 'fast-check';
import {
  percentOf,
  ratioOf,
  ratioText,
  roundTo,
  stepperMax,
  toneOf,
  type ThresholdRule,
} from '../../contract/dashboards/kpiRules';
import { reportRows } from '../../contract/dashboards/reportRows';
import { KPIS } from '../../contract/dashboards/kpis';
import type { KpiDefinition } from '../../contract/dashboards/kpiDefinition';
import { lists } from '../../contract/lists/catalog';
import type { ListDefinition } from '../../contract/lists/list';

describe('thresholds, after rounding as shown', () => {
  it.each<[ThresholdRule, number, string]>([
    ['ratio', 0, 'green'],
    ['ratio', 4, 'green'],
    ['ratio', 4.04, 'green'],
    ['ratio', 4.05, 'yellow'],
    ['ratio', 5.9, 'yellow'],
    ['ratio', 5.94, 'yellow'],
    ['ratio', 5.95, 'red'],
    ['ratio', 6, 'red'],
    ['retention', 0, 'red'],
    ['retention', 29.99, 'red'],
    ['retention', 29.994, 'red'],
    ['retention', 29.995, 'yellow'],
    ['retention', 30, 'yellow'],
    ['retention', 59.99, 'yellow'],
    ['retention', 59.995, 'green'],
    ['retention', 100, 'green'],
    ['declined', 0, 'green'],
    ['declined', 30, 'green'],
    ['declined', 30.004, 'green'],
    ['declined', 30.01, 'yellow'],
    ['declined', 60, 'yellow'],
    ['declined', 60.005, 'red'],
  ])('%s of %d is %s', (rule, value, tone) => expect(toneOf(rule, value)).toBe(tone));
});

describe('roundings', () => {
  it.each([
    [1.005, 2, 1.01],
    [2.675, 2, 2.68],
    [-1.005, 2, -1.01],
    [0.05, 1, 0.1],
    [4.449, 1, 4.4],
    [-0.001, 2, 0],
  ])('%d to %d decimals is %d', (value, decimals, rounded) => expect(roundTo(value, decimals)).toBe(rounded));

  it.each([
    [10, 3, '3.3 : 1'],
    [9, 3, '3.0 : 1'],
    [6, 1, '6.0 : 1'],
    [0, 3, '0.0 : 1'],
    [7, 0, '0 : 0'],
    [0, 0, '0 : 0'],
  ])('%d to %d reads %s', (up, down, text) => expect(ratioText(up, down)).toBe(text));

  it('is empty if there is nothing to divide by', () => {
    expect([percentOf(0, 0), ratioOf(5, 0), percentOf(2, 3), ratioOf(17, 4)]).toEqual([null, null, 66.67, 4.3]);
  });

  it.each([
    [0, 0],
    [1, 1],
    [7, 7],
    [9.2, 20],
    [10, 20],
    [34, 40],
    [40, 40],
    [99, 100],
    [100, 400],
    [345, 400],
    [401, 800],
    [1234, 8000],
    [8001, 16000],
  ])('a progress card of %d ends at %d', (max, end) => expect(stepperMax(max)).toBe(end));

  it('a progress card never ends before its highest', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 1e9 }), (max) => stepperMax(max) >= max));
  });
});

describe('every KPI', () => {
  const all = Object.entries<KpiDefinition>(KPIS);

  it.each(all)('%s names what it is computed from, in the terms of its reports', (_code, kpi) => {
    expect(kpi.numerator).not.toBe('');
    expect(kpi.period).toMatch(/\.$/);
    expect(kpi.denominator === undefined).toBe(kpi.among === undefined);
    for (const { list, filters, sum, dated = 'period' } of [...kpi.of, ...(kpi.among ?? []), kpi.opens]) {
      const definition: ListDefinition = lists[list];
      const unknown = Object.keys({ ...filters, [dated]: [] }).filter((name) => !(name in definition.filters));
      expect({ list, unknown }).toEqual({ list, unknown: [] });
      if (sum !== undefined) expect(Object.keys(definition.columns)).toContain(sum);
    }
  });

  /** For shares, yes or no per row; for sums, the added column. */
  it.each(all)('%s: its reports sort and group by its own columns', (_code, kpi) => {
    const missing = [...kpi.of, ...(kpi.among ?? []), kpi.opens].flatMap(({ list, filters, sum, dated = 'period' }) => {
      const { columns, filters: known }: ListDefinition = lists[list];
      const groups = Object.values(columns).flatMap((column) => column.groups?.filter ?? []);
      const flags = Object.keys(filters).filter((name) => known[name]?.kind === 'flag');
      const dates = Object.values(columns).filter((column) => column.groups?.filter === dated);
      return [
        ...[...flags, dated].filter((name) => !groups.includes(name)).map((name) => `${list} by ${name}`),
        ...(sum === undefined || columns[sum]?.groups ? [] : [`${list} by ${sum}`]),
        ...(sum === undefined || columns[sum]?.sortable ? [] : [`${list} in the order of ${sum}`]),
        ...(dates.every(({ sortable }) => sortable) ? [] : [`${list} in the order of ${dated}`]),
      ];
    });
    expect(missing).toEqual([]);
  });

  /** A part of a KPI leads to the rows of its report, which can be grouped by the same dimension. */
  it.each(all)('%s: its reports can be grouped by what it can be broken down by', (_code, kpi) => {
    const missing = [...kpi.of, ...(kpi.among ?? [])].flatMap(({ list }) => {
      const { columns }: ListDefinition = lists[list];
      const groups = Object.values(columns).flatMap((column) => column.groups?.filter ?? []);
      // A job belongs to several suppliers, so its rows cannot be grouped by supplier.
      const wanted = ['client', 'department', 'specialty', ...(list === 'jobsReport' ? [] : ['supplier'])];
      return wanted.filter((name) => !groups.includes(name)).map((name) => `${list} by ${name}`);
    });
    expect(missing).toEqual([]);
  });

  /** An independent list, because the server counts by the same definition and could not detect a wrong one. */
  const YES = ['yes'];
  it.each<[keyof typeof KPIS, Readonly<Record<string, readonly string[]>>]>([
    ['SPEND', { billingStatusIds: ['APPROVED', 'FINALIZED'], view: ['facility'] }],
    ['TIME_TO_FILL', { jobStatusIds: ['CLOSED'], closure: ['FILLED'] }],
    ['SUBMITTED_TO_BOOKED', { reached: ['BOOKED'] }],
    ['PUSHED_STARTS', { pushed: YES }],
    ['STARTS', {}],
    ['ON_TIME_STARTS', { pushed: ['no'] }],
    ['COMPLETED', {}],
    ['EARLY_TERMS', { earlyTermOrCancel: ['EARLY_TERM'] }],
    ['CANCELLATIONS', { earlyTermOrCancel: ['CANCELLED'] }],
    ['FILL_RATE', { jobStatusIds: ['CLOSED'] }],
    ['DECLINED_RATE', { declined: YES }],
    ['RETENTION_RATE', { retained: YES }],
    ['SUBMISSIONS', {}],
    ['INTERVIEWS', { interviewed: YES }],
    ['REJECTED_SUBMISSIONS', { submission_status: ['REJECTED'] }],
    ['OFFERED_SHARE', { offered: YES }],
    ['SUPPLIER_FILL_RATE', { booked: YES }],
  ])('%s counts the rows that its name states', (code, filters) => {
    const { of } = KPIS[code] as KpiDefinition;
    expect(of.map((quantity) => quantity.filters)).toEqual([filters]);
  });

  it.each<[keyof typeof KPIS, readonly Readonly<Record<string, readonly string[]>>[]]>([
    ['SUBMITTAL_TO_OFFER', [{ offered: YES }]],
    ['RETENTION_RATE', [{}]],
    ['DECLINED_RATE', [{}]],
    ['ON_TIME_STARTS', [{}]],
    ['COMPLETION_RATE', [{}, { earlyTermOrCancel: ['EARLY_TERM'] }, { earlyTermOrCancel: ['CANCELLED'] }]],
  ])('%s is a share of the rows that its name states', (code, filters) => {
    const { among } = KPIS[code] as KpiDefinition;
    expect(among?.map((quantity) => quantity.filters)).toEqual(filters);
  });

  it('leads to its report with the dashboard’s period and filter', () => {
    const period = { from: '2026-01-01', to: '2026-01-31' };
    const filter = { clientIds: ['5b1f9f2e-0d3c-4a4f-9a43-3f1c1c7a1a01'], timeFrame: 'MONTHLY_LAST_THIRTY_DAYS' };
    expect(reportRows(KPIS.FILE_COMPLETION.opens, filter, period, 'CLIENT')).toEqual({
      path: 'nexusreports/vmsactivebookedcandidatereport',
      filters: { client: filter.clientIds, filesCompletedOn: ['2026-01-01..2026-01-31'] },
    });
    // Only managing organizations choose which side's timesheet status counts; a facility always uses its own.
    const spend = (type: 'VMS' | 'CLIENT') => reportRows(KPIS.SPEND.opens, {}, period, type).filters;
    const billed = { billingStatusIds: ['APPROVED', 'FINALIZED'], period: ['2026-01-01..2026-01-31'] };
    expect([spend('VMS'), spend('CLIENT')]).toEqual([{ ...billed, view: ['facility'] }, billed]);
    expect(reportRows(KPIS.SPEND.opens, {}, period, 'VMS').path).toBe('nexusreports/backoffice');
  });
});
