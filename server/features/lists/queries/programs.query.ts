import { sql } from 'kysely';
import type { Scope } from '../../../database';
import { contains, withinNumbers } from '../predicates';
import { column, nullableColumn, type ListSource, type Sql } from '../source';

const owners = ({ organizationType }: Scope): Sql => (organizationType === 'OWNER' ? sql`true` : sql`false`);

export const programCandidatesSource: ListSource<'programCandidates'> = {
  table: sql`program_candidates() r`,
  visible: owners,
  joins: sql``,
  columns: {
    program: column('program'),
    code: column('code'),
    profession: nullableColumn('profession'),
    suppliers: column('suppliers'),
    candidates: column('candidates'),
    atWork: column('at_work'),
    booked: column('booked'),
    free: column('free'),
    freeSoon: column('free_soon'),
    added: column('added'),
  },
  filters: { candidates: (range) => withinNumbers(sql`r.candidates`, range) },
  search: (word) => [contains(sql`r.program`, word), contains(sql`r.code`, word), contains(sql`r.profession`, word)],
};

export const programAssignmentsSource: ListSource<'programAssignments'> = {
  table: sql`program_assignments() r`,
  visible: owners,
  joins: sql``,
  columns: {
    program: column('program'),
    code: column('code'),
    facility: column('facility'),
    active: column('active'),
    booked: column('booked'),
    people: column('people'),
    starting: column('starting'),
    ending: column('ending'),
  },
  filters: {
    active: (range) => withinNumbers(sql`r.active`, range),
    booked: (range) => withinNumbers(sql`r.booked`, range),
  },
  search: (word) => [contains(sql`r.program`, word), contains(sql`r.code`, word), contains(sql`r.facility`, word)],
};
