/** Where in a list one is, and how its order goes round. */

/** '1-50 of 214', '1-50 of …' while it is being counted, '0' where there is nothing. */
export function rangeOf(page: number, size: number, shown: number, total: number | null): string {
  if (shown === 0) return total === null ? '…' : number(total);
  const first = (page - 1) * size + 1;
  return `${number(first)}-${number(first + shown - 1)} of ${total === null ? '…' : number(total)}`;
}

const number = (value: number): string => value.toLocaleString('en-US');

/** At least one; null while nobody knows. */
export const lastPage = (size: number, total: number | null): number | null =>
  total === null ? null : Math.max(1, Math.ceil(total / size));

/** The page somebody typed, or null where it is none of the list's. */
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

/** Up, down, and back to the list's own order. Where that is the column's own, it goes on turning. */
export function nextSort(sort: string, column: string, own: string): string {
  if (sort === column) return `-${column}`;
  if (sort === `-${column}`) return own === sort ? column : own;
  return column;
}
