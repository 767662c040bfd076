import type { MouseEvent } from 'react';
import { shortAddress } from '../ports/longAddress';

/** Opens a page of this app in a new tab without an opener, like pressing such a link. */
export function openTab(href: string): void {
  const link = document.createElement('a');
  link.href = shortAddress(href);
  link.target = '_blank';
  link.rel = 'noopener';
  link.click();
}

/** With a modifier key the browser opens the link in another tab or window, and this page stays. */
export const opensElsewhere = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
