/** Submissions counted by day beforehand, for as long as nothing is asked that the days do not know. */
import { sql } from 'kysely';
import { CHOICE_FIELDS, type ChoiceField } from '../../contract/dashboard';
import { SUBMISSION_STATUSES } from '../../contract/statuses';
import type { Asked } from './asked';
import type { Counts } from './counts';

interface Parties {
  readonly kind: 'PROGRAMME' | 'CLIENT' | 'AGENCY';
  readonly ids: readonly string[];
}

const KNOWN: readonly ChoiceField[] = ['clientIds', 'agencyIds'];

/** Whose days add up to what is asked; null where facilities and suppliers cross, or something else is filtered by. */
export function partiesOf({ scope, filter }: Pick<Asked, 'scope' | 'filter'>): Parties | null {
  const isSet = (field: ChoiceField): boolean => (filter[field] ?? []).length > 0;
  if (CHOICE_FIELDS.some((field) => isSet(field) && !KNOWN.includes(field))) return null;
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

/** Of the filter and of the shell; null where neither names any. */
function facilitiesOf({ clientIds = [], clientId }: Asked['filter']): string[] | null {
  const chosen = clientIds.map((id) => id.toLowerCase());
  const shell = clientId?.toLowerCase();
  if (shell === undefined) return chosen.length === 0 ? null : chosen;
  return chosen.length === 0 || chosen.includes(shell) ? [shell] : [];
}

/** By status, with `every` for all of them. */
export async function countDays({ queries, scope, period }: Asked, { kind, ids }: Parties): Promise<Counts> {
  const sums = SUBMISSION_STATUSES.map(
    (status) => sql`coalesce(sum(${sql.ref(`d.${status.toLowerCase()}`)}), 0)::bigint as ${sql.id(status)}`,
  );
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(sums)} from submission_days d
    where d.tenant_id = ${scope.tenantId}::uuid and d.kind = ${kind} and d.party_id = any(${ids}::uuid[])
      and d.day between ${period.from}::date and ${period.to}::date`.execute(queries);
  const counts = rows[0] ?? {};
  return { ...counts, every: Object.values(counts).reduce((total, count) => total + count, 0) };
}
