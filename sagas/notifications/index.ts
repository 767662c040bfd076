/** The pure functions of notifications that screens render with. */
export { BOARD_HOURS, withTab, type BoardHours, type BoardPlace } from './board.address';
export { isSendable, maySendCompany } from './company.state';
export { badgeText, bellName, emptyText, panelFailureText, staleText } from './notifications.texts';
export { relativeTime } from './relativeTime';
export { chatTargetOf, targetOf, type Target } from './target';
export { candidateName, summaryText, SUMMARY_ID, type Toast } from './toasts';
