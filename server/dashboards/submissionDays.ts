/** Submissions counted by day beforehand, for as long as nothing is asked that the days do not know. */
import { sql } from 'kysely';
import { CHOICE_FIELDS, type ChoiceField, type Period } from '../../contract/dashboard';
import { SUBMISSION_STATUSES } from '../../contract/statuses';
import { prepared, type Scope } from '../database';
import type { Sql } from '../lists/source';
import type { Asked } from './asked';
import { withEvery, type Counts } from './counts';

export interface Parties {
  readonly kind: 'PROGRAMME' | 'CLIENT' | 'AGENCY';
  /** Null for all of them. */
  readonly ids: readonly string[] | null;
}
type Question = Pick<Asked, 'scope' | 'filter'>;

const KNOWN: readonly ChoiceField[] = ['clientIds', 'agencyIds'];

/** Whose days add up to what is asked; null where facilities and suppliers cross, or something else is filtered by. */
export function partiesOf({ scope, filter }: Question): Parties | null {
  if (asksFurther(filter, KNOWN)) return null;
  const isSet = (field: ChoiceField): boolean => (filter[field] ?? []).length > 0;
  const facilities = facilitiesOf(filter);
  const { organizationId, tenantId } = scope;
  switch (scope.organizationType) {
    case 'VMS':
      if (facilities === null) {
        return isSet('agencyIds')
          ? { kind: 'AGENCY', ids: filter.agencyIds ?? [] }
          : { kind: 'PROGRAMME', ids: [tenantId] };
      }
      return isSet('agencyIds') ? null : { kind: 'CLIENT', ids: facilities };
    case 'CLIENT': {
      const asksOwn = facilities === null || facilities.includes(organizationId);
      return { kind: 'CLIENT', ids: asksOwn ? [organizationId] : [] };
    }
    case 'AGENCY':
      return facilities === null ? { kind: 'AGENCY', ids: [organizationId] } : null;
    case 'OWNER':
      return { kind: 'PROGRAMME', ids: [] };
  }
}

/** Whose days are each supplier's; null where only some of their submissions are asked for. */
export function suppliersOf({ scope, filter }: Question): Parties | null {
  if (scope.organizationType !== 'VMS' || filter.clientId !== undefined || asksFurther(filter, ['agencyIds'])) {
    return null;
  }
  const { agencyIds = [] } = filter;
  return { kind: 'AGENCY', ids: agencyIds.length === 0 ? null : agencyIds };
}

const asksFurther = (filter: Asked['filter'], known: readonly ChoiceField[]): boolean =>
  CHOICE_FIELDS.some((field) => (filter[field] ?? []).length > 0 && !known.includes(field));

/** Of the filter and of the shell; null where neither names any. */
function facilitiesOf({ clientIds = [], clientId }: Asked['filter']): string[] | null {
  const chosen = clientIds.map((id) => id.toLowerCase());
  const shell = clientId?.toLowerCase();
  if (shell === undefined) return chosen.length === 0 ? null : chosen;
  return chosen.length === 0 || chosen.includes(shell) ? [shell] : [];
}

const inStatus = (status: string): Sql => sql.ref(`d.${status.toLowerCase()}`);

/** How many there are of a day. */
export const everyStatus = sql`(${sql.join(SUBMISSION_STATUSES.map(inStatus), sql` + `)})`;

/** The days `d` of a period. */
export const daysWithin = ({ tenantId }: Scope, { kind, ids }: Parties, { from, to }: Period): Sql => sql`
  d.tenant_id = ${tenantId}::uuid and d.kind = ${kind} and d.day between ${from}::date and ${to}::date
    ${ids === null ? sql`` : sql`and d.party_id = any(${ids}::uuid[])`}`;

/** By status, with `every` for all of them. */
export async function countDays({ queries, scope, period }: Asked, parties: Parties): Promise<Counts> {
  const sums = SUBMISSION_STATUSES.map(
    (status) => sql`coalesce(sum(${inStatus(status)}), 0)::bigint as ${sql.id(status)}`,
  );
  const statement = sql<Record<string, number>>`
    select ${sql.join(sums)} from submission_days d where ${daysWithin(scope, parties, period)}`;
  const { rows } = await prepared(statement).execute(queries);
  return withEvery(rows[0] ?? {});
}
