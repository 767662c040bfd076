/** Multiplies the demo's notifications to a million of one reader: copies of the same, at earlier and earlier times. */
import type { Client } from 'pg';
import type { Database } from '../../server/database';

/** Each copy has a word of its own, `copyN`. Returns how many the reader has. */
export async function multiplyNotifications(
  database: Pick<Database, 'withOwner'>,
  userName: string,
  wanted: number,
): Promise<number> {
  return database.withOwner(async (client) => {
    const reader = await only(client, `select id from users where user_name = '${userName}'`);
    await client.query('set maintenance_work_mem = 262144');
    await client.query('alter table notification_contents disable trigger user');
    const index = await only(
      client,
      `select indexdef as id from pg_indexes where indexname = 'notification_contents_words'`,
    );
    await client.query('drop index notification_contents_words');
    await client.query(
      `create temporary table mine as
       select c.id, c.tenant_id, c.category_code, c.sub_category_code, c.content, c.search_text, e.tab,
         replace(c.words::text, '''' || notification_block(c.number >> 11), '''=') as pattern,
         e.organization_id, row_number() over (order by e.sequence) as place
       from notification_events e join notification_contents c on c.id = e.content_id where e.user_id = $1`,
      [reader],
    );
    const before = Number(await only(client, 'select count(*) as id from mine'));
    await client.query('delete from notification_events where user_id = $1', [reader]);
    const last = Number(await only(client, 'select max(number) as id from notification_contents'));
    await client.query(
      `create temporary table copies as
       select m.*, gen_random_uuid() as new_id, copy, row_number() over (order by copy, place) as sequence
       from generate_series(1, $1::integer) copy cross join mine m limit $2`,
      [Math.ceil(wanted / before), wanted],
    );
    await client.query(
      `insert into notification_contents (
         id, tenant_id, category_code, sub_category_code, content, search_text, number, words)
       select new_id, tenant_id, category_code, sub_category_code, content, search_text || ' copy' || copy, $1::bigint + sequence,
         replace(pattern || ' ''=copy' || copy || '''', '=', notification_block(($1::bigint + sequence) >> 11))::tsvector
       from copies order by sequence`,
      [last],
    );
    await client.query(
      `insert into notification_events (user_id, organization_id, sequence, occurred_at, content_id, tab)
       select $1, organization_id, sequence,
         date_trunc('milliseconds', now()) - ($2::bigint - sequence) * interval '5 seconds', new_id, tab from copies`,
      [reader, wanted],
    );
    await client.query(
      `update notification_counters set last_sequence = $2, last_at = now(), last_read_sequence = $2, last_read_at = now()
       where user_id = $1`,
      [reader, wanted],
    );
    await client.query(
      `select setval(pg_get_serial_sequence('notification_contents', 'number'), max(number)) from notification_contents`,
    );
    await client.query(index);
    await client.query('alter table notification_contents enable trigger user');
    await client.query('vacuum analyze notification_contents');
    await client.query('vacuum analyze notification_events');
    return Number(await only(client, `select count(*) as id from notification_events where user_id = '${reader}'`));
  });
}

async function only(client: Client, text: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(text);
  return rows[0]?.id ?? '';
}
