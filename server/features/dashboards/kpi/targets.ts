/** Targets of KPIs, kept for a program: of a supplier, or of all that have none of their own. */
import { sql } from 'kysely';
import { partsOverlap } from '../../../../contract/dashboards/kpiBreakdown';
import { targetProblem } from '../../../../contract/dashboards/kpiTargets';
import type { Kpi } from '../../../../contract/dashboards/kpis';
import type { BodyOf } from '../../../../contract/endpoints';
import { ApiError } from '../../../base/errors';
import type { Queries, Scope } from '../../../database';
import type { Audit, ClientInfo } from '../../../platform/audit';
import type { CurrentSession } from '../../../platform/session';

export interface Target {
  readonly kpi: Kpi;
  /** Null for all suppliers. */
  readonly agencyId: string | null;
  /** In the unit of the KPI. */
  readonly target: number;
}

/** The targets that the caller may see, of these suppliers and of all. */
export async function readTargets(queries: Queries, agencyIds: readonly string[]): Promise<readonly Target[]> {
  const { rows } = await sql<Target>`
    select kpi, agency_id as "agencyId", target from kpi_targets
    where agency_id is null or agency_id = any(${agencyIds}::uuid[])`.execute(queries);
  return rows;
}

interface Saved {
  readonly audit: Audit;
  readonly session: CurrentSession;
  readonly client: ClientInfo;
}

/**
 * Sets or removes a target. Throws ApiError: `request.invalid` for a value that the KPI cannot have and for a
 * supplier's target of a KPI that no supplier has, `not.found` for a supplier of another program.
 */
export async function saveTarget(
  queries: Queries,
  { tenantId }: Scope,
  code: Kpi,
  { agencyId, target }: BodyOf<'saveKpiTarget'>,
  { audit, session, client }: Saved,
): Promise<void> {
  const problem = target === null ? null : targetProblem(code, target);
  if (problem !== null) throw new ApiError('request.invalid', { sentence: problem });
  if (agencyId !== undefined) await requireSupplier(queries, tenantId, code, agencyId);
  const agency = agencyId ?? null;
  const { rows } = await sql<{ target: number }>`
    select target from kpi_targets
    where kpi = ${code} and agency_id is not distinct from ${agency}::uuid and tenant_id = ${tenantId}::uuid
    for update`.execute(queries);
  if (target === null) {
    await sql`
      delete from kpi_targets
      where kpi = ${code} and agency_id is not distinct from ${agency}::uuid and tenant_id = ${tenantId}::uuid`.execute(
      queries,
    );
  } else {
    await sql`
      insert into kpi_targets (tenant_id, kpi, agency_id, target, updated_by)
      values (${tenantId}::uuid, ${code}, ${agency}::uuid, ${target}::double precision, ${session.userId}::uuid)
      on conflict (tenant_id, kpi, agency_id)
      do update set target = excluded.target, updated_by = excluded.updated_by, updated_at = now()`.execute(queries);
  }
  await audit.record(queries, {
    event: 'kpi_target_saved',
    outcome: 'ok',
    organizationId: session.organizationId,
    userId: session.userId,
    sessionId: session.sessionId,
    client,
    details: {
      before: { kpi: code, agencyId: agency, target: rows[0]?.target ?? null },
      after: { kpi: code, agencyId: agency, target },
    },
  });
}

async function requireSupplier(queries: Queries, tenantId: string | null, code: Kpi, agencyId: string): Promise<void> {
  if (partsOverlap(code, 'supplier')) {
    throw new ApiError('request.invalid', { sentence: 'Suppliers do not have this figure. Please set it for all.' });
  }
  const { rows } = await sql`
    select from suppliers where id = ${agencyId}::uuid and tenant_id = ${tenantId}::uuid`.execute(queries);
  if (rows.length === 0) throw new ApiError('not.found');
}
