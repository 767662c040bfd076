/** Resolves an address for a user. The only access guard of the app. */
import { matchPath } from 'react-router';
import type { UserType } from '../../../contract/base/organizations';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { isUuid } from '../../../contract/base/uuid';
import { RECORD_PARAM } from './records.sections';
import { ROOTS, isAllowed, type Root, type Route } from './route.types';
import { FACILITY_ROUTES, KPI_PATHS, OWNER_ROUTES, SUB_OWNER_ROUTES, SUPPLIER_ROUTES, VMS_ROUTES } from './sections';

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

/** The start page: the first of these that the user may open. */
const LANDINGS: Readonly<Record<Root, readonly [string, ...string[]]>> = {
  owner: ['home'],
  subowner: ['home'],
  vms: ['dashboard', ...KPI_PATHS],
  facility: ['facility/list', 'dashboard'],
  supplier: ['dashboard'],
};

/** Pages outside the roots, open to every signed-in user. */
const COMMON_PAGES = { '/unauthorized': 'unauthorized', '/viewpdf': 'viewPdf', '/open': 'opening' } as const;
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
  /** The page exists, but this user may not open it. */
  | { readonly kind: 'unauthorized' }
  /** A section the user may open, without this page. */
  | { readonly kind: 'missing' }
  /** No section the user may open. */
  | { readonly kind: 'invalid' };

/** The first segment of all addresses of this user. */
export const rootOf = (user: UserInfo): Root => ROOT_OF[user.userType];

/** The first of these pages below the root that the user may open. */
const firstOpen = (user: UserInfo, root: Root, paths: readonly string[]): string | undefined =>
  paths.find((path) => ROUTES[root].some((route) => route.path === path && isAllowed(route, user)));

/** The path of the user's start page. If none is allowed it is the first, which then resolves to `unauthorized`. */
export function landingOf(user: UserInfo): string {
  const root = rootOf(user);
  return `/${root}/${firstOpen(user, root, LANDINGS[root]) ?? LANDINGS[root][0]}`;
}

/**
 * The nearest page that the user may still open after losing one: the first of those with the most segments in common,
 * otherwise the start page. Null if they may open none of these.
 */
export function nearestPage(user: UserInfo, pathname: string): string | null {
  const root = rootOf(user);
  const [, ...wanted] = segmentsOf(pathname);
  const shared = (path: string): number => {
    const differs = segmentsOf(path).findIndex((segment, index) => segment !== wanted[index]);
    return differs === -1 ? segmentsOf(path).length : differs;
  };
  const near = ROUTES[root]
    .filter((route) => isAllowed(route, user) && isPlace(route) && !hasParams(route))
    .map(({ path }) => ({ path, shared: shared(path) }))
    .reduce((best, each) => (each.shared > best.shared ? each : best), { path: '', shared: 0 });
  if (near.shared > 0) return `/${root}/${near.path}`;
  const landing = landingOf(user);
  return resolve(user, landing).kind === 'screen' ? landing : null;
}

/** The non-empty segments of a path; a trailing slash is ignored. */
const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

/** The parameters of a path that matches `users/:userId/edit`, or null. */
function paramsOf(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const match = matchPath({ path: pattern, caseSensitive: true }, `/${path}`);
  if (match === null) return null;
  try {
    return Object.fromEntries(
      Object.entries(match.params).map(([name, value = '']) => [name, decodeURIComponent(value)]),
    );
  } catch {
    // Invalid encoding, so no address of ours.
    return null;
  }
}

interface Page {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

const ofEachRoot = <T>(of: (routes: readonly Route[]) => T) =>
  Object.fromEntries(ROOTS.map((root) => [root, of(ROUTES[root])])) as Record<Root, T>;

/** Whether someone who lost a page may be led here. */
const isPlace = ({ redirectTo, withoutFrame, screen }: Route): boolean =>
  redirectTo === undefined && withoutFrame === undefined && screen !== 'notOffered';
const hasParams = ({ path }: Route): boolean => path.includes(':');
const FIXED = ofEachRoot(
  (routes) => new Map(routes.filter((route) => !hasParams(route)).map((route) => [route.path, route])),
);
const PATTERNS = ofEachRoot((routes) => routes.filter(hasParams));

/** Almost every address is fixed and looked up: compiling a pattern for each route is a hundred times slower. */
function pageAt(root: Root, path: string): Page | null {
  const fixed = FIXED[root].get(path);
  if (fixed !== undefined) return { route: fixed, params: {} };
  for (const route of PATTERNS[root]) {
    const params = paramsOf(route.path, path);
    if (params !== null && (route.record === undefined || isUuid(params[RECORD_PARAM] ?? ''))) return { route, params };
  }
  return null;
}

/** What a path shows this user: a screen with its route and parameters, a redirect, or why there is nothing to show. */
export function resolve(user: UserInfo, pathname: string): Resolution {
  if (pathname.includes('//')) return { kind: 'invalid' };
  const segments = segmentsOf(pathname);
  const page = (COMMON_PAGES as Readonly<Record<string, CommonPage | undefined>>)[`/${segments.join('/')}`];
  if (page !== undefined) return { kind: 'common', page };
  const [first, ...rest] = segments;
  if (first === undefined) return { kind: 'redirect', to: landingOf(user) };
  const root = ROOTS.find((known) => known === first);
  if (root === undefined) return { kind: 'invalid' };
  const path = rest.join('/');
  if (root !== rootOf(user)) {
    const exists = path === '' || pageAt(root, path) !== null;
    return { kind: exists ? 'unauthorized' : 'invalid' };
  }
  if (path === '') return { kind: 'redirect', to: landingOf(user) };
  return resolveBelow(user, root, path);
}

function resolveBelow(user: UserInfo, root: Root, path: string): Resolution {
  const page = pageAt(root, path);
  if (page !== null) {
    const { route, params } = page;
    if (!isAllowed(route, user)) return { kind: 'unauthorized' };
    if (route.redirectTo === undefined) return { kind: 'screen', root, route, params };
    const to = firstOpen(user, root, [route.redirectTo].flat());
    return to === undefined ? { kind: 'unauthorized' } : { kind: 'redirect', to: `/${root}/${to}` };
  }
  const isSection = ROUTES[root].some((route) => segmentsOf(route.path)[0] === segmentsOf(path)[0]);
  return { kind: isSection ? 'missing' : 'invalid' };
}
