/** The time frames the options payload offers. The app shows what the payload says; only the default is known to it. */
export const TIME_FRAMES = [
  'WEEKLY_LAST_SEVEN_DAYS',
  'MONTHLY_LAST_THIRTY_DAYS',
  'QUARTERLY_LAST_NINETY_DAYS',
  'YEARLY_LAST_TWELVE_MONTHS',
  'YEAR_TO_DATE',
] as const;
export type TimeFrame = (typeof TIME_FRAMES)[number];
export const DEFAULT_TIME_FRAME: TimeFrame = 'MONTHLY_LAST_THIRTY_DAYS';

/** Of a saved search. */
export const SEARCH_NAME_MAX_LENGTH = 50;
/** Of what a selector offers, and of the cards of the home dashboard. */
export const MAX_SELECTED = 8;
/** Days outside are refused, typed or picked. */
export const FIRST_YEAR = 1990;
export const LAST_YEAR = 2100;
