/** Addresses of filtered lists. Does not need the list's definition, which is loaded with the first list. */
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import type { ListName } from '../../../contract/lists/list';
import { ROUTES, rootOf } from './resolve';
import { isAllowed } from './route.types';
import { joinValues, searchOf, type Filters } from './queryText';

interface Narrowed {
  readonly q?: string;
  readonly filters: Filters;
}

/** At `path`, in default order. `persistentQuery` is the part of the query that stays from page to page. */
export function narrowedTo(path: string, { q = '', filters }: Narrowed, persistentQuery: string): string {
  const params = new URLSearchParams(persistentQuery);
  if (q !== '') params.set('q', q);
  for (const [name, values] of Object.entries(filters)) if (values.length > 0) params.set(name, joinValues(values));
  return path + searchOf(params);
}

/** The page that shows the whole list; null if the user may not open one. */
export function pathTo(user: UserInfo, list: ListName): string | null {
  const root = rootOf(user);
  const route = ROUTES[root].find(
    (each) =>
      each.list?.name === list && each.list.fixed === undefined && !each.withoutBreadcrumb && isAllowed(each, user),
  );
  return route === undefined ? null : `/${root}/${route.path}`;
}
