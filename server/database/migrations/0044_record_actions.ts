/**
 * Actions of users on records: each request is kept for a day, so that it is executed once, and can be undone for a few
 * seconds. Expenses are decided separately from hours. The permissions are granted to administrators' roles.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

const GRANTED: Readonly<Record<string, readonly string[]>> = {
  JOB_MANAGE: ['OWNER', 'VMS', 'CLIENT'],
  SUBMISSION_DECIDE: ['OWNER', 'VMS', 'CLIENT'],
  SUBMISSION_OFFER: ['OWNER', 'VMS', 'CLIENT'],
  SUBMISSION_ANSWER: ['OWNER', 'VMS', 'AGENCY'],
  EXTENSION_DECIDE: ['OWNER', 'VMS', 'CLIENT', 'AGENCY'],
  ASSIGNMENT_END: ['OWNER', 'VMS', 'CLIENT', 'AGENCY'],
  DOCUMENT_REVIEW: ['OWNER', 'VMS'],
  TIMESHEET_SUBMIT: ['OWNER', 'VMS', 'AGENCY'],
  TIMESHEET_APPROVE: ['OWNER', 'VMS', 'CLIENT'],
  TIMESHEET_ADJUST: ['OWNER', 'VMS'],
  EXPENSE_DECIDE: ['OWNER', 'VMS', 'CLIENT'],
};
const isOwn = sql`user_id = (select app_user_id()) and organization_id = (select app_organization_id())`;

const grant = (permission: string, types: readonly string[]): Sql => sql`
  insert into role_permissions (role_id, organization_id, permission)
  select r.id, r.organization_id, ${permission} from roles r join organizations o on o.id = r.organization_id
  where o.type = any (${[...types]}::text[]) and exists (
    select from role_permissions p where p.role_id = r.id
      and p.permission = case o.type when 'AGENCY' then 'VMS_AGENCY_USER_EDIT' else 'ROLE_EDIT' end)
  on conflict do nothing`;

const STATEMENTS: readonly Sql[] = [
  sql`
    create table record_actions (
      user_id uuid not null references users (id) on delete cascade,
      organization_id uuid not null references organizations (id),
      request_id uuid not null,
      record_id uuid not null,
      kind text not null,
      action text not null,
      input jsonb not null,
      -- Of the record, after it.
      version integer not null,
      -- The columns as they were; null where it cannot be taken back.
      before jsonb,
      at timestamptz not null default now(),
      undone_at timestamptz,
      primary key (user_id, request_id, record_id)
    )`,
  sql`alter table record_actions enable row level security`,
  sql`alter table record_actions force row level security`,
  sql`create policy owner_all on record_actions to current_user using (true) with check (true)`,
  sql`create policy own_rows on record_actions using (${isOwn}) with check (${isOwn})`,

  // Null: undecided, or released with the hours when they were finalized.
  sql`alter table timesheets add column expense_decision text check (expense_decision in ('RELEASED', 'REFUSED'))`,
  sql`
    create trigger timesheets_expense_version before update on timesheets for each row
    when (old.expense_decision is distinct from new.expense_decision) execute function next_version()`,

  ...Object.entries(GRANTED).map(([permission, types]) => grant(permission, types)),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
