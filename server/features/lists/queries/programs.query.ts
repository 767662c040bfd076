import { sql } from 'kysely';
import type { Scope } from '../../../database';
import { contains, today, withinNumbers } from '../predicates';
import { column, computed, measured, nullableTextColumn, textColumn, type ListSource, type Sql } from '../source';

const owners = ({ organizationType }: Scope): Sql => (organizationType === 'OWNER' ? sql`true` : sql`false`);

/** Joined, because the figures of all rows are found together. */
const availableSoon = (scope: Scope): Sql =>
  sql`left join program_candidates_free(${today(scope)} + 30) d on d.id = r.id`;
const dueSoon = (scope: Scope): Sql =>
  sql`left join program_assignments_due(${today(scope)} + 14, ${today(scope)} + 30) d on d.id = r.id`;

export const programCandidatesSource: ListSource<'programCandidates'> = {
  table: sql`program_candidates() r`,
  visible: owners,
  joins: availableSoon,
  columns: {
    program: textColumn('program'),
    code: textColumn('code'),
    profession: nullableTextColumn('profession'),
    suppliers: column('suppliers'),
    candidates: column('candidates'),
    atWork: column('at_work'),
    booked: column('booked'),
    free: column('free'),
    freeSoon: measured(computed(sql`d.candidates`), availableSoon),
    added: column('added'),
  },
  filters: { candidates: (range) => withinNumbers(sql`r.candidates`, range) },
  search: (word) => [contains(sql`r.program`, word), contains(sql`r.code`, word), contains(sql`r.profession`, word)],
};

export const programAssignmentsSource: ListSource<'programAssignments'> = {
  table: sql`program_assignments() r`,
  visible: owners,
  joins: dueSoon,
  columns: {
    program: textColumn('program'),
    code: textColumn('code'),
    facility: textColumn('facility'),
    active: column('active'),
    booked: column('booked'),
    people: column('people'),
    starting: measured(computed(sql`d.starting`), dueSoon),
    ending: measured(computed(sql`d.ending`), dueSoon),
  },
  filters: {
    active: (range) => withinNumbers(sql`r.active`, range),
    booked: (range) => withinNumbers(sql`r.booked`, range),
  },
  search: (word) => [contains(sql`r.program`, word), contains(sql`r.code`, word), contains(sql`r.facility`, word)],
};
