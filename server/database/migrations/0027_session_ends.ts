/** Two more reasons why a session has ended: by its owner from another device, and by an administrator. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions drop constraint sessions_end_reason_check`.execute(db);
  await sql`
    alter table sessions add constraint sessions_end_reason_check check (
      end_reason in (
        'signed_out', 'expired', 'taken_over', 'password_changed', 'forced', 'revoked', 'ended_elsewhere',
        'ended_by_administrator'
      )
    )`.execute(db);
}
