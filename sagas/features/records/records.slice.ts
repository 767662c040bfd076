/** The record at the address, its tables and its timeline. The tab is in the address. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../contract/endpoints';
import type { RecordKind } from '../../../contract/records/kinds';
import type { Failure } from '../../../machines/failure';
import { omit } from '../../base/omit';
import { clearedOnSignOut } from '../../session/activeSession.saga';

export type RecordPage = ResponseOf<'recordRead'>;
type Rows = ResponseOf<'recordTable'>['rows'];
export type TimelineEvent = ResponseOf<'recordTimeline'>['events'][number];

interface RecordKey {
  readonly kind: RecordKind;
  readonly id: string;
}

export const recordReloadRequested = createAction('records/reloadRequested');
export const olderEventsRequested = createAction('records/olderEventsRequested');

type TimelineAnswer = ResponseOf<'recordTimeline'> & { readonly tab: string };

interface Timeline {
  readonly events: readonly TimelineEvent[];
  /** Null if these are all. */
  readonly next: string | null;
  readonly loading: boolean;
}

export interface RecordsState {
  /** What is on screen; null while no record is. */
  readonly shown: RecordKey | null;
  readonly page: RecordPage | null;
  /** By tab. */
  readonly tables: Readonly<Record<string, Rows>>;
  readonly timeline: Timeline | null;
  /** Of the record itself. */
  readonly failure: Failure | null;
  /** Why tabs could not be loaded. */
  readonly tabFailures: Readonly<Record<string, Failure>>;
}

const NOTHING: RecordsState = {
  shown: null,
  page: null,
  tables: {},
  timeline: null,
  failure: null,
  tabFailures: {},
};

const slice = createSlice({
  name: 'records',
  initialState: NOTHING,
  reducers: {
    recordRequested: (state, { payload }: PayloadAction<RecordKey | null>): RecordsState =>
      payload !== null && payload.kind === state.shown?.kind && payload.id === state.shown.id
        ? { ...state, failure: null }
        : { ...NOTHING, shown: payload },
    recordArrived: (state, { payload }: PayloadAction<RecordPage>): RecordsState => ({
      ...state,
      page: payload,
      failure: null,
    }),
    /** The user's own action has made this version: they know it, although the page is not loaded again yet. */
    ownVersionMade: (
      state,
      { payload: { id, version } }: PayloadAction<{ readonly id: string; readonly version: number }>,
    ): RecordsState => (state.page?.id === id ? { ...state, page: { ...state.page, version } } : state),
    recordFailed: (state, { payload: { failure } }: PayloadAction<{ readonly failure: Failure }>): RecordsState => ({
      ...state,
      // A record that no longer exists is not shown.
      page: failure.kind === 'refused' ? null : state.page,
      failure,
    }),
    /** It is loaded now, so that an earlier failure of it says nothing. */
    tabOpened: (state, { payload: { tab } }: PayloadAction<{ readonly tab: string }>): RecordsState => ({
      ...state,
      tabFailures: omit(state.tabFailures, [tab]),
    }),
    tableArrived: (
      state,
      { payload: { tab, rows } }: PayloadAction<{ readonly tab: string; readonly rows: Rows }>,
    ): RecordsState => ({
      ...state,
      tables: { ...state.tables, [tab]: rows },
      tabFailures: omit(state.tabFailures, [tab]),
    }),
    /** The newest events; older ones that are on screen stay. */
    timelineArrived: (state, { payload }: PayloadAction<TimelineAnswer>): RecordsState => {
      const known = new Set(payload.events.map(({ id }) => id));
      const last = state.timeline?.events.findIndex(({ id }) => id === payload.events.at(-1)?.id) ?? -1;
      const older = last < 0 ? [] : (state.timeline?.events.slice(last + 1).filter(({ id }) => !known.has(id)) ?? []);
      return {
        ...state,
        timeline: {
          events: [...payload.events, ...older],
          next: older.length > 0 ? (state.timeline?.next ?? null) : payload.next,
          loading: false,
        },
        tabFailures: omit(state.tabFailures, [payload.tab]),
      };
    },
    olderEventsLoading: (state): RecordsState => ({
      ...state,
      timeline: state.timeline && { ...state.timeline, loading: true },
    }),
    olderEventsArrived: (state, { payload: { tab, events, next } }: PayloadAction<TimelineAnswer>): RecordsState => ({
      ...state,
      timeline: { next, events: [...(state.timeline?.events ?? []), ...events], loading: false },
      tabFailures: omit(state.tabFailures, [tab]),
    }),
    tabFailed: (
      state,
      { payload: { tab, failure } }: PayloadAction<{ readonly tab: string; readonly failure: Failure }>,
    ): RecordsState => ({
      ...state,
      timeline: state.timeline && { ...state.timeline, loading: false },
      tabFailures: { ...state.tabFailures, [tab]: failure },
    }),
  },
});

export const {
  recordRequested,
  recordArrived,
  ownVersionMade,
  recordFailed,
  tabOpened,
  tableArrived,
  timelineArrived,
  olderEventsLoading,
  olderEventsArrived,
  tabFailed,
} = slice.actions;
/** Joins the store with the first record. */
export const recordsReducers = clearedOnSignOut({ records: slice.reducer });
