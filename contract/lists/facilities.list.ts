import { defineList } from './list';

export const facilitiesList = defineList({
  title: 'Facilities',
  noun: { one: 'facility', many: 'facilities' },
  anyOf: ['MENU_CLIENT', 'SUBMENU_PRN_FACILITIES', 'REPORTS_FACILITY'],
  columns: {
    name: { label: 'Facility', kind: 'text', sortable: true },
    healthSystem: { label: 'Health System', kind: 'text', sortable: true },
    city: { label: 'City', kind: 'text', sortable: true },
    state: { label: 'State', kind: 'text', sortable: true },
    timeZone: { label: 'Time Zone', kind: 'text', initiallyHidden: true },
    beds: { label: 'Beds', kind: 'number', sortable: true },
    departments: { label: 'Departments', kind: 'number', sortable: true },
    openJobs: { label: 'Open Jobs', kind: 'number', sortable: true },
    activeAssignments: { label: 'Active Assignments', kind: 'number', sortable: true },
    bookedAssignments: { label: 'Booked Assignments', kind: 'number', sortable: true },
  },
  filters: {
    state: { label: 'State', kind: 'lookup', lookup: 'states' },
    beds: { label: 'Beds', kind: 'numbers', unit: 'count' },
    openJobs: { label: 'With open jobs', kind: 'flag' },
  },
  sort: 'name',
  searches: 'facility, health system or city',
});
