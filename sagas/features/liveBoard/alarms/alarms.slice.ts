/** The organization's alarm rules, and the one being edited. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { AlarmRule } from '../../../../contract/board/alarms.endpoints';
import type { ResponseOf } from '../../../../contract/endpoints';
import { clearedOnSignOut } from '../../../session/activeSession.saga';

export type AlarmTried = ResponseOf<'tryAlarmRule'>;

type AlarmWork = 'load' | 'save' | 'remove' | 'try';

interface WorkFailed {
  readonly work: AlarmWork;
  readonly error: string;
}

export interface AlarmsState {
  /** Null until loaded. */
  readonly rules: readonly AlarmRule[] | null;
  /** The facilities that a rule can be about. */
  readonly facilities: ResponseOf<'alarmRules'>['facilities'];
  /** Those named by the rules who still have an account. */
  readonly people: ResponseOf<'alarmRules'>['people'];
  /** Version 0 is a new rule; null while none is edited. */
  readonly draft: AlarmRule | null;
  readonly tried: AlarmTried | null;
  readonly busy: AlarmWork | null;
  readonly error: string | null;
}

const NOTHING: AlarmsState = {
  rules: null,
  facilities: [],
  people: [],
  draft: null,
  tried: null,
  busy: null,
  error: null,
};

const slice = createSlice({
  name: 'alarms',
  initialState: NOTHING,
  reducers: {
    alarmsOpened: (): AlarmsState => ({ ...NOTHING, busy: 'load' }),
    /** Null: a new rule, whose id and zone the saga sets. */
    alarmEditPressed: (state, _: PayloadAction<{ readonly ruleId: string | null }>) => state,
    alarmDraftChanged: (state, { payload }: PayloadAction<Partial<AlarmRule>>): AlarmsState =>
      state.draft === null ? state : { ...state, draft: { ...state.draft, ...payload }, tried: null, error: null },
    /** Not while it is being saved: as another new rule it would be added twice. */
    alarmDraftDropped: (state): AlarmsState =>
      state.busy === 'save' ? state : { ...state, draft: null, tried: null, error: null },
    alarmSavePressed: (state) => state,
    alarmTryPressed: (state) => state,
    alarmRemovePressed: (state, _: PayloadAction<{ readonly ruleId: string }>) => state,

    alarmDraftBegun: (state, { payload: draft }: PayloadAction<AlarmRule>): AlarmsState => ({
      ...state,
      draft,
      tried: null,
      error: null,
    }),
    alarmWorkBegun: (state, { payload: busy }: PayloadAction<AlarmWork>): AlarmsState => ({
      ...state,
      busy,
      error: null,
    }),
    /** Other work may be under way meanwhile. */
    alarmWorkFailed: (state, { payload: { work, error } }: PayloadAction<WorkFailed>): AlarmsState => ({
      ...state,
      busy: state.busy === work ? null : state.busy,
      error,
    }),
    alarmRulesArrived: (state, { payload }: PayloadAction<ResponseOf<'alarmRules'>>): AlarmsState => ({
      ...state,
      ...payload,
      busy: null,
      error: null,
    }),
    alarmSaved: (state, { payload: saved }: PayloadAction<AlarmRule>): AlarmsState => {
      const rules = state.rules ?? [];
      const isKnown = rules.some(({ ruleId }) => ruleId === saved.ruleId);
      return {
        ...NOTHING,
        facilities: state.facilities,
        people: state.people,
        rules: isKnown ? rules.map((each) => (each.ruleId === saved.ruleId ? saved : each)) : [...rules, saved],
      };
    },
    /** Another rule may be edited meanwhile. */
    alarmRemoved: (state, { payload: { ruleId } }: PayloadAction<{ readonly ruleId: string }>): AlarmsState => ({
      ...state,
      rules: state.rules?.filter((each) => each.ruleId !== ruleId) ?? null,
      busy: state.busy === 'remove' ? null : state.busy,
    }),
    /** Null: the rule was changed meanwhile. */
    alarmTried: (state, { payload: tried }: PayloadAction<AlarmTried | null>): AlarmsState => ({
      ...state,
      tried,
      busy: state.busy === 'try' ? null : state.busy,
    }),
  },
});

export const alarmsReducers = clearedOnSignOut({ alarms: slice.reducer });
export const {
  alarmDraftBegun,
  alarmDraftChanged,
  alarmDraftDropped,
  alarmEditPressed,
  alarmRemoved,
  alarmRemovePressed,
  alarmRulesArrived,
  alarmSaved,
  alarmSavePressed,
  alarmsOpened,
  alarmTried,
  alarmTryPressed,
  alarmWorkBegun,
  alarmWorkFailed,
} = slice.actions;

export interface WithAlarms {
  readonly alarms?: AlarmsState;
}
/** Empty until its part is loaded. */
export const selectAlarms = (state: WithAlarms): AlarmsState => state.alarms ?? NOTHING;
