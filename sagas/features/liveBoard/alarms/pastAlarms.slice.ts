/** Cleared alarms, newest first, as loaded so far. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PastAlarm } from '../../../../contract/board/alarms.endpoints';
import type { ResponseOf } from '../../../../contract/endpoints';
import { clearedOnSignOut } from '../../../session/activeSession.saga';

interface PastAlarmsState {
  /** Null until loaded. */
  readonly alarms: readonly PastAlarm[] | null;
  readonly hasMore: boolean;
  readonly busy: boolean;
  readonly error: string | null;
}

const NOTHING: PastAlarmsState = { alarms: null, hasMore: false, busy: false, error: null };

const slice = createSlice({
  name: 'pastAlarms',
  initialState: NOTHING,
  reducers: {
    pastAlarmsOpened: (): PastAlarmsState => ({ ...NOTHING, busy: true }),
    pastAlarmsMorePressed: (state): PastAlarmsState => ({ ...state, busy: true, error: null }),

    /** Appended to the alarms loaded so far. */
    pastAlarmsArrived: (state, { payload }: PayloadAction<ResponseOf<'pastAlarms'>>): PastAlarmsState => ({
      ...NOTHING,
      alarms: [...(state.alarms ?? []), ...payload.alarms],
      hasMore: payload.hasMore,
    }),
    pastAlarmsFailed: (state, { payload: error }: PayloadAction<string>): PastAlarmsState => ({
      ...state,
      busy: false,
      error,
    }),
  },
});

export const pastAlarmsReducers = clearedOnSignOut({ pastAlarms: slice.reducer });
export const { pastAlarmsArrived, pastAlarmsFailed, pastAlarmsMorePressed, pastAlarmsOpened } = slice.actions;

export interface WithPastAlarms {
  readonly pastAlarms?: PastAlarmsState;
}
/** Empty until its part is loaded. */
export const selectPastAlarms = (state: WithPastAlarms): PastAlarmsState => state.pastAlarms ?? NOTHING;
