/** Hours as people live them, and how much was told in each. Pure. */
import type { NotificationTab } from '../../contract/notifications';
import { everyTab } from './notifications.state';

/** Every zone of today is a whole number of these away from UTC. */
export const QUARTER_MS = 15 * 60_000;

export interface Hour {
  /** Epoch ms: from here, up to but without there. */
  readonly from: number;
  readonly to: number;
  /** '14:00'; of an hour that comes twice that day with the name of its time: '01:00 EST'. */
  readonly label: string;
  /** 'Sat, Nov 21' */
  readonly day: string;
}

/** So many of a tab at that moment (epoch ms), or in the quarter of an hour that begins then. */
export interface Told {
  readonly tab: NotificationTab;
  readonly at: number;
  readonly count: number;
}

export const quarterOf = (at: number): number => Math.floor(at / QUARTER_MS) * QUARTER_MS;

/**
 * The last hours of a zone, oldest first, the running one last. An hour is what lies under one number of the clock: the
 * one that comes twice in autumn is two hours, the one that is left out in spring is none.
 *
 * @param zone an IANA name; by default that of the machine
 */
export function hoursBack(now: number, count: number, zone?: string): readonly Hour[] {
  const clockAt = clockOf(zone);
  const isSame = (a: number, b: number) => clockAt(a).name === clockAt(b).name;
  let to = quarterOf(now) + QUARTER_MS;
  while (isSame(to - QUARTER_MS, to)) to += QUARTER_MS;
  const hours: (Hour & { readonly time: string })[] = [];
  while (hours.length < count) {
    let from = to - QUARTER_MS;
    while (isSame(from - QUARTER_MS, from)) from -= QUARTER_MS;
    const { hour, day, time } = clockAt(from);
    hours.unshift({ from, to, label: `${hour}:00`, day, time });
    to = from;
  }
  return hours.map(({ time, ...hour }, index) => {
    const isTwice = [hours[index - 1], hours[index + 1]].some(
      (other) => other?.label === hour.label && other.day === hour.day,
    );
    return isTwice ? { ...hour, label: `${hour.label} ${time}` } : hour;
  });
}

interface ClockFace {
  readonly hour: string;
  readonly day: string;
  /** 'EST', or 'GMT+10:30' where the time has no name. */
  readonly time: string;
  /** All of it: another hour has another name. */
  readonly name: string;
}

function clockOf(zone: string | undefined): (at: number) => ClockFace {
  const format = new Intl.DateTimeFormat('en-US', {
    ...(zone !== undefined && { timeZone: zone }),
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  const seen = new Map<number, ClockFace>();
  const read = (at: number): ClockFace => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const { hour = '', weekday, month, day, year, timeZoneName: time = '' } = parts;
    return { hour, day: `${weekday}, ${month} ${day}`, time, name: `${year} ${month} ${day} ${hour} ${time}` };
  };
  return (at) => {
    const face = seen.get(at) ?? read(at);
    seen.set(at, face);
    return face;
  };
}

export type HourCounts = Readonly<Record<NotificationTab, readonly number[]>>;

/** How many fall into each of the hours, by tab; what lies outside of them counts nowhere. */
export function countByHour(hours: readonly Hour[], told: Iterable<Told>): HourCounts {
  const counts = everyTab(() => hours.map(() => 0));
  for (const { tab, at, count } of told) {
    const index = hours.findIndex(({ from, to }) => from <= at && at < to);
    if (index >= 0) counts[tab][index] = (counts[tab][index] ?? 0) + count;
  }
  return counts;
}
