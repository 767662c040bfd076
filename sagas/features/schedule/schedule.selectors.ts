/** The week at the address, and its units. */
import { createSelector } from 'reselect';
import type { ScheduleKind } from '../../../contract/records/schedule.endpoints';
import { addDays, weekday } from '../../base/calendar';
import { isDay } from '../../base/dates';
import { failureText } from '../../base/http/failureText';
import {
  selectClientId,
  selectPersistentQuery,
  selectPathname,
  selectQuery,
  selectResolution,
} from '../../navigation/location/location.selectors';
import { recordAddress } from '../../navigation/routes/records.sections';
import { resolve, rootOf } from '../../navigation/routes/resolve';
import { selectUser } from '../../session/session.selectors';
import type { ScheduleState } from './schedule.slice';

/** Undefined until its reducer has joined the store. */
const selectSchedule = (state: { readonly schedule?: ScheduleState }): ScheduleState | undefined => state.schedule;

const WEEK = 'week';
/** Below the root of the user type, as in the table of routes. */
const PRN_SCHEDULE_PATH = 'prn/weeklyschedule';
const IRP_SCHEDULE_PATH = 'prn/weeklyschedule/irp';

export interface ScheduleRequest {
  readonly kind: ScheduleKind;
  /** YYYY-MM-DD: any day of the week that is shown. */
  readonly day: string;
  /** The facility; null for all. */
  readonly clientId: string | null;
}

/** The Sunday of this week. */
export const firstDayOf = (day: string): string => addDays(day, -weekday(day));

/** What to load; null on other pages, and before today is known. */
export const selectScheduleRequest = createSelector(
  [selectResolution, selectQuery, selectClientId, selectSchedule],
  (resolution, query, clientId, state): ScheduleRequest | null => {
    if (resolution.kind !== 'screen' || resolution.route.screen !== 'schedule') return null;
    const given = query.get(WEEK) ?? '';
    const day = /^(20|21)\d{2}-/.test(given) && isDay(given) ? given : state?.today;
    if (day == null) return null;
    return { kind: resolution.route.path === IRP_SCHEDULE_PATH ? 'IRP' : 'PRN', day, clientId };
  },
);

interface ShownPerson {
  readonly name: string;
  /** The address of the assignment; null if the user may not open it. */
  readonly to: string | null;
  readonly booked: boolean;
}
interface ShownGap {
  readonly number: number;
  readonly openings: number;
  readonly to: string | null;
}

export interface ShownCell {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly people: readonly ShownPerson[];
  readonly gaps: readonly ShownGap[];
}

export interface ShownUnit {
  readonly facility: string;
  readonly department: string;
  readonly shift: string;
  readonly cells: readonly ShownCell[];
}

/** Null on other pages, and before today is known. */
export const selectWeek = createSelector(
  [selectScheduleRequest, selectSchedule, selectUser, selectPersistentQuery, selectPathname],
  (wanted, state, user, persistentQuery, pathname) => {
    if (wanted === null || state === undefined || user === null || pathname === null) return null;
    const from = firstDayOf(wanted.day);
    const days = Array.from({ length: 7 }, (_, index) => addDays(from, index));
    const root = rootOf(user);
    const address = (kind: 'assignment' | 'job', id: string) =>
      recordAddress(user, root, { kind, id }, persistentQuery);
    const weekAt = (path: string, day: string): string => {
      const params = new URLSearchParams(persistentQuery);
      params.set(WEEK, day);
      return `${path}?${params.toString()}`;
    };
    const tab = (path: string, label: string) => {
      const to = `/${root}/${path}`;
      return resolve(user, to).kind === 'screen' ? [{ label, to: weekAt(to, from), current: to === pathname }] : [];
    };
    const units = state.schedule?.rows.map(({ facility, department, shift, people, gaps }): ShownUnit => ({
      facility,
      department,
      shift,
      cells: days.map((day) => ({
        day,
        people: people
          .filter((person) => person.days.includes(day))
          .map(({ assignmentId, name, booked }) => ({ name, booked, to: address('assignment', assignmentId) })),
        gaps: gaps
          .filter((gap) => gap.days.includes(day))
          .map(({ jobId, number, openings }) => ({ number, openings, to: address('job', jobId) })),
      })),
    }));
    return {
      kind: wanted.kind,
      days,
      today: state.today,
      /** Null while they are loading. */
      units: units ?? null,
      more: state.schedule?.more ?? false,
      error: state.failure === null ? null : failureText(state.failure),
      tabs: [...tab(PRN_SCHEDULE_PATH, 'PRN'), ...tab(IRP_SCHEDULE_PATH, 'IRP')],
      previous: weekAt(pathname, addDays(from, -7)),
      next: weekAt(pathname, addDays(from, 7)),
      now: pathname + persistentQuery,
    };
  },
);
export type Week = NonNullable<ReturnType<typeof selectWeek>>;
