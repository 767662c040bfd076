/** The audit: who did what, when, from where, and what it changed. */
import { sql } from 'kysely';
import { contains, oneOf, oneOfIds, withinViewerDays } from '../predicates';
import { column, computed, unsortedColumn, type ListSource, type Sql } from '../source';

/** Migrations 0040 and 0103 have indexes for the key, and the functions that read the details. */
const EVENTS = sql`(select audit_key(id) as id, id as number, at, event, outcome, reason, organization_id, audited_by,
  user_id, address, device, details -> 'before' as before, details -> 'after' as after from audit_events) r`;

/** Ids and names in the details, the most specific first. */
const detail = (key: string): Sql => sql`r.after ->> ${sql.lit(key)}, r.before ->> ${sql.lit(key)}`;

export const auditSource: ListSource<'audit'> = {
  table: EVENTS,
  visible: (scope) =>
    scope.organizationType === 'OWNER' ? sql`true` : sql`r.audited_by = ${scope.organizationId}::uuid`,
  joins: sql``,
  columns: {
    at: column('at'),
    who: computed(sql`audit_person(r.user_id)`),
    event: unsortedColumn('event'),
    about: computed(sql`coalesce(audit_person(coalesce(${detail('userId')})::uuid),
      ${detail('name')}, ${detail('subject')}, ${detail('searchName')}, ${detail('list')}, ${detail('kpi')}, ${detail('code')},
      (select b.subject from broadcasts b where b.id = coalesce(${detail('broadcastId')})::uuid))`),
    outcome: unsortedColumn('outcome'),
    reason: unsortedColumn('reason'),
    before: computed(sql`audit_values(r.before, r.after)`),
    after: computed(sql`audit_values(r.after, r.before)`),
    address: unsortedColumn('address'),
    device: unsortedColumn('device'),
    organization: computed(sql`(select o.name from organizations o where o.id = r.organization_id)`),
    number: unsortedColumn('number'),
  },
  filters: {
    at: (range, scope) => withinViewerDays(sql`r.at`, range, scope),
    event: (values) => oneOf(sql`r.event`, values),
    outcome: (values) => oneOf(sql`r.outcome`, values),
    who: (values) => oneOfIds(sql`r.user_id`, values),
  },
  search: (word) => [
    sql`r.user_id in (select audit_people(${word.pattern}))`,
    contains(sql`r.address`, word),
    contains(sql`r.device`, word),
    contains(sql`r.reason`, word),
  ],
};
