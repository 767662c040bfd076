/** Lists of the administration pages. */
import { DISPLAY_FREQUENCY_LABELS } from '../broadcasts/broadcast';
import { AUDIT_EVENT_LABELS, type AuditEvent, type AuditOutcome } from '../identity/auditEvents';
import type { DisplayFrequency } from '../notifications/notification';
import type { AgencyUserType, OrganizationType } from '../base/organizations';
import { defineList, optionsOf } from './list';

const STATUSES = optionsOf<'ENABLED' | 'DISABLED'>({ ENABLED: 'Enabled', DISABLED: 'Disabled' });
const AGENCY_USER_TYPES = optionsOf<AgencyUserType>({
  ATS_AGENCY_SALES_REPRESENTATIVE: 'Sales Representative',
  ATS_AGENCY_RECRUITER: 'Recruiter',
});
const FREQUENCIES = optionsOf<DisplayFrequency>(DISPLAY_FREQUENCY_LABELS);
const BROADCAST_STATUSES = optionsOf<'SCHEDULED' | 'SENT' | 'ENDED' | 'CANCELLED'>({
  SCHEDULED: 'Scheduled',
  SENT: 'Sent',
  ENDED: 'Ended',
  CANCELLED: 'Cancelled',
});

const ORGANIZATION_TYPES = optionsOf<OrganizationType>({
  OWNER: 'Platform',
  VMS: 'Managing organization',
  CLIENT: 'Facility',
  AGENCY: 'Supplier',
});

export const organizationsList = defineList({
  title: 'Organizations',
  noun: { one: 'organization', many: 'organizations' },
  anyOf: ['ORGANIZATION_EDIT'],
  hiddenFrom: ['VMS', 'CLIENT', 'AGENCY'],
  columns: {
    name: { label: 'Name', kind: 'text', sortable: true },
    code: { label: 'Organization Code', kind: 'text', sortable: true, hint: 'What its people enter to sign in.' },
    type: { label: 'Type', kind: 'status', options: ORGANIZATION_TYPES, sortable: true },
    program: { label: 'Program', kind: 'text', sortable: true, hint: 'Who manages the program it takes part in.' },
    people: { label: 'People', kind: 'number', sortable: true, hint: 'Users who are not deactivated.' },
    twoFactorRequired: { label: 'Two-Factor Required', kind: 'flag' },
    singleSignOn: { label: 'Single Sign-On', kind: 'flag' },
    status: { label: 'Status', kind: 'status', options: STATUSES },
    createdAt: { label: 'Added', kind: 'instant', sortable: true },
  },
  filters: {
    type: { label: 'Type', kind: 'options', options: ORGANIZATION_TYPES },
    status: { label: 'Status', kind: 'options', options: STATUSES },
    twoFactorRequired: { label: 'Two-Factor Required', kind: 'flag' },
    singleSignOn: { label: 'Single Sign-On', kind: 'flag' },
    createdAt: { label: 'Added', kind: 'dates' },
  },
  sort: 'name',
  searches: 'name, code or program',
});

export const ssoProvidersList = defineList({
  title: 'Single Sign-On',
  noun: { one: 'organization', many: 'organizations' },
  anyOf: ['SSO_EDIT'],
  hiddenFrom: ['AGENCY'],
  columns: {
    name: { label: 'Organization', kind: 'text', sortable: true },
    code: { label: 'Organization Code', kind: 'text', sortable: true },
    singleSignOn: { label: 'Single Sign-On', kind: 'flag' },
    issuer: { label: 'Issuer', kind: 'text', sortable: true },
    clientId: { label: 'Client ID', kind: 'text' },
    registration: { label: 'Registration', kind: 'text', initiallyHidden: true },
    linkByEmail: { label: 'Link by Email', kind: 'flag' },
  },
  filters: {
    singleSignOn: { label: 'Single Sign-On', kind: 'flag' },
    linkByEmail: { label: 'Link by Email', kind: 'flag' },
  },
  ofNoFacility: 'Single sign-on is set up for each organization, so the chosen facility does not limit this list.',
  sort: 'name',
  searches: 'organization, code or issuer',
});

export const supplierUsersList = defineList({
  title: 'Supplier Users',
  noun: { one: 'user', many: 'users' },
  anyOf: ['VMS_AGENCY_USER_EDIT'],
  hiddenFrom: ['OWNER', 'CLIENT', 'AGENCY'],
  columns: {
    name: { label: 'Name', kind: 'text', sortable: true },
    supplier: { label: 'Supplier', kind: 'text', sortable: true },
    userName: { label: 'Username', kind: 'text', sortable: true },
    email: { label: 'Email', kind: 'text', sortable: true },
    agencyUserType: { label: 'Supplier Role', kind: 'status', options: AGENCY_USER_TYPES },
    roles: { label: 'Roles', kind: 'text' },
    twoFactor: { label: 'Two-Factor', kind: 'flag', sortable: true, hint: 'Asked for a code by email at sign-in.' },
    status: { label: 'Status', kind: 'status', options: STATUSES },
    createdAt: { label: 'Added', kind: 'instant', sortable: true, initiallyHidden: true },
  },
  filters: {
    supplier: { label: 'Supplier', kind: 'lookup', lookup: 'suppliers' },
    status: { label: 'Status', kind: 'options', options: STATUSES },
    createdAt: { label: 'Added', kind: 'dates' },
  },
  ofNoFacility: 'Users of suppliers belong to no facility, so the chosen facility does not limit them.',
  sort: 'name',
  searches: 'name, username or email',
});

export const changedAddressesList = defineList({
  title: 'Changed Email Addresses',
  noun: { one: 'changed email address', many: 'changed email addresses' },
  anyOf: ['USER_EDIT'],
  hiddenFrom: ['VMS', 'CLIENT', 'AGENCY'],
  columns: {
    name: { label: 'Name', kind: 'text', sortable: true, hint: 'Press a name to confirm the new email address.' },
    userName: { label: 'Username', kind: 'text', sortable: true },
    organization: { label: 'Organization', kind: 'text', sortable: true },
    previousEmail: { label: 'Previous Email', kind: 'text', sortable: true },
    email: { label: 'New Email', kind: 'text', sortable: true },
    waitsUntil: {
      label: 'Waits Until',
      kind: 'instant',
      sortable: true,
      hint: 'Until then no password and no sign-in code is emailed to the new address.',
    },
  },
  filters: { waitsUntil: { label: 'Waits Until', kind: 'dates' } },
  sort: 'waitsUntil',
  searches: 'name, username, organization or email',
});

export const rolesList = defineList({
  title: 'Roles',
  noun: { one: 'role', many: 'roles' },
  anyOf: ['ROLE_EDIT'],
  hiddenFrom: ['AGENCY'],
  columns: {
    name: { label: 'Role', kind: 'text', sortable: true },
    members: { label: 'Members', kind: 'number' },
    permissions: { label: 'Permissions', kind: 'number' },
    updatedAt: { label: 'Changed', kind: 'instant', sortable: true },
  },
  filters: { updatedAt: { label: 'Changed', kind: 'dates' } },
  ofNoFacility: 'Roles belong to your organization, so the chosen facility does not limit them.',
  sort: 'name',
  searches: 'role',
});

const AUDIT_EVENTS = optionsOf<AuditEvent>(AUDIT_EVENT_LABELS);
const AUDIT_OUTCOMES = optionsOf<AuditOutcome>({ ok: 'Done', refused: 'Refused', failed: 'Failed' });

export const auditList = defineList({
  title: 'Audit',
  noun: { one: 'event', many: 'events' },
  anyOf: ['AUDIT_VIEW'],
  hiddenFrom: ['AGENCY'],
  columns: {
    at: { label: 'When', kind: 'instant', sortable: true },
    who: { label: 'Who', kind: 'text', hint: 'Empty if no one was signed in, as on the command line.' },
    event: { label: 'What', kind: 'status', options: AUDIT_EVENTS },
    about: { label: 'Concerns', kind: 'text', hint: 'Who or what it was done to.' },
    outcome: { label: 'Outcome', kind: 'status', options: AUDIT_OUTCOMES },
    reason: { label: 'Reason', kind: 'text' },
    address: { label: 'From', kind: 'text', hint: 'The IP address.' },
    before: { label: 'Before', kind: 'text', hint: 'What was changed, as it was.' },
    after: { label: 'After', kind: 'text', hint: 'What was changed, as it is since then.' },
    organization: { label: 'Organization', kind: 'text', hiddenFrom: ['VMS', 'CLIENT', 'AGENCY'] },
    device: { label: 'Device', kind: 'text', initiallyHidden: true },
    number: { label: 'Number', kind: 'number', initiallyHidden: true },
  },
  filters: {
    at: { label: 'When', kind: 'dates' },
    event: { label: 'What', kind: 'options', options: AUDIT_EVENTS },
    outcome: { label: 'Outcome', kind: 'options', options: AUDIT_OUTCOMES },
    who: { label: 'Who', kind: 'lookup', lookup: 'users' },
  },
  sort: '-at',
  searches: 'name, username, address, device or reason',
});

export const broadcastsList = defineList({
  title: 'Broadcasts',
  noun: { one: 'broadcast', many: 'broadcasts' },
  anyOf: ['BROADCAST_SEND'],
  hiddenFrom: ['AGENCY'],
  columns: {
    subject: { label: 'Subject', kind: 'text', sortable: true },
    status: { label: 'Status', kind: 'status', options: BROADCAST_STATUSES },
    displayFrequency: { label: 'Frequency', kind: 'status', options: FREQUENCIES, sortable: true },
    sendAt: { label: 'Send Time', kind: 'instant', sortable: true },
    accepted: { label: 'Accepted', kind: 'number', hint: 'How many of the recipients have accepted it.' },
    recipients: { label: 'Recipients', kind: 'number', sortable: true },
    document: { label: 'Document', kind: 'text' },
    releaseNotes: { label: 'Release Note', kind: 'flag', initiallyHidden: true },
    forceLogout: { label: 'Force Logout', kind: 'flag', initiallyHidden: true },
    sticky: { label: 'Sticky', kind: 'flag', initiallyHidden: true },
    createdBy: { label: 'Written By', kind: 'text', initiallyHidden: true },
  },
  filters: {
    status: { label: 'Status', kind: 'options', options: BROADCAST_STATUSES },
    displayFrequency: { label: 'Frequency', kind: 'options', options: FREQUENCIES },
    sendAt: { label: 'Send Time', kind: 'dates' },
  },
  ofNoFacility: 'Broadcasts are written by your organization, so the chosen facility does not limit them.',
  sort: '-sendAt',
  searches: 'subject',
});
