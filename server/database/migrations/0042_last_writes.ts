/**
 * The position of each user's last write in the write-ahead log, for users who read from a replica. The table is
 * unlogged: after a crash it is empty, and until its first row is back, all users read from the primary.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table last_writes (user_id uuid primary key, position pg_lsn not null)`.execute(db);

  // Called after the commit. A commit that did not wait for the disk may lie beyond the flushed position.
  await sql`
    create function access_note_write(writer uuid)
    returns void language sql volatile security definer set search_path = pg_catalog, public as $$
      insert into last_writes as w (user_id, position)
      values (writer, case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)
      on conflict (user_id) do update set position = greatest(w.position, excluded.position)
    $$`.execute(db);

  // The row of the nil UUID marks the position from which writes are known; all writes before it count as the reader's
  // own.
  await sql`
    create function access_log_position()
    returns pg_lsn language sql volatile security definer set search_path = pg_catalog, public as $$
      insert into last_writes (user_id, position)
      select '00000000-0000-0000-0000-000000000000', pg_current_wal_insert_lsn()
      where not exists (select from last_writes where user_id = '00000000-0000-0000-0000-000000000000')
      on conflict do nothing;
      select pg_current_wal_lsn()
    $$`.execute(db);
  await sql`
    create function access_last_write(reader uuid)
    returns pg_lsn language sql stable security definer set search_path = pg_catalog, public as $$
      select case when bool_or(user_id <> reader) then max(position) else 'FFFFFFFF/FFFFFFFF' end
      from last_writes where user_id in (reader, '00000000-0000-0000-0000-000000000000')
    $$`.execute(db);
}
