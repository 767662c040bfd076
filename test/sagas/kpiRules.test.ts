/** Rounding, thresholds and the twelve months: the numbers people could argue about, as tables. */
import fc from 'fast-check';
import {
  addMonths,
  dayIn,
  KPIS,
  kpiTarget,
  monthPeriod,
  percentOf,
  previousPeriod,
  ratioOf,
  ratioText,
  rollingMonths,
  rollingPeriod,
  rotatedToEnd,
  roundTo,
  saturdayOf,
  saturdaysOf,
  stepperMax,
  toneOf,
  weekPeriod,
  type KpiDefinition,
  type ThresholdRule,
} from '../../contract/dashboard/kpi';
import { lists, type ListDefinition } from '../../contract/lists';

describe('thresholds, after rounding to what is shown', () => {
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
    [9, 3, '3 : 1'],
    [0, 3, '0 : 1'],
    [7, 0, '0 : 0'],
    [0, 0, '0 : 0'],
  ])('%d to %d reads %s', (up, down, text) => expect(ratioText(up, down)).toBe(text));

  it('says nothing where there is nothing to divide by', () => {
    expect([percentOf(0, 0), ratioOf(5, 0), percentOf(1, 3), ratioOf(17, 4)]).toEqual([null, null, 33.33, 4.3]);
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

describe('the twelve months', () => {
  it.each([
    ['2026-01-01', '2025-02', '2026-01'],
    ['2026-01-31', '2025-02', '2026-01'],
    ['2025-12-31', '2025-01', '2025-12'],
    ['2024-02-29', '2023-03', '2024-02'],
    ['2026-11-21', '2025-12', '2026-11'],
  ])('on %s they are %s to %s', (today, first, last) => {
    const months = rollingMonths(today);
    expect([months.length, months[0], months[11]]).toEqual([12, first, last]);
    expect(months.every((month, index) => index === 0 || month === addMonths(months[index - 1] ?? '', 1))).toBe(true);
    expect(rollingPeriod(today)).toEqual({ from: `${first}-01`, to: today });
  });

  // 2026-01-01T03:30Z is still December in New York and Honolulu, and January east of it.
  it.each([
    ['UTC', Date.UTC(2026, 0, 1, 3, 30), '2026-01-01', '2026-01'],
    ['America/New_York', Date.UTC(2026, 0, 1, 3, 30), '2025-12-31', '2025-12'],
    ['Pacific/Honolulu', Date.UTC(2026, 0, 1, 3, 30), '2025-12-31', '2025-12'],
    ['Pacific/Kiritimati', Date.UTC(2025, 11, 31, 11, 0), '2026-01-01', '2026-01'],
    ['Pacific/Pago_Pago', Date.UTC(2024, 2, 1, 10, 59), '2024-02-29', '2024-02'],
    ['Europe/Berlin', Date.UTC(2026, 2, 29, 0, 59), '2026-03-29', '2026-03'],
  ])('in %s they end with the month of the day there', (zone, instant, day, month) => {
    expect(dayIn(instant, zone)).toBe(day);
    expect(rollingMonths(dayIn(instant, zone)).at(-1)).toBe(month);
  });

  it('turns January to December so that the current month is last', () => {
    const letters = [...'JFMAMJJASOND'];
    expect(rotatedToEnd(letters, '2026-11-30').join('')).toBe('DJFMAMJJASON');
    expect(rotatedToEnd(letters, '2026-12-01').join('')).toBe('JFMAMJJASOND');
    expect(rotatedToEnd(letters, '2026-01-31').join('')).toBe('FMAMJJASONDJ');
  });

  it.each([
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2025-02', '2025-02-01', '2025-02-28'],
    ['2025-12', '2025-12-01', '2025-12-31'],
  ])('%s is from %s to %s', (month, from, to) => expect(monthPeriod(month)).toEqual({ from, to }));

  it('has every day in one week, which ends with a Saturday', () => {
    expect(saturdayOf('2026-11-21')).toBe('2026-11-21');
    expect(saturdayOf('2026-11-22')).toBe('2026-11-28');
    expect(weekPeriod('2026-01-03')).toEqual({ from: '2025-12-28', to: '2026-01-03' });
    expect(saturdaysOf({ from: '2025-12-27', to: '2026-01-04' })).toEqual(['2025-12-27', '2026-01-03', '2026-01-10']);
  });

  it.each([
    ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['2024-03-01', '2024-03-01', '2024-02-29', '2024-02-29'],
    ['2026-03-08', '2026-04-06', '2026-02-06', '2026-03-07'],
  ])('before %s to %s come as many days', (from, to, before, last) => {
    expect(previousPeriod({ from, to })).toEqual({ from: before, to: last });
  });
});

describe('every KPI', () => {
  const all = Object.entries<KpiDefinition>(KPIS);

  it.each(all)('%s says what it is reckoned of, in words of its reports', (_code, kpi) => {
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

  it('leads to its report with the period and what the dashboard is filtered by', () => {
    const period = { from: '2026-01-01', to: '2026-01-31' };
    const filter = { clientIds: ['5b1f9f2e-0d3c-4a4f-9a43-3f1c1c7a1a01'], timeFrame: 'MONTHLY_LAST_THIRTY_DAYS' };
    expect(kpiTarget(KPIS.FILE_COMPLETION.opens, filter, period, 'CLIENT')).toEqual({
      list: 'activeBookedCandidateReport',
      path: 'nexusreports/vmsactivebookedcandidatereport',
      anyOf: ['REPORTS_ASSIGNMENTS', 'REPORTS_DASHBOARD'],
      filters: { client: filter.clientIds, filesCompletedOn: ['2026-01-01..2026-01-31'] },
      leftOut: [],
    });
    // Only managing organisations choose whose status of a timesheet counts; a facility has its own anyway.
    const spend = (type: 'VMS' | 'CLIENT') => kpiTarget(KPIS.SPEND.opens, {}, period, type).filters;
    expect(spend('VMS')).toEqual({ ...spend('CLIENT'), view: ['facility'] });
  });
});
