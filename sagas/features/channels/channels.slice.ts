/** Pushes, mail and rules: what is saved, and unsaved changes. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../contract/endpoints';
import type { NotificationChannels, NotificationRule } from '../../../contract/notifications/channels.endpoints';
import type { Failure } from '../../../machines/failure';
import type { PushAbility } from '../../base/ports/alerts';
import type { DesktopSetting } from '../desktopNotifications/desktop.rules';
import { clearedOnSignOut } from '../../session/activeSession.saga';
import { changedSettings, isAmong, isSameRules, type ChangedSettings } from './channels.rules';

/** The change that is under way; another one of its kind is ignored until it has ended. */
export type ChannelChange = 'push' | 'device' | 'settings' | 'rules' | 'follow' | 'try';

export interface Tried extends ResponseOf<'tryNotificationRule'> {
  readonly index: number;
}

export interface RulesDraft {
  readonly list: readonly NotificationRule[];
  /** Of the saved rules that were changed. */
  readonly version: string;
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
  /** Unsaved changes, without what stays as it is saved; null without any. */
  readonly settings: ChangedSettings | null;
  /** Unsaved changes; null without any. */
  readonly rules: RulesDraft | null;
  /** Sent settings whose answer was lost, by name, until the settings arrive: `saved` may not have them yet. */
  readonly unansweredSettings: readonly string[];
  /** Sent lists of rules whose answers were lost, until one is saved: no one else has saved these. */
  readonly unansweredRules: readonly (readonly NotificationRule[])[];
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
  unansweredSettings: [],
  unansweredRules: [],
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
/** What was entered is discarded. */
export const currentRulesRequested = createAction('channels/currentRulesRequested');
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

const rulesOf = ({ rules, saved }: ChannelsState): readonly NotificationRule[] => rules?.list ?? saved?.rules ?? [];

/** With these rules as unsaved changes. */
const withDraft = (state: ChannelsState, list: readonly NotificationRule[]): ChannelsState =>
  state.saved === null
    ? state
    : { ...state, rules: { list, version: state.rules?.version ?? state.saved.rulesVersion }, tried: null };

const slice = createSlice({
  name: 'channels',
  initialState: NOTHING,
  reducers: {
    /** Unsaved changes are kept; those of rules are based on what arrives if that was entered or sent here. */
    channelsArrived: (
      state,
      { payload }: PayloadAction<{ readonly saved: NotificationChannels; readonly ability: PushAbility }>,
    ): ChannelsState => ({
      ...state,
      ...payload,
      rules:
        state.rules !== null && isAmong([state.rules.list, ...state.unansweredRules], payload.saved.rules)
          ? { ...state.rules, version: payload.saved.rulesVersion }
          : state.rules,
      unansweredSettings: [],
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
    settingsChanged: (state, { payload }: PayloadAction<ChangedSettings>): ChannelsState => {
      if (state.saved === null) return state;
      const wanted = { ...state.settings, ...payload };
      // What is saved may be about to change: then a value that was set back is a change.
      const unknown = [...state.unansweredSettings, ...(state.changing === null ? [] : Object.keys(wanted))];
      return { ...state, settings: changedSettings(state.saved.settings, wanted, unknown) };
    },
    settingsUnanswered: (state, { payload }: PayloadAction<ChangedSettings>): ChannelsState => {
      if (state.saved === null) return state;
      const unansweredSettings = Object.keys(payload);
      const settings = state.settings && changedSettings(state.saved.settings, state.settings, unansweredSettings);
      return { ...state, settings, unansweredSettings };
    },
    /** The server has saved these; what was changed since they were sent stays unsaved. */
    settingsSaved: (state, { payload }: PayloadAction<ChangedSettings>): ChannelsState => {
      if (state.saved === null) return state;
      const settings = { ...state.saved.settings, ...payload };
      return {
        ...state,
        saved: { ...state.saved, settings },
        settings: changedSettings(settings, state.settings ?? {}),
        unansweredSettings: [],
      };
    },
    ruleAdded: (state): ChannelsState => withDraft(state, [...rulesOf(state), NEW_RULE]),
    ruleChanged: (
      state,
      {
        payload: { index, patch },
      }: PayloadAction<{ readonly index: number; readonly patch: Partial<NotificationRule> }>,
    ): ChannelsState =>
      withDraft(
        state,
        rulesOf(state).map((rule, at) => (at === index ? { ...rule, ...patch } : rule)),
      ),
    ruleRemoved: (state, { payload }: PayloadAction<{ readonly index: number }>): ChannelsState =>
      withDraft(
        state,
        rulesOf(state).filter((_, at) => at !== payload.index),
      ),
    /** The first rule that matches decides, so their order matters. */
    ruleMovedUp: (state, { payload: { index } }: PayloadAction<{ readonly index: number }>): ChannelsState => {
      const rules = [...rulesOf(state)];
      const [above, rule] = [rules[index - 1], rules[index]];
      if (above === undefined || rule === undefined) return state;
      rules.splice(index - 1, 2, rule, above);
      return withDraft(state, rules);
    },
    rulesUnanswered: (state, { payload }: PayloadAction<readonly NotificationRule[]>): ChannelsState => ({
      ...state,
      unansweredRules: [...state.unansweredRules, payload],
    }),
    /** As `settingsSaved`. */
    rulesSaved: (state, { payload: { list, version } }: PayloadAction<RulesDraft>): ChannelsState => ({
      ...state,
      saved: state.saved && { ...state.saved, rules: [...list], rulesVersion: version },
      rules: state.rules === null || isSameRules(state.rules.list, list) ? null : { ...state.rules, version },
      unansweredRules: [],
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
  settingsUnanswered,
  ruleAdded,
  ruleChanged,
  ruleRemoved,
  ruleMovedUp,
  rulesSaved,
  rulesUnanswered,
  settingsDropped,
  rulesDropped,
  triedArrived,
} = slice.actions;

/** Added to the store with the page. */
export const channelsReducers = clearedOnSignOut({ channels: slice.reducer });
