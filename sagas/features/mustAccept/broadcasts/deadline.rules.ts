/** The deadline of a broadcast as its reader sees it, in their zone. */
import { ownZone } from '../../../base/dates';
import { zonedText } from '../../../base/zones';

export interface DeadlineWords {
  readonly label: 'Accept by' | 'Overdue since';
  /** 'Nov 27, 2026, 10:30 AM EST' */
  readonly moment: string;
  /** 'in 2 h 10 min', 'for 3 d 4 h' */
  readonly distance: string;
}

const MINUTE_MS = 60_000;

/** `acceptBy` is ISO 8601, `now` epoch ms. Durations are rounded down. */
export function deadlineWords(acceptBy: string, now: number): DeadlineWords {
  const at = Date.parse(acceptBy);
  const moment = zonedText(at, ownZone());
  return now < at
    ? { label: 'Accept by', moment, distance: `in ${lengthText(at - now)}` }
    : { label: 'Overdue since', moment, distance: `for ${lengthText(now - at)}` };
}

/** '3 d 4 h', '2 h 10 min', '10 min': two units at most. */
function lengthText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return 'less than a minute';
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60), minutes % 60];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${rest} min` : `${rest} min`;
}
