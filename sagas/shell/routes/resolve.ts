/** From an address to what this person gets to see there. The only guard of the app. */
import type { UserInfo, UserType } from '../../../contract';
import { match, segmentsOf } from './match';
import { isAllowed, ROOTS, type Root, type Route } from './route.types';
import { FACILITY_ROUTES, OWNER_ROUTES, SUB_OWNER_ROUTES, SUPPLIER_ROUTES, VMS_ROUTES } from './sections';

export const ROUTES: Readonly<Record<Root, readonly Route[]>> = {
  owner: OWNER_ROUTES,
  subowner: SUB_OWNER_ROUTES,
  vms: VMS_ROUTES,
  facility: FACILITY_ROUTES,
  supplier: SUPPLIER_ROUTES,
};

const ROOT_OF: Readonly<Record<UserType, Root>> = {
  OWNER: 'owner',
  SUB_OWNER: 'subowner',
  VMS: 'vms',
  MSP: 'vms',
  CLIENT: 'facility',
  AGENCY: 'supplier',
};

/** Where one lands with no path at all: the first of these that is allowed. */
const LANDINGS: Readonly<Record<Root, readonly [string, ...string[]]>> = {
  owner: ['home'],
  subowner: ['home'],
  vms: ['dashboard', 'supplierbidashboard/bussiness-analysis'],
  facility: ['facility/list', 'dashboard'],
  supplier: ['dashboard'],
};

/** Pages outside of the roots, for everybody who is signed in. */
export const COMMON_PAGES = { '/unauthorized': 'unauthorized', '/viewpdf': 'viewPdf' } as const;
export type CommonPage = (typeof COMMON_PAGES)[keyof typeof COMMON_PAGES];

export type Resolution =
  | {
      readonly kind: 'screen';
      readonly root: Root;
      readonly route: Route;
      readonly params: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'common'; readonly page: CommonPage }
  | { readonly kind: 'redirect'; readonly to: string }
  /** There is such a page, and it is not for this person. */
  | { readonly kind: 'unauthorized' }
  /** A section of theirs, without such a page. */
  | { readonly kind: 'missing' }
  /** No usable section at all. */
  | { readonly kind: 'invalid' };

export const rootOf = (user: UserInfo): Root => ROOT_OF[user.userType];

export function landingOf(user: UserInfo): string {
  const root = rootOf(user);
  const open = LANDINGS[root].find((path) =>
    ROUTES[root].some((route) => route.path === path && isAllowed(route, user)),
  );
  return `/${root}/${open ?? LANDINGS[root][0]}`;
}

const hasPage = (root: Root, rest: readonly string[]): boolean =>
  rest.length === 0 || ROUTES[root].some(({ path }) => match(path, rest) !== null);

export function resolve(user: UserInfo, pathname: string): Resolution {
  const page = (COMMON_PAGES as Readonly<Record<string, CommonPage | undefined>>)[pathname];
  if (page !== undefined) return { kind: 'common', page };
  const [first, ...rest] = segmentsOf(pathname);
  if (first === undefined) return { kind: 'redirect', to: landingOf(user) };
  const root = ROOTS.find((known) => known === first);
  if (root === undefined) return { kind: 'invalid' };
  if (root !== rootOf(user)) return { kind: hasPage(root, rest) ? 'unauthorized' : 'invalid' };
  if (rest.length === 0) return { kind: 'redirect', to: landingOf(user) };
  return resolveBelow(user, root, rest);
}

function resolveBelow(user: UserInfo, root: Root, rest: readonly string[]): Resolution {
  for (const route of ROUTES[root]) {
    const params = match(route.path, rest);
    if (params === null) continue;
    if (!isAllowed(route, user)) return { kind: 'unauthorized' };
    if (route.redirectTo !== undefined) return { kind: 'redirect', to: `/${root}/${route.redirectTo}` };
    return { kind: 'screen', root, route, params };
  }
  const isSection = ROUTES[root].some(({ path }) => segmentsOf(path)[0] === rest[0]);
  return { kind: isSection ? 'missing' : 'invalid' };
}
