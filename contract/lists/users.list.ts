import type { AgencyUserType, UserType } from '../base/organizations';
import { defineList, optionsOf } from './list';

const USER_TYPES = optionsOf<UserType>({
  OWNER: 'Owner',
  SUB_OWNER: 'Sub-Owner',
  VMS: 'VMS',
  MSP: 'MSP',
  CLIENT: 'Facility',
  AGENCY: 'Supplier',
});
const AGENCY_USER_TYPES = optionsOf<AgencyUserType>({
  ATS_AGENCY_SALES_REPRESENTATIVE: 'Sales Representative',
  ATS_AGENCY_RECRUITER: 'Recruiter',
});
const STATUSES = optionsOf<'ENABLED' | 'DISABLED'>({ ENABLED: 'Enabled', DISABLED: 'Disabled' });

export const usersList = defineList({
  title: 'Users',
  noun: { one: 'user', many: 'users' },
  anyOf: ['MENU_USER', 'MENU_ADMIN'],
  columns: {
    name: { label: 'Name', kind: 'text', sortable: true },
    userName: { label: 'Username', kind: 'text', sortable: true },
    email: { label: 'Email', kind: 'text', sortable: true },
    userType: { label: 'User Type', kind: 'status', options: USER_TYPES, sortable: true },
    agencyUserType: {
      label: 'Supplier Role',
      kind: 'status',
      options: AGENCY_USER_TYPES,
      hiddenFrom: ['OWNER', 'VMS', 'CLIENT'],
    },
    roles: { label: 'Roles', kind: 'text' },
    twoFactor: {
      label: 'Two-Factor',
      kind: 'flag',
      sortable: true,
      hint: 'Asked for a code by email at sign-in.',
    },
    status: { label: 'Status', kind: 'status', options: STATUSES },
    createdAt: { label: 'Added', kind: 'instant', sortable: true, initiallyHidden: true },
  },
  filters: {
    user: { label: 'User', kind: 'lookup', lookup: 'users' },
    userType: { label: 'User Type', kind: 'options', options: USER_TYPES },
    status: { label: 'Status', kind: 'options', options: STATUSES },
    twoFactor: { label: 'Two-Factor', kind: 'flag' },
    createdAt: { label: 'Added', kind: 'dates' },
  },
  ofNoFacility: 'Users belong to your organization, so the chosen facility does not limit them.',
  sort: 'name',
  searches: 'name, username or email',
});
