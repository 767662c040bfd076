/** The week of units at the address. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../contract/endpoints';
import type { Failure } from '../../../machines/failure';
import { clearedOnSignOut } from '../../session/activeSession.saga';

export type WeeklySchedule = ResponseOf<'weeklySchedule'>;

export const scheduleReloadRequested = createAction('schedule/reloadRequested');

export interface ScheduleState {
  /** Today, 'YYYY-MM-DD'; null before it is known. */
  readonly today: string | null;
  /** Key of the shown or loading week. */
  readonly key: string | null;
  readonly schedule: WeeklySchedule | null;
  readonly loading: boolean;
  readonly failure: Failure | null;
}

const NOTHING: ScheduleState = { today: null, key: null, schedule: null, loading: false, failure: null };

const slice = createSlice({
  name: 'schedule',
  initialState: NOTHING,
  reducers: {
    scheduleDayKnown: (state, { payload }: PayloadAction<{ readonly today: string }>) => {
      state.today = payload.today;
    },
    scheduleRequested: (state, { payload }: PayloadAction<{ readonly key: string | null }>): ScheduleState => ({
      ...state,
      key: payload.key,
      schedule: payload.key === state.key ? state.schedule : null,
      loading: payload.key !== null,
      failure: null,
    }),
    scheduleArrived: (state, { payload }: PayloadAction<{ readonly schedule: WeeklySchedule }>): ScheduleState => ({
      ...state,
      schedule: payload.schedule,
      loading: false,
    }),
    scheduleFailed: (state, { payload }: PayloadAction<{ readonly failure: Failure }>): ScheduleState => ({
      ...state,
      failure: payload.failure,
      loading: false,
    }),
  },
});

export const { scheduleDayKnown, scheduleRequested, scheduleArrived, scheduleFailed } = slice.actions;
/** Joins the store with the first schedule. */
export const scheduleReducers = clearedOnSignOut({ schedule: slice.reducer });
