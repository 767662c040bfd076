/** Demo users with their roles, and the colleagues whose names appear in lists. */
import type { Insertable } from 'kysely';
import { KPI_DASHBOARD_PERMISSIONS } from '../../../contract/base/kpiPermissions';
import type { Permission } from '../../../contract/base/permissions';
import type { Schema } from '../../database';
import { ADMINISTRATOR_PERMISSIONS, HOME, starting } from '../../features/organizations/administratorRole';
import { fullName } from './names';
import type { Random } from './random';

type Row<T extends keyof Schema> = Insertable<Schema[T]>;

interface Role {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

const SUPPLIER_TAB: Permission = 'VMS_DASHBOARD_KPI_DASHBOARD_SUPPLIER_WIDGET';
const without = (permissions: readonly Permission[], ...gone: readonly Permission[]): Permission[] =>
  permissions.filter((permission) => !gone.includes(permission));

const FACILITY_KPI = starting('CLIENT_KPI_DASHBOARD_');

const ROLES = {
  platform: { name: 'Platform administrator', permissions: ADMINISTRATOR_PERMISSIONS.OWNER },
  everything: { name: 'Program manager', permissions: ADMINISTRATOR_PERMISSIONS.VMS },
  dashboards: {
    name: 'Analyst',
    permissions: [
      ...without(HOME, 'VMS_DASHBOARD_INVOICE_DASHBOARD_WIDGET', 'VMS_DASHBOARD_NEXUS_DASHBOARD_BOOKED_COMPLIANCE'),
      ...without(KPI_DASHBOARD_PERMISSIONS, SUPPLIER_TAB),
      ...starting('VMS_DASHBOARD_AGENCY_DASHBOARD_HIGHEST', 'VMS_TOP_AGENCIES_').filter(
        (code) => !KPI_DASHBOARD_PERMISSIONS.some((known) => known === code),
      ),
      ...FACILITY_KPI,
      'SUBMENU_VMS_HOME_DASHBOARD',
      'SUBMENU_HOME_CLIENT_KPI_DASHBOARD',
      'SUBMENU_HOME_AGENCY_DASHBOARD',
      'MENU_NEXUS_REPORTS',
      'REPORTS_DASHBOARD',
    ],
  },
  facility: { name: 'Facility manager', permissions: ADMINISTRATOR_PERMISSIONS.CLIENT },
  supplier: { name: 'Supplier', permissions: ADMINISTRATOR_PERMISSIONS.AGENCY },
} as const satisfies Record<string, Role>;

/** Roles without members, for users who are added. */
const OPEN_ROLES: readonly (Role & { readonly organization: DemoOrganization })[] = [
  { organization: 'PLATFORM', name: 'Platform support', permissions: ['MENU_ADMIN', 'MENU_USER'] },
  {
    organization: 'MERIDIAN',
    name: 'Compliance coordinator',
    permissions: [
      'MENU_COMPLIANCE',
      'MENU_CANDIDATE',
      'MENU_ASSIGNMENTS',
      'SUBMENU_VMS_HOME_DASHBOARD',
      'DOCUMENT_REVIEW',
    ],
  },
  {
    organization: 'MERIDIAN',
    name: 'Back office',
    permissions: [
      'MENU_TIMESHEET',
      'MENU_INVOICING',
      ...starting('SUBMENU_TIMESHEET_'),
      'SUBMENU_VMS_HOME_DASHBOARD',
      'TIMESHEET_APPROVE',
      'TIMESHEET_ADJUST',
      'EXPENSE_DECIDE',
    ],
  },
  {
    organization: 'LAKESIDE',
    name: 'Unit manager',
    permissions: [
      'MENU_JOB',
      'MENU_SUBMISSIONS',
      'MENU_ASSIGNMENTS',
      'MENU_TIMESHEET',
      'JOB_VIEW',
      'SUBMISSION_DECIDE',
      'TIMESHEET_APPROVE',
    ],
  },
  {
    organization: 'SUMMIT',
    name: 'Recruiting assistant',
    permissions: [
      'MENU_JOB',
      'MENU_CANDIDATE',
      'MENU_SUBMITTAL',
      'SUBMENU_HOME_AGENCY_DASHBOARD',
      'JOB_VIEW',
      'CANDIDATE_CHAT_ANSWER',
    ],
  },
];

export type DemoOrganization = 'PLATFORM' | 'MERIDIAN' | 'LAKESIDE' | 'SUMMIT';

interface Person {
  readonly userName: string;
  readonly organization: DemoOrganization;
  readonly name: string;
  readonly user: Pick<Row<'users'>, 'user_type' | 'agency_user_type' | 'two_factor_enabled' | 'allowed_addresses'>;
  readonly credentials?: Pick<Row<'user_credentials'>, 'password_generated' | 'locked_until'>;
  /** Signs in by single sign-on; no password opens the account. */
  readonly singleSignOn?: boolean;
  readonly role: Role;
}

const vms = { user_type: 'VMS' } as const;
const PEOPLE: readonly Person[] = [
  {
    userName: 'owner.admin',
    organization: 'PLATFORM',
    name: 'Olivia Grant',
    user: { user_type: 'OWNER' },
    role: ROLES.platform,
  },
  {
    userName: 'subowner.admin',
    organization: 'PLATFORM',
    name: 'Samuel Reeves',
    user: { user_type: 'SUB_OWNER' },
    role: ROLES.platform,
  },
  { userName: 'vms.manager', organization: 'MERIDIAN', name: 'Maya Delgado', user: vms, role: ROLES.everything },
  { userName: 'vms.analyst', organization: 'MERIDIAN', name: 'Adrian Kowalski', user: vms, role: ROLES.dashboards },
  {
    userName: 'msp.manager',
    organization: 'MERIDIAN',
    name: 'Miriam Okafor',
    user: { user_type: 'MSP' },
    role: ROLES.everything,
  },
  {
    userName: 'client.manager',
    organization: 'LAKESIDE',
    name: 'Claire Bennett',
    user: { user_type: 'CLIENT' },
    role: ROLES.facility,
  },
  {
    userName: 'agency.recruiter',
    organization: 'SUMMIT',
    name: 'Rafael Ortega',
    user: { user_type: 'AGENCY', agency_user_type: 'ATS_AGENCY_RECRUITER' },
    role: ROLES.supplier,
  },
  {
    userName: 'agency.sales',
    organization: 'SUMMIT',
    name: 'Sonia Whitfield',
    user: { user_type: 'AGENCY', agency_user_type: 'ATS_AGENCY_SALES_REPRESENTATIVE' },
    role: ROLES.supplier,
  },
  {
    userName: 'vms.twofactor',
    organization: 'MERIDIAN',
    name: 'Theo Lindgren',
    user: { ...vms, two_factor_enabled: true },
    role: ROLES.everything,
  },
  {
    userName: 'vms.temporary',
    organization: 'MERIDIAN',
    name: 'Tanya Marsh',
    user: vms,
    credentials: { password_generated: true },
    role: ROLES.everything,
  },
  {
    userName: 'vms.locked',
    organization: 'MERIDIAN',
    name: 'Leo Castillo',
    user: vms,
    credentials: { locked_until: 'infinity' },
    role: ROLES.everything,
  },
  {
    userName: 'vms.blocked',
    organization: 'MERIDIAN',
    name: 'Bianca Nolan',
    // Reserved for documentation (RFC 5737): no real machine has such an address.
    user: { ...vms, allowed_addresses: ['203.0.113.0/24'] },
    role: ROLES.everything,
  },
  {
    userName: 'sso.user',
    organization: 'LAKESIDE',
    name: 'Sofia Lambert',
    user: { user_type: 'CLIENT' },
    singleSignOn: true,
    role: ROLES.facility,
  },
  {
    userName: 'client.strong',
    organization: 'LAKESIDE',
    name: 'Connor Blake',
    user: { user_type: 'CLIENT', two_factor_enabled: true },
    role: ROLES.facility,
  },
];

const SALES_REPRESENTATIVES = 8;

export interface People {
  readonly users: readonly Row<'users'>[];
  readonly user_credentials: readonly Row<'user_credentials'>[];
  readonly roles: readonly Row<'roles'>[];
  readonly role_permissions: readonly Row<'role_permissions'>[];
  readonly user_roles: readonly Row<'user_roles'>[];
}

/** Sales representatives of the managing organization. They have no password and cannot sign in. */
export function buildSalesRepresentatives(random: Random, organizationId: string, at: string) {
  return Array.from({ length: SALES_REPRESENTATIVES }, (_, index) => {
    const name = fullName(random);
    const userName = `${name.toLowerCase().replace(' ', '.')}.${index + 1}`;
    return { ...userRow(random.uuid(), organizationId, userName, name, 'MERIDIAN', at), user_type: 'VMS' as const };
  });
}

/** The demo's users with their roles and permissions. `hashPassword` returns the hash of the demo password. */
export async function buildPeople(
  random: Random,
  organizationIds: Readonly<Record<DemoOrganization, string>>,
  colleagues: ReturnType<typeof buildSalesRepresentatives>,
  hashPassword: () => Promise<string>,
  at: string,
): Promise<People> {
  const roles = new Map<string, Row<'roles'> & { id: string; permissions: readonly Permission[] }>();
  const roleOf = ({ organization, role }: Person): string => {
    const key = `${organization}/${role.name}`;
    const known = roles.get(key) ?? { id: random.uuid(), organization_id: organizationIds[organization], ...role };
    roles.set(key, known);
    return known.id;
  };
  const members = PEOPLE.map((person) => ({
    person,
    id: random.uuid(),
    roleId: roleOf(person),
    organization_id: organizationIds[person.organization],
  }));
  for (const { organization, ...role } of OPEN_ROLES) {
    const row = { id: random.uuid(), organization_id: organizationIds[organization], ...role };
    roles.set(`${organization}/${role.name}`, row);
  }
  const hashes = await Promise.all(
    PEOPLE.map((person) => (person.singleSignOn ? Promise.resolve(null) : hashPassword())),
  );
  return {
    users: [
      ...members.map(({ person, id, organization_id }) => {
        const row = userRow(id, organization_id, person.userName, person.name, person.organization, at);
        return { ...row, ...person.user };
      }),
      ...colleagues,
    ].map((user) => ({ two_factor_enabled: false, agency_user_type: null, allowed_addresses: null, ...user })),
    user_credentials: members.map(({ person, id, organization_id }, index) => ({
      user_id: id,
      organization_id,
      password_hash: hashes[index] ?? null,
      password_generated: person.credentials?.password_generated ?? false,
      password_changed_at: hashes[index] == null ? null : at,
      locked_until: person.credentials?.locked_until ?? null,
    })),
    roles: [...roles.values()].map(({ id, organization_id, name }) => ({ id, organization_id, name, updated_at: at })),
    role_permissions: [...roles.values()].flatMap(({ id, organization_id, permissions }) =>
      [...new Set(permissions)].map((permission) => ({ role_id: id, organization_id, permission })),
    ),
    user_roles: members.map(({ id, roleId, organization_id }) => ({ user_id: id, role_id: roleId, organization_id })),
  };
}

function userRow(id: string, organizationId: string, userName: string, name: string, code: string, at: string) {
  const [first_name = '', last_name = ''] = name.split(' ');
  return {
    id,
    organization_id: organizationId,
    user_name: userName,
    email: `${userName}@${code.toLowerCase()}.example`,
    first_name,
    last_name,
    created_at: at,
  };
}
