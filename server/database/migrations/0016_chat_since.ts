/** Every reconnecting browser requests the messages of all candidates since a date; this index finds them. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index chat_messages_since on chat_messages (tenant_id, created_at desc) where from_candidate`.execute(
    db,
  );
}
