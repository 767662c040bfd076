/** What the page Notification Delivery shows. */
import { createSelector } from 'reselect';
import {
  RULE_TRIED_DAYS,
  type NotificationChannels,
  type NotificationDelivery,
  type NotificationRule,
  type NotificationSettings,
} from '../../../contract/notifications/channels.endpoints';
import { SUB_CATEGORIES, type SubCategoryCode } from '../../../contract/notifications/kinds';
import type { PushAbility } from '../../base/ports/alerts';
import { momentText } from '../../base/dates';
import { failureText } from '../../base/http/failureText';
import type { DesktopSetting } from '../desktopNotifications/desktop.rules';
import { followText } from '../follows/follows.rules';
import { isAmong, isConflict, type ChangedSettings } from './channels.rules';
import type { ChannelsState } from './channels.slice';

export interface WithChannels {
  readonly channels?: ChannelsState;
}

const NO_RULES: readonly NotificationRule[] = [];
const selectState = (state: WithChannels): ChannelsState | null => state.channels ?? null;

/** Unsaved changes; null without any. */
export const selectChangedSettings = (state: WithChannels): ChangedSettings | null =>
  selectState(state)?.settings ?? null;
/** With unsaved changes; null until loaded. */
export const selectSettings = createSelector(
  [(state: WithChannels) => selectState(state)?.saved?.settings, selectChangedSettings],
  (saved, changed): NotificationSettings | null => (saved === undefined ? null : { ...saved, ...changed }),
);
/** Unsaved changes, and what they began with; null without any. */
export const selectRulesDraft = (state: WithChannels): ChannelsState['rules'] => selectState(state)?.rules ?? null;
/** Whether rules were sent without an answer, and may be saved. */
export const selectHasUnansweredRules = (state: WithChannels): boolean =>
  (selectState(state)?.unansweredRules ?? []).length > 0;
/** The version of the saved rules if they were sent from here, and only the answer was lost; otherwise null. */
export function selectOwnRulesVersion(state: WithChannels): string | null {
  const { saved = null, unansweredRules = [] } = selectState(state) ?? {};
  return saved !== null && isAmong(unansweredRules, saved.rules) ? saved.rulesVersion : null;
}
/** Their values in the form, or those saved last. */
export const selectRules = (state: WithChannels): readonly NotificationRule[] =>
  selectRulesDraft(state)?.list ?? selectState(state)?.saved?.rules ?? NO_RULES;
/** The devices that get push notifications; none until loaded. */
export const selectDevices = (state: WithChannels): NotificationChannels['devices'] =>
  selectState(state)?.saved?.devices ?? [];

export interface ChannelsView {
  readonly isLoaded: boolean;
  readonly error: string | null;
  /** Whether the page can be loaded again. */
  readonly canRetry: boolean;
  /** Rises with each failure, so that a repeated message is announced again. */
  readonly failureCount: number;
  readonly changing: ChannelsState['changing'];
  readonly push: { readonly isOn: boolean; readonly text: string; readonly mayTurnOn: boolean };
  readonly desktop: DesktopSetting;
  /** Why it cannot be turned on, and what to do. */
  readonly desktopProblem: string | null;
  /** `since` is a text in the reader's zone. */
  readonly devices: readonly { id: string; name: string; since: string; isCurrent: boolean }[];
  readonly follows: readonly { subject: string; label: string; text: string }[];
  readonly deliveries: readonly { id: string; subject: string; text: string; isBad: boolean }[];
  readonly settingsChanged: boolean;
  readonly rulesChanged: boolean;
  /** Why the rules were not saved, if others have been saved since they were opened; otherwise null. */
  readonly rulesConflict: string | null;
}

const BLOCKED =
  'Notifications are blocked for this address. Please allow them in the settings of the browser, and reload the page.';
const PUSHES_ARE_OFF = 'Push notifications are off in this browser.';

const PUSH_TEXTS: Readonly<Record<PushAbility, string>> = {
  // The server does not have it: another user has signed in since, or the device was removed elsewhere.
  subscribed: PUSHES_ARE_OFF,
  able: PUSHES_ARE_OFF,
  unsupported:
    'This browser cannot receive push notifications. On an iPhone or iPad, add the app to the home screen and open it from there.',
  forbidden: BLOCKED,
};

const NOT_CHANGED = 'Nothing was changed.';
const PERHAPS_CHANGED = 'It is not known whether this was changed.';
const NOT_LOADED = 'This page could not be loaded.';
const NOT_UP_TO_DATE = 'The page could not be brought up to date.';

/** What the page shows; before it is loaded, empty lists. */
export const selectChannels = createSelector([selectState], (state): ChannelsView => {
  const { saved = null, ability = null, changing = null } = state ?? {};
  const { failure: last = null, isUnknown = false, loadFailure = null, failureCount = 0 } = state ?? {};
  // Shown with the rules: nothing else is saved with a version.
  const conflict = last !== null && isConflict(last) ? last : null;
  const failure = conflict === null ? last : null;
  const devices = saved?.devices ?? [];
  const isOn = devices.some(({ isCurrent }) => isCurrent) && ability === 'subscribed';
  return {
    isLoaded: saved !== null,
    error:
      failure !== null
        ? `${isUnknown ? PERHAPS_CHANGED : NOT_CHANGED} ${failureText(failure)}`
        : loadFailure && `${saved === null ? NOT_LOADED : NOT_UP_TO_DATE} ${failureText(loadFailure)}`,
    canRetry: failure === null && loadFailure !== null,
    failureCount,
    changing,
    push: {
      isOn,
      text: isOn ? 'Push notifications are on in this browser.' : PUSH_TEXTS[ability ?? 'able'],
      mayTurnOn: !isOn && (ability === 'able' || ability === 'subscribed'),
    },
    desktop: state?.desktop ?? 'off',
    desktopProblem: state?.isDesktopBlocked === true ? BLOCKED : null,
    devices: devices.map((device) => ({ ...device, since: momentText(Date.parse(device.since)) })),
    follows: (saved?.follows ?? []).map(({ subject, label, mode }) => ({
      subject,
      label,
      text: followText(subject, mode),
    })),
    deliveries: (saved?.deliveries ?? []).map((each) => ({
      id: each.id,
      subject: each.subject,
      text: deliveryText(each),
      isBad: each.status === 'GIVEN_UP' || each.status === 'FAILED',
    })),
    settingsChanged: state?.settings != null,
    rulesChanged: state?.rules != null,
    rulesConflict: conflict && failureText(conflict),
  };
});

/** The channel and the outcome. */
function deliveryText({ channel, device, status, problem, attempts, ...each }: NotificationDelivery): string {
  const at = (date: string | null) => momentText(Date.parse(date ?? each.createdAt));
  const to = channel === 'MAIL' ? 'Email' : `Push notification to ${device ?? 'a device'}`;
  switch (status) {
    case 'SENT':
      return `${to}: sent ${at(each.doneAt)}.`;
    case 'PENDING':
      return `${to}: waits until ${at(each.dueAt)}.`;
    case 'FAILED':
      return `${to}: not delivered yet, tried ${attempts === 1 ? 'once' : `${attempts} times`}. ${problem ?? ''} Next try ${at(each.dueAt)}.`;
    case 'GIVEN_UP':
      return `${to}: given up ${at(each.doneAt)}. ${problem ?? ''}`;
  }
}

/** Kinds by name, as rules choose them. */
export const KIND_CHOICES = Object.entries(SUB_CATEGORIES)
  .map(([value, { name }]) => ({ value, label: name }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en-US'));

export interface RuleView {
  readonly rule: NotificationRule;
  /** The condition and the effect, in words. */
  readonly text: string;
  /** Which of its emails were stopped by the link in one, and how to get them again; null if none were. */
  readonly stopped: string | null;
  /** What it would have matched; null until it is tested. */
  readonly tried: { readonly text: string; readonly subjects: readonly string[] } | null;
}

/** The rules with unsaved changes, in the order in which they apply. */
export const selectRuleViews = createSelector([selectRules, selectState], (rules, state): readonly RuleView[] => {
  const nameOf = (list: 'facilities' | 'suppliers', id: string | null) =>
    state?.saved?.[list].find((each) => each.id === id)?.name ?? null;
  return rules.map((rule, index) => {
    const tried = state?.tried?.index === index ? state.tried : null;
    return {
      rule,
      text: ruleText(rule, nameOf('facilities', rule.facilityId), nameOf('suppliers', rule.supplierId)),
      stopped: stoppedText(rule, state?.saved?.mailRefused ?? []),
      tried: tried && {
        text: `Would have matched ${tried.matched} of the ${tried.of} notifications you got in the last ${RULE_TRIED_DAYS} days.`,
        subjects: tried.subjects,
      },
    };
  });
});

/** 'Timesheet Disputed at Lakeside: sticky toast, push notification' */
function ruleText(
  { kinds, words, toast, push, mail }: NotificationRule,
  facility: string | null,
  supplier: string | null,
): string {
  const about = kinds.length === 0 ? 'Everything' : namesOf(kinds);
  const does = [
    toast === 'STICKY' && 'sticky toast',
    toast === 'QUIET' && 'no toast',
    push === true && 'push notification',
    push === false && 'no push notification',
    mail !== null && MAIL_TEXTS[mail],
  ].filter((part) => part !== false);
  return [
    about,
    facility && ` at ${facility}`,
    supplier && ` of ${supplier}`,
    words.trim() !== '' && ` with ‘${words.trim()}’`,
    `: ${does.length === 0 ? 'nothing yet' : does.join(', ')}`,
  ]
    .filter((part) => part !== false && part !== null)
    .join('');
}

/** Rules cannot turn on again what was stopped by the link in an email. */
function stoppedText({ kinds, mail }: NotificationRule, refused: readonly SubCategoryCode[]): string | null {
  const stopped = refused.filter((kind) => kinds.length === 0 || kinds.includes(kind));
  if (mail === null || mail === 'NONE' || stopped.length === 0) return null;
  return `Emails about ${namesOf(stopped)} were stopped by the link in one of them, so none are sent. To get them again, please open Notification Preferences in the profile menu and check Email there.`;
}

const namesOf = (kinds: readonly SubCategoryCode[]): string =>
  kinds.map((kind) => SUB_CATEGORIES[kind].name).join(', ');

const MAIL_TEXTS = {
  NONE: 'no email',
  AT_ONCE: 'email immediately',
  HOURLY: 'email every hour',
  MORNING: 'email in the morning',
} as const;

/** The facilities and suppliers that rules can name. */
export const selectPlaces = createSelector([selectState], (state) => {
  const choices = (list: readonly { readonly id: string; readonly name: string }[] | undefined) =>
    (list ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return { facilities: choices(state?.saved?.facilities), suppliers: choices(state?.saved?.suppliers) };
});
