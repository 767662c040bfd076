/**
 * The targets of the home dashboard's numbers: an existing page, open to each user who sees the number, of the list
 * that was counted.
 */
import { drillTarget, type DrillContext } from '../../contract/dashboards/drill';
import {
  COMPLIANCE_VIEW_PERMISSION,
  WIDGET_CODES,
  WIDGET_PERMISSIONS,
  WIDGETS,
  codeLabel,
  codesFor,
  statusesFor,
  type Widget,
} from '../../contract/dashboards/widgets';
import { lists } from '../../contract/lists/catalog';
import { visibleTo, type ListDefinition } from '../../contract/lists/list';
import { ROUTES } from '../../sagas/navigation/routes/resolve';

const ROOTS = { VMS: 'vms', CLIENT: 'facility', AGENCY: 'supplier' } as const;
const contexts = (Object.keys(ROOTS) as (keyof typeof ROOTS)[]).flatMap((type) =>
  (['ACTIVE', 'BOOKED'] as const).flatMap((complianceView) =>
    (['facility', 'supplier'] as const).map((timesheetView): DrillContext & { type: keyof typeof ROOTS } => ({
      type,
      complianceView,
      timesheetView,
      today: '2026-03-04',
    })),
  ),
);
const cells = contexts.flatMap((context) =>
  WIDGETS.flatMap((widget) => codesFor(widget, context.type).map((code) => ({ context, widget, code }))),
);

describe('who sees which part of a card', () => {
  test.each<[Widget, readonly string[]]>([
    ['SUBMISSIONS', ['VMS_DASHBOARD_NEXUS_DASHBOARD_SUBMISSIONS']],
    ['JOBS', ['VMS_DASHBOARD_NEXUS_DASHBOARD_JOBS']],
    ['ASSIGNMENTS', ['VMS_DASHBOARD_NEXUS_DASHBOARD_ASSIGNMENTS']],
    [
      'COMPLIANCE',
      ['VMS_DASHBOARD_NEXUS_DASHBOARD_ACTIVE_COMPLIANCE', 'VMS_DASHBOARD_NEXUS_DASHBOARD_BOOKED_COMPLIANCE'],
    ],
    ['TIMESHEET', ['VMS_DASHBOARD_TIMESHEET_DASHBOARD_WIDGET']],
    ['INVOICE', ['VMS_DASHBOARD_INVOICE_DASHBOARD_WIDGET']],
  ])('%s is shown with any of %j', (widget, permissions) => {
    expect(WIDGET_PERMISSIONS[widget]).toEqual(permissions);
  });

  test('each view of the files has its permission', () => {
    expect(COMPLIANCE_VIEW_PERMISSION).toEqual({
      ACTIVE: 'VMS_DASHBOARD_NEXUS_DASHBOARD_ACTIVE_COMPLIANCE',
      BOOKED: 'VMS_DASHBOARD_NEXUS_DASHBOARD_BOOKED_COMPLIANCE',
    });
  });

  const INVOICES = ['INVOICE_DUE', 'INVOICE_PAID', 'INVOICE_PAST_DUE'];
  const REVERSE = ['REVERSE_INVOICE_PENDING', 'REVERSE_INVOICE_GOOD_PAY', 'REVERSE_INVOICE_PAID'];
  test.each<['VMS' | 'CLIENT' | 'AGENCY', readonly string[], readonly string[]]>([
    ['VMS', ['PENDING_REVIEW'], [...INVOICES, ...REVERSE]],
    ['CLIENT', ['PENDING_APPROVAL'], INVOICES],
    ['AGENCY', [], ['REVERSE_INVOICE_PENDING', 'REVERSE_INVOICE_PAID']],
  ])('%s: jobs that wait for %j, and the invoices %j', (type, waiting, invoices) => {
    const jobs: readonly string[] = codesFor('JOBS', type);
    expect(jobs.filter((code) => code.startsWith('PENDING'))).toEqual(waiting);
    expect([...codesFor('INVOICE', type)].sort()).toEqual([...invoices].sort());
    expect([...statusesFor('INVOICE', type)].sort()).toEqual([...invoices].sort());
  });

  test.each<[Widget, readonly string[]]>([
    [
      'SUBMISSIONS',
      [
        'SUBMITTED',
        'QUALIFIED',
        'INTERVIEWING',
        'OFFERED',
        'OFFER_ACCEPTED',
        'OFFER_REJECTED',
        'REJECTED',
        'WITHDRAWN',
      ],
    ],
    [
      'JOBS',
      ['OPEN_WITHOUT_SUBMISSION', 'OPEN_WITH_SUBMISSION', 'ON_HOLD', 'EXTENSION', 'CLOSED_FILLED', 'CLOSED_OTHER'],
    ],
    ['ASSIGNMENTS', ['ACTIVE', 'BOOKED', 'EARLY_TERM', 'CANCELLED', 'EXTENSIONS_DUE', 'COMPLETED', 'PERM']],
    ['COMPLIANCE', ['LESS_TWENTYFIVE', 'TWENTYFIVE_FIFTY', 'FIFTY_SEVENTYFIVE', 'SEVENTYFIVE_NINTYNINE', 'HUNDRED']],
    ['TIMESHEET', ['MISSING', 'SAVED', 'SUBMITTED', 'APPROVED', 'FINALIZED']],
    ['INVOICE', [...INVOICES, ...REVERSE]],
  ])('the statuses of %s are in the order %j', (widget, statuses) => {
    expect(statusesFor(widget, 'VMS')).toEqual(statuses);
  });

  test.each<[Widget, Readonly<Record<string, string>>]>([
    [
      'SUBMISSIONS',
      {
        SUBMITTED: 'New',
        QUALIFIED: 'Qualified',
        INTERVIEWING: 'Interviewing',
        OFFERED: 'Offered',
        OFFER_ACCEPTED: 'Offer Accepted',
        OFFER_REJECTED: 'Offer Rejected',
        REJECTED: 'Rejected',
        WITHDRAWN: 'Withdrawn',
      },
    ],
    [
      'JOBS',
      {
        OPEN_WITHOUT_SUBMISSION: 'Open Without Submissions',
        OPEN_WITH_SUBMISSION: 'Open With Submissions',
        ON_HOLD: 'On-Hold',
        EXTENSION: 'Extension',
        CLOSED_FILLED: 'Closed - Filled',
        CLOSED_OTHER: 'Closed - Other',
        HOT_JOB: 'Hot Jobs',
        NEWLY_POSTED: 'Newly Posted',
        PENDING_REVIEW: 'Pending Review',
        PENDING_APPROVAL: 'Pending Approval',
        HOT_WITHOUT_SUBMISSION: 'Hot Jobs Without Submissions',
      },
    ],
    [
      'ASSIGNMENTS',
      {
        ACTIVE: 'Active',
        BOOKED: 'Booked',
        EARLY_TERM: 'Early Term',
        CANCELLED: 'Cancelled',
        EXTENSIONS_DUE: 'Extension Due',
        COMPLETED: 'Completed',
        PERM: 'Perm',
      },
    ],
    [
      'COMPLIANCE',
      {
        FILES_DUE: 'Files Due',
        DOCS_PENDING_REVIEW: 'Documents Pending Review',
        DOCS_EXPIRING_FIFTEEN_DAYS: 'Documents Expiring Within 15 Days',
        LESS_TWENTYFIVE: 'Under 25%',
        TWENTYFIVE_FIFTY: '25-50%',
        FIFTY_SEVENTYFIVE: '51-75%',
        SEVENTYFIVE_NINTYNINE: '76-99%',
        HUNDRED: '100%',
      },
    ],
    [
      'TIMESHEET',
      {
        MISSING: 'Missing',
        SAVED: 'Saved',
        SUBMITTED: 'Submitted',
        APPROVED: 'Approved',
        FINALIZED: 'Finalized',
        DISPUTES: 'Disputes',
        ADJUSTMENTS: 'Adjustments',
      },
    ],
    [
      'INVOICE',
      {
        INVOICE_DUE: 'Due',
        INVOICE_PAID: 'Paid',
        INVOICE_PAST_DUE: 'Past Due',
        REVERSE_INVOICE_PENDING: 'Reverse - Pending',
        REVERSE_INVOICE_GOOD_PAY: 'Reverse - Good Pay',
        REVERSE_INVOICE_PAID: 'Reverse - Paid',
      },
    ],
  ])('every code of %s has its label', (widget, labels) => {
    expect(Object.fromEntries(WIDGET_CODES[widget].map((code) => [code, codeLabel(widget, code)]))).toEqual(labels);
  });

  test('an unknown code is its own label', () => {
    expect(codeLabel('JOBS', 'SOMETHING_NEW')).toBe('SOMETHING_NEW');
  });
});

test('every number leads to a page of its list with the fixed conditions of the count', () => {
  const wrong = cells.flatMap(({ context, widget, code }) => {
    const target = drillTarget(widget, code, context);
    const route = ROUTES[ROOTS[context.type]].find(({ path }) => path === target.path);
    const page = { list: route?.list?.name, fixed: route?.list?.fixed ?? {} };
    const meant = { list: target.list, fixed: target.fixed };
    return JSON.stringify(page) === JSON.stringify(meant)
      ? []
      : [`${context.type} ${widget} ${code}: ${target.path} is ${JSON.stringify(page)}, not ${JSON.stringify(meant)}`];
  });
  expect(wrong).toEqual([]);
});

test('every filter of a target exists in the list and may be set by the caller', () => {
  const wrong = cells.flatMap(({ context, widget, code }) => {
    const { list, fixed, query } = drillTarget(widget, code, context);
    const { filters }: ListDefinition = lists[list];
    return Object.keys({ ...fixed, ...query })
      .filter((name) => filters[name] === undefined || !visibleTo(context.type)(filters[name]))
      .map((name) => `${context.type} ${widget} ${code}: ${list} has no filter ${name}`);
  });
  expect(wrong).toEqual([]);
});

test('numbers of the compliance card without a code lead to all files', () => {
  const target = drillTarget('COMPLIANCE', 'TOTAL' as never, contexts[0] as DrillContext);
  expect(target).toMatchObject({ path: 'compliance/viewAll', list: 'complianceFiles', query: { status: ['ACTIVE'] } });
});

/**
 * The spec's words and numbers, listed independently, because the server counts by the same definition and could not
 * detect a wrong one.
 */
describe('each number counts what its name states', () => {
  const context = contexts[0]!;
  const filtersOf = (widget: Widget, code: string, facts: Partial<DrillContext> = {}) => {
    const { list, fixed, query } = drillTarget(widget, code as never, { ...context, ...facts });
    return [list, { ...fixed, ...query }];
  };
  const active = { status: ['ACTIVE'] };

  test.each<[Widget, string, string, Readonly<Record<string, readonly string[]>>]>([
    ['SUBMISSIONS', 'QUALIFIED', 'submissions', { submission_status: ['QUALIFIED'] }],
    ['JOBS', 'OPEN_WITHOUT_SUBMISSION', 'jobs', { jobStatusIds: ['OPEN'], subCategory: ['WITHOUT'] }],
    ['JOBS', 'OPEN_WITH_SUBMISSION', 'jobs', { jobStatusIds: ['OPEN'], subCategory: ['WITH'] }],
    ['JOBS', 'ON_HOLD', 'jobs', { jobStatusIds: ['ON_HOLD'] }],
    ['JOBS', 'EXTENSION', 'jobs', { jobStatusIds: ['EXTENSION'] }],
    ['JOBS', 'CLOSED_FILLED', 'jobs', { jobStatusIds: ['CLOSED'], subCategory: ['FILLED'] }],
    ['JOBS', 'CLOSED_OTHER', 'jobs', { jobStatusIds: ['CLOSED'], subCategory: ['OTHER'] }],
    ['JOBS', 'HOT_JOB', 'jobs', { jobStatusIds: ['OPEN'], hot: ['yes'] }],
    ['JOBS', 'NEWLY_POSTED', 'jobs', { postedAt: ['2026-03-04..2026-03-04'] }],
    ['JOBS', 'PENDING_REVIEW', 'jobs', { jobStatusIds: ['PENDING_REVIEW'] }],
    ['JOBS', 'PENDING_APPROVAL', 'jobs', { jobStatusIds: ['PENDING_APPROVAL'] }],
    ['ASSIGNMENTS', 'EARLY_TERM', 'assignments', { status: ['EARLY_TERM'] }],
    ['COMPLIANCE', 'FILES_DUE', 'complianceFiles', { ...active, filesDue: ['yes'] }],
    ['COMPLIANCE', 'DOCS_PENDING_REVIEW', 'complianceDocuments', { ...active, documentStatus: ['PENDING_REVIEW'] }],
    ['COMPLIANCE', 'DOCS_EXPIRING_FIFTEEN_DAYS', 'complianceDocuments', { ...active, expiresInDays: ['0..15'] }],
    ['COMPLIANCE', 'LESS_TWENTYFIVE', 'complianceFiles', { ...active, complianceBand: ['UNDER_25'] }],
    ['COMPLIANCE', 'TWENTYFIVE_FIFTY', 'complianceFiles', { ...active, complianceBand: ['25_50'] }],
    ['COMPLIANCE', 'FIFTY_SEVENTYFIVE', 'complianceFiles', { ...active, complianceBand: ['51_75'] }],
    ['COMPLIANCE', 'SEVENTYFIVE_NINTYNINE', 'complianceFiles', { ...active, complianceBand: ['76_99'] }],
    ['COMPLIANCE', 'HUNDRED', 'complianceFiles', { ...active, complianceBand: ['100'] }],
    ['TIMESHEET', 'DISPUTES', 'timesheets', { disputed: ['yes'] }],
    ['TIMESHEET', 'ADJUSTMENTS', 'timesheets', { adjusted: ['yes'] }],
    ['TIMESHEET', 'MISSING', 'timesheets', { billingStatusIds: ['MISSING'], view: ['facility'] }],
    ['INVOICE', 'INVOICE_DUE', 'invoices', { status: ['INVOICE_DUE'] }],
    ['INVOICE', 'REVERSE_INVOICE_PAID', 'reverseInvoices', { status: ['REVERSE_INVOICE_PAID'] }],
  ])('%s %s', (widget, code, list, filters) => {
    expect(filtersOf(widget, code)).toEqual([list, filters]);
  });

  test('in the selected view: booked files, the supplier’s side of a timesheet if it has two sides', () => {
    expect(filtersOf('COMPLIANCE', 'HUNDRED', { complianceView: 'BOOKED' })[1]).toMatchObject({ status: ['BOOKED'] });
    expect(filtersOf('TIMESHEET', 'SAVED', { timesheetView: 'supplier' })[1]).toMatchObject({ view: ['supplier'] });
    expect(filtersOf('TIMESHEET', 'SAVED', { type: 'AGENCY' })[1]).toEqual({ billingStatusIds: ['SAVED'] });
  });

  test.each<[Widget, string, 'VMS' | 'AGENCY', string]>([
    ['SUBMISSIONS', 'OFFERED', 'VMS', 'jobs/submissions'],
    ['SUBMISSIONS', 'OFFERED', 'AGENCY', 'jobs/view/submittals'],
    ['JOBS', 'ON_HOLD', 'VMS', 'jobs'],
    ['JOBS', 'ON_HOLD', 'AGENCY', 'jobs/view/alljobs'],
    ['ASSIGNMENTS', 'EXTENSIONS_DUE', 'VMS', 'assignments/extensionsDue'],
    ['COMPLIANCE', 'SEVENTYFIVE_NINTYNINE', 'VMS', 'compliance/greaterthan75'],
    ['TIMESHEET', 'DISPUTES', 'VMS', 'timesheets/disputequeue'],
    ['TIMESHEET', 'ADJUSTMENTS', 'VMS', 'timesheets/adjustmentqueue'],
    ['INVOICE', 'INVOICE_PAID', 'VMS', 'timesheets/invoicetimesheet'],
    ['INVOICE', 'REVERSE_INVOICE_PENDING', 'VMS', 'timesheets/reverseinvoicetimesheet'],
  ])('%s %s of %s leads to %s', (widget, code, type, path) => {
    expect(drillTarget(widget, code as never, { ...context, type }).path).toBe(path);
  });
});
