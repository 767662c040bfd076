/** The menu entries of each kind of user lead to rows or figures of the demo, never to an empty page. */
import { sql, type RawBuilder } from 'kysely';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import type { MenuEntry } from '../../../sagas/navigation/menus/menus';
import { menuFor } from '../../../sagas/navigation/menus/menus.selectors';
import { resolve } from '../../../sagas/navigation/routes/resolve';
import type { Route, ScreenId } from '../../../sagas/navigation/routes/route.types';
import { addDays, dayAt } from '../../../server/base/dates';
import { DEMO_USERS } from '../../../server/demo/users';
import { homeDashboardEndpoints } from '../../../contract/dashboards/home.endpoints';
import { cardsOf, type Party } from '../dashboards/support';
import { flagsOf, pathOf } from '../kpi/support';
import type { Answer } from '../support/client';
import { openDemoDatabase } from '../support/database';
import { startTestServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, openDemoDatabase);
});
afterAll(() => server.stop());

/** Users who sign in with only their password. */
const PEOPLE = DEMO_USERS.filter(({ note }) => !/code by email|set up|generated|locked|not allowed/.test(note));

type Request = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

interface Person {
  readonly user: UserInfo;
  readonly request: Request;
}
const known = new Map<string, Promise<Person>>();

/** Each user signs in once, because a second sign-in would need the takeover answer first. */
function signedIn(userName: string): Promise<Person> {
  const person = known.get(userName) ?? enter(userName);
  known.set(userName, person);
  return person;
}

async function enter(userName: string): Promise<Person> {
  const client = server.client();
  const { organizationCode } = PEOPLE.find((each) => each.userName === userName)!;
  const fixture = { id: '', organizationId: '', userName, organizationCode, email: '' };
  const { access_token: token } = await client.signedIn(fixture);
  const request: Request = (method, path, body, headers) =>
    client.request(method, path, { token, ...(body && { body }), ...(headers && { headers }) });
  const { json } = await request('GET', `/api-user/v1/users/${userName}/info`);
  return { user: json as unknown as UserInfo, request };
}

/** A number above 0, wherever it is in the answer. */
const hasFigures = (value: unknown): boolean =>
  typeof value === 'number'
    ? value > 0
    : typeof value === 'object' && value !== null && Object.values(value).some(hasFigures);

/** The first request of a screen that is not a list, and whether its answer has data. */
const OTHERS: Partial<Record<ScreenId, (request: Request, user: UserInfo) => Promise<boolean>>> = {
  // Text and links, without figures.
  home: async () => true,
  reports: async () => true,
  homeDashboard: async (request, { organizationType }) => {
    for (const { call, extra } of cardsOf(organizationType as Party)) {
      const { status, json } = await request('POST', homeDashboardEndpoints[call].path, extra);
      if (status === 200 && hasFigures({ ...json, period: null })) return true;
    }
    return false;
  },
  kpiDashboard: async (request) =>
    figures(await request('POST', pathOf('businessAnalysis'), flagsOf('businessAnalysis'))),
  facilityKpi: async (request) =>
    figures(await request('POST', pathOf('facilityKpiDashboard'), flagsOf('facilityKpiDashboard'))),
  supplierScorecard: async (request) =>
    figures(await request('POST', pathOf('supplierKpiBoard'), flagsOf('supplierKpiBoard'))),
  timesheetImport: async (request) =>
    (await request('GET', '/api-timecard/v1/timesheets/import/template')).text.split('\n').length > 2,
  schedule: async (request) => {
    const day = new Date().toISOString().slice(0, 10);
    const { json } = await request('GET', `/api-job/v1/schedule/week?kind=PRN&day=${day}`);
    return (json['rows'] as readonly unknown[]).length > 0;
  },
};
const figures = ({ status, json }: Answer): boolean =>
  status === 200 && hasFigures({ ...json, period: null, previousPeriod: null });

/** Undefined if it leads to data. */
async function problemOf(path: string, user: UserInfo, request: Request): Promise<string | undefined> {
  const at = resolve(user, path.split('?')[0] ?? '');
  if (at.kind === 'redirect') return problemOf(at.to, user, request);
  if (at.kind !== 'screen') return at.kind;
  const { screen, list }: Route = at.route;
  if (list === undefined) {
    const isFull = OTHERS[screen];
    return isFull === undefined ? `there is no test of ${screen}` : (await isFull(request, user)) ? undefined : 'empty';
  }
  const { status, json } = await request('POST', `/api-user/v1/lists/${list.name}/search`, {
    filters: list.fixed ?? {},
  });
  if (status !== 200) return `${list.name}: ${status}`;
  return (json['rows'] as readonly unknown[]).length > 0 ? undefined : `${list.name}: no rows`;
}

test.each(PEOPLE.map(({ userName }) => userName))('every entry of the menu of %s leads to data', async (userName) => {
  const { user, request } = await signedIn(userName);
  const links = (entries: readonly MenuEntry[]): string[] =>
    entries.flatMap((entry) =>
      'entries' in entry ? links(entry.entries) : 'to' in entry ? [entry.to, entry.opens ?? entry.to] : [],
    );
  const paths = [...new Set(links(menuFor(user)))];
  expect(paths.length).toBeGreaterThan(1);
  const problems: string[] = [];
  for (const path of paths) {
    const problem = await problemOf(path, user, request);
    if (problem !== undefined) problems.push(`${path}: ${problem}`);
  }
  expect(problems).toEqual([]);
});

test('the owner’s reports count each program, and name no users', async () => {
  const search = async (list: string, userName = 'owner.admin') =>
    (await signedIn(userName)).request('POST', `/api-user/v1/lists/${list}/search`, {});
  const rowsOf = async (list: string) =>
    (await search(list)).json['rows'] as readonly Readonly<Record<string, string | number>>[];
  const sum = (rows: readonly Readonly<Record<string, string | number>>[], column: string) =>
    rows.reduce((total, row) => total + Number(row[column]), 0);
  const { rows } = await sql<Record<string, number>>`select
      (select count(*) from candidates)::integer as candidates,
      (select count(distinct candidate_id) from assignments where status = 'ACTIVE')::integer as "atWork",
      (select count(distinct candidate_id) from assignments b where status = 'BOOKED' and not exists (
        select from assignments a where a.candidate_id = b.candidate_id and a.status = 'ACTIVE'))::integer as booked,
      (select count(*) from assignments where status = 'ACTIVE')::integer as active,
      (select count(*) from assignments where status = 'BOOKED')::integer as "toStart",
      (select count(*) from facilities)::integer as facilities`.execute(server.owner);
  const due = rows[0]!;
  const candidates = await rowsOf('programCandidates');
  const assignments = await rowsOf('programAssignments');
  for (const column of ['candidates', 'atWork', 'booked'] as const) {
    expect([column, sum(candidates, column)]).toEqual([column, due[column]]);
  }
  expect(sum(candidates, 'free')).toBe(due['candidates']! - due['atWork']! - due['booked']!);
  expect([sum(assignments, 'active'), sum(assignments, 'booked')]).toEqual([due['active'], due['toStart']]);
  expect(assignments).toHaveLength(due['facilities']!);
  expect(new Set([...candidates, ...assignments].map(({ code }) => code)).has('MERIDIAN')).toBe(true);
  for (const list of ['programCandidates', 'programAssignments']) {
    for (const other of ['vms.manager', 'client.manager', 'agency.recruiter']) {
      expect((await search(list, other)).status).toBe(401);
    }
  }
  // The functions also refuse callers who bypass the list.
  const { tenantId, userId } = (await signedIn('vms.manager')).user;
  const leaked = await server.database.withScope(
    { tenantId, organizationId: tenantId, userId, organizationType: 'VMS' },
    async (queries) =>
      (
        await sql<{ n: number }>`select (select count(*) from program_candidates())::integer
          + (select count(*) from program_assignments())::integer as n`.execute(queries)
      ).rows[0]?.n,
  );
  expect(leaked).toBe(0);
});

test.each(['Pacific/Kiritimati', 'Pacific/Niue'])(
  'in %s the owner’s reports count the coming days from the date there',
  async (zone) => {
    const today = dayAt(new Date(), zone);
    const { request } = await signedIn('owner.admin');
    const sums = async () => {
      const headers = { 'x-time-zone': zone };
      const sumOf = async (list: string, sort: string, ...columns: readonly string[]) => {
        const { json } = await request('POST', `/api-user/v1/lists/${list}/search`, { sort }, headers);
        const rows = json['rows'] as readonly Readonly<Record<string, number>>[];
        const sorted = rows.map((row) => row[sort]!);
        expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
        return columns.map((column) => rows.reduce((sum, row) => sum + row[column]!, 0));
      };
      return [
        ...(await sumOf('programAssignments', 'starting', 'starting', 'ending')),
        ...(await sumOf('programCandidates', 'freeSoon', 'freeSoon')),
      ];
    };
    const move = (table: 'assignments' | 'candidates', column: string, where: RawBuilder<unknown>, days: number) =>
      sql`update ${sql.table(table)} set ${sql.id(column)} = ${addDays(today, days)}::date
        where id = (select x.id from ${sql.table(table)} x where ${where} order by x.id limit 1)`.execute(server.owner);
    const at = async (...[starts, ends, free]: readonly [number, number, number]) => {
      await move('assignments', 'planned_start', sql`x.status = 'BOOKED'`, starts);
      await move('assignments', 'planned_end', sql`x.status = 'ACTIVE' and x.original_end <= ${today}`, ends);
      await move('candidates', 'available_from', IS_FREE, free);
      return sums();
    };
    const within = await at(14, 30, 30);
    expect(await at(15, 31, 31)).toEqual(within.map((sum) => sum - 1));
  },
);
const IS_FREE = sql`not exists (
  select from assignments a where a.candidate_id = x.id and a.status in ('ACTIVE', 'BOOKED'))`;
