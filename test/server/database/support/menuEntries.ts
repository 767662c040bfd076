/** Where the menus of the demo's users lead. */
import type { UserInfo } from '../../../../contract/identity/ownSession.endpoints';
import type { MenuEntry } from '../../../../sagas/navigation/menus/menus';
import { menuFor } from '../../../../sagas/navigation/menus/menus.selectors';
import { resolve } from '../../../../sagas/navigation/routes/resolve';
import type { Route, ScreenId } from '../../../../sagas/navigation/routes/route.types';
import { homeDashboardEndpoints } from '../../../../contract/dashboards/home.endpoints';
import { DEMO_USERS } from '../../../../server/demo/users';
import { cardsOf, type Party } from '../../dashboards/support';
import { flagsOf, pathOf } from '../../dashboards/kpi/support';
import type { Answer } from '../../support/client';
import type { TestServer } from '../../support/server';

/** Users who sign in with only their password. */
export const PEOPLE = DEMO_USERS.filter(({ note }) => !/code by email|set up|generated|locked|not allowed/.test(note));

type Request = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>;

interface Person {
  readonly user: UserInfo;
  readonly request: Request;
}

async function enter(server: TestServer, userName: string): Promise<Person> {
  const client = server.client();
  const { organizationCode } = PEOPLE.find((each) => each.userName === userName)!;
  const { access_token: token } = await client.signedIn({
    ...{ id: '', organizationId: '', userName, organizationCode, email: '' },
  });
  const request: Request = (method, path, body) => client.request(method, path, { token, ...(body && { body }) });
  const { json } = await request('GET', `/api-user/v1/users/${userName}/info`);
  return { user: json as unknown as UserInfo, request };
}

/** A number above 0, wherever it is in the answer. */
const hasFigures = (value: unknown): boolean =>
  typeof value === 'number'
    ? value > 0
    : typeof value === 'object' && value !== null && Object.values(value).some(hasFigures);

/** The first request of a screen that is not a list, and whether its answer has data. */
const OTHERS: Partial<Record<ScreenId, (request: Request, user: UserInfo, day: string) => Promise<boolean>>> = {
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
  schedule: async (request, _user, day) => {
    const { json } = await request('GET', `/api-job/v1/schedule/week?kind=PRN&day=${day}`);
    return (json['rows'] as readonly unknown[]).length > 0;
  },
};
/** What they show lies in the days before today. */
const DASHBOARDS: readonly ScreenId[] = ['homeDashboard', 'kpiDashboard', 'facilityKpi', 'supplierScorecard'];
const figures = ({ status, json }: Answer): boolean =>
  status === 200 && hasFigures({ ...json, period: null, previousPeriod: null });

type Part = 'dashboards' | 'others';

/** Undefined if it leads to data, or does not belong to the part. */
async function problemOf(path: string, person: Person, day: string, part: Part): Promise<string | undefined> {
  const { user, request } = person;
  const at = resolve(user, path.split('?')[0] ?? '');
  if (at.kind === 'redirect') return problemOf(at.to, person, day, part);
  if (at.kind !== 'screen') return at.kind;
  const { screen, list }: Route = at.route;
  if (DASHBOARDS.includes(screen) !== (part === 'dashboards')) return undefined;
  if (list === undefined) {
    const isFull = OTHERS[screen];
    return isFull === undefined
      ? `there is no test of ${screen}`
      : (await isFull(request, user, day))
        ? undefined
        : 'empty';
  }
  const { status, json } = await request('POST', `/api-user/v1/lists/${list.name}/search`, {
    filters: list.fixed ?? {},
  });
  if (status !== 200) return `${list.name}: ${status}`;
  return (json['rows'] as readonly unknown[]).length > 0 ? undefined : `${list.name}: no rows`;
}

/** How many entries the menu of a user has, and which of a part of them lead to no data on a day, 'YYYY-MM-DD'. */
export async function entriesOf(server: TestServer, userName: string, day: string, part: Part) {
  const person = await enter(server, userName);
  const links = (entries: readonly MenuEntry[]): string[] =>
    entries.flatMap((entry) =>
      'entries' in entry ? links(entry.entries) : 'to' in entry ? [entry.to, entry.opens ?? entry.to] : [],
    );
  const paths = [...new Set(links(menuFor(person.user)))];
  const problems: string[] = [];
  for (const path of paths) {
    const problem = await problemOf(path, person, day, part);
    if (problem !== undefined) problems.push(`${path}: ${problem}`);
  }
  return { count: paths.length, problems };
}
