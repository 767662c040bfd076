/** What is typed in the form of an action, and what of it is sent. */
import {
  ENDED_BY,
  OPENINGS_MAX,
  RATE_MAX_CENTS,
  REASON_MAX_LENGTH,
  WEEK_MINUTES,
  type ActionField,
  type ActionInput,
  type EndedBy,
  type RecordAction,
  type RecordState,
} from '../../../contract/records/action';
import type { ActionableRecord } from '../../../contract/records/recordActions.endpoints';
import { dayText } from '../../base/dates';

/** As typed: rates in dollars, time in hours. */
export type ActionDraft = Readonly<Partial<Record<ActionField, string>>>;
export type DraftErrors = Readonly<Partial<Record<ActionField, string>>>;

type Defaults = ActionableRecord['defaults'][string];

const trimmed = (value: number): string => String(Math.round(value * 100) / 100);

/** The start values of a form. */
export function draftOf({ rateCents, minutes, openings, date, endedBy }: Defaults = {}): ActionDraft {
  return {
    ...(date !== undefined && { date }),
    ...(rateCents !== undefined && { rateCents: (rateCents / 100).toFixed(2) }),
    ...(minutes !== undefined && { minutes: trimmed(minutes / 60) }),
    ...(openings !== undefined && { openings: String(openings) }),
    ...(endedBy !== undefined && { endedBy }),
  };
}

const isEndedBy = (text: string): text is EndedBy => ENDED_BY.some((each) => each === text);

/** Null if it is not a number from 0 to `max`, both in the unit that is sent. */
function amount(text: string, factor: number, max: number): number | null {
  const value = /^\d{1,6}([.,]\d{1,2})?$/.test(text) ? Math.round(Number(text.replace(',', '.')) * factor) : Number.NaN;
  return value >= 0 && value <= max ? value : null;
}

type Read = { readonly value: string | number } | { readonly error: string };
const read = (value: string | number | null, error: string): Read => (value === null ? { error } : { value });

const READERS: Readonly<Record<ActionField, (text: string) => Read>> = {
  reason: (text) =>
    read(
      text !== '' && text.length <= REASON_MAX_LENGTH ? text : null,
      text === '' ? 'Please give a reason.' : `Please use at most ${REASON_MAX_LENGTH} characters.`,
    ),
  date: (text) => read(/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) ? text : null, 'Please choose a day.'),
  rateCents: (text) => read(amount(text, 100, RATE_MAX_CENTS) || null, 'Please enter dollars per hour, such as 85.50.'),
  minutes: (text) => read(amount(text, 60, WEEK_MINUTES), 'Please enter the hours of the week, such as 36 or 37.5.'),
  openings: (text) =>
    read(
      (/^\d+$/.test(text) && amount(text, 1, OPENINGS_MAX)) || null,
      `Please enter a number from 1 to ${OPENINGS_MAX}.`,
    ),
  endedBy: (text) => read(isEndedBy(text) ? text : null, 'Please choose who ended it.'),
};

/** What to send, or what is wrong with each field. */
export function readDraft(
  { fields }: Pick<RecordAction, 'fields'>,
  draft: ActionDraft,
): { readonly input: ActionInput } | { readonly errors: DraftErrors } {
  const names = Object.keys(fields) as ActionField[];
  const results = names.map((field) => [field, READERS[field]((draft[field] ?? '').trim())] as const);
  const errors = results.flatMap(([field, result]) => ('error' in result ? [[field, result.error] as const] : []));
  if (errors.length > 0) return { errors: Object.fromEntries(errors) };
  return {
    input: Object.fromEntries(results.flatMap(([field, result]) => ('value' in result ? [[field, result.value]] : []))),
  };
}

/** The state of a record in words: 'Pending review'. */
export const stateText = (state: RecordState): string =>
  Object.values(state)
    .filter((value) => value !== 'NONE')
    .map((value) => value.charAt(0) + value.slice(1).toLowerCase().replaceAll('_', ' '))
    .join(', ');

/**
 * A record before and after another user's change, in words: its state, and the values of the form that differ:
 * 'Finalized, hours worked 36'.
 */
export function changeText(
  { fields }: Pick<RecordAction, 'fields'>,
  action: string,
  seen: ActionableRecord,
  now: ActionableRecord,
): { readonly seen: string; readonly now: string } {
  const [before, after] = [draftOf(seen.defaults[action]), draftOf(now.defaults[action])];
  const names = (Object.keys(fields) as ActionField[]).filter((field) => before[field] !== after[field]);
  const textOf = ({ state }: ActionableRecord, values: ActionDraft): string => {
    const parts = names.map((field) => {
      const { [field]: value = 'not set' } = values;
      return `${fields[field]?.label.toLowerCase()} ${field === 'date' ? dayText(value) : value}`;
    });
    return [stateText(state), ...parts].join(', ');
  };
  return { seen: textOf(seen, before), now: textOf(now, after) };
}
