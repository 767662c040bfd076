/**
 * One KPI by its parts: the parts add up to it, each equals the rows of its report, and no one sees parts of others.
 */
import { BREAKDOWNS, BREAKDOWN_FIELD, partsOverlap } from '../../../../contract/dashboards/kpiBreakdown';
import { reportRows } from '../../../../contract/dashboards/reportRows';
import { KPI_CODES, kpi, type Kpi } from '../../../../contract/dashboards/kpis';
import type { ResponseOf } from '../../../../contract/endpoints';
import { DateTime } from 'luxon';
import { startListWorld, type Kind, type ListWorld } from '../../lists/support';

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

type Answer = ResponseOf<'kpiFigure'>;
const path = (code: Kpi): string => `/api-job/v1/dashboard/kpi/${code}`;
const YEAR = { timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' };

async function request(kind: Kind, code: Kpi, body: object): Promise<Answer> {
  const { status, json, text } = await world.send(kind, 'POST', path(code), { ...YEAR, ...body });
  if (status !== 200) throw new Error(`${kind} ${code} ${JSON.stringify(body)}: ${status} ${text}`);
  return json as Answer;
}
const total = (answer: Answer, of: 'numerator' | 'denominator'): number =>
  (answer.groups ?? []).reduce((sum, each) => sum + each[of], 0);

test.each(KPI_CODES)('%s: the parts add up to the figure for every breakdown', async (code) => {
  const answered = [];
  for (const by of BREAKDOWNS.filter((each) => !partsOverlap(code, each))) {
    const answer = await request('VMS', code, { by });
    const { numerator, denominator } = answer.figure;
    // Sums of days are rounded part by part.
    const isSame = (a: number, b: number) => Math.abs(a - b) <= (kpi(code).unit === 'days' ? 2 : 0);
    if (!isSame(total(answer, 'numerator'), numerator) || !isSame(total(answer, 'denominator'), denominator)) {
      answered.push([by, total(answer, 'numerator'), numerator, total(answer, 'denominator'), denominator]);
    }
    expect([code, by, (answer.groups ?? []).length > 0]).toEqual([code, by, true]);
  }
  expect(answered).toEqual([]);
});

test.each(['RETENTION_RATE', 'DECLINED_RATE', 'COMPLETED', 'OFFERED_SHARE'] as const)(
  'a part of %s equals the rows of its report',
  async (code) => {
    for (const by of BREAKDOWNS) {
      const { groups = [], period } = await request('VMS', code, { by });
      for (const { id, numerator } of groups.slice(0, 2)) {
        const { list } = kpi(code).opens;
        const { filters } = reportRows(kpi(code).opens, { [BREAKDOWN_FIELD[by]]: [id] }, period, 'VMS');
        const { json } = await world.post('VMS', list, 'total', { filters });
        expect([code, by, json['total']]).toEqual([code, by, numerator]);
      }
    }
  },
);

test.each(['FILL_RATE', 'TIME_TO_FILL'] as const)(
  'a job counts in %s for each supplier that submitted to it, as in the report filtered by the supplier',
  async (code) => {
    const { groups = [], figure } = await request('VMS', code, { by: 'supplier' });
    expect(groups.length).toBeGreaterThan(20);
    expect(groups.reduce((sum, each) => sum + each.denominator, 0)).toBeGreaterThan(figure.denominator);
    for (const { id, value, numerator, denominator } of groups.slice(0, 5)) {
      const { figure: own } = await request('VMS', code, { agencyIds: [id] });
      // Sums of days are added in another order.
      expect(own.numerator).toBeCloseTo(numerator, 6);
      expect([own.value, own.denominator]).toEqual([value, denominator]);
    }
    const [one, two] = groups;
    const { groups: chosen = [] } = await request('VMS', code, { by: 'supplier', agencyIds: [one?.id, two?.id] });
    expect(chosen.map(({ id, denominator }) => [id, denominator])).toEqual(
      [one, two].map((each) => [each?.id, each?.denominator]),
    );
    const place = (await request('VMS', code, { by: 'facility' })).groups?.[0]?.id;
    const there = await request('VMS', code, { by: 'supplier', clientIds: [place] });
    const [first] = there.groups ?? [];
    const { figure: same } = await request('VMS', code, { clientIds: [place], agencyIds: [first?.id] });
    expect([same.value, same.denominator]).toEqual([first?.value, first?.denominator]);
  },
);

test('the rolling twelve months ignore the period', async () => {
  const answer = await request('VMS', 'COMPLETED', { by: 'month', timeFrame: 'WEEKLY_LAST_SEVEN_DAYS' });
  expect(answer.groups).toHaveLength(12);
  expect(total(answer, 'numerator')).toBeGreaterThan(answer.figure.numerator);
});

test.each(KPI_CODES)('%s of a month is its figure when that month is requested', async (code) => {
  for (const filter of [{}, { jobTypes: ['TRAVEL'] }]) {
    const { groups = [] } = await request('VMS', code, { by: 'month', ...filter });
    expect(groups).toHaveLength(12);
    const { id, label: _label, ...answered } = groups[8] ?? { id: '', label: '' };
    const [from, to] = [`${id}-01`, DateTime.fromISO(`${id}-01`).endOf('month').toISODate()];
    const { figure } = await request('VMS', code, { dateRange: [from, to], ...filter });
    const { value, numerator, denominator } = figure;
    expect([code, filter, answered]).toEqual([code, filter, { value, numerator, denominator }]);
  }
});

test('a supplier has no breakdown by supplier, and a facility may request one', async () => {
  const refused = async (kind: Kind, code: Kpi, body: object) =>
    (await world.send(kind, 'POST', path(code), body)).status;
  expect(await refused('AGENCY', 'ON_TIME_STARTS', { by: 'supplier' })).toBe(400);
  expect(await refused('AGENCY', 'ON_TIME_STARTS', { agencyIds: [world.scopes.VMS.organizationId] })).toBe(400);
  expect(await refused('OWNER', 'ON_TIME_STARTS', {})).toBe(401);
  const all = await request('CLIENT', 'SUBMISSIONS', { by: 'supplier' });
  const [first] = all.groups ?? [];
  const one = await request('CLIENT', 'SUBMISSIONS', { agencyIds: [first?.id] });
  expect(one.figure.numerator).toBe(first?.numerator);
});

test('the year to date is compared with the same days of last year', async () => {
  const { period, previousPeriod } = await request('VMS', 'SUBMISSIONS', { timeFrame: 'YEAR_TO_DATE' });
  const before = (day: string) => day.replace(/^\d{4}/, (year) => String(Number(year) - 1)).replace('02-29', '02-28');
  expect(previousPeriod).toEqual({ from: before(period.from), to: before(period.to) });
});
