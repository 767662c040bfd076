/** Answers for the KPI dashboards: a figure for each requested card, and two suppliers. */
import type { BodyOf } from '../../contract/endpoints';
import type { HttpCall } from '../../sagas/base/ports/network';
import { FACILITY, GONE, OTHER_FACILITY, json, refusal, type Script } from './dashboardServer';

export const ASPEN = 'a0000000-0000-4000-8000-0000000000a1';
export const BIRCH = 'a0000000-0000-4000-8000-0000000000b2';
export const PERIOD = {
  period: { from: '2026-10-23', to: '2026-11-21' },
  previousPeriod: { from: '2026-09-23', to: '2026-10-22' },
};
const MONTHS = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`);
export const flagOf = (call: HttpCall) =>
  Object.entries(call.body ?? {}).find(([name, value]) => name.startsWith('fetch') && value === true)?.[0] ?? '';
const figure = (value: number) => ({
  value,
  previous: 40,
  numerator: value,
  denominator: 100,
  previousNumerator: 40,
  previousDenominator: 100,
});
const score = (agencyId: string, currentCount: number) => ({
  agencyId,
  currentCount,
  max: 34,
  rank: 2,
  ranked: 41,
  previousCount: 5,
  base: 60,
  previousBase: 50,
});

/** The answer of business analysis to the one flag that is true. */
export function analysis(call: HttpCall) {
  const flag = flagOf(call);
  const frame = (call.body as BodyOf<'businessAnalysis'>).timeFrame;
  return json({
    vmsName: 'Meridian',
    ...PERIOD,
    months: MONTHS,
    figures: flag === 'fetchVMFillRateWidgetData' ? { FILL_RATE: figure(frame === 'YEAR_TO_DATE' ? 70 : 50) } : {},
    ...(flag === 'fetchTimeToFileCompletion' && {
      fileCompletionDTO: { monthlyFileCompletionDays: MONTHS.map((_, index) => index + 1) },
    }),
  });
}

export const kpiScript = (ms: (call: HttpCall) => number = () => 10): Script => ({
  businessAnalysis: (call) => ({ reply: analysis(call), ms: ms(call) }),
  supplierKpiBoard: (call) => ({
    reply: json({ ...PERIOD, numberOfSubmissions: [score(ASPEN, 12), score(BIRCH, 7)] }),
    ms: ms(call),
  }),
  topSuppliers: (call) => ({
    reply: json({
      period: PERIOD.period,
      minimumVolume: (call.body as { minimumVolume?: number }).minimumVolume ?? 0,
      records: [{ agencyId: ASPEN, agencyName: 'Aspen', value: 3, numerator: 3, denominator: 12, volume: 12 }],
      others: [{ agencyId: BIRCH, agencyName: 'Birch', value: 3, numerator: 3, denominator: 9, volume: 9 }],
      apart: [],
    }),
    ms: ms(call),
  }),
  kpiFigure: (call) => ({
    reply: json({
      ...PERIOD,
      figure: figure(52),
      ...('by' in (call.body as object) && {
        groups: [
          { id: FACILITY, label: 'Lakeside', value: 40, numerator: 4, denominator: 10 },
          { id: OTHER_FACILITY, label: 'Harbor', value: 80, numerator: 8, denominator: 10 },
          { id: GONE, label: 'Hillside', value: 100, numerator: 1, denominator: 1 },
        ],
      }),
    }),
    ms: ms(call),
  }),
  listTotals: () => ({
    reply: json({
      rows: 400,
      columns: [
        { name: 'pushedDays', count: 25, sum: 175, mean: 7 },
        { name: 'lostAmount', count: 25, sum: 1_234_500, mean: 49_380 },
      ],
    }),
  }),
  listGroups: () => ({
    reply: json({
      groups: [
        {
          value: '7..13',
          label: '7 – 13',
          rows: 30,
          columns: [{ name: 'pushedDays', count: 30, sum: 300, mean: 10 }],
        },
        { value: null, label: '', rows: 10, columns: [{ name: 'pushedDays', count: 0, sum: 0, mean: null }] },
      ],
      more: 2,
    }),
  }),
  supplierComparison: (call) => ({
    reply: json({
      period: PERIOD.period,
      months: MONTHS,
      canSetTargets: true,
      cards: [
        {
          card: 'onTimeStart',
          kpi: 'ON_TIME_STARTS',
          median: 88,
          medians: MONTHS.map(() => 88),
          target: 90,
          suppliers: (call.body as BodyOf<'supplierComparison'>).agencyIds.map((agencyId) => ({
            agencyId,
            value: agencyId === ASPEN ? 95 : 80,
            numerator: 19,
            denominator: 20,
            values: MONTHS.map((_, index) => (index === 0 ? null : 90 + index / 4)),
            target: agencyId === ASPEN ? 96.5 : null,
          })),
        },
      ],
    }),
    ms: ms(call),
  }),
  saveKpiTarget: (call) =>
    (call.body as BodyOf<'saveKpiTarget'>).target === 1
      ? { reply: refusal(400, 'request.invalid', 'No.') }
      : { reply: json({ kpi: 'ON_TIME_STARTS', target: null }) },
  topSuppliersTimeToFill: () => ({ reply: json({ ...PERIOD, figure: figure(12) }) }),
});
export const SUPPLIERS = {
  agencyNames: [
    { value: ASPEN, label: 'Aspen' },
    { value: BIRCH, label: 'Birch' },
  ],
};
