/** Reports for the owner of the platform: figures of each program, without names of people. */
import { defineList } from './list';

const program = { label: 'Program', kind: 'text', sortable: true } as const;
const code = { label: 'Organization Code', kind: 'text', sortable: true } as const;

export const programCandidatesList = defineList({
  title: 'Candidate Profile',
  noun: { one: 'profession of a program', many: 'professions of programs' },
  anyOf: ['MENU_REPORTS'],
  hiddenFrom: ['VMS', 'CLIENT', 'AGENCY'],
  columns: {
    program,
    code,
    profession: { label: 'Profession', kind: 'text', sortable: true },
    suppliers: { label: 'Suppliers', kind: 'number', sortable: true, hint: 'Suppliers that have such candidates.' },
    candidates: { label: 'Candidates', kind: 'number', sortable: true },
    atWork: { label: 'At Work', kind: 'number', sortable: true },
    booked: {
      label: 'Booked',
      kind: 'number',
      sortable: true,
      hint: 'To start, and not at work elsewhere until then.',
    },
    free: { label: 'Free', kind: 'number', sortable: true, hint: 'Neither at work nor booked.' },
    freeSoon: { label: 'Free within 30 Days', kind: 'number', sortable: true, hint: 'Free, and available by then.' },
    added: { label: 'New in 30 Days', kind: 'number', sortable: true },
  },
  filters: { candidates: { label: 'Candidates', kind: 'numbers', unit: 'count' } },
  sort: '-candidates',
  searches: 'program, code or profession',
});

export const programAssignmentsList = defineList({
  title: 'Active/Booked Candidates',
  noun: { one: 'facility', many: 'facilities' },
  anyOf: ['MENU_REPORTS'],
  hiddenFrom: ['VMS', 'CLIENT', 'AGENCY'],
  columns: {
    program,
    code,
    facility: { label: 'Facility', kind: 'text', sortable: true },
    active: { label: 'Active', kind: 'number', sortable: true },
    booked: { label: 'Booked', kind: 'number', sortable: true },
    people: { label: 'Candidates', kind: 'number', sortable: true, hint: 'People who are active or booked there.' },
    starting: { label: 'Start within 14 Days', kind: 'number', sortable: true },
    ending: { label: 'End within 30 Days', kind: 'number', sortable: true },
  },
  filters: {
    active: { label: 'Active', kind: 'numbers', unit: 'count' },
    booked: { label: 'Booked', kind: 'numbers', unit: 'count' },
  },
  sort: '-active',
  searches: 'program, code or facility',
});
