/** Divides the last hours of a zone's clock, and counts notifications in each. Pure. */
import { wallClock, isSameHour } from '../../base/zones';
import type { NotificationTab } from '../../../contract/notifications/categories';
import { everyTab } from '../notifications/feed/feed';

/** Every current zone is a whole multiple of this away from UTC. */
export const QUARTER_MS = 15 * 60_000;

export interface Hour {
  /** Epoch ms, `from` included, `to` excluded. */
  readonly from: number;
  readonly to: number;
  /** '2 PM'; for an hour repeated that day with the zone's abbreviation: '1 AM EST'. */
  readonly label: string;
  /** 'Sat, Nov 21' */
  readonly day: string;
}

/** A number of notifications of a tab, at a moment (epoch ms) or in the quarter of an hour from then. */
export interface Counted {
  readonly tab: NotificationTab;
  readonly at: number;
  readonly count: number;
}

/** The start (epoch ms) of an instant's quarter of an hour. */
export const quarterOf = (at: number): number => Math.floor(at / QUARTER_MS) * QUARTER_MS;

/**
 * The last hours of a zone, oldest first, the current one last. The hour repeated in autumn counts as two, the hour
 * skipped in spring as none.
 *
 * @param zone an IANA name; the browser's by default
 */
export function hoursBack(now: number, count: number, zone?: string): readonly Hour[] {
  let to = quarterOf(now) + QUARTER_MS;
  while (isSameHour(to - QUARTER_MS, to, zone)) to += QUARTER_MS;
  const hours: (Hour & { readonly time: string })[] = [];
  while (hours.length < count) {
    let from = to - QUARTER_MS;
    while (isSameHour(from - QUARTER_MS, from, zone)) from -= QUARTER_MS;
    const { hour, day, time } = wallClock(from, zone);
    hours.unshift({ from, to, label: hour, day, time });
    to = from;
  }
  return hours.map(({ time, ...hour }, index) => {
    const isTwice = [hours[index - 1], hours[index + 1]].some(
      (other) => other?.label === hour.label && other.day === hour.day,
    );
    return isTwice ? { ...hour, label: `${hour.label} ${time}` } : hour;
  });
}

export type HourCounts = Readonly<Record<NotificationTab, readonly number[]>>;

/** Counts by tab for each hour; notifications outside the hours are ignored. */
export function countByHour(hours: readonly Hour[], notifications: Iterable<Counted>): HourCounts {
  const counts = everyTab(() => hours.map(() => 0));
  for (const { tab, at, count } of notifications) {
    const index = hours.findIndex(({ from, to }) => from <= at && at < to);
    if (index >= 0) counts[tab][index] = (counts[tab][index] ?? 0) + count;
  }
  return counts;
}
