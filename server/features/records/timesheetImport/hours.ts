/** The hours of a week and the bill for them. */
import { DAYS_A_WEEK, MINUTES_AN_HOUR } from '../../../base/dates';
import { ON_CALL_CENTS_PER_HOUR } from '../actions/timesheets.effects';

/** Overtime and holidays are billed at this multiple of the rate. */
export const PREMIUM = 1.5;

export interface Hours {
  /** Minutes, as the three below. */
  readonly regular: number;
  readonly overtime: number;
  readonly holiday: number;
  readonly onCall: number;
  /** Driven; not part of the bill. */
  readonly miles: number;
  /** Cents. */
  readonly expenses: number;
}

type Kept = 'onCall' | 'miles' | 'expenses';
/** What a line of a file says; null where it says nothing. The hours worked are always replaced as a whole. */
export type ImportedHours = Omit<Hours, Kept> & { readonly [Each in Kept]: number | null };

/** The hours after the import of a line: what it leaves empty stays as it was saved. */
export const mergeHours = (written: ImportedHours, saved: Pick<Hours, Kept>): Hours => ({
  regular: written.regular,
  overtime: written.overtime,
  holiday: written.holiday,
  onCall: written.onCall ?? saved.onCall,
  miles: written.miles ?? saved.miles,
  expenses: written.expenses ?? saved.expenses,
});

export const MINUTES_A_WEEK = DAYS_A_WEEK * 24 * MINUTES_AN_HOUR;
export const workedIn = ({ regular, overtime, holiday }: Pick<Hours, 'regular' | 'overtime' | 'holiday'>): number =>
  regular + overtime + holiday;

/** The bill in cents; the rate is per hour. */
export const billOf = ({ regular, overtime, holiday, onCall, expenses }: Hours, rate: number): number =>
  Math.round(((regular + PREMIUM * (overtime + holiday)) * rate + onCall * ON_CALL_CENTS_PER_HOUR) / MINUTES_AN_HOUR) +
  expenses;
