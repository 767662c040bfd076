/** Tasks of a managing organization, with assignee and due date. Visible to its own users only. */
import { sql, type Kysely } from 'kysely';
import { TASK_KINDS, TASK_STATUSES, TASK_SUBJECTS } from '../../../contract/tasks/tasks.endpoints';

const words = (list: readonly string[]) => sql.join(list.map((word) => sql.lit(word)));

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tasks (
      id uuid primary key default gen_random_uuid(),
      tenant_id uuid not null references organizations (id),
      organization_id uuid not null references organizations (id),
      assignee_id uuid references users (id) on delete set null,
      title text not null check (title <> '' and length(title) <= 200),
      kind text not null check (kind in (${words(TASK_KINDS)})),
      due_on date not null,
      status text not null default 'OPEN' check (status in (${words(TASK_STATUSES)})),
      subject text check (subject in (${words(TASK_SUBJECTS)})),
      subject_number bigint,
      notes text check (length(notes) <= 2000),
      created_at timestamptz not null default now(),
      done_at timestamptz,
      done_by text,
      check ((subject is null) = (subject_number is null)),
      check ((status = 'DONE') = (done_at is not null))
    )`.execute(db);
  await sql`create index tasks_due on tasks (organization_id, due_on, id)`.execute(db);
  await sql`create index tasks_open on tasks (organization_id, due_on) where status = 'OPEN'`.execute(db);

  await sql`alter table tasks enable row level security`.execute(db);
  await sql`alter table tasks force row level security`.execute(db);
  await sql`create policy owner_all on tasks to current_user using (true) with check (true)`.execute(db);
  await sql`
    create policy own_organization on tasks
    using (organization_id = (select app_organization_id()) and tenant_id = (select app_tenant_id()))
    with check (organization_id = (select app_organization_id()) and tenant_id = (select app_tenant_id()))`.execute(db);
}
