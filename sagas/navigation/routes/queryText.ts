/** The encoding of filters in the query of an address, of lists and of dashboards. */

/** How lists and dashboards encode filters in the query string. */
const SEPARATOR = ',';

/** Joins the values of a filter by commas; a comma or backslash within a value is escaped with a backslash. */
export const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[\\,]/g, '\\$&')).join(SEPARATOR);

/** A comma within a value is escaped with a backslash. */
export function splitValues(text: string): readonly string[] {
  const values = [''];
  let escaped = false;
  for (const char of text) {
    if (!escaped && char === '\\') escaped = true;
    else if (!escaped && char === SEPARATOR) values.push('');
    else {
      values[values.length - 1] += char;
      escaped = false;
    }
  }
  return values;
}

/** Includes the question mark, or is empty. Commas stay unescaped, which keeps addresses short. */
export function searchOf(params: URLSearchParams): string {
  const text = params.toString().replaceAll('%2C', SEPARATOR);
  return text === '' ? '' : `?${text}`;
}

export type Filters = Readonly<Record<string, readonly string[]>>;

/** Addresses longer than this (characters) get a short id instead of their query. */
export const LONG_QUERY = 4_000;
/** The id of a stored query in the address. It stays if neither this browser nor the server has the query. */
export const STORED_QUERY_PARAM = 'kept';
export const STORED_QUERY_MISSING = 'filters that are no longer kept';
