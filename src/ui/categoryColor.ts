import type { CSSProperties } from 'react';

/** The color of a category, on tabs, toasts and markers. Sets `--category` to the token of this name. */
export const categoryColor = (name: string): CSSProperties =>
  ({ '--category': `var(--category-${name})` }) as CSSProperties;
