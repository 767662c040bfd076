/**
 * Days to submit are summed in microseconds, so that a mean is rounded only once. The openings of a job are stored with
 * each supplier who submitted to it, so that the suppliers' fill rate is read from one table.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';

type Sql = RawBuilder<unknown>;

const rounded = (posted: string) =>
  `floor(date_part('epoch', s.submitted_at - ${posted}) / 864 + 0.5)::bigint as hundredths`;
const exact = (posted: string) => `(1000000 * extract(epoch from s.submitted_at - ${posted}))::bigint as microseconds`;
const SUM = 'coalesce(sum(n * hundredths), 0)';
const EXACT_SUM = 'coalesce(sum(n * microseconds), 0)';
const added = (column: string) => `"${column}" = "d"."${column}" + excluded."${column}"`;

/**
 * Replacements in the functions of 0017 that count by day. The existing counts are maintained as well, because servers
 * of the previous release may still read them.
 */
const IN_BODIES: readonly (readonly [from: string, to: string])[] = [
  ...['j.posted_at', 'old.posted_at', 'new.posted_at'].map(
    (posted) => [rounded(posted), `${rounded(posted)},\n    ${exact(posted)}`] as const,
  ),
  ['"hundredths_to_submit")', '"hundredths_to_submit", "microseconds_to_submit")'],
  [`${SUM}\n`, `${SUM}, ${EXACT_SUM}\n`],
  [`${SUM} <> 0\n`, `${SUM} <> 0 or ${EXACT_SUM} <> 0\n`],
  [added('hundredths_to_submit'), `${added('hundredths_to_submit')}, ${added('microseconds_to_submit')}`],
];
const replaced = IN_BODIES.reduce(
  (text, [from, to]) => sql`replace(${text}, ${sql.lit(from)}, ${sql.lit(to)})`,
  sql`pg_get_functiondef(p.oid)`,
);

const STATEMENTS: readonly Sql[] = [
  sql`alter table submission_days add column microseconds_to_submit bigint not null default 0`,
  sql`
    do $do$
    declare definition text;
    begin
      for definition in
        select ${replaced} from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prosrc ~ 'hundredths_to_submit'
      loop
        execute definition;
      end loop;
    end $do$`,

  sql`
    update submission_days d set microseconds_to_submit = x.microseconds
    from (
      select p.kind, p.party_id, s.submitted_on as day,
        sum((1000000 * extract(epoch from s.submitted_at - j.posted_at))::bigint) as microseconds
      from submissions s join jobs j on j.id = s.job_id cross join lateral (
        values ('PROGRAM', s.tenant_id), ('CLIENT', s.client_id), ('AGENCY', s.agency_id)) p (kind, party_id)
      where j.posted_at is not null
      group by 1, 2, 3) x
    where d.kind = x.kind and d.party_id = x.party_id and d.day = x.day`,

  sql`alter table submission_jobs add column openings integer not null default 0`,
  sql`update submission_jobs r set openings = j.openings from jobs j where j.id = r.job_id`,
  // Locks the job: the row gets the openings of a concurrent change, and a later change finds the row written here.
  sql`
    create function submission_jobs_openings() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public as $$
    begin
      new.openings := (select j.openings from jobs j where j.id = new.job_id for no key update);
      return new;
    end $$`,
  sql`
    create trigger submission_jobs_openings before insert on submission_jobs
    for each row execute function submission_jobs_openings()`,
  sql`
    create function jobs_openings_changed() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public as $$
    begin
      update submission_jobs set openings = new.openings where job_id = new.id;
      return null;
    end $$`,
  sql`
    create trigger jobs_openings_changed after update of openings on jobs for each row
    when (old.openings is distinct from new.openings) execute function jobs_openings_changed()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(db);
}
