/** What the bell and the panel say. */
import { failureText } from '../access/access.texts';
import type { PanelView } from './notifications.selectors';

const BADGE_MOST = 99;

export const badgeText = (unread: number): string => (unread > BADGE_MOST ? `${BADGE_MOST}+` : String(unread));
/** Holds what is seen on the badge: who speaks to their computer says what they see. */
export const bellName = (unread: number): string => {
  if (unread === 0) return 'Notifications';
  const all = unread > BADGE_MOST ? `, ${unread} in all` : '';
  return `Notifications, ${badgeText(unread)} unread${all}`;
};

/** 'Reconnecting, data from 10:42' */
export function staleText(since: number): string {
  const time = new Date(since).toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return `Reconnecting, data from ${time}`;
}

export const emptyText = ({ keyword }: Pick<PanelView, 'keyword'>): string =>
  keyword === null
    ? 'Nothing here yet. What happens in your work shows up here by itself.'
    : `Nothing matches “${keyword}”. Try fewer or other words.`;

/** Null where nothing has failed. */
export function panelFailureText({ face, failure, moreFailure, keyword }: PanelView): string | null {
  if (face === 'failed' && moreFailure !== null) return `The search did not work. ${failureText(moreFailure)}`;
  if (failure === null) return null;
  if (face === 'failed') return `The notifications could not be loaded. ${failureText(failure)}`;
  return keyword === null ? `These could not be marked as read. ${failureText(failure)}` : null;
}
