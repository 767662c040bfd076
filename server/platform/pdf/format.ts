/** Formats of dates, money and hours in PDF documents. */
import { dayText, momentText } from '../../base/dates';

const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const NUMBER = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `date` is 'YYYY-MM-DD'. */
export const day = (date: string | null): string => (date === null ? '–' : dayText(date));
/** A date with its time in a zone, UTC by default; a dash for null. */
export const moment = (at: Date | null, zone?: string): string => (at === null ? '–' : momentText(at, zone));
/** Cents as US dollars. */
export const money = (cents: number): string => MONEY.format(cents / 100);
/** Minutes as hours. */
export const hours = (minutes: number): string => NUMBER.format(minutes / 60);

/** 'PENDING_REVIEW' becomes 'Pending review'. */
export function words(code: string): string {
  const lower = code.toLowerCase().replaceAll('_', ' ');
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
