/** KPI targets, for one supplier or for all; and the permission to set them, granted to roles that can edit roles. */
import { sql, type Kysely } from 'kysely';

const sameTenant = sql`tenant_id = (select app_tenant_id())`;
const manages = sql`${sameTenant} and (select app_organization_type()) = 'VMS'`;
const concernsSupplier = sql`${sameTenant} and (select app_organization_type()) = 'AGENCY'
  and (agency_id is null or agency_id = (select app_organization_id()))`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kpi_targets (
      id uuid primary key default gen_random_uuid(),
      tenant_id uuid not null references organizations (id),
      kpi text not null check (length(kpi) <= 60),
      agency_id uuid references suppliers (id) on delete cascade,
      target double precision not null check (target >= 0 and target <= 1e12),
      updated_by uuid references users (id) on delete set null,
      updated_at timestamptz not null default now(),
      unique nulls not distinct (tenant_id, kpi, agency_id)
    )`.execute(db);
  await sql`alter table kpi_targets enable row level security`.execute(db);
  await sql`alter table kpi_targets force row level security`.execute(db);
  await sql`create policy owner_all on kpi_targets to current_user using (true) with check (true)`.execute(db);
  await sql`create policy own_rows on kpi_targets using (${manages}) with check (${manages})`.execute(db);
  await sql`create policy readable on kpi_targets for select using (${concernsSupplier})`.execute(db);
  await sql`
    insert into role_permissions (role_id, organization_id, permission)
    select r.id, r.organization_id, 'DASHBOARD_KPI_TARGETS' from roles r join organizations o on o.id = r.organization_id
    where o.type in ('VMS', 'OWNER') and exists (
      select from role_permissions p where p.role_id = r.id and p.permission = 'ROLE_EDIT')
    on conflict do nothing`.execute(db);
}
