import type { ListName, Permission, UserInfo } from '../../../contract';
import type { Lists } from '../../../contract/lists';

/** The first segment of every address in the shell: one for each kind of user. */
export const ROOTS = ['owner', 'subowner', 'vms', 'facility', 'supplier'] as const;
export type Root = (typeof ROOTS)[number];

/** The screens there are. `src/screens/shell/screens.ts` has the file of each. */
export type ScreenId =
  | 'home'
  | 'homeDashboard'
  | 'list'
  | 'adminList'
  | 'report'
  | 'tasks'
  | 'kpiDashboard'
  | 'facilityKpi'
  | 'supplierScorecard'
  | 'reports'
  | 'userForm'
  | 'roleForm'
  | 'broadcastForm'
  | 'broadcast'
  | 'notOffered'
  | 'liveBoard';

/** A list with what its address fixes: those filters are the page itself and cannot be removed. */
export type ListView = {
  readonly [N in ListName]: {
    readonly name: N;
    readonly fixed?: { readonly [F in keyof Lists[N]['filters']]?: readonly string[] };
  };
}[ListName];

/** What an organisation or person must have besides permissions. */
export type Flag = 'timesheetV2' | 'prn';

export interface Access {
  /** All of these are needed. */
  readonly allOf?: readonly Permission[];
  /** At least one of these is needed. */
  readonly anyOf?: readonly Permission[];
  readonly flag?: Flag;
}

export interface Route extends Access {
  /** Under the root: `jobs/submissions`, `users/:userId/edit`. */
  readonly path: string;
  readonly title: string;
  readonly screen: ScreenId;
  readonly list?: ListView;
  /** Where this address leads on to. */
  readonly redirectTo?: string;
  /** For `notOffered`: what to do instead. */
  readonly note?: string;
  /** Reports have the page to themselves. */
  readonly withoutBreadcrumb?: true;
  /** Has the window to itself: no bar above, nothing below. */
  readonly wholeWindow?: true;
}

export function isAllowed({ allOf = [], anyOf = [], flag }: Access, user: UserInfo): boolean {
  const has = (permission: Permission) => user.permissions.includes(permission);
  return allOf.every(has) && (anyOf.length === 0 || anyOf.some(has)) && (flag === undefined || hasFlag(flag, user));
}

function hasFlag(flag: Flag, user: UserInfo): boolean {
  switch (flag) {
    case 'timesheetV2':
      return user.timesheetV2Enabled;
    case 'prn':
      return user.prnOrganization || user.prnAssociate;
  }
}
