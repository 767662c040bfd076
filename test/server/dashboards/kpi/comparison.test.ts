/** Supplier comparison with the median: the same figures as their scorecards and KPIs; targets, and who sees them. */
import { sql } from 'kysely';
import { SUPPLIER_CARDS, type SupplierCard } from '../../../../contract/dashboards/kpiDashboards';
import { kpi } from '../../../../contract/dashboards/kpis';
import type { ResponseOf } from '../../../../contract/endpoints';
import { startListWorld, type Kind, type ListWorld } from '../../lists/support';
import { oracle } from './oracle';
import { request, withoutPermission } from './support';

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

const YEAR = { timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' };
const CARDS = Object.entries(SUPPLIER_CARDS) as [SupplierCard, (typeof SUPPLIER_CARDS)[SupplierCard]][];

const lastDay = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

const suppliersOf = async (): Promise<string[]> => {
  const { tenantId } = world.scopes.VMS;
  const { rows } = await sql<{ id: string }>`
    select id from suppliers where tenant_id = ${tenantId} order by name limit 2`.execute(world.owner);
  return rows.map(({ id }) => id);
};
const compare = (kind: Kind, body: object) => request(world, kind, 'supplierComparison', { ...YEAR, ...body });

/** The median of sorted numbers, computed independently. */
function middle(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const half = sorted.length / 2;
  return Number.isInteger(half)
    ? ((sorted[half - 1] as number) + (sorted[half] as number)) / 2
    : (sorted[Math.floor(half)] as number);
}

/** The two days of half a year on which the fewest suppliers submitted someone, but some did. */
async function quietDays(): Promise<object> {
  const { rows } = await sql<{ from: string; to: string }>`
    select d::date::text as "from", (d::date + 1)::text as "to"
    from generate_series(current_date - 180, current_date - 10, interval '1 day') d
    join submissions s on s.submitted_on in (d::date, d::date + 1) and s.tenant_id = ${world.scopes.VMS.tenantId}
    group by d order by count(distinct s.agency_id), d limit 1`.execute(world.owner);
  return { dateRange: [rows[0]?.from, rows[0]?.to] };
}

test.each([
  ['twelve months', async () => YEAR],
  ['two days, on which many have nothing to count', quietDays],
])('each figure of %s is that of the scorecard, and a median of means and shares that of all', async (_, spanOf) => {
  const span = await spanOf();
  const scores = await request(world, 'VMS', 'supplierKpiBoard', span);
  const least = [...(scores.numberOfSubmissions ?? [])].sort((a, b) => a.currentCount - b.currentCount);
  const agencyIds = [least.at(0)?.agencyId ?? '', least.at(-1)?.agencyId ?? ''];
  if (spanOf === quietDays) expect(least.at(0)?.currentCount).toBe(0);
  expect(least.at(-1)?.currentCount).toBeGreaterThan(0);
  const answer = await compare('VMS', { ...span, agencyIds });
  expect(answer.cards.map(({ card }) => card)).toEqual(CARDS.map(([card]) => card));
  for (const { card, kpi: code, suppliers, median } of answer.cards) {
    const ofCard = scores[card] ?? [];
    const isCount = kpi(code).unit === 'count';
    expect(suppliers.map(({ agencyId }) => agencyId)).toEqual(agencyIds);
    for (const { agencyId, value } of suppliers) {
      const score = ofCard.find((each) => each.agencyId === agencyId);
      expect([card, agencyId, value]).toEqual([
        card,
        agencyId,
        score?.rank === 0 && !isCount ? null : score?.currentCount,
      ]);
    }
    if (isCount) continue;
    const expected = middle(ofCard.filter(({ rank }) => rank !== 0).map(({ currentCount }) => currentCount));
    expect([card, median]).toEqual([card, expected === null ? null : expect.closeTo(expected, 1)]);
  }
});

test('a period of one month has the figures and the median of that month', async () => {
  const agencyIds = await suppliersOf();
  const { months } = await compare('VMS', { agencyIds });
  for (const at of [2, 6]) {
    const month = months[at] ?? '';
    const { cards } = await compare('VMS', { agencyIds, dateRange: [`${month}-01`, lastDay(month)] });
    for (const { card, median, medians, suppliers } of cards) {
      expect([card, month, median]).toEqual([card, month, medians[at]]);
      for (const { value, values } of suppliers) expect([card, month, value]).toEqual([card, month, values[at]]);
    }
  }
});

test('each month is that of the KPI by month', async () => {
  const [agencyId = ''] = await suppliersOf();
  const answer = await compare('VMS', { agencyIds: [agencyId] });
  let some = 0;
  for (const { kpi: code, suppliers } of answer.cards) {
    const { json } = await world.send('VMS', 'POST', `/api-job/v1/dashboard/kpi/${code}`, {
      agencyIds: [agencyId],
      by: 'month',
    });
    const { groups = [] } = json as unknown as ResponseOf<'kpiFigure'>;
    const expected = groups.map(({ value, numerator }) => (kpi(code).unit === 'count' ? numerator : value));
    const answered = suppliers[0]?.values ?? [];
    expect([code, answered.length]).toEqual([code, 12]);
    expect([code, answered]).toEqual([code, expected]);
    some += answered.filter((value) => value !== null && value !== 0).length;
  }
  expect(some).toBeGreaterThan(10);
});

test('the oracle computes the same figures of a supplier, and of the months', async () => {
  const [agencyId = ''] = await suppliersOf();
  const { cards, period, months } = await compare('VMS', { agencyIds: [agencyId] });
  const question = { party: 'VMS', self: world.scopes.VMS.organizationId, form: { agencyIds: [agencyId] } } as const;
  const spans = [period, ...[3, 7].map((at) => ({ from: `${months[at]}-01`, to: lastDay(months[at] ?? '') }))];
  const wrong: unknown[] = [];
  for (const [index, span] of spans.entries()) {
    const figures = await oracle(world.owner, { ...question, span });
    for (const { kpi: code, suppliers } of cards) {
      const answered = index === 0 ? suppliers[0]?.value : suppliers[0]?.values[[3, 7][index - 1] ?? 0];
      const expected = kpi(code).unit === 'count' ? figures[code]?.numerator : figures[code]?.value;
      const leeway = code === 'TIME_TO_SUBMIT' ? 0.011 : 1e-9;
      const same =
        answered == null || expected == null
          ? (answered ?? null) === (expected ?? null)
          : Math.abs(answered - expected) <= leeway;
      if (!same) wrong.push([code, span, answered, expected]);
    }
  }
  expect(wrong).toEqual([]);
});

test('a supplier sees its own months, no median and no other supplier', async () => {
  const own = world.scopes.AGENCY.organizationId;
  const [other] = (await suppliersOf()).filter((id) => id !== own);
  const { cards, canSetTargets } = await compare('AGENCY', { agencyIds: [own] });
  expect(canSetTargets).toBe(false);
  for (const { suppliers, median, medians } of cards) {
    expect(suppliers.map(({ agencyId }) => agencyId)).toEqual([own]);
    expect([median, ...new Set(medians)]).toEqual([null, null]);
  }
  const path = '/api-job/v1/dashboard/vms/supplierkpiboard/compare';
  expect((await world.send('AGENCY', 'POST', path, { agencyIds: [other] })).status).toBe(400);
  expect((await world.send('CLIENT', 'POST', path, { agencyIds: [own] })).status).toBe(401);
});

describe('targets', () => {
  const save = (kind: Kind, code: string, body: object) =>
    world.send(kind, 'PUT' as 'POST', `/api-job/v1/dashboard/kpitargets/${code}`, body);
  const onTime = async (kind: Kind, agencyId: string) => {
    const { cards } = await compare(kind, { agencyIds: [agencyId] });
    const card = cards.find(({ kpi: code }) => code === 'ON_TIME_STARTS');
    return { all: card?.target, own: card?.suppliers[0]?.target };
  };

  test('a supplier’s own target overrides the general one, and each can be removed', async () => {
    const agencyId = world.scopes.AGENCY.organizationId;
    expect((await save('VMS', 'ON_TIME_STARTS', { target: 90 })).status).toBe(200);
    expect((await save('VMS', 'ON_TIME_STARTS', { agencyId, target: 95.5 })).status).toBe(200);
    expect((await save('VMS', 'ON_TIME_STARTS', { agencyId, target: 96 })).status).toBe(200);
    expect(await onTime('VMS', agencyId)).toEqual({ all: 90, own: 96 });
    expect(await onTime('AGENCY', agencyId)).toEqual({ all: 90, own: 96 });
    await save('VMS', 'ON_TIME_STARTS', { agencyId, target: null });
    expect(await onTime('VMS', agencyId)).toEqual({ all: 90, own: null });
  });

  test('a supplier does not see the target of another', async () => {
    const own = world.scopes.AGENCY.organizationId;
    const [other = ''] = (await suppliersOf()).filter((id) => id !== own);
    await save('VMS', 'ON_TIME_STARTS', { agencyId: other, target: 50 });
    expect(await onTime('AGENCY', own)).toMatchObject({ own: null });
  });

  test.each([
    ['ON_TIME_STARTS', 100.5],
    ['ON_TIME_STARTS', 99.999],
    ['SUBMISSIONS', 1.5],
    ['TIME_TO_SUBMIT', -1],
    ['NO_SUCH', 1],
  ])('%s cannot be %s', async (code, target) => {
    expect((await save('VMS', code, { target })).status).toBe(400);
  });

  test('can be set only with the permission, for suppliers of the program, and for KPIs of suppliers', async () => {
    const agencyId = world.scopes.AGENCY.organizationId;
    const status = async (kind: Kind, body: object, code = 'ON_TIME_STARTS') => (await save(kind, code, body)).status;
    expect(await status('AGENCY', { target: 1 })).toBe(401);
    expect(await status('CLIENT', { target: 1 })).toBe(401);
    expect(await withoutPermission(world, 'VMS', 'DASHBOARD_KPI_TARGETS', () => status('VMS', { target: 1 }))).toBe(
      401,
    );
    expect(await status('VMS', { agencyId: world.scopes.CLIENT.organizationId, target: 1 })).toBe(404);
    expect(await status('VMS', { agencyId, target: 1 }, 'FILL_RATE')).toBe(400);
    expect(await status('VMS', { target: 80 }, 'FILL_RATE')).toBe(200);
  });
});
