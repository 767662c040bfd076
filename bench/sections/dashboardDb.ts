/**
 * The cost of the home dashboard in a database with many submissions: each card as the app requests it, daily counts
 * compared with counting rows, and the cost to writers. The other limit is the bare count of the rows, in SQL written
 * by hand.
 */
import type { Client } from 'pg';
import { sql, type CompiledQuery } from 'kysely';
import { runInSpan, type Span } from '../../server/base/tracing';
import type { Database, Queries, Scope } from '../../server/database';
import { dashboardQuery, type DashboardQuery, type WidgetFilter } from '../../server/features/dashboards/query';
import { assignmentsWidget } from '../../server/features/dashboards/home/assignments.card';
import { complianceWidget } from '../../server/features/dashboards/home/compliance.card';
import { invoiceWidget } from '../../server/features/dashboards/home/invoice.card';
import { jobsWidget } from '../../server/features/dashboards/home/jobs.card';
import { submissionsWidget } from '../../server/features/dashboards/home/submissions.card';
import { timesheetWidget } from '../../server/features/dashboards/home/timesheet.card';
import { measureWrite, WRITES } from '../lib/countedWrites';
import { reached, type Row } from '../lib/row';

const TODAY = new Date().toISOString().slice(0, 10);
const CARD_LIMIT_MS = 200;
const HOME_LIMIT_MS = 5;

const CARDS = {
  submissions: submissionsWidget,
  jobs: (query) => jobsWidget(query, TODAY),
  assignments: assignmentsWidget,
  compliance: (query) => complianceWidget(query, ['ACTIVE']),
  timesheet: (query) => timesheetWidget(query, 'supplier'),
  invoice: invoiceWidget,
} as const satisfies Record<string, (query: DashboardQuery) => Promise<unknown>>;
type Card = keyof typeof CARDS;

interface Party {
  readonly name: string;
  readonly scope: Scope;
}
interface Form {
  readonly what: string;
  readonly filter: WidgetFilter;
  /** The same in hand-written SQL, after `from submissions s where`. */
  readonly bare: string;
}

/** `allowance` times the limits that hold with a million submissions. */
export async function measureHomeDashboard(database: Database, rounds: number, allowance: number): Promise<Row[]> {
  return database.withOwner(async (client) => {
    const parties = await readParties(client);
    const rows: Row[] = [];
    for (const party of parties) rows.push(...(await measureHome(database, party, rounds, allowance)));
    for (const form of await readForms(client)) {
      rows.push(await measureForm(database, client, parties[0] as Party, form, rounds, allowance));
    }
    for (const write of WRITES) rows.push(await measureWrite(client, write, rounds));
    return rows;
  });
}

async function readParties(client: Client): Promise<Party[]> {
  const { rows } = await client.query<Scope & { code: string }>(
    `select o.code, o.id as "organizationId", o.type as "organizationType", o.tenant_id as "tenantId", u.id as "userId"
     from organizations o join users u on u.organization_id = o.id
     where u.user_name in ('vms.manager', 'client.manager', 'agency.recruiter') order by o.type desc`,
  );
  return rows.map(({ code, ...scope }) => ({ name: code, scope }));
}

async function readForms(client: Client): Promise<Form[]> {
  const one = async (query: string): Promise<string> => {
    const { rows } = await client.query<{ id: string }>(query);
    return rows[0]?.id ?? '';
  };
  const facility = await one("select id from organizations where code = 'LAKESIDE'");
  const supplier = await one("select id from organizations where code = 'SUMMIT'");
  const profession = await one('select profession_id as id from jobs group by 1 order by count(*) desc limit 1');
  const since = (days: number) => `s.submitted_at >= (current_date - ${days - 1})`;
  const frames = {
    30: 'MONTHLY_LAST_THIRTY_DAYS',
    90: 'QUARTERLY_LAST_NINETY_DAYS',
    365: 'YEARLY_LAST_TWELVE_MONTHS',
  } as const;
  const year = frames[365];
  return [
    { what: 'last 30 days', filter: { timeFrame: frames[30] }, bare: since(30) },
    { what: 'last 12 months', filter: { timeFrame: year }, bare: since(365) },
    {
      what: 'one facility, 12 months',
      filter: { timeFrame: year, clientIds: [facility] },
      bare: `${since(365)} and s.client_id = '${facility}'`,
    },
    {
      what: 'one supplier, 12 months',
      filter: { timeFrame: year, agencyIds: [supplier] },
      bare: `${since(365)} and s.agency_id = '${supplier}'`,
    },
    {
      what: 'row by row: a facility and a supplier, 12 months',
      filter: { timeFrame: year, clientIds: [facility], agencyIds: [supplier] },
      bare: `${since(365)} and s.client_id = '${facility}' and s.agency_id = '${supplier}'`,
    },
    ...Object.entries(frames).map(([days, timeFrame]) => ({
      what: `by week: a profession, ${days} days`,
      filter: { timeFrame, professionIds: [profession] },
      bare: `${since(Number(days))} and exists (
        select from jobs j where j.id = s.job_id and j.profession_id = '${profession}')`,
    })),
    {
      what: 'row by row: a profession and a supplier, 12 months',
      filter: { timeFrame: year, professionIds: [profession], agencyIds: [supplier] },
      bare: `${since(365)} and s.agency_id = '${supplier}'
        and exists (select from jobs j where j.id = s.job_id and j.profession_id = '${profession}')`,
    },
  ];
}

/** Milliseconds from sending the card's own statement to its answer; the transaction around it was opened before. */
function time(database: Database, { scope }: Party, card: Card, filter: WidgetFilter): Promise<number> {
  return database.withScope(scope, async (queries) => {
    // The connection is open and knows the caller.
    await sql`select 1`.execute(queries);
    const query = dashboardQuery(queries, scope, filter, new Date());
    return inDatabase(() => CARDS[card](query));
  });
}

/** The part of `work` that its statements take. */
async function inDatabase(work: () => Promise<unknown>): Promise<number> {
  let took = 0;
  const statement = (): Span => {
    const sentAt = performance.now();
    return { child: statement, setAttributes: () => undefined, end: () => (took += performance.now() - sentAt) };
  };
  await runInSpan({ ...statement(), end: () => undefined }, work);
  return took;
}

/** Milliseconds of the database's own clock for the card: planning, unless its plan is kept, and execution. */
async function ownTimes(database: Database, { scope }: Party, card: Card, times: number): Promise<number[]> {
  return database.withScope(scope, async (queries) => {
    const { text, values } = await statementOf(queries, scope, card);
    await sql.raw(`prepare card as ${text}`).execute(queries);
    const all: number[] = [];
    for (let round = 0; round < times + KEEPS_A_PLAN_AFTER; round += 1) {
      const { rows } = await sql
        .raw<Explained>(`explain (analyze, timing off, format json) execute card(${values})`)
        .execute(queries);
      const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
      if (plan === undefined) throw new Error('The database explained nothing.');
      if (round >= KEEPS_A_PLAN_AFTER) all.push(plan['Planning Time'] + plan['Execution Time']);
    }
    await sql`deallocate card`.execute(queries);
    return all.sort((a, b) => a - b);
  });
}

/** PostgreSQL plans the first five executions of a prepared statement again. */
const KEEPS_A_PLAN_AFTER = 6;
interface Explained {
  readonly 'QUERY PLAN': readonly { readonly 'Planning Time': number; readonly 'Execution Time': number }[];
}

/** What the card sends, with its values as literals. */
async function statementOf(queries: Queries, scope: Scope, card: Card): Promise<{ text: string; values: string }> {
  let sent: CompiledQuery | undefined;
  const watched = queries.withPlugin({
    transformQuery({ node, queryId }) {
      sent = queries.getExecutor().compileQuery(node, queryId);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await CARDS[card](dashboardQuery(watched, scope, {}, new Date()));
  if (sent === undefined) throw new Error(`The card ${card} sent no statement.`);
  return { text: sent.sql, values: sent.parameters.map(asLiteral).join(', ') };
}

function asLiteral(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return asLiteral(`{${value.map((item) => JSON.stringify(String(item))).join(',')}}`);
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`The bench writes no literal of a ${typeof value}.`);
}

async function repeated(times: number, one: () => Promise<number>): Promise<number[]> {
  await one();
  const all: number[] = [];
  for (let round = 0; round < times; round += 1) all.push(await one());
  return all.sort((a, b) => a - b);
}
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity;

async function measureHome(database: Database, party: Party, rounds: number, allowance: number): Promise<Row[]> {
  const [cardLimit, homeLimit] = [CARD_LIMIT_MS * allowance, HOME_LIMIT_MS * allowance];
  let total = 0;
  let answered = 0;
  const rows: Row[] = [];
  for (const card of Object.keys(CARDS) as Card[]) {
    const all = await repeated(rounds * 4, () => time(database, party, card, {}));
    answered += at(all, 0.5);
    total += at(await ownTimes(database, party, card, rounds * 4), 0.5);
    rows.push({
      id: `dashboard-db.${card}`,
      what: `the card as ${party.name}, default filter, p95`,
      ours: `${at(all, 0.95).toFixed(1)} ms, median ${at(all, 0.5).toFixed(1)} ms, n=${all.length}`,
      other: `limit ${cardLimit} ms`,
      ratio: at(all, 0.95) / cardLimit,
      goal: `p95 < ${cardLimit} ms`,
      verdict: reached(at(all, 0.95) < cardLimit),
      exact: false,
    });
  }
  return [
    {
      id: 'dashboard-db.home',
      what: `all six cards as ${party.name}, by the database's clock, medians`,
      ours: `${total.toFixed(1)} ms, ${answered.toFixed(1)} ms until the answers are there`,
      other: `limit ${homeLimit} ms`,
      ratio: total / homeLimit,
      goal: `<= ${homeLimit} ms`,
      verdict: reached(total <= homeLimit),
      exact: false,
    },
    ...rows,
  ];
}

async function measureForm(
  database: Database,
  client: Client,
  party: Party,
  { what, filter, bare }: Form,
  rounds: number,
  allowance: number,
): Promise<Row> {
  const limit = CARD_LIMIT_MS * allowance;
  const count = async (): Promise<number> => {
    const started = performance.now();
    await client.query(`select s.status, count(*) from submissions s where ${bare} group by s.status`);
    return performance.now() - started;
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round <= rounds * 2; round += 1) {
    const [mine, other] = [await time(database, party, 'submissions', filter), await count()];
    if (round === 0) continue;
    ours.push(mine);
    theirs.push(other);
    ratios.push(mine / other);
  }
  for (const all of [ours, theirs, ratios]) all.sort((a, b) => a - b);
  const isByDay = !what.startsWith('row by row') && !what.startsWith('by week');
  const p95 = at(ours, 0.95);
  return {
    id: 'dashboard-db.filter',
    what: `submissions, ${what}`,
    ours: `${at(ours, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    other: `bare count by status ${at(theirs, 0.5).toFixed(1)} ms`,
    ratio: at(ratios, 0.5),
    spread: { min: ratios[0] ?? 0, max: ratios.at(-1) ?? 0, pairs: ratios.length },
    goal: isByDay ? '<= 0.10 x' : `p95 < ${limit} ms`,
    verdict: reached(isByDay ? at(ratios, 0.5) <= 0.1 : p95 < limit),
    exact: false,
  };
}
