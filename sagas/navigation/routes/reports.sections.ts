/** `nexusreports/...`: one page for each report group, and the list it shows. */
import type { REPORT_PERMISSIONS } from '../../../contract/base/permissions';
import { KPI_REPORTS, REPORT_PAGES, type KpiReport } from '../../../contract/dashboards/kpiReports';
import type { ListView, Route } from './route.types';

type Group = (typeof REPORT_PERMISSIONS)[number];

interface ReportGroup {
  readonly segment: string;
  readonly title: string;
  readonly permission: Group;
  readonly list?: ListView;
  readonly note?: string;
}

const NO_GOVERNMENT_REPORT =
  'No government report is set up for your program. Please ask your managing organization which filings it makes.';

const IRP_ORDERS: ListView = { name: 'prnOrders', fixed: { pool: ['yes'] } };

/** In menu order. */
export const REPORT_GROUPS: readonly ReportGroup[] = [
  { segment: 'assignments', title: 'Assignments', permission: 'REPORTS_ASSIGNMENTS', list: { name: 'assignments' } },
  { segment: 'backoffice', title: 'Back Office', permission: 'REPORTS_BACK_OFFICE', list: { name: 'timesheets' } },
  {
    segment: 'compliance',
    title: 'Compliance',
    permission: 'REPORTS_COMPLIANCE',
    list: { name: 'complianceDocuments' },
  },
  { segment: 'dashboard', title: 'Dashboard', permission: 'REPORTS_DASHBOARD' },
  { segment: 'facility', title: 'Facility', permission: 'REPORTS_FACILITY', list: { name: 'facilities' } },
  { segment: 'government', title: 'Government', permission: 'REPORTS_GOVERNMENT', note: NO_GOVERNMENT_REPORT },
  { segment: 'irp', title: 'IRP', permission: 'REPORTS_IRP', list: IRP_ORDERS },
  { segment: 'jobs', title: 'Jobs', permission: 'REPORTS_JOBS', list: { name: 'jobs' } },
  { segment: 'prn', title: 'PRN', permission: 'REPORTS_PRN', list: { name: 'prnOrders' } },
  { segment: 'submissions', title: 'Submissions', permission: 'REPORTS_SUBMISSIONS', list: { name: 'submissions' } },
  { segment: 'supplier', title: 'Supplier', permission: 'REPORTS_SUPPLIER', list: { name: 'suppliers' } },
];

function report({ segment, title, permission, list, note }: ReportGroup): Route {
  return {
    path: `nexusreports/${segment}`,
    title: `${title} Report`,
    allOf: ['MENU_NEXUS_REPORTS', permission],
    withoutBreadcrumb: true,
    ...(list && { list }),
    ...(note !== undefined && { note }),
    screen: list ? 'report' : note === undefined ? 'reports' : 'notOffered',
  };
}

/** The reports behind the KPI dashboards. */
function kpiReport(name: KpiReport): Route {
  const { segment, title, anyOf } = REPORT_PAGES[name];
  return {
    path: `nexusreports/${segment}`,
    title: `${title} Report`,
    allOf: ['MENU_NEXUS_REPORTS'],
    anyOf,
    withoutBreadcrumb: true,
    list: { name },
    screen: 'report',
  };
}

/** Links between the reports of a group. */
export function siblingReports(path: string): readonly KpiReport[] {
  const group = REPORT_GROUPS.find(({ segment }) => path === `nexusreports/${segment}`)?.permission;
  const report = KPI_REPORTS.find((name) => path === `nexusreports/${REPORT_PAGES[name].segment}`);
  const permission = group ?? (report && REPORT_PAGES[report].anyOf[0]);
  return permission === undefined ? [] : KPI_REPORTS.filter((name) => REPORT_PAGES[name].anyOf.includes(permission));
}

/** The filters of a report that the menu names after a part of its rows. */
const OPENED_WITH: Partial<Record<KpiReport, string>> = {
  pushedStartReport: 'pushed=yes',
  declinedDocumentsReport: 'declined=yes',
  activeBookedCandidateReport: 'status=ACTIVE,BOOKED',
};
/** The path of a report below the root, with the query that the menu opens it with. */
export const reportAddress = (name: KpiReport): string => {
  const query = OPENED_WITH[name];
  return `nexusreports/${REPORT_PAGES[name].segment}${query === undefined ? '' : `?${query}`}`;
};

export const REPORTS: readonly Route[] = [
  { path: 'nexusreports', title: 'Reports', screen: 'reports', allOf: ['MENU_NEXUS_REPORTS'], withoutBreadcrumb: true },
  ...REPORT_GROUPS.map(report),
  ...KPI_REPORTS.map(kpiReport),
];
