import type { Permission } from '../../../contract/base/permissions';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import type { Lists } from '../../../contract/lists/catalog';
import type { ListName } from '../../../contract/lists/list';
import type { RecordKind } from '../../../contract/records/kinds';

/** The first segment of every address in the shell; one per user type. */
export const ROOTS = ['owner', 'subowner', 'vms', 'facility', 'supplier'] as const;
export type Root = (typeof ROOTS)[number];

/** All screens. `src/screens/frame/screens.tsx` maps them to their files. */
export type ScreenId =
  | 'home'
  | 'homeDashboard'
  | 'list'
  | 'adminList'
  | 'report'
  | 'record'
  | 'chat'
  | 'reviewDesk'
  | 'tasks'
  | 'kpiDashboard'
  | 'facilityKpi'
  | 'supplierScorecard'
  | 'reports'
  | 'userForm'
  | 'roleForm'
  | 'organizationForm'
  | 'ssoForm'
  | 'broadcastForm'
  | 'broadcast'
  | 'notOffered'
  | 'timesheetImport'
  | 'schedule'
  | 'liveBoard'
  | 'security'
  | 'channels';

/** A list and the filters its address fixes, which cannot be removed. */
export type ListView = {
  readonly [N in ListName]: {
    readonly name: N;
    readonly fixed?: { readonly [F in keyof Lists[N]['filters']]?: readonly string[] };
    /** The columns shown by default, if they differ from those of the whole list. */
    readonly columns?: readonly (keyof Lists[N]['columns'])[];
  };
}[ListName];

/** Lists that are shown in parts, one to a tab. */
export type TabGroup = 'jobs' | 'submissions' | 'assignments' | 'compliance' | 'timesheets';

/** What an organization or user needs besides permissions. */
export type Flag = 'timesheetV2' | 'prn';

export interface Access {
  /** All of these are required. */
  readonly allOf?: readonly Permission[];
  /** At least one of these is required. */
  readonly anyOf?: readonly Permission[];
  readonly flag?: Flag;
}

export interface Route extends Access {
  /** Relative to the root: `jobs/submissions`, `users/:userId/edit`. */
  readonly path: string;
  readonly title: string;
  readonly screen: ScreenId;
  readonly list?: ListView;
  /** The kind of record that the address names by its id. */
  readonly record?: RecordKind;
  /** The list is one of several tabs, with the others of the group; in the order of the routes. */
  readonly tab?: { readonly group: TabGroup; readonly label: string };
  /** Where this address redirects to: of several pages, to the first that the user may open. */
  readonly redirectTo?: string | readonly string[];
  /** For `notOffered`: what to do instead. */
  readonly note?: string;
  /** Reports are shown without the menu. */
  readonly withoutBreadcrumb?: true;
  /** Shown without the frame. */
  readonly withoutFrame?: true;
}

/** Whether the user has the permissions and the flag that a route or menu entry requires. */
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
