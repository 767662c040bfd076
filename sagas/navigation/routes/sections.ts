/** The addresses below a root, by section, with their access rules. The menu uses the same table. */
import { BUSINESS_ANALYSIS_PERMISSIONS, TOP_SUPPLIER_PERMISSIONS } from '../../../contract/base/kpiPermissions';
import type { Permission } from '../../../contract/base/permissions';
import {
  ADMINISTRATION,
  CHANGED_ADDRESSES,
  PLATFORM_ADMINISTRATION,
  SUPPLIER_ADMINISTRATION,
  VMS_ADMINISTRATION,
} from './admin.sections';
import { BACK_OFFICE, PRN, REVIEW_DESK_PATH, REVIEW_LIST } from './backOffice.sections';
import { recordRoutes } from './records.sections';
import { REPORTS } from './reports.sections';
import type { ListView, Route, TabGroup } from './route.types';

/** The managing organization's KPI dashboard; leads to the first of its tabs that the user may open. */
export const KPI_ROOT = 'supplierbidashboard';

/** Each tab has an address. */
export const KPI_TABS = [
  { segment: 'bussiness-analysis', label: 'Business Analysis' },
  { segment: 'top-supplier', label: 'Supplier Ranking' },
  { segment: 'supplier-dashboard', label: 'Supplier KPI' },
] as const;
export type KpiTab = (typeof KPI_TABS)[number]['segment'];

/** The path of a tab of the KPI dashboard, below the root. */
export const kpiTabPath = (tab: KpiTab): string => `${KPI_ROOT}/${tab}`;
export const KPI_PATHS: readonly string[] = KPI_TABS.map(({ segment }) => kpiTabPath(segment));

/** The tab at a path below the root; null if there is none. */
export const kpiTabAt = (path: string): KpiTab | null =>
  KPI_TABS.find(({ segment }) => kpiTabPath(segment) === path)?.segment ?? null;

type Options = Omit<Route, 'path' | 'title' | 'screen' | 'list'>;

const list = (path: string, title: string, view: ListView, options: Options): Route => ({
  path,
  title,
  screen: 'list',
  list: view,
  ...options,
});
const leadsTo = (path: string, redirectTo: string | readonly string[], options: Options = {}): Route => ({
  path,
  title: '',
  screen: 'home',
  redirectTo,
  ...options,
});
const needs = (...allOf: readonly Permission[]) => ({ allOf });
const tab = (group: TabGroup, label: string) => ({ tab: { group, label } }) as const;

const JOB = needs('MENU_JOB');
const COMPLIANCE = needs('MENU_COMPLIANCE');
const ASSIGNMENTS = needs('MENU_ASSIGNMENTS');

const assignments = (path: string, label: string, title: string, status: string) =>
  list(
    `assignments/${path}`,
    title,
    { name: 'assignments', fixed: { status: [status] } },
    { ...ASSIGNMENTS, ...tab('assignments', label) },
  );

const files = (path: string, label: string, title: string, view: ListView) =>
  list(`compliance/${path}`, title, view, { ...COMPLIANCE, ...tab('compliance', label) });
const band = (path: string, label: string, title: string, value: string) =>
  files(path, label, title, { name: 'complianceFiles', fixed: { complianceBand: [value] } });

const ALL_ASSIGNMENTS = { ...ASSIGNMENTS, ...tab('assignments', 'All') };
const assignmentRoutes: readonly Route[] = [
  leadsTo('assignments', 'assignments/active', ASSIGNMENTS),
  assignments('active', 'Active', 'Active Assignments', 'ACTIVE'),
  assignments('booked', 'Booked', 'Booked Assignments', 'BOOKED'),
  assignments('extensionsDue', 'Extensions Due', 'Extensions Due', 'EXTENSIONS_DUE'),
  assignments('earlyTerm', 'Early Term', 'Early Terminations', 'EARLY_TERM'),
  assignments('cancelled', 'Cancelled', 'Cancelled Assignments', 'CANCELLED'),
  assignments('completed', 'Completed', 'Completed Assignments', 'COMPLETED'),
  assignments('perm', 'Perm', 'Permanent Placements', 'PERM'),
  list('assignments/viewAll', 'All Assignments', { name: 'assignments' }, ALL_ASSIGNMENTS),
];

const complianceRoutes: readonly Route[] = [
  files('reviewdocs/credentials', 'In Review', 'Documents Pending Review', REVIEW_LIST),
  files('expiringdocs/credentials', 'Expiring', 'Documents Expiring Within 15 Days', {
    name: 'complianceDocuments',
    fixed: { expiresInDays: ['0..15'] },
  }),
  files('filesdues', 'Files Due', 'Files Due', { name: 'complianceFiles', fixed: { filesDue: ['yes'] } }),
  band('lessthan25', 'Under 25%', 'Files Under 25%', 'UNDER_25'),
  band('25to50', '25-50%', 'Files 25 to 50%', '25_50'),
  band('51to75', '51-75%', 'Files 51 to 75%', '51_75'),
  band('greaterthan75', '76-99%', 'Files 76 to 99%', '76_99'),
  band('100', '100%', 'Complete Files', '100'),
  files('viewAll', 'All Files', 'All Compliance Files', { name: 'complianceFiles' }),
  { path: REVIEW_DESK_PATH, title: 'Document Review', screen: 'reviewDesk', ...COMPLIANCE },
];

const JOB_TABS = [
  ['pendingApproval', 'Pending Approval', 'Jobs Pending Approval', 'PENDING_APPROVAL'],
  ['pendingReview', 'Pending Review', 'Jobs Pending Review', 'PENDING_REVIEW'],
  ['open', 'Open', 'Open Jobs', 'OPEN'],
  ['onHold', 'On-Hold', 'Jobs On-Hold', 'ON_HOLD'],
  ['extension', 'Extension', 'Jobs in Extension', 'EXTENSION'],
  ['closed', 'Closed', 'Closed Jobs', 'CLOSED'],
] as const;
type JobTab = (typeof JOB_TABS)[number];
/** Suppliers see jobs once they are posted. */
const isPosted = ([, , , status]: JobTab): boolean => status !== 'PENDING_APPROVAL' && status !== 'PENDING_REVIEW';

const jobTabs = (base: string, all: string, tabs: readonly JobTab[]): readonly Route[] => [
  ...tabs.map(([path, label, title, status]) =>
    list(
      `${base}/${path}`,
      title,
      { name: 'jobs', fixed: { jobStatusIds: [status] } },
      { ...JOB, ...tab('jobs', label) },
    ),
  ),
  list(all, 'Jobs', { name: 'jobs' }, { ...JOB, ...tab('jobs', 'All') }),
];

const SUBMISSION_TABS = [
  ['new', 'New', 'New Submissions', ['SUBMITTED']],
  ['qualified', 'Qualified', 'Qualified Submissions', ['QUALIFIED']],
  ['interviewing', 'Interviewing', 'Submissions at Interview', ['INTERVIEWING']],
  ['offered', 'Offered', 'Offered Submissions', ['OFFERED']],
  ['accepted', 'Offer Accepted', 'Accepted Offers', ['OFFER_ACCEPTED']],
  ['closed', 'Closed', 'Closed Submissions', ['OFFER_REJECTED', 'REJECTED', 'WITHDRAWN']],
] as const;

const submissionTabs = (base: string, needed: { readonly allOf: readonly Permission[] }): readonly Route[] => [
  ...SUBMISSION_TABS.map(([path, label, title, statuses]) =>
    list(
      `${base}/${path}`,
      title,
      { name: 'submissions', fixed: { submission_status: statuses } },
      { ...needed, ...tab('submissions', label) },
    ),
  ),
  list(base, 'Submissions', { name: 'submissions' }, { ...needed, ...tab('submissions', 'All') }),
];

/** Managing organizations and facilities share these addresses. */
const jobRoutes: readonly Route[] = [
  ...jobTabs('jobs', 'jobs', JOB_TABS),
  ...submissionTabs('jobs/submissions', needs('MENU_SUBMISSIONS')),
];

const facilities = list('facility/list', 'Facilities', { name: 'facilities' }, needs('MENU_CLIENT'));
const suppliers = list('supplier/list', 'Suppliers', { name: 'suppliers' }, needs('MENU_AGENCY'));
const directory: readonly Route[] = [
  leadsTo('facility', 'facility/list', needs('MENU_CLIENT')),
  facilities,
  leadsTo('supplier', 'supplier/list', needs('MENU_AGENCY')),
  suppliers,
];

const dashboard: Route = { path: 'dashboard', title: 'Home Dashboard', screen: 'homeDashboard' };
const home: Route = { path: 'home', title: 'Home', screen: 'home' };

/** All users have notifications. */
const notifications: readonly Route[] = [
  leadsTo('notifications', 'notifications/live'),
  { path: 'notifications/live', title: 'Live Board', screen: 'liveBoard', withoutFrame: true },
];

/** Relative to the root: the user's own factors and sessions. */
export const SECURITY_PATH = 'profile/security';
/** Relative to the root: pushes, mail, follows and rules. */
export const CHANNELS_PATH = 'profile/notifications';
const profile: readonly Route[] = [
  leadsTo('profile', SECURITY_PATH),
  { path: SECURITY_PATH, title: 'Sign-In & Security', screen: 'security' },
  { path: CHANNELS_PATH, title: 'Notification Delivery', screen: 'channels' },
];

const OWNER_REPORT = { ...needs('MENU_REPORTS'), withoutBreadcrumb: true } as const;
export const OWNER_ROUTES: readonly Route[] = [
  home,
  ...notifications,
  ...profile,
  ...PLATFORM_ADMINISTRATION,
  CHANGED_ADDRESSES,
  leadsTo('reports', 'reports/candidateprofile', OWNER_REPORT),
  list('reports/candidateprofile', 'Candidate Profile', { name: 'programCandidates' }, OWNER_REPORT),
  list('reports/activebookedcandidates', 'Active/Booked Candidates', { name: 'programAssignments' }, OWNER_REPORT),
];

export const SUB_OWNER_ROUTES: readonly Route[] = [home, ...notifications, ...profile, ...PLATFORM_ADMINISTRATION];

const kpiTab = (tab: KpiTab, access: Options): Route => ({
  path: kpiTabPath(tab),
  title: 'KPI Dashboard',
  screen: 'kpiDashboard',
  ...access,
});
const KPI_ROUTES: readonly Route[] = [
  leadsTo(KPI_ROOT, KPI_PATHS),
  kpiTab('bussiness-analysis', { anyOf: BUSINESS_ANALYSIS_PERMISSIONS }),
  kpiTab('top-supplier', { anyOf: TOP_SUPPLIER_PERMISSIONS }),
  kpiTab('supplier-dashboard', needs('VMS_DASHBOARD_KPI_DASHBOARD_SUPPLIER_WIDGET')),
];

/** With candidates; reached from the top bar. */
const CHAT: Route = { path: 'chat', title: 'Chat', screen: 'chat', ...needs('MENU_CANDIDATE') };

export const VMS_ROUTES: readonly Route[] = [
  { ...dashboard, ...needs('SUBMENU_VMS_HOME_DASHBOARD') },
  ...notifications,
  ...profile,
  ...VMS_ADMINISTRATION,
  { path: 'vms-task', title: 'VMS Manage Tasks', screen: 'tasks', list: { name: 'tasks' } },
  ...KPI_ROUTES,
  ...directory,
  list('allCandidates', 'Candidates', { name: 'candidates' }, needs('MENU_CANDIDATE')),
  CHAT,
  ...jobRoutes,
  leadsTo('compliance', 'compliance/viewAll', COMPLIANCE),
  ...complianceRoutes,
  ...assignmentRoutes,
  ...BACK_OFFICE.vms,
  ...PRN.facility,
  ...REPORTS,
  ...recordRoutes('vms'),
];

export const FACILITY_ROUTES: readonly Route[] = [
  dashboard,
  ...notifications,
  ...profile,
  ...ADMINISTRATION,
  {
    path: 'kpidashboard',
    title: 'Facility KPI Dashboard',
    screen: 'facilityKpi',
    ...needs('SUBMENU_HOME_CLIENT_KPI_DASHBOARD'),
  },
  ...directory,
  ...jobRoutes,
  leadsTo('compliance', 'compliance/viewAll', COMPLIANCE),
  ...complianceRoutes,
  ...assignmentRoutes,
  ...BACK_OFFICE.facility,
  ...PRN.facility,
  ...REPORTS,
  ...recordRoutes('facility'),
];

export const SUPPLIER_ROUTES: readonly Route[] = [
  dashboard,
  ...notifications,
  ...profile,
  ...SUPPLIER_ADMINISTRATION,
  {
    path: 'supplier-scorecard',
    title: 'Supplier KPI',
    screen: 'supplierScorecard',
    ...needs('SUBMENU_HOME_AGENCY_DASHBOARD'),
  },
  leadsTo('jobs', 'jobs/view/alljobs', JOB),
  leadsTo('jobs/view', 'jobs/view/alljobs', JOB),
  ...jobTabs('jobs/view', 'jobs/view/alljobs', JOB_TABS.filter(isPosted)),
  ...submissionTabs('jobs/view/submittals', needs('MENU_SUBMITTAL')),
  leadsTo('compliance', 'compliance/filesdues', COMPLIANCE),
  ...complianceRoutes,
  list('candidates', 'Candidates', { name: 'candidates' }, needs('MENU_CANDIDATE')),
  CHAT,
  ...assignmentRoutes,
  list('assignment', 'Assignments', { name: 'assignments' }, ALL_ASSIGNMENTS),
  ...BACK_OFFICE.supplier,
  ...PRN.supplier,
  ...REPORTS,
  ...recordRoutes('supplier'),
];
