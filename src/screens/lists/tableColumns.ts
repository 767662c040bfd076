/** Width and alignment of a list's columns. */
import type { ColumnKind } from '../../../contract/lists/list';
import type { ShownColumn } from '../../../sagas/features/lists/lists.selectors';
import { directionOf } from '../../../sagas/features/lists/listQuery';
import type { TableColumn } from '../../ui/table/table.types';

/** In CSS pixels, for the longest value such a column usually has. */
const WIDTHS: Record<ColumnKind, number> = {
  text: 168,
  number: 92,
  money: 116,
  rate: 108,
  percent: 88,
  date: 108,
  instant: 205,
  hours: 92,
  status: 104,
  flag: 80,
};
const NUMERIC: readonly ColumnKind[] = ['number', 'money', 'rate', 'percent', 'hours'];
/** Bounds for text columns. */
const NAME_PX = 232;
const WIDTHS_BY_NAME: Readonly<Record<string, number>> = {
  facility: NAME_PX,
  candidate: NAME_PX,
  supplier: NAME_PX,
  name: NAME_PX,
  manager: NAME_PX,
  email: 280,
  healthSystem: 200,
  reasons: 460,
  // Names of tasks and broadcasts are sentences.
  title: 340,
  subject: 340,
  roles: 200,
  state: 72,
};
/** Width of a character in bold headers and statuses, plus padding and arrow. */
const LETTER_PX = 7.5;
const BESIDE_PX = 48;

/** Widths in pixels, by the kind of value and the longest label. */
export function tableColumns(columns: readonly ShownColumn[], sort: string): readonly TableColumn[] {
  return columns.map(({ name, label, hint, kind, sortable, options = [] }) => ({
    name,
    label,
    ...(hint !== undefined && { hint }),
    width: Math.max(
      WIDTHS_BY_NAME[name] ?? WIDTHS[kind],
      ...[label, ...options.map((option) => option.label)].map(
        ({ length }) => Math.ceil(length * LETTER_PX) + BESIDE_PX,
      ),
    ),
    numeric: NUMERIC.includes(kind),
    ...(sortable && { sort: directionOf(sort, name) }),
  }));
}
