/** The role form: its values, what is loaded, what it shows, and its messages about concurrent changes. Pure. */
import { createSelector } from 'reselect';
import { isGrantable, type Permission } from '../../../../contract/base/permissions';
import type { ResponseOf } from '../../../../contract/endpoints';
import type { UserInfo } from '../../../../contract/identity/ownSession.endpoints';
import { PERMISSION_GROUPS, permissionName } from '../../../../contract/identity/permissionGroups';
import { draftOnto, rebaseSet, selectForm } from '../forms/forms.selectors';

type Role = ResponseOf<'role'>;

export interface RoleValues {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

export interface LoadedRole {
  /** Null for a new role. */
  readonly roleId: string | null;
  /** Sent back when saving: the server refuses a role that was changed since. */
  readonly version: number;
  readonly values: RoleValues;
  readonly groups: Role['groups'];
  readonly members: Role['members'];
}
export type GrantedPermission = Role['groups'][number]['permissions'][number];

const allOf = (groups: LoadedRole['groups']): readonly GrantedPermission[] =>
  groups.flatMap(({ permissions }) => permissions);

/** The form's initial values for a stored role. */
export function loadedRole(role: ResponseOf<'role'>): LoadedRole {
  const granted = allOf(role.groups).filter((permission) => permission.granted);
  const permissions = granted.map(({ code }) => code as Permission).sort();
  const { roleId, version, groups, members, name } = role;
  return { roleId, version, groups, members, values: { name, permissions } };
}

/** A new role, with the permissions its author may grant. */
export function newRole({ permissions: held }: Pick<UserInfo, 'permissions'>): LoadedRole {
  const groups = PERMISSION_GROUPS.map(({ name, permissions }) => ({
    name,
    permissions: permissions.map((code) => ({
      code,
      name: permissionName(code),
      granted: false,
      grantable: isGrantable(code, held),
    })),
  }));
  return { roleId: null, version: 0, groups, members: [], values: { name: '', permissions: [] } };
}

/** Why this permission cannot be ticked; null if it can. Granted permissions can always be removed. */
export function lockOf({ granted, grantable }: GrantedPermission): string | null {
  return granted || grantable ? null : 'You do not have this permission yourself, so you cannot grant it.';
}

/** Permissions with all the words in their name, code or group; empty groups are left out. */
export function searchPermissions(groups: LoadedRole['groups'], search: string): LoadedRole['groups'] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      permissions: group.permissions.filter(({ code, name }) =>
        words.every((word) => `${name} ${code} ${group.name}`.toLowerCase().includes(word)),
      ),
    }))
    .filter(({ permissions }) => permissions.length > 0);
}

/** With the permission added, or removed if it was there; sorted. */
export const withToggled = (permissions: RoleValues['permissions'], code: Permission): RoleValues['permissions'] =>
  permissions.includes(code) ? permissions.filter((each) => each !== code) : [...permissions, code].sort();

const namesOf = (codes: readonly Permission[]): string => codes.map(permissionName).join(', ');

/** Changes by another user in the meantime, as sentences. */
export function concurrentChanges(before: Pick<LoadedRole, 'values'>, now: LoadedRole): readonly string[] {
  const [was, is] = [before.values.permissions, now.values.permissions];
  const granted = is.filter((code) => !was.includes(code));
  const taken = was.filter((code) => !is.includes(code));
  return [
    ...(granted.length > 0 ? [`Granted in the meantime: ${namesOf(granted)}`] : []),
    ...(taken.length > 0 ? [`Removed in the meantime: ${namesOf(taken)}`] : []),
  ];
}

/** This user's changes on top of what another user saved in the meantime: neither is lost. */
export function rebasedRole(values: RoleValues, before: RoleValues, now: RoleValues): RoleValues {
  const permissions = rebaseSet(values.permissions, before.permissions, now.permissions);
  return { ...values, permissions: [...permissions].sort() };
}

/** How many members were notified, as a sentence. */
export function notifiedText(notified: number): string {
  if (notified === 0) return 'No one had to be notified.';
  return notified === 1 ? 'One person was notified.' : `${notified} people were notified.`;
}

/** The role form at the address. */
export const selectRoleForm = createSelector([selectForm], (form) => {
  const loaded = form.loaded as LoadedRole | null;
  const before = form.before as Pick<LoadedRole, 'values'> | null;
  return {
    ...form,
    loaded,
    draft: draftOnto(form, loaded, rebasedRole),
    meanwhile: loaded !== null && before !== null ? concurrentChanges(before, loaded) : [],
    /** For a new role, a conflict is about its name. */
    nameTaken: loaded?.roleId === null && form.conflict,
  };
});
