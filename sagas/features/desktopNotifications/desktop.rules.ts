/** Whether toasts also appear on the desktop; chosen in each browser. Pure. */
import type { Notification } from '../../../contract/notifications/notification';

export type DesktopSetting = 'off' | 'on' | 'sound';

/** Unknown text counts as off. */
export const desktopSetting = (kept: string | null): DesktopSetting =>
  kept === 'on' || kept === 'sound' ? kept : 'off';

/** Covers the toasts of the 250 ms in which a closing tab and its successor may both show them, except in a flood. */
const KEPT_KEYS = 100;

/** One that returns, as from a snooze, has the same id and another sequence. */
export const keyOf = ({ id, sequence }: Notification): string => `${id}:${sequence}`;

/** Whether this notification was shown before, with an earlier sequence. */
export const hasReturned = (keys: readonly string[], { id }: Notification): boolean =>
  keys.some((key) => key.startsWith(`${id}:`));

/** The stored keys of notifications that this browser has shown on the desktop, oldest first. */
export const keysOf = (kept: string | null): readonly string[] => (kept === null ? [] : kept.split(' '));

/** The newest of them as one text, which `keysOf` reads. */
export const keptKeys = (keys: readonly string[]): string => keys.slice(-KEPT_KEYS).join(' ');
