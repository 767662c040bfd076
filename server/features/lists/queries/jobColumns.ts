/** Filters and columns shared by lists of jobs and everything that belongs to a job. */
import { sql } from 'kysely';
import type { Joined, Range, Sql, Viewer } from '../source';
import { PARTIES, allOf, oneOf, oneOfIds, partyTo, withinNumbers } from '../predicates';

/** A condition on a job; `column` returns the SQL of a job column. */
type JobCondition = (column: (name: string) => Sql) => Sql;
/** Turns a condition on a job into one on the listed row. */
type OnJob = (condition: JobCondition) => Sql;

/** The conditions of the filters about the job behind a row. `client` is the row's own facility. */
export function jobFilters(onJob: OnJob, client: Sql) {
  const ids = (name: string) => (values: readonly string[]) => onJob((column) => oneOfIds(column(name), values));
  return {
    client: (values: readonly string[]) => oneOfIds(client, values),
    department: ids('department_id'),
    profession: ids('profession_id'),
    specialty: ids('specialty_id'),
    jobType: (values: readonly string[]) => onJob((column) => oneOf(column('job_type'), values)),
    offering: ids('offering_id'),
    subOffering: ids('sub_offering_id'),
    salesRep: ids('sales_rep_id'),
  };
}

/** For lists of jobs themselves. */
export const onRow: OnJob = (condition) => condition((name) => sql.ref(`r.${name}`));
const ofJob = (name: string): Sql => sql.ref(`j.${name}`);

/** For rows that name their job. */
export const ofJobId =
  (id: Sql): OnJob =>
  (condition) =>
    sql`exists (select from jobs j where j.id = ${id} and ${condition(ofJob)})`;

/** For rows of an assignment. */
export const ofAssignmentId =
  (id: Sql): OnJob =>
  (condition) =>
    sql`exists (
      select from assignments ja join jobs j on j.id = ja.job_id where ja.id = ${id} and ${condition(ofJob)})`;

/** A range of job numbers. */
export const jobNumber = (onJob: OnJob) => (range: Range<number>) =>
  onJob((column) => withinNumbers(column('number'), range));

/**
 * Whether a candidate is in the facility's pool: they have worked at one of the caller's facilities, or at the one that
 * is chosen, and are neither working nor booked there. Their work elsewhere is not visible to a facility. The facility
 * fills shifts from its pool before it requests candidates of suppliers.
 */
export function inPool(candidateId: Sql, viewer: Viewer): Sql {
  const { clientId } = viewer;
  const there = (alias: 'pa' | 'pb'): Sql =>
    allOf([
      partyTo(viewer, alias, PARTIES),
      ...(clientId === undefined ? [] : [oneOfIds(sql.ref(`${alias}.client_id`), [clientId])]),
    ]);
  return sql`(
  exists (
    select from assignments pa where pa.candidate_id = ${candidateId} and pa.actual_start is not null
      and ${there('pa')})
  and not exists (
    select from assignments pb where pb.candidate_id = ${candidateId} and pb.status in ('ACTIVE', 'BOOKED')
      and ${there('pb')}))`;
}

/** The zone in which timestamps of a row are shown, with the facility joined. */
export const FACILITY_ZONE = sql`f.time_zone`;

const facility: Joined = {
  join: sql`left join facilities f on f.id = r.client_id`,
  groups: { table: sql`facilities f`, matches: sql`r.client_id = f.id` },
};
const supplier: Joined = {
  join: sql`left join suppliers s on s.id = r.agency_id`,
  groups: { table: sql`suppliers s`, matches: sql`r.agency_id = s.id` },
};
const candidate: Joined = {
  join: sql`left join candidates c on c.id = r.candidate_id`,
  groups: { table: sql`candidates c`, matches: sql`r.candidate_id = c.id` },
};
/** Joins the candidate through the assignment. */
const assignee: Joined = {
  join: sql`left join assignments a on a.id = r.assignment_id left join candidates c on c.id = a.candidate_id`,
  groups: {
    table: sql`candidates c`,
    join: sql`join assignments a on a.id = r.assignment_id`,
    matches: sql`a.candidate_id = c.id`,
  },
};
/** Joins what a job of `r` refers to: `j`, `d`, `p`, `sp`. */
export const JOB_JOINS = sql`
    left join jobs j on j.id = r.job_id
    left join departments d on d.id = j.department_id
    left join professions p on p.id = j.profession_id
    left join specialties sp on sp.id = j.specialty_id`;

/** The text of a department as a group, with the job's joins: departments of several facilities have the same name. */
export const DEPARTMENT_LABEL = sql`f.name || ' - ' || d.name`;

/** Joins for showing and sorting columns; the columns use their aliases. */
export const JOINS = { facility, supplier, candidate, assignee } as const;

/** The ids of records that rows link to, by column. */
const PARTY_IDS = { facility: sql`r.client_id`, supplier: sql`r.agency_id` } as const;
export const CANDIDATE_IDS = { ...PARTY_IDS, candidate: sql`r.candidate_id` } as const;
/** The same with the joins of the assignee. */
export const ASSIGNEE_IDS = { ...PARTY_IDS, candidate: sql`a.candidate_id`, assignmentNumber: sql`a.id` } as const;

/** 'Last, First', and what it is sorted by. */
export const PERSON_NAME = sql`c.last_name || ', ' || c.first_name`;
export const PERSON_SORT_KEYS = [sql`c.last_name`, sql`c.first_name`] as const;
