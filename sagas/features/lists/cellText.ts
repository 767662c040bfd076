/** Formats the values of a row. */
import type { ListColumn, ListValue } from '../../../contract/lists/list';
import { dayText, ownZone } from '../../base/dates';
import { cellFormat } from '../../base/zones';
import { toneOf, type StatusTone } from './statusColors';

export interface Cell {
  /** Empty without a value. */
  readonly text: string;
  /** The exact moment, for a tooltip. */
  readonly exact?: string;
  /** Color of a status; the text has the same meaning. */
  readonly tone?: StatusTone;
  /** For a flag. */
  readonly checked?: boolean;
  /** ISO 8601, for a moment. */
  readonly instant?: string;
}

const LOCALE = 'en-US';
const EMPTY: Cell = { text: '' };

const NUMBER = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const MONEY = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' });
const HOURS = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const numberText = (value: number, decimals?: number): string =>
  decimals === undefined
    ? NUMBER.format(value)
    : value.toLocaleString(LOCALE, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** Numbers that identify jobs, people and invoices have no thousands separators. */
const isName = (column: string): boolean => column === 'number' || column.endsWith('Number');

/**
 * A value as its column shows it. Instants are shown in `zone`, that of the row's facility, and are labeled with it
 * where its clock differs from that of the viewer's zone; without one they are shown in the viewer's.
 */
export function formatCell(
  column: ListColumn & { readonly name: string },
  value: ListValue | undefined,
  zone?: string,
  viewersZone = ownZone(),
): Cell {
  if (value === null || value === undefined || value === '') return EMPTY;
  switch (column.kind) {
    case 'text':
      return { text: String(value) };
    case 'number':
      return {
        text: isName(column.name) || !isFiniteNumber(value) ? String(value) : numberText(value, column.decimals),
      };
    case 'money':
      return { text: inCents(value, '') };
    case 'rate':
      return { text: inCents(value, '/h') };
    case 'percent':
      return { text: isFiniteNumber(value) ? `${NUMBER.format(value)}%` : String(value) };
    case 'hours':
      return { text: isFiniteNumber(value) ? HOURS.format(value / 60) : String(value) };
    case 'date':
      return { text: dayText(String(value)) };
    case 'instant':
      return instantCell(String(value), zone ?? viewersZone, viewersZone);
    case 'status': {
      const option = column.options?.find((each) => each.value === value);
      return { text: option?.label ?? String(value), tone: option?.tone ?? toneOf(String(value)) };
    }
    case 'flag':
      return { text: value === true ? 'Yes' : 'No', checked: value === true };
  }
}

/** The mean of a column: of whole numbers, too, with two decimals. Empty for null. */
export const meanText = (column: ListColumn & { readonly name: string }, mean: number | null): string =>
  formatCell({ ...column, decimals: 2 }, mean).text;

const isFiniteNumber = (value: ListValue): value is number => typeof value === 'number' && Number.isFinite(value);

const inCents = (value: ListValue, unit: string): string =>
  isFiniteNumber(value) ? MONEY.format(value / 100) + unit : String(value);

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const dayFormat = cellFormat(DAY);
const shortFormat = cellFormat({ ...DAY, ...TIME });
const zonedFormat = cellFormat({ ...DAY, ...TIME, timeZoneName: 'short' });
const exactFormat = cellFormat({ ...DAY, ...TIME, second: '2-digit', timeZoneName: 'short' });

const clockFormat = cellFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
const isMidnight = (ms: number, zone: string): boolean => ms % 1_000 === 0 && clockFormat(ms, zone) === '00:00:00';

function instantCell(iso: string, zone: string, viewersZone: string): Cell {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return { text: iso };
  const bare = shortFormat(ms, zone);
  const isOwn = zone === viewersZone || bare === shortFormat(ms, viewersZone);
  // A day without a time of its own begins at midnight, where the facility is.
  const text = isMidnight(ms, zone) ? dayFormat(ms, zone) : isOwn ? bare : zonedFormat(ms, zone);
  return { text: text.replace(',', ''), exact: exactFormat(ms, zone), instant: iso };
}
