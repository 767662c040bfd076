/**
 * Open jobs that match a candidate, candidates who match a job, and when these can start. What the rows refer to is
 * joined by left joins, so that PostgreSQL starts with the rows.
 */
import { sql } from 'kysely';
import type { ListRow } from '../../../contract/lists/list';
import { MATCHES_SHOWN } from '../../../contract/records/staffing.records';
import type { Queries, Scope } from '../../database';
import { listWhere } from '../lists/engine';
import { partyTo, PARTIES } from '../lists/predicates';
import type { Sql } from '../lists/source';

interface Aliases {
  readonly job: string;
  readonly candidate: string;
}

/**
 * How a candidate matches a job at facility `f`, as `m`. The weights add up to 100: specialty 40, having worked at the
 * facility 20, a license that holds there 15, available by the start 15, living in the same state 10.
 */
function matchOf({ job, candidate }: Aliases, scope: Scope): Sql {
  const [j, c] = [sql.raw(job), sql.raw(candidate)];
  return sql`cross join lateral (select
      (${j}.specialty_id = ${c}.specialty_id)::integer as specialty,
      exists (select from assignments a where a.candidate_id = ${c}.id and a.client_id = ${j}.client_id
        and a.actual_start is not null and ${partyTo(scope, 'a', PARTIES)})::integer as history,
      (${c}.compact_license or ${c}.license_state = f.state)::integer as licensed,
      (${c}.available_from <= ${j}.start_date)::integer as free,
      (${c}.state = f.state)::integer as near) m`;
}
const SCORE = sql`m.specialty * 40 + m.history * 20 + m.licensed * 15 + m.free * 15 + m.near * 10`;
const REASONS = sql`concat_ws(', ',
  case m.specialty when 1 then 'same specialty' else 'same profession' end,
  case m.history when 1 then 'worked at the facility' end,
  case m.licensed when 1 then 'licensed in ' || f.state end,
  case m.free when 1 then 'available by the start' end,
  case m.near when 1 then 'lives in ' || f.state end)`;
const ofRecruiter = (recruiterId: string | undefined): Sql =>
  recruiterId === undefined ? sql`true` : sql`r.recruiter_id = ${recruiterId}::uuid`;

/** Open jobs of the candidate's profession to which they were not submitted, best first. */
export async function matchingJobs(queries: Queries, candidateId: string, scope: Scope): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select r.id, r.number, ${SCORE} as match, ${REASONS} as reasons,
      f.name as facility, r.client_id as "facilityId", sp.name as specialty, r.shift, r.start_date as "startDate",
      r.bill_rate_max_cents as "billRateMax", r.openings - r.openings_filled as "openingsLeft"
    from candidates c
    join jobs r on r.profession_id = c.profession_id and r.tenant_id = c.tenant_id
    left join facilities f on f.id = r.client_id
    left join specialties sp on sp.id = r.specialty_id
    ${matchOf({ job: 'r', candidate: 'c' }, scope)}
    where c.id = ${candidateId}::uuid and r.openings_filled < r.openings
      and ${listWhere('jobs', { filters: { jobStatusIds: ['OPEN'] } }, scope)}
      and not exists (select from submissions s where s.candidate_id = c.id and s.job_id = r.id)
    order by match desc, r.start_date, r.number limit ${MATCHES_SHOWN}`.execute(queries);
  return rows;
}

/** Uses the alias that the list of candidates has. */
const free = (scope: Scope): Sql => sql`
  j.status = 'OPEN' and j.openings_filled < j.openings and ${listWhere('candidates', {}, scope)}
  and not exists (select from assignments w where w.candidate_id = r.id and w.status in ('BOOKED', 'ACTIVE'))
  and not exists (select from submissions s where s.candidate_id = r.id and s.job_id = j.id)`;

/** Candidates of the job's specialty who are free and were not submitted to it, best first. */
export async function matchingCandidates(
  queries: Queries,
  jobId: string,
  scope: Scope,
  recruiterId?: string,
): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select r.id, r.last_name || ', ' || r.first_name as name, ${SCORE} as match, ${REASONS} as reasons,
      s.name as supplier, r.agency_id as "supplierId", r.recruiter_name as recruiter,
      r.available_from as "availableFrom", r.years_of_experience as "yearsOfExperience", r.state
    from jobs j
    left join facilities f on f.id = j.client_id
    join candidates r on r.specialty_id = j.specialty_id and r.tenant_id = j.tenant_id
    left join suppliers s on s.id = r.agency_id
    ${matchOf({ job: 'j', candidate: 'r' }, scope)}
    where j.id = ${jobId}::uuid and ${free(scope)} and ${ofRecruiter(recruiterId)}
    order by match desc, r.available_from, r.number limit ${MATCHES_SHOWN}`.execute(queries);
  return rows;
}

/**
 * The dates from which candidates are available: with their submission to the job, and at each change by a candidate
 * who was submitted or matches. Newest first.
 */
export async function availabilityLog(
  queries: Queries,
  jobId: string,
  scope: Scope,
  recruiterId?: string,
): Promise<ListRow[]> {
  const submitted = sql`select from submissions s where s.candidate_id = r.id and s.job_id = ${jobId}::uuid`;
  const { rows } = await sql<Omit<ListRow, 'at'> & { readonly id: string; readonly at: Date }>`
    with people as (
      select r.id, r.last_name || ', ' || r.first_name as candidate, a.name as supplier, r.agency_id as "supplierId",
        r.recruiter_name as recruiter
      from jobs j join candidates r on r.specialty_id = j.specialty_id and r.tenant_id = j.tenant_id
      left join suppliers a on a.id = r.agency_id
      where j.id = ${jobId}::uuid and ${ofRecruiter(recruiterId)} and ((${free(scope)}) or exists (${submitted}))
    ), said as (
      select s.id::text as id, s.submitted_at as at, s.candidate_id, null::date as before, s.available_from as after,
        'When submitted' as occasion
      from submissions s where s.job_id = ${jobId}::uuid
      union all
      select e.id::text, e.at, e.record_id, (e.changes -> 'available_from' ->> 0)::date,
        (e.changes -> 'available_from' ->> 1)::date, concat('Changed', ' by ' || e.actor)
      from record_events e where e.record_id in (select id from people) and e.changes ? 'available_from'
    )
    select said.id, said.at, people.candidate, people.id as "candidateId", said.after as "availableFrom", said.before,
      said.occasion, people.supplier, people."supplierId", people.recruiter,
      (select f.time_zone from jobs j join facilities f on f.id = j.client_id where j.id = ${jobId}::uuid) as zone
    from said join people on people.id = said.candidate_id
    order by said.at desc, said.id limit ${MATCHES_SHOWN}`.execute(queries);
  return rows.map(({ at, id, ...row }) => ({ id, ...row, at: at.toISOString() }));
}
