/** What the form of a role starts from, shows, and says about somebody else's change. Pure. */
import type { Permission, ResponseOf, UserInfo } from '../../contract';
import { PERMISSION_GROUPS, permissionName } from '../../contract/permissionGroups';
import type { GrantedPermission, RoleStart, RoleValues } from './roles.types';

const allOf = (groups: RoleStart['groups']): readonly GrantedPermission[] =>
  groups.flatMap(({ permissions }) => permissions);

export function startOf(role: ResponseOf<'role'>): RoleStart {
  const granted = allOf(role.groups).filter((permission) => permission.granted);
  const permissions = granted.map(({ code }) => code as Permission).sort();
  const { roleId, version, groups, members, name } = role;
  return { roleId, version, groups, members, values: { name, permissions } };
}

/** A role that nobody has yet, with what its maker could grant. */
export function emptyStart({ permissions: held }: Pick<UserInfo, 'permissions'>): RoleStart {
  const groups = PERMISSION_GROUPS.map(({ name, permissions }) => ({
    name,
    permissions: permissions.map((code) => ({
      code,
      name: permissionName(code),
      granted: false,
      grantable: held.includes(code),
    })),
  }));
  return { roleId: null, version: 0, groups, members: [], values: { name: '', permissions: [] } };
}

/** Why this one cannot be ticked; null where it can. What is granted can always be taken away. */
export function lockOf({ granted, grantable }: GrantedPermission): string | null {
  return granted || grantable ? null : 'You do not have this permission yourself, so you cannot grant it.';
}

/** Those with all the words in their name, their code or their group; groups without any are left out. */
export function foundPermissions(groups: RoleStart['groups'], search: string): RoleStart['groups'] {
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

export const withToggled = (permissions: RoleValues['permissions'], code: Permission): RoleValues['permissions'] =>
  permissions.includes(code) ? permissions.filter((each) => each !== code) : [...permissions, code].sort();

const namesOf = (codes: readonly Permission[]): string => codes.map(permissionName).join(', ');

/** What somebody else has changed, as sentences. */
export function changedMeanwhile(before: RoleStart, now: RoleStart): readonly string[] {
  const [was, is] = [before.values.permissions, now.values.permissions];
  const granted = is.filter((code) => !was.includes(code));
  const taken = was.filter((code) => !is.includes(code));
  return [
    ...(granted.length > 0 ? [`Granted meanwhile: ${namesOf(granted)}`] : []),
    ...(taken.length > 0 ? [`Taken away meanwhile: ${namesOf(taken)}`] : []),
  ];
}

/** What was ticked here, on top of what somebody else has saved meanwhile: neither is lost. */
export function rebasedRole(values: RoleValues, before: RoleValues, now: RoleValues): RoleValues {
  const was = before.permissions;
  const added = values.permissions.filter((code) => !was.includes(code));
  const removed = was.filter((code) => !values.permissions.includes(code));
  const kept = now.permissions.filter((code) => !removed.includes(code));
  return { ...values, permissions: [...new Set([...kept, ...added])].sort() };
}

export function toldText(told: number): string {
  if (told === 0) return 'Nobody had to be told.';
  return told === 1 ? 'One person has been told.' : `${told} people have been told.`;
}
