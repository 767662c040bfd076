/** Every KPI equals its naive computation in random programs. */
import fc from 'fast-check';
import type { OrganizationType } from '../../../../contract/base/organizations';
import { PERMISSIONS } from '../../../../contract/base/permissions';
import type { DashboardFilter } from '../../../../contract/dashboards/filter';
import { TOP_SUPPLIER_CODES, type TopSupplierCode } from '../../../../contract/dashboards/kpiDashboards';
import type { Queries } from '../../../../server/database';
import { businessAnalysis, facilityKpi } from '../../../../server/features/dashboards/kpi/kpiDashboards';
import { scorecards, topSuppliers } from '../../../../server/features/dashboards/kpi/suppliers';
import { dashboardQuery, type DashboardQuery } from '../../../../server/features/dashboards/query';
import { openTestDatabase, type TestDatabase } from '../../support/database';
import { mean, only, plannedCents, share, tally, type Span, type Tally } from './naive';
import { flagsOf } from './support';
import { DAY_MS, chance, dayOf, makeWorld, type Place, type World } from './world';
import { insertWorld, makePlace } from './worldRows';
import { cases, seed } from '../../../support/cases';

const CASES = cases('programs whose KPIs are computed naively too', { usual: 10, long: 500 });
const SEED = seed(11);

let db: TestDatabase;
let place: Place;
beforeAll(async () => {
  db = await openTestDatabase();
  place = await makePlace(db.owner);
});
afterAll(() => db.close());

class Undone extends Error {}

/** In a program that is removed afterwards. */
async function within(world: World, work: (queries: Queries) => Promise<void>): Promise<void> {
  try {
    const { tenantId } = place;
    const manager = { organizationId: tenantId, organizationType: 'VMS', tenantId, userId: null } as const;
    await db.database.withScope(manager, async (queries) => {
      await insertWorld(queries, place, world);
      await work(queries);
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
}

const monthsOf = (now: number): Span[] =>
  Array.from({ length: 12 }, (_, index) => {
    const today = new Date(now);
    const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 11 + index, 1);
    const last = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 10 + index, 0);
    return { from: dayOf(first), to: dayOf(last) };
  });

const ratio = (up: number, down: number): number | null =>
  down === 0 ? null : Math.round((up / down) * 10 + 1e-7) / 10;

async function dashboards(
  query: (type: OrganizationType, self: string) => DashboardQuery,
  seen: World,
  now: number,
  span: Span,
) {
  const months = monthsOf(now);
  const answer = await businessAnalysis(query('VMS', place.tenantId), flagsOf('businessAnalysis'), PERMISSIONS);
  const monthly = months.map((month) => tally(seen, month));
  const year = monthly.filter((_, index) => months[index]?.from.startsWith(dayOf(now).slice(0, 4)));
  const t = tally(seen, span);
  const [actual, pushed] = [
    year.reduce((n, each) => n + each.started, 0),
    year.reduce((n, each) => n + each.pushed, 0),
  ];
  const weeks = (answer.timeToFillDataset ?? []).map(({ nextOfSameSaturday: to }) => tally(seen, week(to)));
  expect({
    ratio: answer.submittalToOfferRatio,
    fill: answer.fillRatePercentage,
    decline: answer.declinePercentage,
    retention: answer.retentionPercentage,
    history: answer.completedAssignments,
    pushed: answer.pushedStartData,
    offer: answer.timeFromSubmittedToOffer,
    accept: answer.timeFromOfferedToAccept,
    book: answer.timeFromOfferedToBook,
    files: answer.fileCompletionDTO?.monthlyFileCompletionDays,
    weeklyFill: answer.timeToFillDataset?.map(({ timeTofill }) => timeTofill),
    weeklyHire: answer.timeToHire?.map(({ timeTofill, count }) => [timeTofill, count]),
    spend: answer.datasets?.[0]?.data,
    planned: answer.datasets?.[1]?.data.map((value) => Math.round(value)),
  }).toEqual({
    ratio: ratio(t.submitted, t.offered),
    fill: share(t.positionsFilled, t.positions),
    decline: share(t.declined, t.reviewed),
    retention: share(t.retained, t.dueToEnd),
    history: monthly.map(({ completed, early, cancelled }) => [completed, early, cancelled]),
    pushed: {
      actual: monthly.map(({ started }) => started),
      pushed: monthly.map((each) => each.pushed),
      ytdActual: actual,
      ytdPushed: pushed,
      ytdPushedPercent: share(pushed, actual),
    },
    offer: monthly.map(({ submittedToOffered }) => mean(submittedToOffered)),
    accept: monthly.map(({ offeredToAccepted }) => mean(offeredToAccepted)),
    book: monthly.map(({ offeredToBooked }) => mean(offeredToBooked)),
    files: monthly.map(({ daysToComplete }) => mean(daysToComplete)),
    weeklyFill: weeks.map(({ daysToFill }) => mean(daysToFill)),
    weeklyHire: weeks.map(({ submittedToBooked }) => [mean(submittedToBooked), submittedToBooked.length]),
    spend: monthly.map(({ billedCents }) => billedCents / 100),
    planned: months.map((month) => Math.round(Math.round(plannedCents(seen, month)) / 100)),
  });
  const before = { from: dayOf(Date.parse(span.from) - length(span)), to: dayOf(Date.parse(span.from) - DAY_MS) };
  const then = tally(seen, before);
  expect(answer.figures.RETENTION_RATE?.previous).toBe(share(then.retained, then.dueToEnd));

  const [facility] = place.clients as [string];
  const own = tally(
    only(seen, ({ client }) => client === facility),
    span,
  );
  const kpi = await facilityKpi(query('CLIENT', facility), flagsOf('facilityKpiDashboard'), PERMISSIONS);
  expect(kpi).toMatchObject({
    submittalToOfferRatio: ratio(own.submitted, own.offered),
    retentionPercentage: share(own.retained, own.dueToEnd),
    onTimeStartPercent: share(own.started - own.pushed, own.started),
    assignmentCompletePercent: share(own.completed, own.ended),
    cancellationPercent: share(own.cancelled, own.ended),
    earlyTermPercent: share(own.early, own.ended),
  });
}

const length = ({ from, to }: Span): number => Date.parse(to) - Date.parse(from) + DAY_MS;
const week = (to: string): Span => ({ from: dayOf(Date.parse(to) - 6 * DAY_MS), to });

/**
 * The sort key of a ranking, or null if the supplier is not in it; then the direction; then the sample size if more is
 * not better by itself.
 */
const RANKED: Readonly<
  Record<TopSupplierCode, readonly [(t: Tally) => number | null, 1 | -1, ((t: Tally) => number)?]>
> = {
  highestrevenue: [(t) => t.billedCents || null, -1],
  timetohire: [(t) => part(total(t.daysToHire), t.daysToHire.length), 1, (t) => t.daysToHire.length],
  highestsubmissions: [(t) => t.submitted || null, -1],
  rejectedsubmissions: [(t) => (t.submitted ? t.rejected : null), 1, (t) => t.submitted],
  interviews: [(t) => t.interviewed || null, -1],
  // Submissions without an offer have no ratio and come last.
  submittaltooffered: [(t) => part(t.submitted, t.offered) ?? (t.submitted ? Infinity : null), 1, (t) => t.submitted],
  fillrate: [(t) => part(t.bookedOfSubmitted, t.positionsAskedFor), -1, (t) => t.positionsAskedFor],
  timetostart: [(t) => part(t.started - t.pushed, t.started), -1, (t) => t.started],
  retentionrate: [(t) => part(t.retained, t.dueToEnd) || null, -1, (t) => t.dueToEnd],
  assignmentcompletionrate: [(t) => part(t.completed, t.ended), -1, (t) => t.ended],
  searchtopagencies: [(t) => t.completed || null, -1],
  lowestcancellations: [(t) => (t.ended ? t.cancelled : null), 1, (t) => t.ended],
  earlyterms: [(t) => (t.ended ? t.early : null), 1, (t) => t.ended],
};
/** The fields that a supplier's row has in one ranking only, from the raw rows. */
const FIELDS: Readonly<Record<TopSupplierCode, (t: Tally) => object>> = {
  highestrevenue: (t) => ({ agencyRevenueDlr: t.billedCents / 100 }),
  timetohire: (t) => ({ value: mean(t.daysToHire) }),
  highestsubmissions: (t) => ({ submittedCount: t.submitted, value: t.submitted }),
  rejectedsubmissions: (t) => ({ value: t.rejected }),
  interviews: (t) => ({ value: t.interviewed }),
  submittaltooffered: (t) => ({
    submittedCount: t.submitted,
    offeredCount: t.offered,
    ratioUp: t.submitted,
    ratioDown: t.offered,
  }),
  fillrate: (t) => ({
    assignmentsCount: t.bookedOfSubmitted,
    positions: t.positionsAskedFor,
    value: share(t.bookedOfSubmitted, t.positionsAskedFor),
  }),
  timetostart: (t) => ({ value: share(t.started - t.pushed, t.started) }),
  retentionrate: (t) => ({ retentionRate: share(t.retained, t.dueToEnd) }),
  assignmentcompletionrate: (t) => ({ value: share(t.completed, t.ended) }),
  searchtopagencies: (t) => ({ assignmentsCount: t.completed, value: t.completed }),
  lowestcancellations: (t) => ({ value: t.cancelled }),
  earlyterms: (t) => ({ value: t.early }),
};

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const part = (of: number, among: number): number | null => (among === 0 ? null : of / among);

async function rankings(query: DashboardQuery, seen: World, span: Span, least: number): Promise<void> {
  const tallies = place.agencies.map((agency) => ({
    name: place.names.get(agency) ?? '',
    t: tally(
      only(seen, (_of, of) => of === agency),
      span,
    ),
  }));
  for (const code of TOP_SUPPLIER_CODES) {
    const [of, sign, volumeOf] = RANKED[code];
    const order = tallies
      .flatMap(({ name, t }) => {
        const value = of(t);
        return value === null ? [] : [{ name, value, volume: volumeOf?.(t) ?? 0 }];
      })
      .sort(
        (a, b) =>
          (close(a.value, b.value) ? 0 : sign * (a.value - b.value)) ||
          b.volume - a.volume ||
          (a.name < b.name ? -1 : 1),
      );
    const isEnough = ({ volume }: { volume: number }) => volumeOf === undefined || volume >= least;
    const names = (some: readonly { name: string }[]) => some.map(({ name }) => name);
    const { records, others, apart } = await topSuppliers(query, code, least);
    const answered = [...records, ...others].map(({ agencyName }) => agencyName);
    expect([code, least, ...answered]).toEqual([code, least, ...names(order.filter(isEnough))]);
    for (const row of [...records, ...others, ...apart]) {
      const { agencyId, agencyName, numerator: _up, denominator: _down, volume: _volume, ...fields } = row;
      const t = tallies.find(({ name }) => name === agencyName)?.t;
      expect([code, place.names.get(agencyId), fields]).toEqual([code, agencyName, t && FIELDS[code](t)]);
    }
    const left = apart.map(({ agencyName }) => agencyName);
    expect([code, least, ...left]).toEqual([code, least, ...names(order.filter((each) => !isEnough(each)))]);
  }
  const cards = await scorecards(query, null, false);
  for (const { name, t } of tallies) {
    const agency = [...place.names].find(([, of]) => of === name)?.[0];
    const card = (list: { agencyId: string; currentCount: number }[] | undefined) =>
      list?.find(({ agencyId }) => agencyId === agency)?.currentCount;
    expect({
      numberOfSubmissions: card(cards.numberOfSubmissions),
      percentageOfSubOffered: card(cards.percentageOfSubOffered),
      timeToFileCompletion: card(cards.timeToFileCompletion),
      assignmentsCompleted: card(cards.assignmentsCompleted),
      percentageOfEarlyTerm: card(cards.percentageOfEarlyTerm),
      cancelledAssignments: card(cards.cancelledAssignments),
      onTimeStart: card(cards.onTimeStart),
      timeToSubmit: card(cards.timeToSubmit),
    }).toEqual({
      numberOfSubmissions: t.submitted,
      percentageOfSubOffered: share(t.offered, t.submitted) ?? 0,
      timeToFileCompletion: mean(t.daysToComplete) ?? 0,
      assignmentsCompleted: t.completed,
      percentageOfEarlyTerm: share(t.early, t.ended) ?? 0,
      cancelledAssignments: t.cancelled,
      onTimeStart: share(t.started - t.pushed, t.started) ?? 0,
      timeToSubmit: mean(t.daysToSubmit) ?? 0,
    });
  }
}

const close = (a: number, b: number): boolean => a === b || Math.abs(a - b) < 1e-9;

test(`${CASES} random programs (seed ${SEED})`, async () => {
  let numbers = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const random = chance(seed);
      const now = Date.UTC(
        2025,
        random.int(0, 23),
        random.pick([1, 1, 15, 28, 29, 30, 31]),
        random.int(0, 23),
        random.int(0, 59),
      );
      const world = makeWorld(seed, now, place);
      const from = now - random.int(0, 300) * DAY_MS;
      const span = { from: dayOf(from), to: dayOf(from + random.int(0, 200) * DAY_MS) };
      const clients = random.flag(0.3) ? [random.pick(place.clients)] : [];
      const types = random.flag(0.3) ? [random.pick(['TRAVEL', 'PERM'])] : [];
      const filter: DashboardFilter = { clientIds: clients, jobTypes: types, dateRange: [span.from, span.to] };
      const seen = only(
        world,
        ({ client, type }) =>
          (clients.length === 0 || clients.includes(client)) && (types.length === 0 || types.includes(type)),
      );
      await within(world, async (queries) => {
        const query = (organizationType: OrganizationType, organizationId: string): DashboardQuery =>
          dashboardQuery(
            queries,
            { organizationId, organizationType, tenantId: place.tenantId, userId: null },
            filter,
            new Date(now),
          );
        await dashboards(query, seen, now, span);
        await rankings(query('VMS', place.tenantId), seen, span, random.pick([0, 1, 2, 5]));
      });
      numbers += tally(seen, span).submitted;
    }),
    { numRuns: CASES, seed: SEED, endOnFailure: true },
  );
  // Otherwise only zeros would have been compared.
  expect(numbers).toBeGreaterThan(0);
});
