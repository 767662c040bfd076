/** The address of a list that is narrowed down. Made without the list's definition, which comes with the first list. */
import type { ListName, UserInfo } from '../../contract';
import { ROUTES, rootOf } from '../shell/routes/resolve';
import { isAllowed } from '../shell/routes/route.types';
import type { Filters } from './list.query';
import { joinValues, searchOf } from './query.text';

interface Narrowed {
  readonly q?: string;
  readonly filters: Filters;
}

/** At `path`, in the list's own order. `carried` is the part of the query that stays from page to page. */
export function narrowedTo(path: string, { q = '', filters }: Narrowed, carried: string): string {
  const params = new URLSearchParams(carried);
  if (q !== '') params.set('q', q);
  for (const [name, values] of Object.entries(filters)) if (values.length > 0) params.set(name, joinValues(values));
  return path + searchOf(params);
}

/** The page that shows all of a list, if this person may open one. */
export function pathTo(user: UserInfo, list: ListName): string | null {
  const root = rootOf(user);
  const route = ROUTES[root].find(
    (each) =>
      each.list?.name === list && each.list.fixed === undefined && !each.withoutBreadcrumb && isAllowed(each, user),
  );
  return route === undefined ? null : `/${root}/${route.path}`;
}
