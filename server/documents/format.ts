/** How papers write dates, money and time. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const NUMBER = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Of 'YYYY-MM-DD'. */
export const day = (date: string | null): string => (date === null ? '–' : DAY.format(new Date(`${date}T00:00:00Z`)));
export const moment = (at: Date | null): string => (at === null ? '–' : `${MOMENT.format(at)} UTC`);
export const money = (cents: number): string => MONEY.format(cents / 100);
export const hours = (minutes: number): string => NUMBER.format(minutes / 60);

/** 'PENDING_REVIEW' is 'Pending review' on paper. */
export function words(code: string): string {
  const lower = code.toLowerCase().replaceAll('_', ' ');
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
