/** How the values of a row are shown: the one place that knows. Pure, apart from the zone of whoever looks. */
import type { ListColumn, ListValue } from '../../contract/lists';
import { toneOf, type Tone } from './statusTones';

export interface Cell {
  /** Empty where there is no value. */
  readonly text: string;
  /** Worth knowing beyond the text: the exact moment. */
  readonly exact?: string;
  /** With a status: its colour. The text says the same. */
  readonly tone?: Tone;
  /** With a flag. */
  readonly checked?: boolean;
  /** ISO 8601, where it is a moment. */
  readonly instant?: string;
}

const LOCALE = 'en-US';
const EMPTY: Cell = { text: '' };

const NUMBER = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const MONEY = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'USD' });
const HOURS = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** What jobs, people and invoices are called by has no thousands to set apart. */
const isName = (column: string): boolean => column === 'number' || column.endsWith('Number');

export function formatCell(
  column: ListColumn & { readonly name: string },
  value: ListValue | undefined,
  timeZone?: string,
): Cell {
  if (value === null || value === undefined || value === '') return EMPTY;
  switch (column.kind) {
    case 'text':
      return { text: String(value) };
    case 'number':
      return { text: isName(column.name) || !isFiniteNumber(value) ? String(value) : NUMBER.format(value) };
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
      return instantCell(String(value), timeZone);
    case 'status': {
      const text = column.options?.find((option) => option.value === value)?.label ?? String(value);
      return { text, tone: toneOf(String(value)) };
    }
    case 'flag':
      return { text: value === true ? 'Yes' : 'No', checked: value === true };
  }
}

const isFiniteNumber = (value: ListValue): value is number => typeof value === 'number' && Number.isFinite(value);

const inCents = (value: ListValue, unit: string): string =>
  isFiniteNumber(value) ? MONEY.format(value / 100) + unit : String(value);

/** A calendar date is the same day wherever one looks from: no zone has a part in it. */
export function dayText(iso: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso) ?? [];
  return year === undefined ? iso : `${month}/${day}/${year}`;
}

function instantCell(iso: string, timeZone?: string): Cell {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return { text: iso };
  const { short, exact } = instantFormats(timeZone);
  return { text: short.format(date).replace(',', ''), exact: exact.format(date), instant: iso };
}

type InstantFormats = Readonly<Record<'short' | 'exact', Intl.DateTimeFormat>>;
const formatsByZone = new Map<string | undefined, InstantFormats>();

/** Making one takes longer than formatting a thousand rows with it. */
function instantFormats(timeZone: string | undefined): InstantFormats {
  const known = formatsByZone.get(timeZone);
  if (known) return known;
  const day = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone } as const;
  const made = {
    short: new Intl.DateTimeFormat(LOCALE, { ...day, hour: 'numeric', minute: '2-digit' }),
    exact: new Intl.DateTimeFormat(LOCALE, {
      ...day,
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    }),
  };
  formatsByZone.set(timeZone, made);
  return made;
}
