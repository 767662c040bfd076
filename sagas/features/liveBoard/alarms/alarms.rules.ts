/** What is missing in an alarm rule, and the result of trying one, in words. Pure. */
import {
  ALARM_MINUTES_MAX,
  ALARM_TRIED_DAYS,
  type AlarmRule,
  type PastAlarm,
} from '../../../../contract/board/alarms.endpoints';
import { durationText, neverRaisedText, reachesNoOneText } from '../../../../contract/board/alarmTexts';
import { recentMomentText } from '../../../base/dates';
import type { AlarmTried } from './alarms.slice';

/** The start values of a new rule: on working days, all day. */
export const NEW_ALARM: Omit<AlarmRule, 'ruleId' | 'timeZone' | 'recipients'> = {
  version: 0,
  name: '',
  measure: 'TIMESHEET_DISPUTED',
  condition: 'MORE_THAN',
  count: 10,
  minutes: 60,
  facilityId: null,
  calmMinutes: 5,
  days: [1, 2, 3, 4, 5],
  from: null,
  to: null,
  escalateAfter: 15,
  escalateTo: [],
  isOn: true,
};

const isMinutes = (minutes: number): boolean =>
  Number.isInteger(minutes) && minutes >= 1 && minutes <= ALARM_MINUTES_MAX;

/** A sentence with the next step, or null. The server checks everything again. */
export function problemOf(rule: AlarmRule, hasAccount: (userId: string) => boolean): string | null {
  const { name, condition, count, minutes, calmMinutes, days, from, to, recipients, escalateAfter, escalateTo } = rule;
  if (name.trim() === '') return 'Please give the alarm a name.';
  if (condition === 'MORE_THAN' && !(Number.isInteger(count) && count >= 0))
    return 'Please enter how many are allowed, as a whole number.';
  if (!isMinutes(minutes)) return `Please enter from 1 to ${ALARM_MINUTES_MAX} minutes.`;
  if (calmMinutes !== 0 && !isMinutes(calmMinutes))
    return `Please enter from 0 to ${ALARM_MINUTES_MAX} minutes until it is cleared.`;
  if (days.length === 0) return 'Please choose at least one day.';
  if ((from === null) !== (to === null)) return 'Please enter both times, or neither.';
  if (from != null && to != null && from >= to) return 'Please choose an end that is after the start, on the same day.';
  const never = neverRaisedText(rule);
  if (never !== null) return never;
  if (recipients.length === 0) return 'Please choose who is notified.';
  if (escalateAfter !== null && !isMinutes(escalateAfter))
    return `Please enter from 1 to ${ALARM_MINUTES_MAX} minutes until it escalates.`;
  if (escalateAfter !== null && escalateTo.length === 0)
    return 'Please choose who is notified if no one acknowledges it.';
  const silence = reachesNoOneText(rule, hasAccount);
  return silence && `${silence} Please choose someone else.`;
}

/** 'Within the last 7 days it would have been raised 3 times.' */
export function triedText({ times }: AlarmTried): string {
  const often = times === 0 ? 'never have been raised' : `have been raised ${times === 1 ? 'once' : `${times} times`}`;
  return `Within the last ${ALARM_TRIED_DAYS} days it would ${often}.`;
}

const MINUTE_MS = 60_000;

/** 'Nov 23, 10:00 PM to Nov 23, 10:42 PM, 42 min. Acknowledged by Dana Brooks on Nov 23, 10:05 PM.' */
export function pastText({ raisedAt, endedAt, acknowledgedBy, acknowledgedAt, escalatedAt }: PastAlarm): string {
  const moment = (iso: string): string => recentMomentText(Date.parse(iso));
  const minutes = Math.round((Date.parse(endedAt) - Date.parse(raisedAt)) / MINUTE_MS);
  const acknowledged =
    acknowledgedAt == null
      ? 'No one acknowledged it.'
      : `Acknowledged by ${acknowledgedBy ?? 'a colleague'} on ${moment(acknowledgedAt)}.`;
  const escalated = escalatedAt == null ? '' : ` Escalated on ${moment(escalatedAt)}.`;
  return `${moment(raisedAt)} to ${moment(endedAt)}, ${minutes < 1 ? 'less than a minute' : durationText(minutes)}. ${acknowledged}${escalated}`;
}
