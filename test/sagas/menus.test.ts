/**
 * The menus against an oracle written from the text of the requirements, not from the app's tables: every user type
 * with every permission alone, with every permission but one, and with each combination of the flags. Two of the
 * entries that the requirements name are left out, because they would lead to an empty page: the client's Reverse
 * Invoice, and the reports of Government (decision 0031).
 */
import { USER_TYPES, type UserType } from '../../contract/base/organizations';
import { PERMISSIONS, type Permission } from '../../contract/base/permissions';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import type { HandOff } from '../../contract/shell/runtimeConfig';
import type { MenuEntry } from '../../sagas/navigation/menus/menus';
import { DEFAULT_FORM } from '../../sagas/features/dashboards/filters/filterForm';
import { kpiDashboardAt, requestsOf } from '../../sagas/features/dashboards/kpi/kpiDashboards';
import { landingOf, resolve } from '../../sagas/navigation/routes/resolve';
import { KPI_TABS, kpiTabPath, type KpiTab } from '../../sagas/navigation/routes/sections';
import { USER } from '../support/user';
import { currentEntry, menuFor } from '../../sagas/navigation/menus/menus.selectors';

type Has = (permission: Permission) => boolean;
interface Facts {
  readonly has: Has;
  readonly v2: boolean;
  readonly prn: boolean;
}
/** `Group > Entry` or `Entry`, with the users who see it. */
type Oracle = readonly (readonly [string, (facts: Facts) => boolean])[];

const everybody = () => true;
const one =
  (permission: Permission) =>
  ({ has }: Facts) =>
    has(permission);
const kpi = ({ has }: Facts) => Object.values(KPI).flat().some(has);
/** The widgets of each tab of the KPI dashboard, spelled as in the requirements; in the order of the tabs. */
const ANALYSIS: readonly Permission[] = [
  'VMS_DASHBOARD_AGENCY_DASHBOARD_COMPLETED_ASSIGNMENTS',
  'VM_DASHBOARD_AGENCY_DASHBOARD_TIME_TO_HIRE_WIDGET',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_TIME_TO_FILL',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_TIME_TO_FILE_COMPL_WIDGET',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_PUSHED_START_WIDGET',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_REVENUE_WIDGET',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_RETENTION_RATE_WIDGET',
  'VM_DASHBOARD_AGENCY_DASHBOARD_FILL_RATE_WIDGET',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_SUBMITTAL_TO_OFFER_RATIO',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_DECLINED_RATE_WIDGET',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_TIME_FROM_OFFERED_TO_BOOKED_WIDGET',
];
const RANKING: readonly Permission[] = [
  'VMS_DASHBOARD_AGENCY_DASHBOARD_HIGHEST_REVENUE_WIDGET',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_COMPLETED_ASSIGNMENTS_WIDGET',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_LOWEST_CANCELLATIONS_WIDGET',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_HIGHEST_SUBMISSIONS_WIDGET',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_EARLY_TERMS_WIDGET',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_TIME_TO_HIRE_WIDGET',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_SUBMITTAL_TO_OFFERED_WIDGET',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_AGENCIES_RETENTION_RATE_WIDGET',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_FILL_RATE_WIDGET',
  'VMS_DASHBOARD_AGENCY_DASHBOARD_TIME_TO_FILL_WIDGET',
  'VMS_TOP_AGENCIES_DASHBOARD_ON_TIME_STARTS_WIDGET',
  'VMS_TOP_AGENCIES_DASHBOARD_COMPLETION_RATE_WIDGET',
  'VMS_TOP_AGENCIES_DASHBOARD_SUBMISSIONS_INTERVIEWED_WIDGET',
  'VMS_TOP_AGENCIES_DASHBOARD_REJECTED_SUBMISSIONS_WIDGET',
];
const KPI: Readonly<Record<KpiTab, readonly Permission[]>> = {
  'bussiness-analysis': ANALYSIS,
  'top-supplier': RANKING,
  'supplier-dashboard': ['VMS_DASHBOARD_KPI_DASHBOARD_SUPPLIER_WIDGET'],
};

const SHEET_CODES: Readonly<Record<string, Permission>> = {
  Creation: 'SUBMENU_TIMESHEET_CREATION',
  Timesheets: 'SUBMENU_TIMESHEET_TIMESHEETS',
  Invoice: 'SUBMENU_TIMESHEET_INVOICE',
  'Reverse Invoice': 'SUBMENU_TIMESHEET_REVERSE_INVOICE',
  'Dispute Queue': 'SUBMENU_TIMESHEET_DISPUTE_QUEUE',
  'Adjustment Queue': 'SUBMENU_TIMESHEET_ADJUSTMENT_QUEUE',
  'Expense Queue': 'SUBMENU_TIMESHEET_EXPENSE_QUEUE',
  'Timesheet Import': 'SUBMENU_TIMESHEET_IMPORT',
};
const backOffice = (labels: readonly string[], needsV2: boolean): Oracle =>
  labels.map((label) => [
    `Back Office > ${label}`,
    ({ has, v2 }) => has('MENU_TIMESHEET') && has(SHEET_CODES[label]!) && (v2 || !needsV2),
  ]);

const PRN_CODES: Readonly<Record<string, Permission>> = {
  Facilities: 'SUBMENU_PRN_FACILITIES',
  'Candidate Pool': 'SUBMENU_PRN_CANDIDATE_POOL',
  'IRP Orders': 'SUBMENU_PRN_IRP_ORDERS',
  Orders: 'SUBMENU_PRN_ORDERS',
  Compliance: 'SUBMENU_PRN_COMPLIANCE',
  Submittal: 'SUBMENU_PRN_SUBMITTAL',
  'Weekly Schedule': 'SUBMENU_PRN_WEEKLY_SCHEDULE',
};
const prn = (...labels: readonly string[]): Oracle =>
  labels.map((label) => [`PRN > ${label}`, (facts) => facts.prn && facts.has(PRN_CODES[label]!)]);

// Government is not among them: no program has such a report.
const reports: Oracle = [
  'Assignments',
  'Back Office',
  'Compliance',
  'Dashboard',
  'Facility',
  'IRP',
  'Jobs',
  'PRN',
  'Submissions',
  'Supplier',
].map((label) => {
  const code = `REPORTS_${label.toUpperCase().replace(' ', '_')}` as Permission;
  return [`Reports > ${label}`, ({ has }) => has('MENU_NEXUS_REPORTS') && has(code)];
});

const learning: Oracle = [
  ['Learning > Tutorials', everybody],
  ['Learning > Nexus University', everybody],
];
const FACILITY_PRN = prn('Candidate Pool', 'IRP Orders', 'Orders', 'Compliance', 'Submittal', 'Weekly Schedule');

const VMS: Oracle = [
  ['Home > Home Dashboard', one('SUBMENU_VMS_HOME_DASHBOARD')],
  ['Home > KPI Dashboard', kpi],
  ['Admin', one('MENU_ADMIN')],
  ['Facility', one('MENU_CLIENT')],
  ['Suppliers > Suppliers', one('MENU_AGENCY')],
  ['Suppliers > Candidates', one('MENU_CANDIDATE')],
  ['Jobs', one('MENU_JOB')],
  ['Submissions', one('MENU_SUBMISSIONS')],
  ['Compliance', one('MENU_COMPLIANCE')],
  ['Assignments', one('MENU_ASSIGNMENTS')],
  ...backOffice(
    [
      'Creation',
      'Timesheets',
      'Invoice',
      'Reverse Invoice',
      'Dispute Queue',
      'Expense Queue',
      'Adjustment Queue',
      'Timesheet Import',
    ],
    false,
  ),
  ...FACILITY_PRN,
  ...reports,
  ...learning,
];

const ORACLE: Readonly<Record<UserType, Oracle>> = {
  OWNER: [
    ['Home', everybody],
    ['Admin', one('MENU_ADMIN')],
    ['Reports > Candidate Profile', one('MENU_REPORTS')],
    ['Reports > Active/Booked Candidates', one('MENU_REPORTS')],
  ],
  SUB_OWNER: [
    ['Home', everybody],
    ['Admin', one('MENU_ADMIN')],
  ],
  VMS,
  MSP: VMS,
  CLIENT: [
    ['Home > Home Dashboard', everybody],
    ['Home > Facility KPI Dashboard', one('SUBMENU_HOME_CLIENT_KPI_DASHBOARD')],
    ['Admin', one('MENU_ADMIN')],
    ['Facility', one('MENU_CLIENT')],
    ['Suppliers', one('MENU_AGENCY')],
    ['Jobs', one('MENU_JOB')],
    ['Submissions', one('MENU_SUBMISSIONS')],
    ['Compliance', one('MENU_COMPLIANCE')],
    ['Assignments', one('MENU_ASSIGNMENTS')],
    ['Invoice > Work in Progress', one('MENU_INVOICING')],
    ...backOffice(
      // Payments to suppliers are hidden from facilities.
      ['Timesheets', 'Invoice', 'Expense Queue', 'Adjustment Queue', 'Timesheet Import'],
      false,
    ),
    ...FACILITY_PRN,
    ...reports,
    ...learning,
  ],
  AGENCY: [
    ['Home > Home Dashboard', everybody],
    ['Home > Supplier KPI', one('SUBMENU_HOME_AGENCY_DASHBOARD')],
    ['Users', one('MENU_USER')],
    ['Jobs', one('MENU_JOB')],
    ['Candidate', one('MENU_CANDIDATE')],
    ['Compliance', one('MENU_COMPLIANCE')],
    ['Submissions', one('MENU_SUBMITTAL')],
    ['Assignments', one('MENU_ASSIGNMENTS')],
    ...backOffice(
      [
        'Creation',
        'Timesheets',
        'Reverse Invoice',
        'Dispute Queue',
        'Adjustment Queue',
        'Expense Queue',
        'Timesheet Import',
      ],
      true,
    ),
    ...prn('Facilities', 'Orders', 'Submittal', 'Compliance', 'Weekly Schedule'),
    ...reports,
    ...learning,
  ],
};

const FLAGS = [true, false].flatMap((timesheetV2Enabled) =>
  [true, false].flatMap((prnOrganization) =>
    [true, false].map((prnAssociate) => ({ timesheetV2Enabled, prnOrganization, prnAssociate })),
  ),
);

const linesOf = (menu: readonly MenuEntry[]): string[] =>
  menu.flatMap((entry) =>
    'entries' in entry ? entry.entries.map(({ label }) => `${entry.label} > ${label}`) : [entry.label],
  );

const person = (userType: UserType, permissions: readonly Permission[], flags = FLAGS[0]!): UserInfo => ({
  ...USER,
  userType,
  permissions: [...permissions],
  ...flags,
});

function expected(user: UserInfo): string[] {
  const facts: Facts = {
    has: (permission) => user.permissions.includes(permission),
    v2: user.timesheetV2Enabled,
    prn: user.prnOrganization || user.prnAssociate,
  };
  return ORACLE[user.userType].filter(([, sees]) => sees(facts)).map(([line]) => line);
}

/** No permission, all, each alone, all but one; and each one with the permission that opens its group. */
const SETS: readonly (readonly [string, readonly Permission[]])[] = [
  ['nothing', []],
  ['everything', PERMISSIONS],
  ...PERMISSIONS.flatMap((permission): [string, readonly Permission[]][] => [
    [`only ${permission}`, [permission]],
    [`all but ${permission}`, PERMISSIONS.filter((other) => other !== permission)],
  ]),
  ...PERMISSIONS.filter((code) => /^(SUBMENU_TIMESHEET|REPORTS)_/.test(code)).map(
    (permission): [string, readonly Permission[]] => [
      `${permission} and what opens its group`,
      [permission, 'MENU_TIMESHEET', 'MENU_NEXUS_REPORTS'],
    ],
  ),
];

describe.each(USER_TYPES)('the menu of %s', (userType) => {
  it.each(FLAGS)(
    'has the entries of the requirements, for every permission, with timesheet v2 $timesheetV2Enabled, PRN organization $prnOrganization, PRN associate $prnAssociate',
    (flags) => {
      const wrong = SETS.flatMap(([name, permissions]) => {
        const user = person(userType, permissions, flags);
        const [shown, due] = [linesOf(menuFor(user)), expected(user)];
        return shown.join() === due.join() ? [] : [{ with: name, shown, due }];
      });
      expect(wrong.slice(0, 2)).toEqual([]);
    },
  );

  it('has no entry that the user may not open', () => {
    const dead = SETS.flatMap(([name, permissions]) => {
      const user = person(userType, permissions);
      const entries = menuFor(user).flatMap((top) => ('entries' in top ? top.entries : [top]));
      return entries
        .filter((entry) => 'to' in entry && resolve(user, entry.to).kind !== 'screen')
        .map(({ label }) => `${label} with ${name}`);
    });
    expect(dead).toEqual([]);
  });
});

describe('other services', () => {
  const lines = (handOffs?: readonly HandOff[], facts: Partial<UserInfo> = {}) =>
    linesOf(menuFor({ ...person('AGENCY', PERMISSIONS), ...facts }, '', handOffs)).filter((line) =>
      line.startsWith('Learning'),
    );

  it.each<[readonly HandOff[], readonly string[]]>([
    [[], []],
    [['training'], ['Learning > Tutorials']],
    [['learning'], ['Learning > Nexus University']],
    [
      ['training', 'learning'],
      ['Learning > Tutorials', 'Learning > Nexus University'],
    ],
  ])('set up: %j, offered: %j', (handOffs, offered) => expect(lines(handOffs)).toEqual(offered));

  it('learning has the name that the agency gave it', () => {
    const label = 'Summit Academy';
    expect(lines(['learning'], { agencyBrandedLEU: true, agencyBrandedMenuLabel: label })).toEqual([
      'Learning > Summit Academy',
    ]);
    expect(lines(['learning'], { agencyBrandedLEU: false, agencyBrandedMenuLabel: label })).toEqual([
      'Learning > Nexus University',
    ]);
  });
});

/** The addresses that the requirements name. */
const ADDRESSES: Partial<Record<UserType, Readonly<Record<string, string>>>> = {
  AGENCY: {
    'Home > Home Dashboard': '/supplier/dashboard',
    'Home > Supplier KPI': '/supplier/supplier-scorecard',
    Users: '/supplier/users',
    Jobs: '/supplier/jobs/view/alljobs',
    Candidate: '/supplier/candidates',
    Compliance: '/supplier/compliance/filesdues',
    Submissions: '/supplier/jobs/view/submittals',
    Assignments: '/supplier/assignments/active',
  },
  CLIENT: {
    'Home > Home Dashboard': '/facility/dashboard',
    'Home > Facility KPI Dashboard': '/facility/kpidashboard',
    Facility: '/facility/facility/list',
  },
  VMS: {
    'Home > Home Dashboard': '/vms/dashboard',
    'Home > KPI Dashboard': '/vms/supplierbidashboard/bussiness-analysis',
    'Suppliers > Candidates': '/vms/allCandidates',
    Compliance: '/vms/compliance/viewAll',
  },
};

describe('the address of the requirements', () => {
  const named = Object.entries(ADDRESSES).flatMap(([userType, addresses]) =>
    Object.entries(addresses).map(([line, address]) => [userType as UserType, line, address] as const),
  );
  it.each(named)('%s: %s leads to %s, or to a tab beside it', (userType, line, address) => {
    const user = person(userType, PERMISSIONS);
    const links = menuFor(user).flatMap((entry) =>
      'entries' in entry
        ? entry.entries.map((inner) => ({ ...inner, line: `${entry.label} > ${inner.label}` }))
        : [{ ...entry, line: entry.label }],
    );
    const link = links.find((entry) => entry.line === line);
    if (link === undefined || !('to' in link)) throw new Error(`${line} is no link`);
    expect(link.to).toBe(address);
    const tabAt = (path: string) => {
      const found = resolve(user, path);
      return found.kind === 'screen' ? found.route.tab?.group : undefined;
    };
    const { opens = address } = link;
    if (opens !== address) expect(tabAt(opens)).toBe(tabAt(address) ?? 'a tab');
  });
});

describe('the KPI dashboard', () => {
  const entriesFor = (user: UserInfo) =>
    menuFor(user)
      .flatMap((entry) => ('entries' in entry ? entry.entries : [entry]))
      .filter(({ label }) => label === 'KPI Dashboard');
  const ALONE = KPI_TABS.flatMap(({ segment }) => KPI[segment].map((permission) => [permission, segment] as const));

  it.each(ALONE)(
    'with only %s opens, from the menu and as the start page, at %s, which has a card',
    (permission, tab) => {
      const user = person('VMS', [permission]);
      const to = `/vms/${kpiTabPath(tab)}`;
      expect(entriesFor(user)).toEqual([{ label: 'KPI Dashboard', to, opens: to }]);
      expect(resolve(user, '/vms/supplierbidashboard')).toEqual({ kind: 'redirect', to });
      expect(landingOf(user)).toBe(to);
      const open = KPI_TABS.filter(({ segment }) => resolve(user, `/vms/${kpiTabPath(segment)}`).kind === 'screen');
      expect(open.map(({ segment }) => segment)).toEqual([tab]);
      expect(requestsOf(kpiDashboardAt({ dashboard: 'KPI', tab, type: 'VMS' })!, user, DEFAULT_FORM)).toHaveLength(1);
    },
  );

  it('opens at the first of several tabs', () => {
    const user = person('VMS', [...KPI['supplier-dashboard'], ...RANKING]);
    expect(entriesFor(user)).toMatchObject([{ to: '/vms/supplierbidashboard/top-supplier' }]);
    const analyst = person('VMS', [...KPI['supplier-dashboard'], ANALYSIS[0]!]);
    expect(entriesFor(analyst)).toMatchObject([{ to: '/vms/supplierbidashboard/bussiness-analysis' }]);
  });

  it('is refused without a card', () => {
    const user = person('VMS', ['MENU_JOB']);
    expect(entriesFor(user)).toEqual([]);
    expect(resolve(user, '/vms/supplierbidashboard').kind).toBe('unauthorized');
  });
});

describe('the new tab', () => {
  it.each<[UserType, string, string]>([
    ['VMS', 'Jobs', '/vms/jobs/pendingReview'],
    ['VMS', 'Compliance', '/vms/compliance/reviewdocs/credentials'],
    ['CLIENT', 'Timesheets', '/facility/timesheets/dashboard/travel/submitted'],
    ['CLIENT', 'Jobs', '/facility/jobs/pendingApproval'],
    ['AGENCY', 'Submissions', '/supplier/jobs/view/submittals/offered'],
    ['AGENCY', 'Timesheets', '/supplier/timesheets/dashboard/travel/missing'],
  ])('for %s a click on %s opens %s', (userType, label, address) => {
    const user = person(userType, PERMISSIONS);
    const links = menuFor(user).flatMap((entry) => ('entries' in entry ? entry.entries : [entry]));
    const link = links.find((entry) => entry.label === label);
    expect(link).toMatchObject({ opens: address });
    expect(resolve(user, address).kind).toBe('screen');
    expect(currentEntry(menuFor(user), address)?.label).toBe(label);
  });
});

describe('the current entry', () => {
  const menu = menuFor(person('VMS', PERMISSIONS), '?clientId=1');

  it.each([
    ['/vms/jobs', 'Jobs'],
    ['/vms/jobs/submissions', 'Submissions'],
    ['/vms/compliance/100', 'Compliance'],
    ['/vms/timesheets/disputequeue', 'Dispute Queue'],
    ['/vms/supplierbidashboard/top-supplier', 'KPI Dashboard'],
    ['/vms/vms-task', undefined],
  ])('%s: %s', (pathname, label) => {
    expect(currentEntry(menu, pathname)?.label).toBe(label);
  });

  it('keeps the chosen facility in every address', () => {
    const links = menu.flatMap((entry) => ('entries' in entry ? entry.entries : [entry]));
    for (const entry of links) if ('to' in entry) expect(entry.to).toMatch(/\?clientId=1$/);
  });
});
