/**
 * The cost of the KPI dashboards and their reports in a database with many submissions: each part requested by itself,
 * over twelve months, and the most expensive ones compared with SQL written by hand for the same number.
 */
import { sql } from 'kysely';
import type { Client } from 'pg';
import { PERMISSIONS } from '../../contract/base/permissions';
import { BREAKDOWNS } from '../../contract/dashboards/kpiBreakdown';
import {
  BUSINESS_ANALYSIS,
  FACILITY_KPI,
  TOP_SUPPLIER_CODES,
  type TopSupplierCode,
} from '../../contract/dashboards/kpiDashboards';
import type { Database, Scope } from '../../server/database';
import { businessAnalysis, facilityKpi } from '../../server/features/dashboards/kpi/kpiDashboards';
import { kpiFigure } from '../../server/features/dashboards/kpi/breakdown';
import { compareSuppliers } from '../../server/features/dashboards/kpi/comparison';
import { scorecards, topSuppliers } from '../../server/features/dashboards/kpi/suppliers';
import { dashboardQuery, type DashboardQuery, type WidgetFilter } from '../../server/features/dashboards/query';
import { listGroups } from '../../server/features/lists/groups';
import { listTotals } from '../../server/features/lists/totals';
import { median, pairwise, percentile } from '../lib/pairs';
import { reached, type Row } from '../lib/row';

const LIMIT_MS = 120;
/** The request for one KPI by itself, or above a report: it reads the rows that the user then pages through. */
const ON_REQUEST_LIMIT_MS = 1_000;
const YEAR: WidgetFilter = { timeFrame: 'YEARLY_LAST_TWELVE_MONTHS' };
const SINCE = 's.submitted_at >= (current_date - 364)';

interface Query {
  readonly id: string;
  readonly type: 'VMS' | 'CLIENT';
  readonly run: (query: DashboardQuery) => Promise<unknown>;
  /** The same in hand-written SQL. */
  readonly bare?: string;
  readonly limitMs?: number;
}

const bySupplier = (value: string): string =>
  `select s.agency_id, ${value} from submissions s where ${SINCE} group by s.agency_id`;
const BARE: Partial<Record<TopSupplierCode, string>> = {
  highestsubmissions: bySupplier('count(*)'),
  rejectedsubmissions: bySupplier(`count(*), count(*) filter (where s.status = 'REJECTED')`),
  submittaltooffered: bySupplier('count(*), count(s.offered_at)'),
  fillrate: `select x.agency_id, sum(j.openings), sum(x.booked) from (
    select s.agency_id, s.job_id, count(s.booked_at) as booked from submissions s where ${SINCE} group by 1, 2) x
    join jobs j on j.id = x.job_id group by 1`,
};

export const QUERIES: readonly Query[] = [
  ...Object.entries(BUSINESS_ANALYSIS).map(([name, { flag }]): Query => ({
    id: `analysis.${name}`,
    type: 'VMS',
    run: (query) => businessAnalysis(query, { [flag]: true }, PERMISSIONS),
    ...(name === 'SUBMITTAL_TO_OFFER' && {
      bare: `select count(*), count(s.offered_at) from submissions s where s.submitted_at >= (current_date - 729)`,
    }),
  })),
  ...Object.entries(FACILITY_KPI).map(([name, { flag }]): Query => ({
    id: `facility.${name}`,
    type: 'CLIENT',
    run: (query) => facilityKpi(query, { [flag]: true }, PERMISSIONS),
  })),
  ...TOP_SUPPLIER_CODES.map((code): Query => ({
    id: `top.${code}`,
    type: 'VMS',
    run: (query) => topSuppliers(query, code),
    ...(BARE[code] !== undefined && { bare: BARE[code] }),
  })),
  {
    id: 'scorecards',
    type: 'VMS',
    run: (query) => scorecards(query, null, false),
    bare: `select s.agency_id, count(*), count(s.offered_at), avg(date_part('epoch', s.submitted_at - j.posted_at))
      from submissions s join jobs j on j.id = s.job_id where s.submitted_at >= (current_date - 729) group by 1`,
  },
  {
    id: 'comparison',
    type: 'VMS',
    run: (query) => compareSuppliers(query, [], [], true),
    limitMs: ON_REQUEST_LIMIT_MS,
  },
  ...BREAKDOWNS.flatMap((by) =>
    (['SUBMITTAL_TO_OFFER', 'SUPPLIER_FILL_RATE', 'FILL_RATE'] as const).map((code): Query => ({
      id: `by-${by}.${code}`,
      type: 'VMS',
      run: (query) => kpiFigure(query, code, by),
      limitMs: ON_REQUEST_LIMIT_MS,
    })),
  ),
  {
    id: 'report.totals',
    type: 'VMS',
    run: ({ queries, scope, period }) =>
      listTotals(queries, 'submittalReport', { filters: { period: [`${period.from}..${period.to}`] } }, scope),
    limitMs: ON_REQUEST_LIMIT_MS,
  },
  {
    id: 'report.groups',
    type: 'VMS',
    run: ({ queries, scope, period }) =>
      listGroups(
        queries,
        'submittalReport',
        { by: 'supplier', filters: { period: [`${period.from}..${period.to}`] } },
        scope,
      ),
    limitMs: ON_REQUEST_LIMIT_MS,
  },
];

/** `allowance` times the limits that hold with a million submissions. */
export const measureKpis = (database: Database, rounds: number, allowance: number): Promise<Row[]> =>
  database.withOwner(async (client) => {
    const scopes = await readScopes(client);
    const rows: Row[] = [];
    for (const query of QUERIES)
      rows.push(await measure(database, client, scopes[query.type], query, rounds, allowance));
    return rows;
  });

async function readScopes(client: Client): Promise<Readonly<Record<'VMS' | 'CLIENT', Scope>>> {
  const one = async (userName: string): Promise<Scope> => {
    const { rows } = await client.query<Scope>(
      `select o.id as "organizationId", o.type as "organizationType", o.tenant_id as "tenantId", u.id as "userId"
       from organizations o join users u on u.organization_id = o.id where u.user_name = $1`,
      [userName],
    );
    return rows[0] as Scope;
  };
  return { VMS: await one('vms.manager'), CLIENT: await one('client.manager') };
}

/** Milliseconds of the statements, not of opening and closing the transaction around them. */
const time = (database: Database, scope: Scope, { run: ask }: Query): Promise<number> =>
  database.withScope(scope, async (queries) => {
    await sql`select 1`.execute(queries);
    const query = dashboardQuery(queries, scope, YEAR, new Date());
    const started = performance.now();
    await ask(query);
    return performance.now() - started;
  });

async function timeBare(client: Client, bare: string): Promise<number> {
  const started = performance.now();
  await client.query(bare);
  return performance.now() - started;
}

async function measure(
  database: Database,
  client: Client,
  scope: Scope,
  query: Query,
  rounds: number,
  allowance: number,
): Promise<Row> {
  const limit = (query.limitMs ?? LIMIT_MS) * allowance;
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round <= rounds * 2; round += 1) {
    const mine = await time(database, scope, query);
    const other = query.bare === undefined ? 0 : await timeBare(client, query.bare);
    // The first of each warms up.
    if (round === 0) continue;
    ours.push(mine);
    theirs.push(other);
  }
  const p95 = percentile(ours, 0.95);
  return {
    id: `kpi-db.${query.id}`,
    what: 'twelve months, p95',
    ours: `${p95.toFixed(0)} ms, median ${median(ours).toFixed(0)} ms, n=${ours.length}`,
    other: query.bare === undefined ? `limit ${limit} ms` : `bare SQL, median ${median(theirs).toFixed(0)} ms`,
    ...(query.bare === undefined ? { ratio: p95 / limit } : pairwise(ours, theirs)),
    goal: `p95 < ${limit} ms`,
    verdict: reached(p95 < limit),
    exact: false,
  };
}
