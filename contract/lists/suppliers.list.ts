import { defineList, optionsOf } from './list';

const TIERS = optionsOf<'PREFERRED' | 'STANDARD'>({ PREFERRED: 'Preferred', STANDARD: 'Standard' });

export const suppliersList = defineList({
  title: 'Suppliers',
  noun: { one: 'supplier', many: 'suppliers' },
  anyOf: ['MENU_AGENCY', 'REPORTS_SUPPLIER'],
  columns: {
    name: { label: 'Supplier', kind: 'text', sortable: true },
    tier: { label: 'Tier', kind: 'status', options: TIERS, sortable: true },
    city: { label: 'City', kind: 'text', sortable: true },
    state: { label: 'State', kind: 'text', sortable: true },
    feePercent: {
      label: 'VMS Fee',
      kind: 'percent',
      sortable: true,
      hiddenFrom: ['CLIENT'],
      hint: 'What the managing organization keeps of a reverse invoice.',
    },
    joinedOn: { label: 'Joined', kind: 'date', sortable: true },
    candidates: { label: 'Candidates', kind: 'number', sortable: true },
    activeAssignments: { label: 'Active Assignments', kind: 'number', sortable: true },
    bookedAssignments: { label: 'Booked Assignments', kind: 'number', sortable: true },
  },
  filters: {
    tier: { label: 'Tier', kind: 'options', options: TIERS },
    state: { label: 'State', kind: 'lookup', lookup: 'states' },
    joinedOn: { label: 'Joined', kind: 'dates' },
  },
  sort: 'name',
  searches: 'supplier or city',
});
