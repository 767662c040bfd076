/** Two more reasons for the end of a session: its user ended it from another device, or an administrator ended it. */
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
