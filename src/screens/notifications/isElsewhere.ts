import type { MouseEvent } from 'react';

/** With a key held the browser opens the link elsewhere, and this page stays as it is. */
export const isElsewhere = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
