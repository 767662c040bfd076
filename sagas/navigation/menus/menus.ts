/** The main menu of each user type, in order. */
import type { HandOff } from '../../../contract/shell/runtimeConfig';
import { REPORT_GROUPS } from '../routes/reports.sections';
import type { Root } from '../routes/route.types';
import { KPI_ROOT } from '../routes/sections';
import { HAND_OFF_NAMES } from './handOffNames';

export type MenuEntry = MenuLink | MenuGroup | MenuHandOff;

export interface MenuLink {
  readonly label: string;
  /** Relative to the user's root; an address that redirects stands for the page that it leads to. */
  readonly to: string;
  /** The tab that the entry opens, if the user may: the one that waits for these users. */
  readonly opens?: string;
}

/** Shown while any of its entries is. */
export interface MenuGroup {
  readonly label: string;
  readonly entries: readonly (MenuLink | MenuHandOff)[];
}

/** Opens another service with single sign-on. */
export interface MenuHandOff {
  readonly label: string;
  readonly handOff: HandOff;
}

const REPORTS: MenuGroup = {
  label: 'Reports',
  // A group without a report is not offered; the page at its address explains why.
  entries: REPORT_GROUPS.filter(({ note }) => note === undefined).map(({ title, segment }) => ({
    label: title,
    to: `nexusreports/${segment}`,
  })),
};

const LEARNING: MenuGroup = {
  label: 'Learning',
  entries: [
    { label: HAND_OFF_NAMES.training, handOff: 'training' },
    { label: HAND_OFF_NAMES.learning, handOff: 'learning' },
  ],
};

const waiting = (entry: MenuLink, opens: string): MenuLink => ({ ...entry, opens });

const TIMESHEETS = { label: 'Timesheets', to: 'timesheets/dashboard/travel' };
const INVOICE = { label: 'Invoice', to: 'timesheets/invoicetimesheet' };
const REVERSE_INVOICE = { label: 'Reverse Invoice', to: 'timesheets/reverseinvoicetimesheet' };
const CREATION = { label: 'Creation', to: 'timesheets/creation' };
const DISPUTES = { label: 'Dispute Queue', to: 'timesheets/disputequeue' };
const ADJUSTMENTS = { label: 'Adjustment Queue', to: 'timesheets/adjustmentqueue' };
const EXPENSES = { label: 'Expense Queue', to: 'timesheets/expensequeue' };
const IMPORT = { label: 'Timesheet Import', to: 'timesheets/import' };

const PRN_ORDERS = { label: 'Orders', to: 'prn/orders' };
const PRN_SUBMITTAL = { label: 'Submittal', to: 'prn/submittal' };
const PRN_COMPLIANCE = { label: 'Compliance', to: 'prn/compliance' };
const WEEKLY_SCHEDULE = { label: 'Weekly Schedule', to: 'prn/weeklyschedule' };

const FACILITY_PRN: MenuGroup = {
  label: 'PRN',
  entries: [
    { label: 'Candidate Pool', to: 'prn/candidatepool' },
    { label: 'IRP Orders', to: 'prn/irporders' },
    PRN_ORDERS,
    PRN_COMPLIANCE,
    PRN_SUBMITTAL,
    WEEKLY_SCHEDULE,
  ],
};

const JOBS = { label: 'Jobs', to: 'jobs' };
const SUBMISSIONS = { label: 'Submissions', to: 'jobs/submissions' };
const COMPLIANCE = { label: 'Compliance', to: 'compliance/viewAll' };
const ASSIGNMENTS = { label: 'Assignments', to: 'assignments/active' };
const ADMIN = { label: 'Admin', to: 'admin/users' };
const FACILITY = { label: 'Facility', to: 'facility/list' };

const AGENCY: readonly MenuEntry[] = [
  {
    label: 'Home',
    entries: [
      { label: 'Home Dashboard', to: 'dashboard' },
      { label: 'Supplier KPI', to: 'supplier-scorecard' },
    ],
  },
  { label: 'Users', to: 'users' },
  { label: 'Jobs', to: 'jobs/view/alljobs', opens: 'jobs/view/open' },
  { label: 'Candidate', to: 'candidates' },
  { label: 'Compliance', to: 'compliance/filesdues' },
  { label: 'Submissions', to: 'jobs/view/submittals', opens: 'jobs/view/submittals/offered' },
  waiting(ASSIGNMENTS, 'assignments/extensionsDue'),
  {
    label: 'Back Office',
    entries: [
      CREATION,
      waiting(TIMESHEETS, 'timesheets/dashboard/travel/missing'),
      REVERSE_INVOICE,
      DISPUTES,
      ADJUSTMENTS,
      EXPENSES,
      IMPORT,
    ],
  },
  {
    label: 'PRN',
    entries: [
      { label: 'Facilities', to: 'prn/facilities' },
      PRN_ORDERS,
      PRN_SUBMITTAL,
      PRN_COMPLIANCE,
      WEEKLY_SCHEDULE,
    ],
  },
  REPORTS,
  LEARNING,
];

const CLIENT: readonly MenuEntry[] = [
  {
    label: 'Home',
    entries: [
      { label: 'Home Dashboard', to: 'dashboard' },
      { label: 'Facility KPI Dashboard', to: 'kpidashboard' },
    ],
  },
  ADMIN,
  FACILITY,
  { label: 'Suppliers', to: 'supplier/list' },
  waiting(JOBS, 'jobs/pendingApproval'),
  waiting(SUBMISSIONS, 'jobs/submissions/new'),
  waiting(COMPLIANCE, 'compliance/filesdues'),
  waiting(ASSIGNMENTS, 'assignments/extensionsDue'),
  { label: 'Invoice', entries: [{ label: 'Work in Progress', to: 'timesheets/workinprogress' }] },
  {
    label: 'Back Office',
    entries: [waiting(TIMESHEETS, 'timesheets/dashboard/travel/submitted'), INVOICE, EXPENSES, ADJUSTMENTS, IMPORT],
  },
  FACILITY_PRN,
  REPORTS,
  LEARNING,
];

const VMS: readonly MenuEntry[] = [
  {
    label: 'Home',
    entries: [
      { label: 'Home Dashboard', to: 'dashboard' },
      { label: 'KPI Dashboard', to: KPI_ROOT },
    ],
  },
  ADMIN,
  FACILITY,
  {
    label: 'Suppliers',
    entries: [
      { label: 'Suppliers', to: 'supplier/list' },
      { label: 'Candidates', to: 'allCandidates' },
    ],
  },
  waiting(JOBS, 'jobs/pendingReview'),
  waiting(SUBMISSIONS, 'jobs/submissions/new'),
  waiting(COMPLIANCE, 'compliance/reviewdocs/credentials'),
  waiting(ASSIGNMENTS, 'assignments/extensionsDue'),
  {
    label: 'Back Office',
    entries: [
      CREATION,
      waiting(TIMESHEETS, 'timesheets/dashboard/travel/approved'),
      INVOICE,
      REVERSE_INVOICE,
      DISPUTES,
      EXPENSES,
      ADJUSTMENTS,
      IMPORT,
    ],
  },
  FACILITY_PRN,
  REPORTS,
  LEARNING,
];

const SUB_OWNER: readonly MenuEntry[] = [{ label: 'Home', to: 'home' }, ADMIN];

const OWNER: readonly MenuEntry[] = [
  ...SUB_OWNER,
  {
    label: 'Reports',
    entries: [
      { label: 'Candidate Profile', to: 'reports/candidateprofile' },
      { label: 'Active/Booked Candidates', to: 'reports/activebookedcandidates' },
    ],
  },
];

export const MENUS: Readonly<Record<Root, readonly MenuEntry[]>> = {
  owner: OWNER,
  subowner: SUB_OWNER,
  vms: VMS,
  facility: CLIENT,
  supplier: AGENCY,
};
