/** Permissions in the words of the role form. */
import type { Permission } from '../../../../contract/base/permissions';
import { PERMISSION_GROUPS, permissionName } from '../../../../contract/identity/permissionGroups';

/** Each once, in alphabetical order; with its group where several have the same name. Codes may be of a newer server. */
export function permissionNames(codes: readonly string[]): readonly string[] {
  const known = [...new Set(codes)] as readonly Permission[];
  const named = known.map((code) => ({ code, name: permissionName(code) }));
  const isAlone = (name: string): boolean => named.filter((each) => each.name === name).length === 1;
  const groupOf = (code: Permission): string =>
    PERMISSION_GROUPS.find(({ permissions }) => permissions.includes(code))?.name ?? code;
  return named
    .map(({ code, name }) => (isAlone(name) ? name : `${name} (${groupOf(code)})`))
    .sort((a, b) => a.localeCompare(b, 'en'));
}
