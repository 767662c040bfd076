/**
 * Permission codes grouped and named for the role form. A separate file, because only administrators need the names.
 */
import { FACILITY_KPI_PERMISSIONS, KPI_DASHBOARD_PERMISSIONS, TOP_SUPPLIER_PERMISSIONS } from '../base/kpiPermissions';
import {
  ACTION_PERMISSIONS,
  BACK_OFFICE_PERMISSIONS,
  HOME_DASHBOARD_PERMISSIONS,
  MENU_PERMISSIONS,
  PRN_PERMISSIONS,
  REPORT_PERMISSIONS,
  type Permission,
} from '../base/permissions';

export interface PermissionGroup {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

/** Every code is in exactly one group. */
export const PERMISSION_GROUPS: readonly PermissionGroup[] = [
  { name: 'Menus', permissions: MENU_PERMISSIONS },
  { name: 'Timesheets and invoicing', permissions: BACK_OFFICE_PERMISSIONS },
  { name: 'PRN', permissions: PRN_PERMISSIONS },
  { name: 'Reports', permissions: REPORT_PERMISSIONS },
  { name: 'Actions', permissions: ACTION_PERMISSIONS },
  { name: 'Home dashboard', permissions: HOME_DASHBOARD_PERMISSIONS },
  { name: 'KPI dashboard', permissions: KPI_DASHBOARD_PERMISSIONS },
  { name: 'Top suppliers', permissions: TOP_SUPPLIER_PERMISSIONS },
  { name: 'Facility KPI dashboard', permissions: FACILITY_KPI_PERMISSIONS },
];

const PREFIXES =
  /^(SUBMENU_TIMESHEET|SUBMENU_PRN|SUBMENU|MENU|REPORTS|VMS?_DASHBOARD_(NEXUS|AGENCY|KPI)_DASHBOARD|VMS_DASHBOARD|VMS_TOP_AGENCIES_DASHBOARD|CLIENT_KPI_DASHBOARD)_/;

const NAMES: Partial<Record<Permission, string>> = {
  VMS_AGENCY_USER_EDIT: 'Edit users of suppliers',
  USER_EDIT: 'Edit users',
  ROLE_EDIT: 'Edit roles',
  ORGANIZATION_EDIT: 'Edit organizations of the platform',
  SSO_EDIT: 'Edit single sign-on',
  AUDIT_VIEW: 'See and export the audit',
  BROADCAST_SEND: 'Send broadcasts',
  BOARD_ALARMS: 'Set alarms of the live board',
  DASHBOARD_PUBLIC_FILTER: 'Make saved searches public',
  DASHBOARD_KPI_TARGETS: 'Set targets of KPIs',
  LIST_SHARE_VIEWS: 'Share views of lists',
  TASK_ASSIGN: 'Give tasks to others',
  JOB_VIEW: 'View jobs',
  DEAL_SHEET_APPROVE_FOR_SUBMITTAL: 'Approve deal sheets for submittal',
  JOB_MANAGE: 'Post, hold and close jobs',
  SUBMISSION_DECIDE: 'Qualify, interview and reject submissions',
  SUBMISSION_OFFER: 'Make offers and book candidates',
  SUBMISSION_ANSWER: 'Answer offers and withdraw submissions',
  EXTENSION_DECIDE: 'Decide extensions',
  ASSIGNMENT_END: 'End and cancel assignments',
  DOCUMENT_REVIEW: 'Review documents',
  TIMESHEET_SUBMIT: 'Submit timesheets and answer disputes',
  TIMESHEET_APPROVE: 'Approve and dispute timesheets',
  TIMESHEET_ADJUST: 'Finalize and adjust timesheets',
  EXPENSE_DECIDE: 'Approve and reject expenses',
  CANDIDATE_CHAT_ANSWER: 'Write to candidates in the chat',
  NOTIFICATIONS_ACTIVITY_SEND_COMPANY_NOTIFICATIONS: 'Send company notifications',
  NOTIFICATIONS_DISABLE_ALL_NOTIFICATIONS: 'Without “all notifications”',
};

/** 'SUBMENU_TIMESHEET_DISPUTE_QUEUE' becomes 'Dispute queue'. */
export function permissionName(code: Permission): string {
  const words = code
    .replace(PREFIXES, '')
    .replace(/_WIDGET$/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
  return (
    NAMES[code] ??
    (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\b(kpi|irp|prn|vms)\b/gi, (word) => word.toUpperCase())
  );
}

/** Each once, alphabetically; with its group where several have the same name. Codes may be of a newer server. */
export function permissionNames(codes: readonly string[]): readonly string[] {
  const known = [...new Set(codes)] as readonly Permission[];
  const named = known.map((code) => ({ code, name: permissionName(code) }));
  const isAlone = (name: string): boolean => named.filter((each) => each.name === name).length === 1;
  const groupOf = (code: Permission): string =>
    PERMISSION_GROUPS.find(({ permissions }) => permissions.includes(code))?.name ?? code;
  return named
    .map(({ code, name }) => (isAlone(name) ? name : `${name} (${groupOf(code)})`))
    .sort((a, b) => a.localeCompare(b, 'en'));
}
