/** Width and alignment of a list's columns. */
import type { ColumnKind } from '../../../contract/lists/list';
import type { ShownColumn } from '../../../sagas/features/lists/lists.selectors';
import { directionOf } from '../../../sagas/features/lists/listQuery';
import type { TableColumn } from '../../ui/table/table.types';

/** In CSS pixels, for the longest value such a column usually has. */
const WIDTHS: Record<ColumnKind, number> = {
  text: 140,
  number: 88,
  money: 116,
  rate: 96,
  percent: 88,
  date: 106,
  instant: 208,
  hours: 92,
  status: 104,
  flag: 66,
};
const NUMERIC: readonly ColumnKind[] = ['number', 'money', 'rate', 'percent', 'hours'];
/** A date that names its row is bold. */
const FIRST_DATE_PX = 122;
/** Text columns by their name; the column that names a row is wider, because it is bold. */
const ORGANIZATION_PX = 200;
const PERSON_PX = 168;
const TEXT_WIDTHS: Readonly<Record<string, number>> = {
  facility: ORGANIZATION_PX,
  supplier: ORGANIZATION_PX,
  candidate: PERSON_PX,
  manager: PERSON_PX,
  name: 228,
  email: 240,
  before: 120,
  after: 112,
  healthSystem: 200,
  shift: 128,
  reasons: 460,
  // Names of tasks and broadcasts are sentences.
  title: 390,
  subject: 340,
  roles: 200,
  state: 72,
  // Of the audit: a name with the username, and a moment to the second with its zone.
  who: 236,
  about: 128,
  address: 120,
  at: 240,
};
/** Width of a character, and the space beside it: padding and an arrow of a head, padding and the ends of a status. */
const HEAD = { letter: 6.9, beside: 40 };
const STATUS = { letter: 7.4, beside: 42 };

const textWidth = ({ length }: string, { letter, beside }: typeof HEAD): number => Math.ceil(length * letter) + beside;

/**
 * Widths in pixels: the largest of the kind's usual value, the longer line of the two-line head, and the longest
 * status.
 */
export function tableColumns(columns: readonly ShownColumn[], sort: string): readonly TableColumn[] {
  return columns.map(({ name, label, hint, kind, sortable, options = [] }, at) => ({
    name,
    label,
    ...(hint !== undefined && { hint }),
    width: Math.max(
      (kind === 'text' || kind === 'instant' ? TEXT_WIDTHS[name] : undefined) ?? WIDTHS[kind],
      at === 0 && kind === 'date' ? FIRST_DATE_PX : 0,
      ...inTwoLines(label).map((line) => textWidth(line, HEAD)),
      ...options.map((option) => textWidth(option.label, STATUS)),
    ),
    numeric: NUMERIC.includes(kind),
    ...(sortable && { sort: directionOf(sort, name) }),
  }));
}

/** Breaks a label into two lines of the most equal length. */
function inTwoLines(label: string): readonly string[] {
  const words = label.split(' ');
  const ways = words.map((_, at) => [words.slice(0, at).join(' '), words.slice(at).join(' ')]);
  const longest = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length));
  return ways.reduce((best, way) => (longest(way) < longest(best) ? way : best));
}
