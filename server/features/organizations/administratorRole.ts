/** Permissions of an organization's first administrator: everything that its type has pages for. */
import type { OrganizationType } from '../../../contract/base/organizations';
import { KPI_DASHBOARD_PERMISSIONS } from '../../../contract/base/kpiPermissions';
import { PERMISSIONS, RESTRICTIONS, type Permission } from '../../../contract/base/permissions';

/** The permissions whose codes start with one of these. */
export const starting = (...prefixes: readonly string[]): Permission[] =>
  PERMISSIONS.filter((permission) => prefixes.some((prefix) => permission.startsWith(prefix)));

const EVERYTHING = PERMISSIONS.filter((permission) => !RESTRICTIONS.includes(permission));
/** The cards of the home dashboard. */
export const HOME = starting('VMS_DASHBOARD_NEXUS_DASHBOARD_', 'VMS_DASHBOARD_TIMESHEET_', 'VMS_DASHBOARD_INVOICE_');
const MENUS = starting('MENU_', 'SUBMENU_TIMESHEET_', 'SUBMENU_PRN_', 'REPORTS_');
const FACILITY_ACTIONS: readonly Permission[] = [
  'JOB_MANAGE',
  'SUBMISSION_DECIDE',
  'SUBMISSION_OFFER',
  'EXTENSION_DECIDE',
  'ASSIGNMENT_END',
  'TIMESHEET_APPROVE',
  'EXPENSE_DECIDE',
];
const SUPPLIER_ACTIONS: readonly Permission[] = [
  'SUBMISSION_ANSWER',
  'EXTENSION_DECIDE',
  'ASSIGNMENT_END',
  'TIMESHEET_SUBMIT',
  'CANDIDATE_CHAT_ANSWER',
];
/** Suppliers have no such pages. */
const NOT_FOR_SUPPLIERS: readonly Permission[] = ['MENU_CLIENT', 'MENU_ADMIN', 'MENU_AGENCY'];

export const ADMINISTRATOR_PERMISSIONS: Readonly<Record<OrganizationType, readonly Permission[]>> = {
  OWNER: EVERYTHING,
  VMS: EVERYTHING.filter((permission) => permission !== 'ORGANIZATION_EDIT'),
  CLIENT: [
    ...HOME,
    ...starting('CLIENT_KPI_DASHBOARD_'),
    ...MENUS,
    'SUBMENU_HOME_CLIENT_KPI_DASHBOARD',
    'JOB_VIEW',
    ...FACILITY_ACTIONS,
    'USER_EDIT',
    'ROLE_EDIT',
    'SSO_EDIT',
    'AUDIT_VIEW',
    'BROADCAST_SEND',
    'BOARD_ALARMS',
    'DASHBOARD_PUBLIC_FILTER',
    'LIST_SHARE_VIEWS',
  ],
  AGENCY: [
    ...HOME,
    ...MENUS.filter((permission) => !NOT_FOR_SUPPLIERS.includes(permission)),
    ...KPI_DASHBOARD_PERMISSIONS.filter((permission) => permission === 'VMS_DASHBOARD_KPI_DASHBOARD_SUPPLIER_WIDGET'),
    'VMS_AGENCY_USER_EDIT',
    'SUBMENU_HOME_AGENCY_DASHBOARD',
    'JOB_VIEW',
    'LIST_SHARE_VIEWS',
    'BOARD_ALARMS',
    ...SUPPLIER_ACTIONS,
  ],
};
