/** The values of rows as texts for a file. */
import type { ListColumn, ListOption, ListValue } from '../../contract/lists';

/** As people read it, in units a spreadsheet can reckon with: dollars, hours, ISO dates. */
export function cellText(column: ListColumn, value: ListValue): string {
  if (value === null) return '';
  switch (column.kind) {
    case 'money':
    case 'rate':
      return (Number(value) / 100).toFixed(2);
    case 'hours':
      return (Number(value) / 60).toFixed(2);
    case 'status':
      return labelOf(column.options ?? [], String(value));
    case 'flag':
      return value === true ? 'Yes' : 'No';
    default:
      return String(value);
  }
}

const labelOf = (options: readonly ListOption[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;
