/** The hours of a week and the bill for them. */
import { ON_CALL_CENTS_PER_HOUR } from '../actions/timesheets.effects';

/** The factor for overtime and holidays. */
export const PREMIUM = 1.5;
export const MINUTES_AN_HOUR = 60;

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

/** The bill in cents; the rate is per hour. */
export const billOf = ({ regular, overtime, holiday, onCall, expenses }: Hours, rate: number): number =>
  Math.round(((regular + PREMIUM * (overtime + holiday)) * rate + onCall * ON_CALL_CENTS_PER_HOUR) / MINUTES_AN_HOUR) +
  expenses;
