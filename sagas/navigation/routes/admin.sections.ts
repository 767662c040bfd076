/** Administration: `admin/...` for managing organizations and facilities, `users/...` for suppliers. */
import type { Permission } from '../../../contract/base/permissions';
import type { ListView, Route } from './route.types';

const needs = (...allOf: readonly Permission[]) => ({ allOf: ['MENU_ADMIN', ...allOf] as const });

const list = (path: string, title: string, view: ListView, access: Pick<Route, 'allOf'>): Route => ({
  path,
  title,
  screen: 'adminList',
  list: view,
  ...access,
});

const USERS: readonly Route[] = [
  { path: 'admin', title: '', screen: 'home', redirectTo: 'admin/users', ...needs() },
  list('admin/users', 'Users', { name: 'users' }, needs()),
  { path: 'admin/users/add', title: 'Add User', screen: 'userForm', ...needs('USER_EDIT') },
  { path: 'admin/users/:userId/edit', title: 'Edit User', screen: 'userForm', ...needs('USER_EDIT') },
];

const EDIT_SUPPLIERS = needs('VMS_AGENCY_USER_EDIT');
/** Users of the suppliers, for their managing organization. */
const SUPPLIER_USERS: readonly Route[] = [
  list('admin/supplier-users', 'Supplier Users', { name: 'supplierUsers' }, EDIT_SUPPLIERS),
  { path: 'admin/supplier-users/add', title: 'Add Supplier User', screen: 'userForm', ...EDIT_SUPPLIERS },
  { path: 'admin/supplier-users/:userId/edit', title: 'Edit Supplier User', screen: 'userForm', ...EDIT_SUPPLIERS },
];

const EDIT_ORGANIZATIONS = needs('ORGANIZATION_EDIT');
/** Of the platform, for its owners. */
const ORGANIZATIONS: readonly Route[] = [
  list('admin/organizations', 'Organizations', { name: 'organizations' }, EDIT_ORGANIZATIONS),
  { path: 'admin/organizations/add', title: 'Add Organization', screen: 'organizationForm', ...EDIT_ORGANIZATIONS },
  {
    path: 'admin/organizations/:organizationId/edit',
    title: 'Edit Organization',
    screen: 'organizationForm',
    ...EDIT_ORGANIZATIONS,
  },
];

/** Of every organization, for owners to confirm. */
export const CHANGED_ADDRESSES = list(
  'admin/changed-addresses',
  'Changed Email Addresses',
  { name: 'changedAddresses' },
  needs('USER_EDIT'),
);

const SINGLE_SIGN_ON: readonly Route[] = [
  list('admin/single-sign-on', 'Single Sign-On', { name: 'ssoProviders' }, needs('SSO_EDIT')),
  {
    path: 'admin/single-sign-on/:organizationId/edit',
    title: 'Edit Single Sign-On',
    screen: 'ssoForm',
    ...needs('SSO_EDIT'),
  },
];

const ROLES: readonly Route[] = [
  list('admin/roles', 'Roles', { name: 'roles' }, needs('ROLE_EDIT')),
  { path: 'admin/roles/add', title: 'Add Role', screen: 'roleForm', ...needs('ROLE_EDIT') },
  { path: 'admin/roles/:roleId/edit', title: 'Edit Role', screen: 'roleForm', ...needs('ROLE_EDIT') },
];

const AUDIT: readonly Route[] = [list('admin/audit', 'Audit', { name: 'audit' }, needs('AUDIT_VIEW'))];

const BROADCASTS: readonly Route[] = [
  list('admin/broadcasts', 'Broadcasts', { name: 'broadcasts' }, needs('BROADCAST_SEND')),
  { path: 'admin/broadcasts/add', title: 'New Broadcast', screen: 'broadcastForm', ...needs('BROADCAST_SEND') },
  { path: 'admin/broadcasts/:broadcastId', title: 'Broadcast', screen: 'broadcast', ...needs('BROADCAST_SEND') },
];

export const ADMINISTRATION: readonly Route[] = [...USERS, ...ROLES, ...SINGLE_SIGN_ON, ...BROADCASTS, ...AUDIT];
export const PLATFORM_ADMINISTRATION: readonly Route[] = [
  ...USERS,
  ...ORGANIZATIONS,
  ...ROLES,
  ...SINGLE_SIGN_ON,
  ...BROADCASTS,
  ...AUDIT,
];
export const VMS_ADMINISTRATION: readonly Route[] = [
  ...USERS,
  ...SUPPLIER_USERS,
  ...ROLES,
  ...SINGLE_SIGN_ON,
  ...BROADCASTS,
  ...AUDIT,
];

/** Suppliers manage their own users. */
export const SUPPLIER_ADMINISTRATION: readonly Route[] = [
  { path: 'users', title: 'Users', screen: 'list', list: { name: 'users' }, allOf: ['MENU_USER'] },
  { path: 'users/add', title: 'Add User', screen: 'userForm', allOf: ['MENU_USER', 'VMS_AGENCY_USER_EDIT'] },
  { path: 'users/:userId/edit', title: 'Edit User', screen: 'userForm', allOf: ['VMS_AGENCY_USER_EDIT'] },
];
