/** Instants in words, in the zone of whoever reads them. */

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const RELATIVE = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** [unit, its length in ms]: an age is told in the largest unit that fits into it. */
const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** 'Mar 4, 2026, 2:05 PM' */
export const momentText = (isoDate: string): string => MOMENT.format(new Date(isoDate));

/** '5 minutes ago'. A moment that lies ahead, as a clock that is wrong can make it, is just now. */
export function relativeText(isoDate: string, now: number): string {
  const age = now - Date.parse(isoDate);
  const unit = UNITS.find(([, length]) => age >= length);
  return unit === undefined ? 'just now' : RELATIVE.format(-Math.floor(age / unit[1]), unit[0]);
}
