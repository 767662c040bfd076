/** Back Office (`timesheets/...`) and PRN (`prn/...`). */
import type { BACK_OFFICE_PERMISSIONS, PRN_PERMISSIONS } from '../../../contract/base/permissions';
import type { Access, Route, ScreenId, ListView } from './route.types';

type BackOffice = (typeof BACK_OFFICE_PERMISSIONS)[number];
type Prn = (typeof PRN_PERMISSIONS)[number];

interface Entry<P> extends Pick<Route, 'path' | 'title' | 'tab' | 'list'> {
  readonly permission: P;
  /** By default that of its list. */
  readonly screen?: ScreenId;
}

const tab = (label: string) => ({ group: 'timesheets', label }) as const;

const CREATION: Entry<BackOffice> = {
  path: 'timesheets/creation',
  title: 'Timesheet Creation',
  permission: 'SUBMENU_TIMESHEET_CREATION',
  list: { name: 'timesheets', fixed: { billingStatusIds: ['MISSING', 'SAVED'] } },
};
const TIMESHEETS: Entry<BackOffice> = {
  path: 'timesheets/dashboard/travel',
  title: 'Timesheets',
  permission: 'SUBMENU_TIMESHEET_TIMESHEETS',
  list: { name: 'timesheets' },
  tab: tab('All'),
};
const ofStatus = (path: string, label: string, title: string, status: string): Entry<BackOffice> => ({
  path: `timesheets/dashboard/travel/${path}`,
  title,
  permission: 'SUBMENU_TIMESHEET_TIMESHEETS',
  list: { name: 'timesheets', fixed: { billingStatusIds: [status] } },
  tab: tab(label),
});
const TO_APPROVE = [
  ofStatus('missing', 'Missing', 'Missing Timesheets', 'MISSING'),
  ofStatus('saved', 'Saved', 'Saved Timesheets', 'SAVED'),
  ofStatus('submitted', 'Submitted', 'Submitted Timesheets', 'SUBMITTED'),
];
const APPROVED = [
  ofStatus('approved', 'Approved', 'Approved Timesheets', 'APPROVED'),
  ofStatus('finalized', 'Finalized', 'Finalized Timesheets', 'FINALIZED'),
];
const INVOICE: Entry<BackOffice> = {
  path: 'timesheets/invoicetimesheet',
  title: 'Invoices',
  permission: 'SUBMENU_TIMESHEET_INVOICE',
  list: { name: 'invoices' },
};
const REVERSE_INVOICE: Entry<BackOffice> = {
  path: 'timesheets/reverseinvoicetimesheet',
  title: 'Reverse Invoices',
  permission: 'SUBMENU_TIMESHEET_REVERSE_INVOICE',
  list: { name: 'reverseInvoices' },
};
/** The columns of a queue: `decides` is what its rows wait for. */
const queueColumns = <C extends string>(...decides: readonly C[]) =>
  [
    'weekEnding',
    'number',
    'candidate',
    ...decides,
    'facilityStatus',
    'supplierStatus',
    'regular',
    'bill',
    'facility',
  ] as const;
const DISPUTES: Entry<BackOffice> = {
  path: 'timesheets/disputequeue',
  title: 'Dispute Queue',
  permission: 'SUBMENU_TIMESHEET_DISPUTE_QUEUE',
  list: { name: 'timesheets', fixed: { disputed: ['yes'] }, columns: queueColumns('disputeReason', 'variance') },
  tab: tab('Disputed'),
};
const ADJUSTMENTS: Entry<BackOffice> = {
  path: 'timesheets/adjustmentqueue',
  title: 'Adjustment Queue',
  permission: 'SUBMENU_TIMESHEET_ADJUSTMENT_QUEUE',
  list: { name: 'timesheets', fixed: { adjusted: ['yes'] }, columns: queueColumns('correction', 'finalizedAt') },
  tab: tab('Adjusted'),
};
const EXPENSES: Entry<BackOffice> = {
  path: 'timesheets/expensequeue',
  title: 'Expense Queue',
  permission: 'SUBMENU_TIMESHEET_EXPENSE_QUEUE',
  list: { name: 'timesheets', fixed: { expensesToDecide: ['yes'] }, columns: queueColumns('expenses', 'submittedAt') },
  tab: tab('Expenses'),
};
const IMPORT: Entry<BackOffice> = {
  path: 'timesheets/import',
  title: 'Timesheet Import',
  permission: 'SUBMENU_TIMESHEET_IMPORT',
  screen: 'timesheetImport',
};

function routes<P extends BackOffice | Prn>(entries: readonly Entry<P>[], access: (permission: P) => Access): Route[] {
  return entries.map(({ permission, screen = 'list', ...entry }) => ({ ...entry, ...access(permission), screen }));
}

function backOffice(entries: readonly Entry<BackOffice>[], flag?: 'timesheetV2'): readonly Route[] {
  const needed = flag === undefined ? {} : { flag };
  const access = (permission: BackOffice): Access => ({ allOf: ['MENU_TIMESHEET', permission], ...needed });
  const start: Route = {
    path: 'timesheets',
    title: '',
    screen: 'home',
    redirectTo: 'timesheets/dashboard/travel',
    ...access('SUBMENU_TIMESHEET_TIMESHEETS'),
  };
  return [start, ...routes(entries, access)];
}

const TIMESHEET_TABS = [...TO_APPROVE, DISPUTES, ...APPROVED, ADJUSTMENTS, EXPENSES, TIMESHEETS];

/** Suppliers only use version 2 of timesheets. */
export const BACK_OFFICE = {
  supplier: backOffice([CREATION, ...TIMESHEET_TABS, REVERSE_INVOICE, IMPORT], 'timesheetV2'),
  facility: [
    ...backOffice([...TIMESHEET_TABS.filter((each) => each !== DISPUTES), INVOICE, REVERSE_INVOICE, IMPORT]),
    ...invoiceMenu(),
  ],
  vms: backOffice([CREATION, ...TIMESHEET_TABS, INVOICE, REVERSE_INVOICE, IMPORT]),
} as const satisfies Record<string, readonly Route[]>;

/** The facility's Invoice entry, beside Back Office. */
function invoiceMenu(): readonly Route[] {
  return [
    {
      path: 'timesheets/workinprogress',
      title: 'Invoice (Work in Progress)',
      screen: 'list',
      list: { name: 'timesheets', fixed: { billingStatusIds: ['APPROVED', 'FINALIZED'] } },
      allOf: ['MENU_INVOICING'],
    },
  ];
}

const PER_DIEM = { jobType: ['PER_DIEM'] };
const PRN_FACILITIES: Entry<Prn> = {
  path: 'prn/facilities',
  title: 'PRN Facilities',
  permission: 'SUBMENU_PRN_FACILITIES',
  list: { name: 'facilities' },
};
const CANDIDATE_POOL: Entry<Prn> = {
  path: 'prn/candidatepool',
  title: 'Candidate Pool',
  permission: 'SUBMENU_PRN_CANDIDATE_POOL',
  list: { name: 'candidates', fixed: { pool: ['yes'] } },
};
const IRP_ORDERS: Entry<Prn> = {
  path: 'prn/irporders',
  title: 'IRP Orders',
  permission: 'SUBMENU_PRN_IRP_ORDERS',
  list: { name: 'prnOrders', fixed: { openingsLeft: ['1..'], pool: ['yes'] } },
};
const ORDERS: Entry<Prn> = {
  path: 'prn/orders',
  title: 'PRN Orders',
  permission: 'SUBMENU_PRN_ORDERS',
  list: { name: 'prnOrders' },
};
const PRN_SUBMITTAL: Entry<Prn> = {
  path: 'prn/submittal',
  title: 'PRN Submittal',
  permission: 'SUBMENU_PRN_SUBMITTAL',
  list: { name: 'submissions', fixed: PER_DIEM },
};
const PRN_COMPLIANCE: Entry<Prn> = {
  path: 'prn/compliance',
  title: 'PRN Compliance',
  permission: 'SUBMENU_PRN_COMPLIANCE',
  list: { name: 'complianceFiles', fixed: PER_DIEM },
};
const WEEKLY_SCHEDULE: Entry<Prn> = {
  path: 'prn/weeklyschedule',
  title: 'Weekly Schedule',
  permission: 'SUBMENU_PRN_WEEKLY_SCHEDULE',
  screen: 'schedule',
};
/** The pool is the facility's own, so suppliers have none. */
const IRP_SCHEDULE: Entry<Prn> = { ...WEEKLY_SCHEDULE, path: 'prn/weeklyschedule/irp', title: 'IRP Weekly Schedule' };

function prn(entries: readonly Entry<Prn>[]): readonly Route[] {
  const access = (permission: Prn): Access => ({ allOf: [permission], flag: 'prn' });
  const start: Route = {
    path: 'prn',
    title: '',
    screen: 'home',
    redirectTo: 'prn/orders',
    ...access('SUBMENU_PRN_ORDERS'),
  };
  return [start, ...routes(entries, access)];
}

export const PRN = {
  supplier: prn([PRN_FACILITIES, ORDERS, PRN_SUBMITTAL, PRN_COMPLIANCE, WEEKLY_SCHEDULE]),
  facility: prn([CANDIDATE_POOL, IRP_ORDERS, ORDERS, PRN_COMPLIANCE, PRN_SUBMITTAL, WEEKLY_SCHEDULE, IRP_SCHEDULE]),
} as const;

export const REVIEW_DESK_PATH = 'compliance/reviewdesk';
/** Query parameter of the review desk: the current document. */
export const DESK_PARAM = 'document';
/** The pending documents: their list, and the queue of the review desk. */
export const REVIEW_LIST = {
  name: 'complianceDocuments',
  fixed: { documentStatus: ['PENDING_REVIEW'] },
} as const satisfies ListView;
