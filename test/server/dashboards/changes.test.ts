/**
 * The rows that entered and left since the last visit on the home dashboard: exactly the rows that the lists behind its
 * figures show now but not then, or then but not now; the links list them.
 */
import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { PERMISSIONS } from '../../../contract/base/permissions';
import { ASSIGNMENT_STATUSES, SUBMISSION_STATUSES, TIMESHEET_STATUSES } from '../../../contract/base/statuses';
import { showsChange } from '../../../contract/dashboards/visit.endpoints';
import { drillTarget } from '../../../contract/dashboards/drill';
import { translateFilters } from '../../../contract/dashboards/filter';
import { codesFor, type WidgetCode } from '../../../contract/dashboards/widgets';
import type { ListName } from '../../../contract/lists/list';
import type { Queries } from '../../../server/database';
import { countChanges } from '../../../server/features/dashboards/home/changes';
import { dashboardQuery } from '../../../server/features/dashboards/query';
import { listTable, listWhere } from '../../../server/features/lists/engine';
import type { RawFilters } from '../../../server/features/lists/filterValues';
import { cases, seed } from '../../support/cases';
import { PARTIES, startListWorld, type ListWorld } from '../lists/support';
import { play } from './histories';
import { DATED, STOCK, cardsOf, day, today, type Card, type Filter, type Party } from './support';

const RUNS = cases('histories between two looks at the home dashboard', { usual: 1, long: 40 });
const SEED = seed(31);
const FRAME = { timeFrame: 'QUARTERLY_LAST_NINETY_DAYS' };
const PATH = '/api-client/v1/dashboard/changes';

let world: ListWorld;
beforeAll(async () => (world = await startListWorld()));
afterAll(() => world.stop());

const drawn = {
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  rows: fc.integer({ min: 5, max: 40 }),
  yes: fc.boolean(),
};
const statement =
  <T>(of: (drawn: { seed: number; rows: number; yes: boolean } & T) => RawBuilder<unknown>) =>
  (each: { seed: number; rows: number; yes: boolean } & T) =>
  (queries: Queries): Promise<unknown> =>
    of(each).execute(queries);

/** Some rows of the viewing facility and supplier, the same for the same seed. */
const theirs = (table: string, from: number, rows: number): RawBuilder<unknown> => sql`(
  select s.id from ${sql.table(table)} s
  where ${world.scopes.CLIENT.organizationId}::uuid = s.client_id
    ${table === 'jobs' ? sql`` : sql`or ${world.scopes.AGENCY.organizationId}::uuid = s.agency_id`}
  order by md5(s.id::text || ${String(from)}::text) limit ${rows}::integer)`;

/** Changes that move rows between figures, and changes that move none. */
const write = fc.oneof(
  fc.record({ ...drawn, status: fc.constantFrom('OPEN', 'ON_HOLD', 'EXTENSION', 'CLOSED', 'PENDING_REVIEW') }).map(
    statement(
      ({ seed: from, rows, status, yes }) => sql`
        update jobs set status = ${status}, hot = ${yes},
          closure = ${status === 'CLOSED' ? (yes ? 'FILLED' : 'OTHER') : null},
          closed_at = case when ${status} = 'CLOSED' then now() end,
          posted_at = case when ${status} <> 'PENDING_REVIEW' then coalesce(posted_at, now()) end
        where id in ${theirs('jobs', from, rows)}`,
    ),
  ),
  fc.record({ ...drawn, status: fc.constantFrom(...SUBMISSION_STATUSES) }).map(
    statement(
      ({ seed: from, rows, status }) => sql`
        update submissions set status = ${status}, match_percent = 55 where id in ${theirs('submissions', from, rows)}`,
    ),
  ),
  fc.record(drawn).map(
    statement(
      ({ seed: from }) => sql`
        insert into submissions (id, number, tenant_id, client_id, agency_id, job_id, candidate_id, status, status_since,
          submitted_at, requested_rate_cents, available_from, recruiter_name, match_percent)
        select gen_random_uuid(), 900000000 + ${from}::bigint * 100 + row_number() over (), j.tenant_id, j.client_id,
          c.agency_id, j.id, c.id, 'SUBMITTED', now(), now(), 1, current_date, 'R', 50
        from (select * from jobs where status = 'OPEN' order by submitting_suppliers, md5(id::text || ${String(from)}::text) limit 2) j,
          (select * from candidates order by md5(id::text || ${String(from)}::text) limit 3) c
        where c.tenant_id = j.tenant_id
        on conflict do nothing`,
    ),
  ),
  fc
    .record({ ...drawn, status: fc.constantFrom(...ASSIGNMENT_STATUSES), percent: fc.integer({ min: 0, max: 100 }) })
    .map(
      statement(
        ({ seed: from, rows, status, yes, percent }) => sql`
        update assignments set status = ${status}, compliance_percent = ${percent},
          ended_on = case when ${status} not in ('BOOKED', 'ACTIVE') then current_date end,
          ended_by = case when ${status} in ('EARLY_TERM', 'CANCELLED') then 'FACILITY' end,
          converted_on = case when ${status} = 'PERM' then current_date end,
          actual_start = case when ${status} not in ('BOOKED', 'CANCELLED') then planned_start end,
          extension_status = ${yes ? 'REQUESTED' : 'DECLINED'}
        where id in ${theirs('assignments', from, rows)}`,
      ),
    ),
  fc.record(drawn).map(
    statement(
      ({ seed: from, rows, yes }) => sql`
        update compliance_documents set status = ${yes ? 'DUE' : 'APPROVED'}
        where id in ${theirs('compliance_documents', from, rows * 5)}`,
    ),
  ),
  fc
    .record({
      ...drawn,
      facility: fc.constantFrom(...TIMESHEET_STATUSES),
      supplier: fc.constantFrom(...TIMESHEET_STATUSES),
    })
    .map(
      statement(
        ({ seed: from, rows, facility, supplier, yes }) => sql`
          update timesheets set facility_status = ${facility}, supplier_status = ${supplier},
            disputed_at = case when ${yes} then now() end, dispute_resolved_at = null, correction = ${from % 2}
          where id in ${theirs('timesheets', from, rows)}`,
      ),
    ),
  fc.record(drawn).map(
    statement(
      ({ seed: from, rows, yes }) => sql`
        update invoices set paid_on = case when ${yes} then current_date end,
          status = case when client_id is null
            then ${yes ? 'REVERSE_INVOICE_PAID' : 'REVERSE_INVOICE_GOOD_PAY'} else ${yes ? 'INVOICE_PAID' : 'INVOICE_PAST_DUE'} end
        where id in ${theirs('invoices', from, rows)}`,
    ),
  ),
);

/** The request to the list behind a figure. */
function bodyOf(
  { party, widget, context }: Card,
  code: WidgetCode,
  filter: Filter,
  period: { from: string; to: string },
) {
  const target = drillTarget(widget, code, context);
  const within = STOCK[widget].includes(code) ? null : period;
  const { filters } = translateFilters(target.list, filter, within, party, DATED[code]);
  return { list: target.list, filters: { ...target.fixed, ...target.query, ...filters } };
}

/** The rows of a list, without reading their columns. */
async function idsOf(party: Party, list: ListName, filters: RawFilters, clientId?: string): Promise<Set<string>> {
  const scope = world.scopes[party];
  const rows = await world.server.database.withScope(scope, async (queries) => {
    const where = listWhere(list, { filters, clientId }, scope);
    return (await sql<{ id: string }>`select r.id from ${listTable(list)} where ${where}`.execute(queries)).rows;
  });
  return new Set(rows.map(({ id }) => id));
}

/** The rows of the page behind a link. */
async function shown(party: Party, list: ListName, filters: RawFilters, clientId?: string): Promise<string[]> {
  const body = { filters, size: 500, ...(clientId && { clientId }) };
  const { status, json, text } = await world.post(party, list, 'search', body);
  if (status !== 200) throw new Error(`${party} ${list} ${JSON.stringify(filters)}: ${status} ${text}`);
  return (json['rows'] as { id: string }[]).map(({ id }) => id).sort();
}

/** The toggles that the changes depend on. */
const viewsOf = ({ context }: Card): string => `${context.complianceView} ${context.timesheetView}`;
const changes = async (card: Card, filter: Filter, seen = false) =>
  (
    await world.send(card.party, 'POST', PATH, {
      ...filter,
      complianceView: card.context.complianceView,
      timesheetView: card.context.timesheetView,
      ...(seen && { seen }),
    })
  ).json as { since: string | null; figures: { widget: string; code: string; entered: number; left: number }[] };

const minus = (a: Set<string>, b: Set<string>): string[] => [...a].filter((id) => !b.has(id)).sort();

test(`every change equals the rows that entered or left, and its link lists them (seed ${SEED})`, async () => {
  const wrong: unknown[] = [];
  let [figures, some] = [0, 0];
  for (const history of fc.sample(fc.array(write, { minLength: 8, maxLength: 14 }), { numRuns: RUNS, seed: SEED })) {
    for (const party of PARTIES) {
      const cards = cardsOf(party);
      // A manager's lists are long, so the facility's are checked.
      const clientId = party === 'VMS' ? world.scopes.CLIENT.organizationId : undefined;
      const filter = { ...FRAME, ...(clientId && { clientId }) };
      const period = { from: day(-89), to: today() };
      const cells = cards.flatMap((card) =>
        codesFor(card.widget, party)
          .filter((code) => showsChange(card.widget, code, party))
          .map((code) => ({ card, code, ...bodyOf(card, code, filter, period) })),
      );
      const then = [];
      for (const { list, filters } of cells) then.push(await idsOf(party, list, filters, clientId));
      await changes(cards[0]!, filter, true);
      await play(world, [{ party: 'VMS', changes: history, undone: false }]);
      const since = (await changes(cards[0]!, filter)).since!;
      const answered = new Map<string, Awaited<ReturnType<typeof changes>>['figures']>();
      for (const card of cards) {
        if (!answered.has(viewsOf(card))) answered.set(viewsOf(card), (await changes(card, filter)).figures);
      }
      for (const [index, { card, code, list, filters }] of cells.entries()) {
        const now = await idsOf(party, list, filters, clientId);
        const [entered, left] = [minus(now, then[index]!), minus(then[index]!, now)];
        const found = answered.get(viewsOf(card))!.find((each) => each.widget === card.widget && each.code === code);
        const listed: string[][] = [[], []];
        for (const [at, direction] of ['entered', 'left'].entries()) {
          if ([entered, left][at]!.length === 0 && found === undefined) continue;
          const change = [`${direction}@${since}`];
          listed[at] = await shown(party, list, { ...filters, change }, clientId);
        }
        const same =
          (found?.entered ?? 0) === entered.length &&
          (found?.left ?? 0) === left.length &&
          JSON.stringify(listed) === JSON.stringify([entered, left]);
        figures += 1;
        if (entered.length + left.length > 0) some += 1;
        if (!same) wrong.push({ party, code, list, filters, found, listed, entered, left });
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(some).toBeGreaterThan(figures / 10);
  process.stdout.write(`changes: ${figures} figures, ${some} that changed\n`);
});

test('a visit continues until half an hour without a request, and shows the same changes during that time', async () => {
  const card = cardsOf('CLIENT')[0]!;
  const back = (minutes: number) =>
    sql`update dashboard_visits set seen_at = seen_at - make_interval(mins => ${minutes}::integer),
      since = since - make_interval(mins => ${minutes}::integer)
      where user_id = ${world.scopes.CLIENT.userId}::uuid`.execute(world.owner);
  await sql`delete from dashboard_visits`.execute(world.owner);
  expect(await changes(card, FRAME)).toEqual({ since: null, figures: [] });
  const first = (await changes(card, FRAME)).since;
  await back(29);
  const second = (await changes(card, FRAME)).since!;
  expect(Date.parse(first!) - Date.parse(second)).toBe(29 * 60_000);
  await back(31);
  const { rows } = await sql<{ seen: Date }>`select seen_at as seen from dashboard_visits`.execute(world.owner);
  expect((await changes(card, FRAME)).since).toBe(rows[0]!.seen.toISOString());
  // Changes beyond the known history are not listed.
  await back(100 * 24 * 60);
  const oldest = Date.parse((await changes(card, FRAME)).since!);
  expect(Date.now() - oldest).toBeLessThan(30.1 * 86_400_000);
  const old = new Date(Date.now() - 40 * 86_400_000).toISOString();
  const { status, text } = await world.post('CLIENT', 'jobs', 'search', { filters: { change: [`entered@${old}`] } });
  expect([status, text]).toEqual([400, expect.stringContaining('Changes are known for 30 days.')]);
});

test.each(PARTIES)('for %s each list reads the log of changes once, however many figures it counts', async (party) => {
  const scope = world.scopes[party];
  const reads: number[] = [];
  await world.server.database.withScope(scope, async (queries) => {
    const counted = queries.withPlugin({
      transformQuery: ({ node }) => {
        reads.push(JSON.stringify(node).split('record_changes').length - 1);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const query = dashboardQuery(counted, scope, FRAME, new Date());
    const views = { complianceView: 'ACTIVE', timesheetView: 'supplier' } as const;
    await countChanges(query, new Date(Date.now() - 86_400_000), views, PERMISSIONS);
  });
  expect(reads.length).toBeGreaterThan(4);
  expect(reads).toEqual(reads.map(() => 1));
});
