/** The hours of a week and what they are billed with. */
import { ON_CALL_CENTS_PER_HOUR } from '../actions/timesheets.effects';

/** Of overtime and holidays. */
export const PREMIUM = 1.5;
export const MINUTES_AN_HOUR = 60;

export interface Hours {
  /** Minutes. */
  readonly regular: number;
  readonly overtime: number;
  readonly holiday: number;
  readonly onCall: number;
  readonly miles: number;
  /** Cents. */
  readonly expenses: number;
}

/** In cents; the rate is an hour's. */
export const billOf = ({ regular, overtime, holiday, onCall, expenses }: Hours, rate: number): number =>
  Math.round(((regular + PREMIUM * (overtime + holiday)) * rate + onCall * ON_CALL_CENTS_PER_HOUR) / MINUTES_AN_HOUR) +
  expenses;
