/** Position in a list, and the cycle of sort orders. */

/** '1-50 of 214', '1-50 of …' while it is being counted, '0' if empty. */
export function rangeOf(page: number, size: number, shown: number, total: number | null): string {
  if (shown === 0) return total === null ? '…' : number(total);
  const first = (page - 1) * size + 1;
  return `${number(first)}-${number(first + shown - 1)} of ${total === null ? '…' : number(total)}`;
}

const number = (value: number): string => value.toLocaleString('en-US');

/** At least 1; null while the total is not known. */
export const lastPage = (size: number, total: number | null): number | null =>
  total === null ? null : Math.max(1, Math.ceil(total / size));

/** Parses a typed page number; null if the list has no such page. */
export function typedPage(text: string, last: number | null): number | null {
  if (!/^[1-9]\d{0,5}$/.test(text.trim())) return null;
  const page = Number(text);
  return last !== null && page > last ? null : page;
}

export type SortDirection = 'ascending' | 'descending' | 'none';

export function directionOf(sort: string, column: string): SortDirection {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : 'none';
}

/** Ascending, descending, and back to the list's default order. The default sort column alternates: it has no third state. */
export function nextSort(sort: string, column: string, own: string): string {
  if (sort === column) return `-${column}`;
  if (sort === `-${column}`) return own === sort ? column : own;
  return column;
}
