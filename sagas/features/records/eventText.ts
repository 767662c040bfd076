/** The text of an event of a record. Pure. */
import { isActionKind } from '../../../contract/records/action';
import { findAction, undoneBy } from '../../../contract/records/actions';
import { EVENT_FIELDS, MOMENTS, RECORD_TABLES } from '../../../contract/records/events';
import { dayText, ownZone } from '../../base/dates';
import { formatCell } from '../lists/cellText';
import type { TimelineEvent } from './records.slice';

export interface EventText {
  /** 'Approved', 'Dana Brooks approved it', 'Dana Brooks took back: approved it', 'Status changed'. */
  readonly title: string;
  /** Which part of the record it is about; null for the record itself. */
  readonly subject: string | null;
  /** 'Nov 21, 2026, 10:30 AM', or only the day if the hour is unknown. */
  readonly when: string;
  /** The exact moment, for a tooltip. */
  readonly exact: string | null;
  readonly instant: string;
  /** Null if unknown. */
  readonly by: string | null;
  readonly reason: string | null;
  /** 'Status: Submitted → Qualified' */
  readonly changes: readonly { readonly label: string; readonly before: string; readonly after: string }[];
}

const NOTHING = '–';

/**
 * Moments are shown in `zone`, that of the record's facility, and are labeled with it where its clock differs from the
 * viewer's.
 */
export function eventText(event: TimelineEvent, zone: string | undefined): EventText {
  const table = RECORD_TABLES[event.kind];
  const fields = EVENT_FIELDS[table];
  const textOf = (field: string, value: TimelineEvent['changes'][number]['after']): string => {
    const column = fields[field];
    const text = column === undefined ? '' : formatCell({ ...column, name: field }, value, zone, ownZone()).text;
    return text === '' ? NOTHING : text;
  };
  const changes = event.changes.map(({ field, before, after }) => ({
    label: fields[field]?.label ?? field,
    before: textOf(field, before),
    after: textOf(field, after),
  }));
  const { moment, by } = event;
  const done = doneText(event);
  const moments: Readonly<Record<string, string>> = MOMENTS[table];
  const momentWords = moment === null ? undefined : moments[moment];
  const first = changes[0];
  const isStatus = event.changes.find(({ field }) => field === 'status' || field.endsWith('_status'));
  const status = isStatus === undefined ? undefined : textOf(isStatus.field, isStatus.after);
  const title =
    done ??
    momentWords ??
    status ??
    (changes.length === 1 && first !== undefined ? `${first.label} changed` : 'Changed');
  const at = formatCell({ name: 'at', label: '', kind: 'instant' }, event.at, zone, ownZone());
  const isDay = moment?.endsWith('_on') === true;
  return {
    title,
    subject: event.subject,
    when: isDay ? dayText(event.at.slice(0, 10)) : at.text,
    exact: isDay ? null : (at.exact ?? null),
    instant: event.at,
    by: done !== undefined ? null : by,
    reason: event.reason,
    // The title already contains the first status of a submission.
    changes: moment === 'status' ? [] : changes,
  };
}

/** 'Dana Brooks approved it'; undefined if no action is known to have made the change. */
function doneText({ action, kind, by }: TimelineEvent): string | undefined {
  if (action === null || !isActionKind(kind)) return undefined;
  const undone = undoneBy(action);
  const done = findAction(kind, undone ?? action)?.done;
  if (done === undefined) return undefined;
  if (undone !== null) return by === null ? `Taken back: ${done}` : `${by} took back: ${done}`;
  return sentence(by === null ? done : `${by} ${done}`);
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
