/** What has changed on the page Notification Delivery, here and in another tab. */
import type { NotificationRule, NotificationSettings } from '../../../contract/notifications/channels.endpoints';
import type { Failure } from '../../../machines/failure';

/** Whether others have been saved in the meantime. */
export const isConflict = (failure: Failure): boolean => failure.kind === 'refused' && failure.code === 'conflict';

export type ChangedSettings = Partial<NotificationSettings>;

/**
 * Those of `wanted` that differ from the saved ones, and the unanswered ones, which may be saved differently; null
 * without any. Quiet hours are one setting with two times.
 */
export function changedSettings(
  saved: NotificationSettings,
  wanted: ChangedSettings,
  unanswered: readonly string[] = [],
): ChangedSettings | null {
  const all = { ...saved, ...wanted };
  const differs = (name: keyof NotificationSettings): boolean => all[name] !== saved[name] || unanswered.includes(name);
  const { quietFrom, quietTo } = all;
  const changed: ChangedSettings = {
    ...(differs('mailMode') && { mailMode: all.mailMode }),
    ...(differs('morningAt') && { morningAt: all.morningAt }),
    ...((differs('quietFrom') || differs('quietTo')) && { quietFrom, quietTo }),
    ...(differs('timeZone') && { timeZone: all.timeZone }),
  };
  return Object.keys(changed).length === 0 ? null : changed;
}

/** Words are saved in lower case, without spaces around them. */
function factsOf({ kinds, facilityId, supplierId, words, toast, push, mail }: NotificationRule): readonly unknown[] {
  return [kinds, facilityId, supplierId, words.trim().toLowerCase(), toast, push, mail];
}

export const isSameRules = (one: readonly NotificationRule[], other: readonly NotificationRule[]): boolean =>
  JSON.stringify(one.map(factsOf)) === JSON.stringify(other.map(factsOf));

export const isAmong = (lists: readonly (readonly NotificationRule[])[], rules: readonly NotificationRule[]): boolean =>
  lists.some((each) => isSameRules(each, rules));
