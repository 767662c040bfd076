/** Texts of the bell, which is shown before the panel is loaded. */
import { timeText } from '../../../base/dates';
import type { Staleness } from '../../realtime/realtime.slice';
import { countText } from '../../../base/numbers';

const MAX_BADGE = 99;

/** The number on the bell, capped: '99+'. */
export const badgeText = (unread: number): string => (unread > MAX_BADGE ? `${MAX_BADGE}+` : String(unread));

/** The exact number, also when the badge is capped: 'Notifications, 11,164 unread'. */
export const bellName = (unread: number): string =>
  unread === 0 ? 'Notifications' : `Notifications, ${countText(unread)} unread`;

/** 'Reconnecting, data from 10:42 AM' */
export const staleText = ({ since }: Staleness): string =>
  since === null ? 'Connecting' : `Reconnecting, data from ${timeText(since)}`;

/** The age of the data. */
export function ageText(since: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - since) / 1_000));
  return seconds < 120 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`;
}
