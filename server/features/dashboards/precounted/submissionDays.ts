/** Submissions counted per day in advance, used while the filter needs nothing finer. */
import { sql } from 'kysely';
import { SUBMISSION_STATUSES } from '../../../../contract/base/statuses';
import { CHOICE_FIELDS, type ChoiceField, type Period } from '../../../../contract/dashboards/filter';
import { prepared, type Scope } from '../../../database';
import type { Sql } from '../../lists/source';
import { withEvery, type Counts } from '../counts';
import type { DashboardQuery } from '../query';

export interface Parties {
  readonly kind: 'PROGRAM' | 'CLIENT' | 'AGENCY';
  /** Null for all parties. */
  readonly ids: readonly string[] | null;
}
type Question = Pick<DashboardQuery, 'scope' | 'filter'>;

const KNOWN: readonly ChoiceField[] = ['clientIds', 'agencyIds'];

/**
 * The parties whose daily counts add up to the answer; null when facilities and suppliers are combined, or another
 * field is filtered.
 */
export function partiesOf({ scope, filter }: Question): Parties | null {
  if (hasOtherFilters(filter, KNOWN)) return null;
  const isSet = (field: ChoiceField): boolean => (filter[field] ?? []).length > 0;
  const facilities = facilitiesOf(filter);
  const { organizationId, tenantId } = scope;
  switch (scope.organizationType) {
    case 'VMS':
      if (facilities === null) {
        return isSet('agencyIds')
          ? { kind: 'AGENCY', ids: filter.agencyIds ?? [] }
          : { kind: 'PROGRAM', ids: [tenantId] };
      }
      return isSet('agencyIds') ? null : { kind: 'CLIENT', ids: facilities };
    case 'CLIENT': {
      if (isSet('agencyIds')) return null;
      const asksOwn = facilities === null || facilities.includes(organizationId);
      return { kind: 'CLIENT', ids: asksOwn ? [organizationId] : [] };
    }
    case 'AGENCY':
      return facilities === null ? { kind: 'AGENCY', ids: [organizationId] } : null;
    case 'OWNER':
      return { kind: 'PROGRAM', ids: [] };
  }
}

/** The daily counts of each supplier; null if only some of their submissions are filtered. */
export function suppliersOf({ scope, filter }: Question): Parties | null {
  if (scope.organizationType !== 'VMS' || filter.clientId !== undefined || hasOtherFilters(filter, ['agencyIds'])) {
    return null;
  }
  const { agencyIds = [] } = filter;
  return { kind: 'AGENCY', ids: agencyIds.length === 0 ? null : agencyIds };
}

/** The daily counts of each facility; null if only some of their submissions are filtered. */
export function clientsOf({ scope, filter }: Question): Parties | null {
  if (scope.organizationType !== 'VMS' || hasOtherFilters(filter, ['clientIds'])) return null;
  return { kind: 'CLIENT', ids: facilitiesOf(filter) };
}

const hasOtherFilters = (filter: DashboardQuery['filter'], known: readonly ChoiceField[]): boolean =>
  CHOICE_FIELDS.some((field) => (filter[field] ?? []).length > 0 && !known.includes(field));

/** From the dashboard filter and the client chosen in the header; null when neither restricts facilities. */
function facilitiesOf({ clientIds = [], clientId }: DashboardQuery['filter']): string[] | null {
  if (clientId === undefined) return clientIds.length === 0 ? null : [...clientIds];
  return clientIds.length === 0 || clientIds.includes(clientId) ? [clientId] : [];
}

const inStatus = (status: string): Sql => sql.ref(`d.${status.toLowerCase()}`);

/** All submissions of a day. */
export const everyStatus = sql`(${sql.join(SUBMISSION_STATUSES.map(inStatus), sql` + `)})`;

/** Restricts the days `d` to a period and parties. */
export const daysWithin = ({ tenantId }: Scope, { kind, ids }: Parties, { from, to }: Period): Sql => sql`
  d.tenant_id = ${tenantId}::uuid and d.kind = ${kind} and d.day between ${from}::date and ${to}::date
    ${ids === null ? sql`` : sql`and d.party_id = any(${ids}::uuid[])`}`;

/** Counts by status, plus `every`. */
export async function countDays({ queries, scope, period }: DashboardQuery, parties: Parties): Promise<Counts> {
  const sums = SUBMISSION_STATUSES.map(
    (status) => sql`coalesce(sum(${inStatus(status)}), 0)::bigint as ${sql.id(status)}`,
  );
  const statement = sql<Record<string, number>>`
    select ${sql.join(sums)} from submission_days d where ${daysWithin(scope, parties, period)}`;
  const { rows } = await prepared(statement).execute(queries);
  return withEvery(rows[0] ?? {});
}
