/** How long ago something was, in the words people use. Pure. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

/** Epoch ms both. What seems to come from the future is a matter of clocks, and has just happened. */
export function relativeTime(at: number, now: number): string {
  const age = now - at;
  if (age < MINUTE) return 'Just now';
  if (age < HOUR) return ago(age / MINUTE, 'minute');
  if (age < DAY) return ago(age / HOUR, 'hour');
  if (age < MONTH) return ago(age / DAY, 'day');
  // Twelve months of 30 days are not a year yet.
  if (age < YEAR) return ago(Math.min(11, age / MONTH), 'month');
  return ago(age / YEAR, 'year');
}

function ago(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}
