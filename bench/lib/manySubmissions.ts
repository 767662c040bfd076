/** Multiplies the demo's submissions: other candidates for the same jobs, over the last twelve months. */
import type { Client } from 'pg';
import type { Database } from '../../server/database';
import { SUBMISSION_STATUSES } from '../../contract/base/statuses';

/** Draws slightly more pairs than needed, so that the limit still takes from all jobs. */
const MARGIN = 1.02;

/** Throws if there are fewer pairs of jobs and candidates than `wanted`. */
export async function multiplySubmissions(database: Pick<Database, 'withOwner'>, wanted: number): Promise<void> {
  await database.withOwner(async (client) => {
    const missing = Math.max(0, wanted - (await count(client)));
    const pairs = await countPairs(client);
    if (missing * MARGIN > pairs) throw new Error(`There are ${pairs} pairs of jobs and candidates only.`);
    await client.query('set maintenance_work_mem = 262144');
    await client.query('set work_mem = 262144');
    const putBack = await setAside(client);
    await client.query('alter table submissions disable trigger user');
    // It writes the dates.
    await client.query('alter table submissions enable trigger submissions_dates');
    await client.query(
      `insert into submissions (id, number, tenant_id, client_id, agency_id, job_id, candidate_id, status, status_since,
         submitted_at, interviewed_at, offered_at, accepted_at, booked_at, requested_rate_cents, available_from,
         recruiter_name, match_percent)
       select gen_random_uuid(), 100000000 + row_number() over (), tenant_id, client_id, agency_id, job_id, candidate_id,
         ($2::text[])[1 + floor(random() * 8)::integer], at, at, case when luck < 0.45 then at + interval '2 days' end,
         case when luck < 0.3 then at + interval '4 days' end, case when luck < 0.22 then at + interval '5 days' end,
         case when luck < 0.17 then at + interval '6 days' end, 5000, at::date, 'Robin Bench', 50
       from (
         select x.*, random() as luck, now() - random() * interval '365 days' as at
         from (
           select j.tenant_id, j.client_id, c.agency_id, j.id as job_id, c.id as candidate_id
           from jobs j join candidates c on c.tenant_id = j.tenant_id
           where j.posted_at is not null and random() < $3
             and not exists (select from submissions s where s.job_id = j.id and s.candidate_id = c.id)
           limit $1::bigint) x
         order by at) y`,
      [missing, SUBMISSION_STATUSES, (missing * MARGIN) / pairs],
    );
    await client.query('alter table submissions enable trigger user');
    for (const statement of putBack) await client.query(statement);
    await client.query('select rebuild_submission_counts()');
    // As the running server does every few seconds.
    await client.query('select fold_tallies()');
    // As autovacuum does within a minute; the queues that were folded would be read with all their dead rows.
    await client.query('vacuum analyze');
  });
}

/**
 * Drops constraints and indexes, because checking row by row would take many minutes. Returns the statements that
 * restore them, checked once.
 */
async function setAside(client: Client): Promise<string[]> {
  // In this order: foreign keys, its own and those that refer to it, then what they refer to.
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where 'submissions'::regclass in (conrelid, confrelid) and contype in ('f', 'p', 'u') order by contype`,
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = 'submissions'::regclass
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint "${name}"`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return [
    ...indexes.map(({ definition }) => definition),
    ...keys
      .reverse()
      .map(({ table, name, definition }) => `alter table ${table} add constraint "${name}" ${definition}`),
  ];
}

async function countPairs(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: string }>(
    `select sum(j.n * c.n) as n
     from (select tenant_id, count(*) as n from jobs where posted_at is not null group by 1) j
     join (select tenant_id, count(*) as n from candidates group by 1) c using (tenant_id)`,
  );
  return Number(rows[0]?.n);
}

async function count(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: string }>('select count(*) as n from submissions');
  return Number(rows[0]?.n);
}
