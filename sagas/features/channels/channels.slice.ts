/** Pushes, mail and rules: what is saved, and unsaved changes. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../contract/endpoints';
import type {
  NotificationChannels,
  NotificationRule,
  NotificationSettings,
} from '../../../contract/notifications/channels.endpoints';
import type { Failure } from '../../../machines/failure';
import type { PushAbility } from '../../base/ports/alerts';
import type { DesktopSetting } from '../desktopNotifications/desktop.rules';
import { clearedOnSignOut } from '../../session/activeSession.saga';

/** The change that is under way; another one of its kind is ignored until it has ended. */
export type ChannelChange = 'push' | 'device' | 'settings' | 'rules' | 'follow' | 'try';

export interface Tried extends ResponseOf<'tryNotificationRule'> {
  readonly index: number;
}

export interface ChannelsState {
  /** As the server has them; null until loaded. */
  readonly saved: NotificationChannels | null;
  /** Of this browser; null until it is known. */
  readonly ability: PushAbility | null;
  /** In this browser; null until it has been read. */
  readonly desktop: DesktopSetting | null;
  /** The user has forbidden this browser to show notifications. */
  readonly isDesktopBlocked: boolean;
  /** Of the last change. */
  readonly failure: Failure | null;
  /** Whether the server may have made that change nevertheless. */
  readonly isUnknown: boolean;
  /** Of the last loading; `saved` may be out of date. */
  readonly loadFailure: Failure | null;
  /** Incremented with each failure, so that a repeated message is announced again. */
  readonly failureCount: number;
  readonly changing: ChannelChange | null;
  /** Unsaved changes; null without any. */
  readonly settings: NotificationSettings | null;
  /** Unsaved changes; null without any. */
  readonly rules: readonly NotificationRule[] | null;
  /** The test of a rule; null once any rule has changed. */
  readonly tried: Tried | null;
}

const NOTHING: ChannelsState = {
  saved: null,
  ability: null,
  desktop: null,
  isDesktopBlocked: false,
  failure: null,
  isUnknown: false,
  loadFailure: null,
  failureCount: 0,
  changing: null,
  settings: null,
  rules: null,
  tried: null,
};

export const desktopChosen = createAction<DesktopSetting>('channels/desktopChosen');
export const channelsReloadRequested = createAction('channels/reloadRequested');
export const pushTurnedOn = createAction('channels/pushTurnedOn');
export const deviceRemoved = createAction<{ readonly id: string; readonly isCurrent: boolean }>(
  'channels/deviceRemoved',
);
export const settingsSaveRequested = createAction('channels/settingsSaveRequested');
export const rulesSaveRequested = createAction('channels/rulesSaveRequested');
export const ruleTried = createAction<{ readonly index: number }>('channels/ruleTried');
export const followEnded = createAction<{ readonly subject: string }>('channels/followEnded');

export const NEW_RULE: NotificationRule = {
  kinds: [],
  facilityId: null,
  supplierId: null,
  words: '',
  toast: null,
  push: null,
  mail: null,
};

const rulesOf = ({ rules, saved }: ChannelsState): readonly NotificationRule[] => rules ?? saved?.rules ?? [];

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const slice = createSlice({
  name: 'channels',
  initialState: NOTHING,
  reducers: {
    /** Unsaved changes are kept. */
    channelsArrived: (
      state,
      { payload }: PayloadAction<{ readonly saved: NotificationChannels; readonly ability: PushAbility }>,
    ): ChannelsState => ({
      ...state,
      ...payload,
      failure: null,
      loadFailure: null,
      changing: null,
    }),
    loadFailed: (state, { payload }: PayloadAction<Failure>): ChannelsState => ({
      ...state,
      failure: null,
      loadFailure: payload,
      failureCount: state.failureCount + 1,
      changing: null,
    }),
    desktopSet: (
      state,
      { payload }: PayloadAction<{ readonly desktop: DesktopSetting; readonly isDesktopBlocked: boolean }>,
    ): ChannelsState => ({ ...state, ...payload }),
    channelsFailed: (
      state,
      { payload }: PayloadAction<{ readonly failure: Failure; readonly isUnknown: boolean }>,
    ): ChannelsState => ({
      ...state,
      ...payload,
      failureCount: state.failureCount + 1,
      changing: null,
    }),
    changeBegun: (state, { payload }: PayloadAction<ChannelChange>): ChannelsState => ({
      ...state,
      failure: null,
      changing: payload,
    }),
    changeEnded: (state): ChannelsState => ({ ...state, changing: null }),
    settingsChanged: (state, { payload }: PayloadAction<Partial<NotificationSettings>>): ChannelsState =>
      state.saved === null
        ? state
        : { ...state, settings: { ...(state.settings ?? state.saved.settings), ...payload } },
    /** The server has saved these; what was changed since they were sent stays unsaved. */
    settingsSaved: (state, { payload }: PayloadAction<NotificationSettings>): ChannelsState => ({
      ...state,
      saved: state.saved && { ...state.saved, settings: payload },
      settings: isSame(state.settings, payload) ? null : state.settings,
    }),
    ruleAdded: (state): ChannelsState => ({ ...state, rules: [...rulesOf(state), NEW_RULE], tried: null }),
    ruleChanged: (
      state,
      {
        payload: { index, patch },
      }: PayloadAction<{ readonly index: number; readonly patch: Partial<NotificationRule> }>,
    ): ChannelsState => ({
      ...state,
      rules: rulesOf(state).map((rule, at) => (at === index ? { ...rule, ...patch } : rule)),
      tried: null,
    }),
    ruleRemoved: (state, { payload }: PayloadAction<{ readonly index: number }>): ChannelsState => ({
      ...state,
      rules: rulesOf(state).filter((_, at) => at !== payload.index),
      tried: null,
    }),
    /** The first rule that matches decides, so their order matters. */
    ruleMovedUp: (state, { payload: { index } }: PayloadAction<{ readonly index: number }>): ChannelsState => {
      const rules = [...rulesOf(state)];
      const [above, rule] = [rules[index - 1], rules[index]];
      if (above === undefined || rule === undefined) return state;
      rules.splice(index - 1, 2, rule, above);
      return { ...state, rules, tried: null };
    },
    /** As `settingsSaved`. */
    rulesSaved: (state, { payload }: PayloadAction<readonly NotificationRule[]>): ChannelsState => ({
      ...state,
      saved: state.saved && { ...state.saved, rules: [...payload] },
      rules: isSame(state.rules, payload) ? null : state.rules,
    }),
    settingsDropped: (state): ChannelsState => ({ ...state, settings: null, failure: null }),
    rulesDropped: (state): ChannelsState => ({ ...state, rules: null, tried: null, failure: null }),
    triedArrived: (state, { payload }: PayloadAction<Tried>): ChannelsState => ({
      ...state,
      tried: payload,
      changing: null,
    }),
  },
});

export const {
  channelsArrived,
  channelsFailed,
  loadFailed,
  desktopSet,
  changeBegun,
  changeEnded,
  settingsChanged,
  settingsSaved,
  ruleAdded,
  ruleChanged,
  ruleRemoved,
  ruleMovedUp,
  rulesSaved,
  settingsDropped,
  rulesDropped,
  triedArrived,
} = slice.actions;

/** Added to the store with the page. */
export const channelsReducers = clearedOnSignOut({ channels: slice.reducer });
