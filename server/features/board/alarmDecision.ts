/** Decides when an alarm is raised, now and when a rule is tried on past days. Pure. */
import type { WatchedCondition } from '../../../contract/board/alarms.endpoints';
import { minuteOf } from '../../../contract/board/alarmTexts';
import { instantAtWallClock, instantOf, wallClockMs } from '../../base/dates';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/**
 * How many minutes the rule has been watching without a break; Infinity if always, null while it does not watch. Its
 * hours are those that the clock shows, but minutes are real ones also on a day when clocks change.
 */
export function watchedMinutes({ days, from, to, timeZone }: WatchedCondition, at: Date): number | null {
  const here = Math.floor(wallClockMs(at, timeZone) / MINUTE_MS);
  const minute = here % DAY_MINUTES;
  // The first day of 1970 was a Thursday.
  const weekday = ((Math.floor(here / DAY_MINUTES) + 3) % 7) + 1;
  if (!days.includes(weekday)) return null;
  const minutesSince = (start: number): number => {
    const began = instantAtWallClock((here - minute + start) * MINUTE_MS, timeZone);
    // Where clocks skip the start, it began with the change.
    return Math.max(0, Math.floor((at.getTime() - began.getTime()) / MINUTE_MS));
  };
  if (from == null || to == null)
    return days.length === 7 ? Infinity : minutesSince(-DAY_MINUTES * watchedDaysBefore(days, weekday));
  return minute >= minuteOf(from) && minute < minuteOf(to) ? minutesSince(minuteOf(from)) : null;
}

/** How many adjoining days up to the day before are watched. Ends, as at least one day of the week is not. */
function watchedDaysBefore(days: readonly number[], weekday: number): number {
  const before = weekday === 1 ? 7 : weekday - 1;
  return days.includes(before) ? 1 + watchedDaysBefore(days, before) : 0;
}

/**
 * Whether the rule raises an alarm at a moment. `found` is the number of events within the rule's minutes. For
 * NONE_FOR, time counts from when the rule last began to watch.
 */
export function isRaised(rule: WatchedCondition, at: Date, found: number): boolean {
  const watched = watchedMinutes(rule, at);
  if (watched === null) return false;
  return rule.condition === 'MORE_THAN' ? found > rule.count : found === 0 && watched >= rule.minutes;
}

/** Whether an alarm of the rule is cleared: it has been calm for long enough, or the rule does not watch now. */
export const isOver = (rule: WatchedCondition, at: Date, calmSince: Date): boolean =>
  watchedMinutes(rule, at) === null || at.getTime() - calmSince.getTime() >= rule.calmMinutes * MINUTE_MS;

/**
 * The minutes at which an alarm would have been raised while no earlier one stood. `times` are the times of events
 * since `from` less the rule's minutes, in epoch ms and in order.
 */
export function raisedWithin(rule: WatchedCondition, times: readonly number[], from: Date, to: Date): readonly Date[] {
  const raised: Date[] = [];
  let stands = false;
  let calmSince: Date | null = null;
  let [after, until] = [0, 0];
  for (let at = from.getTime(); at <= to.getTime(); at += MINUTE_MS) {
    while (until < times.length && times[until]! <= at) until += 1;
    while (after < until && times[after]! <= at - rule.minutes * MINUTE_MS) after += 1;
    const now = instantOf(at);
    if (isRaised(rule, now, until - after)) {
      if (!stands) raised.push(now);
      stands = true;
      calmSince = null;
    } else if (stands) {
      calmSince ??= now;
      stands = !isOver(rule, now, calmSince);
    }
  }
  return raised;
}
