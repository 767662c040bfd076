/** Texts of the bell and the panel. */
import { timeText } from '../../../base/dates';
import { failureText } from '../../../base/http/failureText';
import type { Staleness } from '../../realtime/realtime.slice';
import type { PanelView } from './panel.selectors';

const BADGE_MOST = 99;

/** The number on the bell, capped: '99+'. */
export const badgeText = (unread: number): string => (unread > BADGE_MOST ? `${BADGE_MOST}+` : String(unread));
/** Contains the visible text of the badge, because voice control users say what they see. */
export const bellName = (unread: number): string => {
  if (unread === 0) return 'Notifications';
  const all = unread > BADGE_MOST ? `, ${unread} in all` : '';
  return `Notifications, ${badgeText(unread)} unread${all}`;
};

/** 'Reconnecting, data from 10:42' */
export const staleText = ({ since }: Staleness): string =>
  since === null ? 'Connecting' : `Reconnecting, data from ${timeText(since)}`;

/** How old the data is, for people who watch. */
export function ageText(since: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - since) / 1_000));
  return seconds < 120 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`;
}

/** Why the panel shows nothing. */
export const emptyText = ({ keyword }: Pick<PanelView, 'keyword'>): string =>
  keyword === null
    ? 'Nothing here yet. What happens in your work shows up here by itself.'
    : `Nothing matches “${keyword}”. Try fewer or other words.`;

/** Null without a failure. */
export function panelFailureText({ face, failure, moreFailure, keyword }: PanelView): string | null {
  if (face === 'failed' && moreFailure !== null) return `The search did not work. ${failureText(moreFailure)}`;
  if (failure === null) return null;
  if (face === 'failed') return `The notifications could not be loaded. ${failureText(failure)}`;
  return keyword === null ? `These could not be marked as read. ${failureText(failure)}` : null;
}
