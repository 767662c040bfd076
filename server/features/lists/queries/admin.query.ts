/** Organizations, single sign-on, roles, broadcasts, users of suppliers, and changed addresses. */
import { sql } from 'kysely';
import { anyOf, contains, oneOf, oneOfIds, conditionIs, withinViewerDays } from '../predicates';
import {
  PERSON_COLUMN,
  column,
  computed,
  nullableTextColumn,
  textColumn,
  unsortedColumn,
  type ListSource,
  type Sql,
} from '../source';

const ofOrganization = (scope: { readonly organizationId: string }): Sql =>
  sql`r.organization_id = ${scope.organizationId}::uuid`;
const disabled = sql`r.disabled_at is not null`;

export const supplierUsersSource: ListSource<'supplierUsers'> = {
  // A function, because row-level security hides users of other organizations.
  table: sql`supplier_users() r`,
  visible: (scope) => (scope.organizationType === 'VMS' ? sql`true` : sql`false`),
  joins: sql``,
  columns: {
    name: PERSON_COLUMN,
    supplier: textColumn('supplier'),
    userName: textColumn('user_name'),
    email: textColumn('email'),
    agencyUserType: unsortedColumn('agency_user_type'),
    roles: unsortedColumn('roles'),
    twoFactor: column('two_factor_enabled'),
    status: computed(sql`case when ${disabled} then 'DISABLED' else 'ENABLED' end`),
    createdAt: column('created_at'),
  },
  filters: {
    supplier: (values) => oneOfIds(sql`r.organization_id`, values),
    status: (values) => anyOf(values.map((value) => conditionIs(disabled, value === 'DISABLED'))),
    createdAt: (range, scope) => withinViewerDays(sql`r.created_at`, range, scope),
  },
  search: (word) => [
    contains(sql`r.first_name`, word),
    contains(sql`r.last_name`, word),
    contains(sql`r.user_name`, word),
    contains(sql`r.email`, word),
  ],
};

// A function, because row-level security hides how many people other organizations have, and their providers.
const administered = sql`administered_organizations() r`;
const hasProvider = sql`r.issuer is not null`;

export const organizationsSource: ListSource<'organizations'> = {
  table: administered,
  visible: (scope) => (scope.organizationType === 'OWNER' ? sql`true` : sql`false`),
  joins: sql``,
  columns: {
    name: textColumn('name'),
    code: textColumn('code'),
    type: column('type'),
    program: nullableTextColumn('program'),
    people: column('people'),
    twoFactorRequired: unsortedColumn('two_factor_required'),
    singleSignOn: computed(sql`(${hasProvider})`),
    status: computed(sql`case when ${disabled} then 'DISABLED' else 'ENABLED' end`),
    createdAt: column('created_at'),
  },
  filters: {
    type: (values) => oneOf(sql`r.type`, values),
    status: (values) => anyOf(values.map((value) => conditionIs(disabled, value === 'DISABLED'))),
    twoFactorRequired: (wanted) => conditionIs(sql`r.two_factor_required`, wanted),
    singleSignOn: (wanted) => conditionIs(hasProvider, wanted),
    createdAt: (range, scope) => withinViewerDays(sql`r.created_at`, range, scope),
  },
  search: (word) => [contains(sql`r.name`, word), contains(sql`r.code`, word), contains(sql`r.program`, word)],
};

export const ssoProvidersSource: ListSource<'ssoProviders'> = {
  table: administered,
  visible: (scope) => (scope.organizationType === 'OWNER' ? sql`true` : sql`r.id = ${scope.organizationId}::uuid`),
  joins: sql``,
  columns: {
    name: textColumn('name'),
    code: textColumn('code'),
    singleSignOn: computed(sql`(${hasProvider})`),
    issuer: nullableTextColumn('issuer'),
    clientId: unsortedColumn('client_id'),
    registration: unsortedColumn('registration'),
    linkByEmail: computed(sql`coalesce(r.link_by_email, false)`),
  },
  filters: {
    singleSignOn: (wanted) => conditionIs(hasProvider, wanted),
    linkByEmail: (wanted) => conditionIs(sql`coalesce(r.link_by_email, false)`, wanted),
  },
  search: (word) => [contains(sql`r.name`, word), contains(sql`r.code`, word), contains(sql`r.issuer`, word)],
};

export const changedAddressesSource: ListSource<'changedAddresses'> = {
  // A function, because row-level security hides users of other organizations. It answers owners only.
  table: sql`owner_changed_addresses() r`,
  visible: (scope) => (scope.organizationType === 'OWNER' ? sql`true` : sql`false`),
  joins: sql``,
  columns: {
    name: PERSON_COLUMN,
    userName: textColumn('user_name'),
    organization: textColumn('organization'),
    previousEmail: textColumn('previous_email'),
    email: textColumn('email'),
    waitsUntil: column('waits_until'),
  },
  filters: { waitsUntil: (range, scope) => withinViewerDays(sql`r.waits_until`, range, scope) },
  search: (word) => [
    contains(sql`r.first_name`, word),
    contains(sql`r.last_name`, word),
    contains(sql`r.user_name`, word),
    contains(sql`r.organization`, word),
    contains(sql`r.previous_email`, word),
    contains(sql`r.email`, word),
  ],
};

export const rolesSource: ListSource<'roles'> = {
  table: sql`roles r`,
  visible: ofOrganization,
  joins: sql``,
  columns: {
    name: textColumn('name'),
    members: computed(sql`(
      select count(*)::integer from user_roles ur join users u on u.id = ur.user_id
      where ur.role_id = r.id and u.disabled_at is null)`),
    permissions: computed(sql`(select count(*)::integer from role_permissions rp where rp.role_id = r.id)`),
    updatedAt: column('updated_at'),
  },
  filters: { updatedAt: (range, scope) => withinViewerDays(sql`r.updated_at`, range, scope) },
  search: (word) => [contains(sql`r.name`, word)],
};

const status = sql`case when r.status = 'SENT' and r.ends_at <= now() then 'ENDED' else r.status end`;

export const broadcastsSource: ListSource<'broadcasts'> = {
  table: sql`broadcasts r`,
  visible: ofOrganization,
  joins: sql``,
  columns: {
    subject: textColumn('subject'),
    status: computed(status),
    displayFrequency: column('display_frequency'),
    sendAt: column('send_at'),
    accepted: computed(sql`(
      select count(*)::integer from broadcast_recipients x where x.broadcast_id = r.id and x.accepted_at is not null)`),
    recipients: column('recipients'),
    document: computed(sql`(select d.file_name from broadcast_documents d where d.id = r.document_id)`),
    releaseNotes: unsortedColumn('release_notes'),
    forceLogout: unsortedColumn('force_logout'),
    sticky: unsortedColumn('sticky'),
    createdBy: computed(sql`(select u.first_name || ' ' || u.last_name from users u where u.id = r.created_by)`),
  },
  filters: {
    status: (values) => oneOf(sql`(${status})`, values),
    displayFrequency: (values) => oneOf(sql`r.display_frequency`, values),
    sendAt: (range, scope) => withinViewerDays(sql`r.send_at`, range, scope),
  },
  search: (word) => [contains(sql`r.subject`, word)],
};
