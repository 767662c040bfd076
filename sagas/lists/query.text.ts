/** How filters stand in the query of an address, of lists and of dashboards. */
const SEPARATOR = ',';

export const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[\\,]/g, '\\$&')).join(SEPARATOR);

/** A comma that belongs to a value has a backslash before it. */
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

/** With its question mark, or empty. Commas may stand in an address as they are, which keeps it short. */
export function searchOf(params: URLSearchParams): string {
  const text = params.toString().replaceAll('%2C', SEPARATOR);
  return text === '' ? '' : `?${text}`;
}
