/** Texts of alarms and their rules, in notifications and on the board. */
import type { AlarmMeasure, AlarmRule, WatchedCondition } from './alarms.endpoints';

/** '1 timesheet submitted', '2 timesheets submitted'. */
export const MEASURE_TEXTS: Readonly<Record<AlarmMeasure, readonly [one: string, many: string, done: string]>> = {
  TIMESHEET_SUBMITTED: ['timesheet', 'timesheets', 'submitted'],
  TIMESHEET_APPROVED: ['timesheet', 'timesheets', 'approved'],
  TIMESHEET_DISPUTED: ['timesheet', 'timesheets', 'disputed'],
  SUBMISSION_CREATED: ['candidate', 'candidates', 'submitted'],
  DOCUMENT_UPLOADED: ['document', 'documents', 'uploaded'],
  DOCUMENT_REVIEWED: ['document', 'documents', 'reviewed'],
  JOB_POSTED: ['job', 'jobs', 'posted'],
};

/** '2 h', '45 min', '1 h 30 min' */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ');
}

const DAY_MINUTES = 1_440;
/** Of 'HH:MM', since midnight. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Why a rule about silence can never be raised, with the next step; null if it can, or is not about silence. */
export function neverRaisedText(rule: WatchedCondition & { readonly isOn?: boolean }): string | null {
  const { condition, minutes, days, from, to, isOn = true } = rule;
  const isAllDay = from == null || to == null;
  if (!isOn || condition !== 'NONE_FOR') return null;
  // Adjoining whole days are longer than any silence that can be entered.
  if (isAllDay && days.some((day) => days.includes((day % 7) + 1))) return null;
  // Its silence begins again each time, and the minute of its end is not watched.
  const active = isAllDay ? DAY_MINUTES : minuteOf(to) - minuteOf(from);
  if (minutes < active) return null;
  return `It is active for ${active} minutes ${isAllDay ? 'at a time' : 'a day'}, so it could never be raised. Please enter fewer minutes, or ${isAllDay ? 'choose adjoining days' : 'longer hours'}.`;
}

type Notified = Pick<AlarmRule, 'recipients' | 'escalateAfter' | 'escalateTo' | 'isOn'>;

/** What a rule that is on does without anyone to notify; null if it reaches someone, also when it escalates. */
export function reachesNoOneText(
  { recipients, escalateAfter, escalateTo, isOn }: Notified,
  hasAccount: (userId: string) => boolean,
): string | null {
  if (!isOn) return null;
  if (!recipients.some(hasAccount)) return 'It notifies no one, because nobody chosen has an account.';
  if (escalateAfter === null || escalateTo.some(hasAccount)) return null;
  return 'It notifies no one on escalation, because nobody chosen for that has an account.';
}

const at = (facility: string | null): string => (facility === null ? '' : ` at ${facility}`);

/** 'No timesheet was approved at Lakeside for 2 h.', '12 timesheets were disputed within 1 h, more than 10.' */
export function alarmText(
  { measure, condition, count, minutes }: Condition,
  facility: string | null,
  found: number,
): string {
  const [one, many, done] = MEASURE_TEXTS[measure];
  const what = `${done}${at(facility)}`;
  return condition === 'NONE_FOR'
    ? `No ${one} was ${what} for ${durationText(minutes)}.`
    : `${found} ${found === 1 ? `${one} was` : `${many} were`} ${what} within ${durationText(minutes)}, more than ${count}.`;
}

type Condition = Pick<WatchedCondition, 'measure' | 'condition' | 'count' | 'minutes'>;

/** 'No timesheet approved at Lakeside for 2 h', 'More than 10 timesheets disputed within 1 h' */
export function conditionText({ measure, condition, count, minutes }: Condition, facility: string | null): string {
  const [one, many, done] = MEASURE_TEXTS[measure];
  const what = `${done}${at(facility)}`;
  return condition === 'NONE_FOR'
    ? `No ${one} ${what} for ${durationText(minutes)}`
    : `More than ${count} ${count === 1 ? one : many} ${what} within ${durationText(minutes)}`;
}
