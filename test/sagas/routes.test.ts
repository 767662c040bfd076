/** Every address of every root, for each kind of user: open, refused, redirected, or unknown. */
import { USER_TYPES, type UserType } from '../../contract/base/organizations';
import { PERMISSIONS } from '../../contract/base/permissions';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import { lists } from '../../contract/lists/catalog';
import { RECORD_KINDS, RECORD_LISTS, RECORD_PERMISSIONS } from '../../contract/records/kinds';
import type { AppState } from '../../sagas/app/state';
import { ROUTES, landingOf, resolve, rootOf } from '../../sagas/navigation/routes/resolve';
import { ROOTS, type Root } from '../../sagas/navigation/routes/route.types';
import { TEST_CONFIG } from '../support/tab';
import { USER } from '../support/user';
import { menuFor, selectBreadcrumb } from '../../sagas/navigation/menus/menus.selectors';

const person = (userType: UserType, facts: Partial<UserInfo> = {}): UserInfo => ({
  ...USER,
  userType,
  permissions: [...PERMISSIONS],
  prnOrganization: true,
  ...facts,
});
const addressOf = (root: Root, path: string) =>
  `/${root}/${path.replace(/:\w+/g, '0b8f3f0e-52d6-4c3c-9f0d-1f2d3c4b5a69')}`;
const ROOT_OF: Readonly<Record<UserType, Root>> = {
  OWNER: 'owner',
  SUB_OWNER: 'subowner',
  VMS: 'vms',
  MSP: 'vms',
  CLIENT: 'facility',
  AGENCY: 'supplier',
};

/** The child pages in the requirements, by root. */
const NAMED: Readonly<Record<Root, readonly string[]>> = {
  owner: ['home', 'admin'],
  subowner: ['home', 'admin'],
  vms: [
    'dashboard',
    'admin',
    'vms-task',
    'supplierbidashboard',
    'supplierbidashboard/bussiness-analysis',
    'supplierbidashboard/top-supplier',
    'supplierbidashboard/supplier-dashboard',
    'facility',
    'prn',
    'supplier',
    'allCandidates',
    'jobs',
    'assignments',
    'timesheets',
    'nexusreports',
    'compliance',
  ],
  facility: [
    'dashboard',
    'admin',
    'kpidashboard',
    'facility',
    'supplier',
    'jobs',
    'assignments',
    'timesheets',
    'nexusreports',
    'compliance',
    'prn',
  ],
  supplier: [
    'dashboard',
    'users',
    'users/add',
    'users/u-1/edit',
    'supplier-scorecard',
    'assignment',
    'jobs/view',
    'compliance',
    'candidates',
    'assignments',
    'timesheets',
    'nexusreports',
    'prn',
  ],
};

describe.each(USER_TYPES)('%s', (userType) => {
  const root = ROOT_OF[userType];
  const all = person(userType);
  const nothing = person(userType, { permissions: [], timesheetV2Enabled: false, prnOrganization: false });

  it.each(NAMED[root])(`finds something at /${root}/%s`, (path) => {
    expect(['screen', 'redirect']).toContain(resolve(all, addressOf(root, path)).kind);
  });

  it('opens every page of its root, including redirects', () => {
    const lost = ROUTES[root].filter(({ path }) => {
      const at = resolve(all, addressOf(root, path));
      return at.kind === 'redirect' ? resolve(all, at.to).kind !== 'screen' : at.kind !== 'screen';
    });
    expect(lost).toEqual([]);
  });

  it('is refused, without permissions, every page that needs one or a flag', () => {
    const open = ROUTES[root]
      .filter(({ path }) => resolve(nothing, addressOf(root, path)).kind !== 'unauthorized')
      .filter(({ allOf, anyOf, flag }) => allOf !== undefined || anyOf !== undefined || flag !== undefined);
    expect(open).toEqual([]);
  });

  it.each(ROOTS.filter((other) => other !== root))('is refused every page of /%s', (other) => {
    const open = ROUTES[other].filter(({ path }) => resolve(all, addressOf(other, path)).kind !== 'unauthorized');
    expect(open).toEqual([]);
    expect(resolve(all, `/${other}`).kind).toBe('unauthorized');
  });

  it.each(['/', '', `/${root}`, `/${root}/`])('opens the home page from %j', (pathname) => {
    expect(resolve(all, pathname)).toEqual({ kind: 'redirect', to: landingOf(all) });
    expect(resolve(all, landingOf(all)).kind).toBe('screen');
  });

  it.each([
    '/nowhere',
    `/${root}/nowhere`,
    `/${root}/nowhere/at/all`,
    `/${root.toUpperCase()}`,
    '/vms%2Fjobs',
    '/../vms/jobs',
    '/%E0%A4%A',
    '//',
    `//${root}`,
    `/${root}//dashboard`,
    '/%',
    '/%00',
    `/${root}/%00`,
    '/__proto__',
    '/constructor',
    `/${root}/__proto__`,
    '/<script>alert(1)</script>',
  ])('%j is an invalid address', (pathname) => {
    expect(resolve(all, pathname)).toEqual({ kind: 'invalid' });
  });

  it('has pages for every user', () => {
    expect(resolve(nothing, '/unauthorized')).toEqual({ kind: 'common', page: 'unauthorized' });
    expect(resolve(nothing, '/viewpdf')).toEqual({ kind: 'common', page: 'viewPdf' });
  });

  it.each(['/unauthorized', '/viewpdf', '/open'])('ignores a slash at the end of %s', (pathname) => {
    expect(resolve(nothing, `${pathname}/`)).toEqual(resolve(nothing, pathname));
    expect(resolve(nothing, `${pathname}//`)).toEqual({ kind: 'invalid' });
  });
});

it('an unknown page in an open section is missing, not invalid', () => {
  expect(resolve(person('VMS'), '/vms/compliance/nothing').kind).toBe('missing');
  expect(resolve(person('AGENCY'), '/supplier/users/u-1/nothing').kind).toBe('missing');
});

it.each<[UserType, string]>([
  ['OWNER', '/owner/home'],
  ['SUB_OWNER', '/subowner/home'],
  ['VMS', '/vms/dashboard'],
  ['MSP', '/vms/dashboard'],
  ['CLIENT', '/facility/facility/list'],
  ['AGENCY', '/supplier/dashboard'],
])('%s lands at %s', (userType, landing) => {
  expect(landingOf(person(userType))).toBe(landing);
});

it('a parameter is decoded, and a malformed one is not a page', () => {
  const agency = person('AGENCY');
  expect(resolve(agency, '/supplier/users/a%20b/edit')).toMatchObject({ params: { userId: 'a b' } });
  expect(resolve(agency, '/supplier/users/%E0%A4%A/edit').kind).not.toBe('screen');
});

describe('the breadcrumb', () => {
  const crumbs = (user: UserInfo, pathname: string, search = '') =>
    selectBreadcrumb({
      config: TEST_CONFIG,
      machines: { session: { value: '', context: { user }, tags: ['active'], can: [], status: 'active' } },
      location: { pathname, search, key: '1' },
    } as unknown as AppState).map(({ label, to }) => (to === null ? label : `${label} ${to}`));

  const CLIENT = 'clientId=a0000000-0000-4000-8000-000000000001';

  it.each([
    [person('VMS'), '/vms/dashboard', '', ['Home', 'Home Dashboard']],
    [person('VMS'), '/vms/jobs', '', ['Home /vms/dashboard', 'Jobs']],
    [person('VMS'), '/vms/jobs', `?${CLIENT}&page=2`, [`Home /vms/dashboard?${CLIENT}`, 'Jobs']],
    [
      person('VMS'),
      '/vms/compliance/100',
      '',
      ['Home /vms/dashboard', 'Compliance /vms/compliance/viewAll', 'Complete Files'],
    ],
    [person('CLIENT'), '/facility/jobs', '', ['Home /facility/facility/list', 'Jobs']],
    [person('OWNER'), '/owner/home', '', ['Home']],
    [person('VMS'), '/vms/supplierbidashboard/bussiness-analysis', '', ['Home /vms/dashboard', 'KPI Dashboard']],
    [person('VMS'), '/vms/supplierbidashboard/top-supplier', '', ['Home /vms/dashboard', 'KPI Dashboard']],
    [person('VMS'), '/vms/supplierbidashboard/supplier-dashboard', '', ['Home /vms/dashboard', 'KPI Dashboard']],
    [person('AGENCY'), '/supplier/supplier-scorecard', '', ['Home /supplier/dashboard', 'Supplier KPI']],
    [person('CLIENT'), '/facility/kpidashboard', '', ['Home /facility/facility/list', 'Facility KPI Dashboard']],
  ])('%#: $1$2', (user, pathname, search, shown) => {
    expect(crumbs(user, pathname, search)).toEqual(shown);
  });

  it.each(USER_TYPES)('%s has none on report pages', (userType) => {
    const user = person(userType);
    const reports = ROUTES[rootOf(user)].filter(({ path }) => /^(nexus)?reports(\/|$)/.test(path));
    const hasReports = menuFor(user).some(({ label }) => label === 'Reports');
    expect(reports.length > 0).toBe(hasReports);
    expect(reports.flatMap(({ path }) => crumbs(user, addressOf(rootOf(user), path)))).toEqual([]);
  });
});

describe('records', () => {
  it.each(RECORD_KINDS)('the page of a %s opens for users who may open one of its lists', (kind) => {
    const permissions = new Set(RECORD_LISTS[kind].flatMap((list): readonly string[] => lists[list].anyOf));
    expect(new Set<string>(RECORD_PERMISSIONS[kind])).toEqual(permissions);
  });

  it('have ids: other addresses below their lists are not pages', () => {
    expect(resolve(person('VMS'), '/vms/jobs/104076').kind).toBe('missing');
    expect(resolve(person('VMS'), '/vms/jobs/0b8f3f0e-52d6-4c3c-9f0d-1f2d3c4b5a69').kind).toBe('screen');
  });
});
