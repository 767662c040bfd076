/** Texts of the panel. */
import { failureText } from '../../../base/http/failureText';
import type { PanelView } from './panel.selectors';

/** Why the panel shows nothing. */
export const emptyText = ({ keyword, view }: Pick<PanelView, 'keyword' | 'view'>): string =>
  view !== null && keyword === null
    ? 'Nothing in this tab matches this view. Choose All to see everything.'
    : keyword === null
      ? 'Nothing here yet. What happens in your work shows up here by itself.'
      : `Nothing matches “${keyword}”. Try fewer or other words.`;

/** Null without a failure. */
export function panelFailureText({ phase, failure, moreFailure, keyword }: PanelView): string | null {
  if (phase === 'failed' && moreFailure !== null) return `The search did not work. ${failureText(moreFailure)}`;
  if (failure === null) return null;
  if (phase === 'failed') return `The notifications could not be loaded. ${failureText(failure)}`;
  return keyword === null ? `These could not be marked as read. ${failureText(failure)}` : null;
}
