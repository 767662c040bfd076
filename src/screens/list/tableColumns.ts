/** From what a list shows to how wide and how aligned it stands. */
import type { ColumnKind } from '../../../contract/lists';
import { directionOf } from '../../../sagas/lists/index';
import type { ShownColumn } from '../../../sagas/lists/lists.selectors';
import type { TableColumn } from '../../ui/table/table.types';

/** In CSS pixels, for the longest value such a column usually has. */
const WIDTHS: Record<ColumnKind, number> = {
  text: 168,
  number: 92,
  money: 116,
  rate: 108,
  percent: 88,
  date: 108,
  instant: 180,
  hours: 92,
  status: 104,
  flag: 80,
};
const NUMERIC: readonly ColumnKind[] = ['number', 'money', 'rate', 'percent', 'hours'];
/** The longest texts there are, and the shortest. */
const NAME_PX = 232;
const WIDTHS_BY_NAME: Readonly<Record<string, number>> = {
  facility: NAME_PX,
  candidate: NAME_PX,
  supplier: NAME_PX,
  name: NAME_PX,
  manager: NAME_PX,
  email: 280,
  healthSystem: 200,
  // What a task or a broadcast is called is a sentence.
  title: 340,
  subject: 340,
  roles: 200,
  state: 72,
};
/** A letter of the head or of a status, which is bold, too, and what stands beside the word: padding and arrow. */
const LETTER_PX = 7.5;
const BESIDE_PX = 48;

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
