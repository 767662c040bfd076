/** The addresses below a root, by section, with their access rules. The menu uses the same table. */
import {
  KPI_DASHBOARD_PERMISSIONS,
  TOP_SUPPLIER_PERMISSIONS,
  type Permission,
} from '../../../contract/base/permissions';
import {
  ADMINISTRATION,
  CHANGED_ADDRESSES,
  PLATFORM_ADMINISTRATION,
  SUPPLIER_ADMINISTRATION,
  VMS_ADMINISTRATION,
} from './admin.sections';
import { BACK_OFFICE, PRN } from './backOffice.sections';
import { recordRoutes } from './records.sections';
import { REPORTS } from './reports.sections';
import type { ListView, Route } from './route.types';

/** The tabs of the managing organization's KPI dashboard; each has an address. */
const KPI_ROOT = 'supplierbidashboard';

export const KPI_TABS = [
  { segment: 'bussiness-analysis', label: 'Business Analysis' },
  { segment: 'top-supplier', label: 'Supplier Ranking' },
  { segment: 'supplier-dashboard', label: 'Supplier KPI' },
] as const;
export type KpiTab = (typeof KPI_TABS)[number]['segment'];

/** The path of a tab of the KPI dashboard, below the root. */
export const kpiTabPath = (tab: KpiTab): string => `${KPI_ROOT}/${tab}`;

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
const leadsTo = (path: string, redirectTo: string, options: Options = {}): Route => ({
  path,
  title: '',
  screen: 'home',
  redirectTo,
  ...options,
});
const needs = (...allOf: readonly Permission[]) => ({ allOf });

const JOB = needs('MENU_JOB');
const COMPLIANCE = needs('MENU_COMPLIANCE');
const ASSIGNMENTS = needs('MENU_ASSIGNMENTS');

const assignments = (path: string, title: string, status: string) =>
  list(`assignments/${path}`, title, { name: 'assignments', fixed: { status: [status] } }, ASSIGNMENTS);

const band = (path: string, title: string, value: string) =>
  list(`compliance/${path}`, title, { name: 'complianceFiles', fixed: { complianceBand: [value] } }, COMPLIANCE);

const assignmentRoutes: readonly Route[] = [
  leadsTo('assignments', 'assignments/active', ASSIGNMENTS),
  assignments('active', 'Active Assignments', 'ACTIVE'),
  assignments('booked', 'Booked Assignments', 'BOOKED'),
  assignments('earlyTerm', 'Early Terminations', 'EARLY_TERM'),
  assignments('cancelled', 'Cancelled Assignments', 'CANCELLED'),
  assignments('extensionsDue', 'Extensions Due', 'EXTENSIONS_DUE'),
  assignments('completed', 'Completed Assignments', 'COMPLETED'),
  assignments('perm', 'Permanent Placements', 'PERM'),
  list('assignments/viewAll', 'All Assignments', { name: 'assignments' }, ASSIGNMENTS),
];

const complianceRoutes: readonly Route[] = [
  list('compliance/viewAll', 'All Compliance Files', { name: 'complianceFiles' }, COMPLIANCE),
  list('compliance/filesdues', 'Files Due', { name: 'complianceFiles', fixed: { filesDue: ['yes'] } }, COMPLIANCE),
  list(
    'compliance/reviewdocs/credentials',
    'Documents Pending Review',
    { name: 'complianceDocuments', fixed: { documentStatus: ['PENDING_REVIEW'] } },
    COMPLIANCE,
  ),
  list(
    'compliance/expiringdocs/credentials',
    'Documents Expiring Within 15 Days',
    { name: 'complianceDocuments', fixed: { expiresInDays: ['0..15'] } },
    COMPLIANCE,
  ),
  band('lessthan25', 'Files Under 25 %', 'UNDER_25'),
  band('25to50', 'Files 25 to 50 %', '25_50'),
  band('51to75', 'Files 51 to 75 %', '51_75'),
  band('greaterthan75', 'Files 76 to 99 %', '76_99'),
  band('100', 'Complete Files', '100'),
];

/** Managing organizations and facilities share these addresses. */
const jobRoutes: readonly Route[] = [
  list('jobs', 'Jobs', { name: 'jobs' }, JOB),
  list('jobs/submissions', 'Submissions', { name: 'submissions' }, needs('MENU_SUBMISSIONS')),
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
  { path: 'notifications/live', title: 'Live notifications', screen: 'liveBoard', wholeWindow: true },
];

/** Where everybody sees to their own account. */
export const SECURITY_PATH = 'profile/security';
const profile: readonly Route[] = [
  leadsTo('profile', SECURITY_PATH),
  { path: SECURITY_PATH, title: 'Sign-in & security', screen: 'security' },
];

export const OWNER_ROUTES: readonly Route[] = [
  home,
  ...notifications,
  ...profile,
  ...PLATFORM_ADMINISTRATION,
  CHANGED_ADDRESSES,
  leadsTo('reports', 'reports/candidateprofile', needs('MENU_REPORTS')),
  list('reports/candidateprofile', 'Candidate Profile', { name: 'candidates' }, needs('MENU_REPORTS')),
  list(
    'reports/activebookedcandidates',
    'Active/Booked Candidates',
    { name: 'assignments', fixed: { status: ['ACTIVE', 'BOOKED'] } },
    needs('MENU_REPORTS'),
  ),
];

export const SUB_OWNER_ROUTES: readonly Route[] = [home, ...notifications, ...profile, ...PLATFORM_ADMINISTRATION];

const ANALYSIS = { anyOf: KPI_DASHBOARD_PERMISSIONS };
const RANKING = { anyOf: TOP_SUPPLIER_PERMISSIONS };
const kpiTab = (tab: KpiTab, access: Options): Route => ({
  path: kpiTabPath(tab),
  title: 'KPI Dashboard',
  screen: 'kpiDashboard',
  ...access,
});
const KPI_ROUTES: readonly Route[] = [
  leadsTo(KPI_ROOT, kpiTabPath('bussiness-analysis'), ANALYSIS),
  kpiTab('bussiness-analysis', ANALYSIS),
  kpiTab('top-supplier', RANKING),
  kpiTab('supplier-dashboard', needs('VMS_DASHBOARD_KPI_DASHBOARD_SUPPLIER_WIDGET')),
];

export const VMS_ROUTES: readonly Route[] = [
  { ...dashboard, ...needs('SUBMENU_VMS_HOME_DASHBOARD') },
  ...notifications,
  ...profile,
  ...VMS_ADMINISTRATION,
  { path: 'vms-task', title: 'VMS Manage Tasks', screen: 'tasks', list: { name: 'tasks' } },
  ...KPI_ROUTES,
  ...directory,
  list('allCandidates', 'Candidates', { name: 'candidates' }, needs('MENU_CANDIDATE')),
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
  list('assignment', 'Assignments', { name: 'assignments' }, ASSIGNMENTS),
  leadsTo('jobs', 'jobs/view/alljobs', JOB),
  leadsTo('jobs/view', 'jobs/view/alljobs', JOB),
  list('jobs/view/alljobs', 'Jobs', { name: 'jobs' }, JOB),
  list('jobs/view/submittals', 'Submissions', { name: 'submissions' }, needs('MENU_SUBMITTAL')),
  leadsTo('compliance', 'compliance/filesdues', COMPLIANCE),
  ...complianceRoutes,
  list('candidates', 'Candidates', { name: 'candidates' }, needs('MENU_CANDIDATE')),
  ...assignmentRoutes,
  ...BACK_OFFICE.supplier,
  ...PRN.supplier,
  ...REPORTS,
  ...recordRoutes('supplier'),
];
