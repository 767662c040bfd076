/** The form of a role, as its screen and its sagas speak of it. */
import type { Permission, ResponseOf } from '../../contract';

type Role = ResponseOf<'role'>;

export interface RoleValues {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

export interface RoleStart {
  /** Null while it is added. */
  readonly roleId: string | null;
  readonly version: number;
  readonly values: RoleValues;
  readonly groups: Role['groups'];
  readonly members: Role['members'];
}
export type GrantedPermission = Role['groups'][number]['permissions'][number];
