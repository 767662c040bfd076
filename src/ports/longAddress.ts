/**
 * Shortens addresses that servers and proxies would refuse on a reload. Their query is stored in this browser, and on
 * the server for others who get the link (storedQuery.saga.ts); the address contains a short id instead:
 * `/vms/dashboard?kept=1f0c9a7e`.
 */
import { STORED_QUERY_PARAM, LONG_QUERY } from '../../sagas/navigation/routes/queryText';
import { newUuid } from './newUuid';

/** Proxies refuse 8 kB of address and headers together. */
const MAX_CHARACTERS = LONG_QUERY;
/** Older ones are removed. */
const STORED_QUERIES_MAX = 20;
const STORED = 'vms.longAddresses';

type StoredQueries = readonly (readonly [id: string, search: string])[];

/** The same address, short enough to be reloaded. Unchanged if the browser stores nothing. */
export function shortAddress(to: string): string {
  if (to.length <= MAX_CHARACTERS) return to;
  const [path = '', ...rest] = to.split('?');
  const search = `?${rest.join('?')}`;
  try {
    const stored = readStored();
    const [id] = stored.find((each) => each[1] === search) ?? [newUuid().slice(0, 8)];
    const others = stored.filter((each) => each[0] !== id).slice(0, STORED_QUERIES_MAX - 1);
    window.localStorage.setItem(STORED, JSON.stringify([[id, search], ...others]));
    return `${path}?${STORED_QUERY_PARAM}=${id}`;
  } catch {
    return to;
  }
}

/** The id of a stored query; null for others. */
export const storedQueryId = (search: string): string | null =>
  readStored().find((each) => each[1] === search)?.[0] ?? null;

/** The full query for a stored id; unknown ids stay as they are. */
export function fullSearch(search: string): string {
  const id = search.length > 30 ? null : new URLSearchParams(search).get(STORED_QUERY_PARAM);
  return readStored().find((each) => each[0] === id)?.[1] ?? search;
}

function readStored(): StoredQueries {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(STORED) ?? '[]');
    const isPair = (each: unknown): each is StoredQueries[number] =>
      Array.isArray(each) && each.length === 2 && each.every((part) => typeof part === 'string');
    return Array.isArray(value) ? value.filter(isPair) : [];
  } catch {
    return [];
  }
}
