/** For every tile and bar, its report has as many rows: for random filters, months and suppliers. */
import fc from 'fast-check';
import type { Period } from '../../../../contract/dashboards/filter';
import { BUSINESS_ANALYSIS, FACILITY_KPI } from '../../../../contract/dashboards/kpiDashboards';
import { reportRows } from '../../../../contract/dashboards/reportRows';
import { KPIS, kpi, type Kpi } from '../../../../contract/dashboards/kpis';
import type { Quantity } from '../../../../contract/dashboards/kpiDefinition';
import { monthPeriod, weekPeriod } from '../../../../server/base/dates';
import { choicesOf, filterArbitrary, type Filter } from '../support';
import { startListWorld, type ListWorld } from '../../lists/support';
import { request } from './support';
import { cases, seed } from '../../../support/cases';

const FORMS = cases('filters of each KPI figure and its list', { usual: 1, long: 30 });
const SEED = seed(5);

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

type Party = 'VMS' | 'CLIENT';
interface Cell {
  readonly shown: number | undefined;
  readonly listed: unknown;
  readonly what: string;
}

/** Row count of the report, by its address. */
async function cell(
  party: Party,
  shown: number | undefined,
  opens: Quantity,
  filter: Filter,
  period: Period,
): Promise<Cell> {
  const { list } = opens;
  const { filters } = reportRows(opens, filter, period, party);
  const body = { filters, ...(filter.clientId && { clientId: filter.clientId }) };
  const { json, text } = await world.post(party, list, 'total', body);
  return { shown, listed: json['total'] ?? text, what: `${party} ${list} ${JSON.stringify(body)}` };
}
const differing = (cells: readonly Cell[]): string[] =>
  cells
    .filter(({ shown, listed }) => shown !== listed)
    .map(({ shown, listed, what }) => `${shown} not ${listed}: ${what}`);

/** The reports whose rows each figure counts. */
const counts = (code: Kpi): boolean =>
  [...kpi(code).of, ...(kpi(code).among ?? [])].every(({ sum }) => sum === undefined);

async function cellsOf(party: Party, filter: Filter): Promise<Cell[]> {
  const cells: Cell[] = [];
  const dashboard = party === 'VMS' ? BUSINESS_ANALYSIS : FACILITY_KPI;
  const answer = await request(world, party, party === 'VMS' ? 'businessAnalysis' : 'facilityKpiDashboard', filter);
  for (const [code, widget] of Object.entries(dashboard)) {
    if (widget.kind !== 'tile' || !counts(code as Kpi)) continue;
    const figure = answer.figures[code as keyof typeof answer.figures];
    const [only] = kpi(code as Kpi).of;
    cells.push(await cell(party, figure?.numerator, only as Quantity, filter, answer.period));
    cells.push(await cell(party, figure?.previousNumerator, only as Quantity, filter, answer.previousPeriod));
  }
  const index = 10;
  const month = monthPeriod(answer.months[index] ?? '');
  const week = answer.timeToFillDataset?.at(-3);
  if (week)
    cells.push(await cell(party, week.count, KPIS.TIME_TO_FILL.opens, filter, weekPeriod(week.nextOfSameSaturday)));
  if (!('completedAssignments' in answer)) return cells;
  const [completed, early, cancelled] = answer.completedAssignments?.[index] ?? [];
  cells.push(await cell(party, completed, KPIS.COMPLETED.opens, filter, month));
  cells.push(await cell(party, early, KPIS.EARLY_TERMS.opens, filter, month));
  cells.push(await cell(party, cancelled, KPIS.CANCELLATIONS.opens, filter, month));
  cells.push(await cell(party, answer.pushedStartData?.pushed[index], KPIS.PUSHED_STARTS.opens, filter, month));
  const hired = answer.timeToHire?.at(-3);
  if (hired) {
    const days = weekPeriod(hired.nextOfSameSaturday);
    cells.push(await cell(party, hired.count, KPIS.SUBMITTED_TO_BOOKED.opens, filter, days));
  }
  return cells;
}

test(`tiles and bars equal the rows behind them (seed ${SEED})`, async () => {
  const cells: Cell[] = [];
  for (const party of ['VMS', 'CLIENT'] as const) {
    const forms = fc.sample(filterArbitrary(await choicesOf(world, party)), { numRuns: FORMS, seed: SEED });
    for (const filter of [{ timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' }, ...forms])
      cells.push(...(await cellsOf(party, filter)));
  }
  expect(differing(cells)).toEqual([]);
  // Otherwise only zeros would have been compared.
  expect(cells.filter(({ shown }) => shown).length).toBeGreaterThan(cells.length / 4);
});

test('bars of a ranking equal the rows of the supplier', async () => {
  const cells: Cell[] = [];
  const filter = { timeFrame: 'QUARTERLY_LAST_NINETY_DAYS' };
  for (const [widget, code] of [
    ['highestsubmissions', 'SUBMISSIONS'],
    ['rejectedsubmissions', 'REJECTED_SUBMISSIONS'],
    ['interviews', 'INTERVIEWS'],
    ['searchtopagencies', 'COMPLETED'],
    ['lowestcancellations', 'CANCELLATIONS'],
    ['earlyterms', 'EARLY_TERMS'],
  ] as const) {
    const { period, records } = await request(
      world,
      'VMS',
      'topSuppliers',
      { ...filter, fetchKpiDashboardData: false },
      widget,
    );
    expect([widget, records.length]).toEqual([widget, 10]);
    for (const { agencyId, value } of records.slice(0, 3)) {
      cells.push(await cell('VMS', value, KPIS[code].opens, { ...filter, agencyIds: [agencyId] }, period));
    }
  }
  expect(differing(cells)).toEqual([]);
});

test('equal suppliers are always sorted by sample size, then by name', async () => {
  const body = { dateRange: ['1995-01-01', '1995-01-02'] };
  expect((await request(world, 'VMS', 'topSuppliers', body, 'earlyterms')).records).toEqual([]);
  const [one, two] = await Promise.all(
    [1, 2].map(() => request(world, 'VMS', 'topSuppliers', {}, 'lowestcancellations')),
  );
  expect(one).toEqual(two);
  const rows = one?.records ?? [];
  const misplaced = rows.filter(({ value = 0, agencyName, volume }, index) => {
    const { value: before = 0, agencyName: name = '', volume: many = 0 } = rows[index - 1] ?? {};
    if (index === 0 || value > before) return false;
    return value < before || volume > many || (volume === many && agencyName < name);
  });
  expect(misplaced).toEqual([]);
});
