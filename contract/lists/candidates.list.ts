import { defineList, optionsOf } from './list';
import { specialtyFilters, supplierColumn, supplierFilter } from './common';

const STATUSES = optionsOf<'ACTIVE' | 'BOOKED' | 'AVAILABLE'>({
  ACTIVE: 'Active',
  BOOKED: 'Booked',
  AVAILABLE: 'Available',
});

export const candidatesList = defineList({
  title: 'Candidates',
  noun: { one: 'candidate', many: 'candidates' },
  anyOf: ['MENU_CANDIDATE', 'SUBMENU_PRN_CANDIDATE_POOL'],
  columns: {
    number: { label: 'Candidate ID', kind: 'number', sortable: true },
    name: { label: 'Candidate', kind: 'text', sortable: true },
    status: {
      label: 'Status',
      kind: 'status',
      sortable: true,
      options: STATUSES,
      hint: 'At work, booked to start, or neither.',
    },
    availableFrom: { label: 'Available From', kind: 'date', sortable: true },
    specialty: { label: 'Specialty', kind: 'text', sortable: true },
    yearsOfExperience: { label: 'Experience (years)', kind: 'number', sortable: true },
    licenseState: { label: 'License State', kind: 'text', sortable: true },
    compactLicense: { label: 'Compact License', kind: 'flag', sortable: true },
    supplier: supplierColumn,
    state: { label: 'State', kind: 'text', sortable: true },
    profession: { label: 'Profession', kind: 'text', sortable: true, initiallyHidden: true },
    city: { label: 'City', kind: 'text', sortable: true, initiallyHidden: true },
    recruiter: { label: 'Recruiter', kind: 'text', sortable: true, initiallyHidden: true },
    email: { label: 'Email', kind: 'text', initiallyHidden: true, hiddenFrom: ['CLIENT'] },
    phone: { label: 'Phone', kind: 'text', initiallyHidden: true, hiddenFrom: ['CLIENT'] },
    createdAt: { label: 'Added', kind: 'instant', sortable: true, initiallyHidden: true },
  },
  filters: {
    status: { label: 'Status', kind: 'options', options: STATUSES },
    supplier: supplierFilter,
    ...specialtyFilters,
    state: { label: 'State', kind: 'lookup', lookup: 'states' },
    compactLicense: { label: 'Compact License', kind: 'flag' },
    yearsOfExperience: { label: 'Experience (years)', kind: 'numbers', unit: 'count' },
    availableFrom: { label: 'Available From', kind: 'dates' },
    pool: {
      label: 'In the pool',
      kind: 'flag',
      hint: 'Has worked at a facility of yours and is neither at work nor booked there.',
    },
    recruiter: { label: 'Recruiter', kind: 'lookup', lookup: 'recruiters' },
  },
  sort: 'name',
  searches: 'candidate, ID or recruiter',
});
