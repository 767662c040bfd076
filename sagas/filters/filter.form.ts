/** The form of a dashboard's filters: plain data in one shape, so that two equal ones are one text. */
import {
  CHOICE_FIELDS,
  DEFAULT_TIME_FRAME,
  FIRST_YEAR,
  LAST_YEAR,
  type ChoiceField,
  type DashboardFilter,
} from '../../contract/dashboard';
import { isDay } from '../lists/filter.ranges';
import { isSingle, offersField, type FilterPlace } from './fields';

/** What dashboards are filtered by; those with spend have a time frame of its own for it. */
export type FormInput = DashboardFilter & { readonly billingTimeFrame?: string };
/** Always with a time frame, never with an empty list. */
export type FilterForm = FormInput & { readonly timeFrame: string };

export const DEFAULT_FORM: FilterForm = { timeFrame: DEFAULT_TIME_FRAME };

/** In the order of the fields, each value once, without what filters nothing. */
export function normalForm(form: FormInput): FilterForm {
  const choices = CHOICE_FIELDS.flatMap((field) => {
    const values = [...new Set(form[field] ?? [])];
    return values.length === 0 ? [] : [[field, values] as const];
  });
  return {
    timeFrame: form.timeFrame ?? DEFAULT_TIME_FRAME,
    ...(form.billingTimeFrame !== undefined && { billingTimeFrame: form.billingTimeFrame }),
    ...(form.dateRange !== undefined && { dateRange: form.dateRange }),
    ...Object.fromEntries(choices),
  };
}

export const formText = (form: FormInput): string => JSON.stringify(normalForm(form));
export const sameForm = (one: FormInput, other: FormInput): boolean => formText(one) === formText(other);

export const withChoice = (form: FormInput, field: ChoiceField, values: readonly string[]): FilterForm =>
  normalForm({ ...form, [field]: values });

export const withoutRange = ({ dateRange: _, ...form }: FormInput): FilterForm => normalForm(form);

/** Null for the spend of twelve months. */
export const withBilling = ({ billingTimeFrame: _, ...form }: FormInput, frame: string | null): FilterForm =>
  normalForm(frame === null ? form : { ...form, billingTimeFrame: frame });

/** Without what the place cannot be filtered by, and one value where there is one at most. */
export function narrowed(form: FormInput, place: FilterPlace): FilterForm {
  let kept = normalForm(form);
  if (!offersField('dateRange', place)) kept = withoutRange(kept);
  if (!offersField('billingTimeFrame', place)) kept = withBilling(kept, null);
  for (const field of CHOICE_FIELDS) {
    const values = offersField(field, place) ? (kept[field] ?? []) : [];
    kept = withChoice(kept, field, isSingle(field, place) ? values.slice(0, 1) : values);
  }
  return kept;
}

const yearOf = (day: string) => Number(day.slice(0, 4));

/** What is wrong with a range of days, as a sentence; null where nothing is. */
export function rangeFault(from: string, to: string): string | null {
  for (const day of [from, to]) {
    if (!isDay(day)) return 'Please give both days as MM/DD/YYYY.';
    if (yearOf(day) < FIRST_YEAR || yearOf(day) > LAST_YEAR) {
      return `Please choose days between 01/01/${FIRST_YEAR} and 12/31/${LAST_YEAR}.`;
    }
  }
  return from <= to ? null : 'The first day comes after the last. Please exchange them.';
}

const TYPED = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** '03/31/2026' as typed, to '2026-03-31'; null where it is not ten characters with its slashes, or no day. */
export function typedDay(text: string): string | null {
  const match = TYPED.exec(text);
  if (match === null) return null;
  const day = `${match[3]}-${match[1]}-${match[2]}`;
  return isDay(day) ? day : null;
}

/** '2026-03-31' as people type it. */
export function dayText(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

/** From the start of the year to today, both YYYY-MM-DD. */
export const defaultRange = (today: string): readonly [string, string] => [`${today.slice(0, 4)}-01-01`, today];
