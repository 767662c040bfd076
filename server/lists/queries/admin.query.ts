/** Roles, broadcasts, and the people of suppliers. */
import { sql } from 'kysely';
import { anyOf, contains, oneOf, oneOfIds, whether, withinDays } from '../predicates';
import { field, type ListSource, own, shown, type Sql } from '../source';

const ofOrganization = (scope: { readonly organizationId: string }): Sql =>
  sql`r.organization_id = ${scope.organizationId}::uuid`;
const disabled = sql`r.disabled_at is not null`;

export const supplierUsersSource: ListSource<'supplierUsers'> = {
  // Its own function: row-level security shows nobody the people of another organisation.
  table: sql`supplier_users() r`,
  own: (scope) => (scope.organizationType === 'VMS' ? sql`true` : sql`false`),
  joins: sql``,
  columns: {
    name: {
      value: sql`r.last_name || ', ' || r.first_name`,
      sort: { keys: [sql`r.last_name`, sql`r.first_name`], nullable: false },
    },
    supplier: own('supplier'),
    userName: own('user_name'),
    email: own('email'),
    agencyUserType: field('agency_user_type'),
    roles: field('roles'),
    twoFactor: own('two_factor_enabled'),
    status: shown(sql`case when ${disabled} then 'DISABLED' else 'ENABLED' end`),
    createdAt: own('created_at'),
  },
  filters: {
    supplier: (values) => oneOfIds(sql`r.organization_id`, values),
    status: (values) => anyOf(values.map((value) => whether(disabled, value === 'DISABLED'))),
    createdAt: (range) => withinDays(sql`r.created_at`, range),
  },
  search: (word) => [
    contains(sql`r.first_name`, word),
    contains(sql`r.last_name`, word),
    contains(sql`r.user_name`, word),
    contains(sql`r.email`, word),
  ],
};

export const rolesSource: ListSource<'roles'> = {
  table: sql`roles r`,
  own: ofOrganization,
  joins: sql``,
  columns: {
    name: own('name'),
    members: shown(sql`(
      select count(*)::integer from user_roles ur join users u on u.id = ur.user_id
      where ur.role_id = r.id and u.disabled_at is null)`),
    permissions: shown(sql`(select count(*)::integer from role_permissions rp where rp.role_id = r.id)`),
    updatedAt: own('updated_at'),
  },
  filters: { updatedAt: (range) => withinDays(sql`r.updated_at`, range) },
  search: (word) => [contains(sql`r.name`, word)],
};

const status = sql`case when r.status = 'SENT' and r.ends_at <= now() then 'ENDED' else r.status end`;

export const broadcastsSource: ListSource<'broadcasts'> = {
  table: sql`broadcasts r`,
  own: ofOrganization,
  joins: sql``,
  columns: {
    subject: own('subject'),
    status: shown(status),
    displayFrequency: own('display_frequency'),
    sendAt: own('send_at'),
    accepted: shown(sql`(
      select count(*)::integer from broadcast_recipients x where x.broadcast_id = r.id and x.accepted_at is not null)`),
    recipients: own('recipients'),
    document: shown(sql`(select d.file_name from broadcast_documents d where d.id = r.document_id)`),
    releaseNotes: field('release_notes'),
    forceLogout: field('force_logout'),
    sticky: field('sticky'),
    createdBy: shown(sql`(select u.first_name || ' ' || u.last_name from users u where u.id = r.created_by)`),
  },
  filters: {
    status: (values) => oneOf(sql`(${status})`, values),
    displayFrequency: (values) => oneOf(sql`r.display_frequency`, values),
    sendAt: (range) => withinDays(sql`r.send_at`, range),
  },
  search: (word) => [contains(sql`r.subject`, word)],
};
