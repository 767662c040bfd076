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
/** Names of places and people are the longest texts there are. */
const NAMES: readonly string[] = ['facility', 'candidate', 'supplier', 'name', 'manager'];
const NAME_PX = 216;
/** What a task is called is a sentence. */
const TITLE_PX = 340;
/** A letter of the head, and what stands beside the word: padding and arrow. */
const LETTER_PX = 7;
const BESIDE_PX = 46;

export function tableColumns(columns: readonly ShownColumn[], sort: string): readonly TableColumn[] {
  return columns.map(({ name, label, hint, kind, sortable, options = [] }) => ({
    name,
    label,
    ...(hint !== undefined && { hint }),
    width: Math.max(
      name === 'title' ? TITLE_PX : NAMES.includes(name) ? NAME_PX : WIDTHS[kind],
      ...[label, ...options.map((option) => option.label)].map(({ length }) => length * LETTER_PX + BESIDE_PX),
    ),
    numeric: NUMERIC.includes(kind),
    ...(sortable && { sort: directionOf(sort, name) }),
  }));
}
