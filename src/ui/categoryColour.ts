import type { CSSProperties } from 'react';

/** Each category keeps its colour: tab, toast, mark. Sets `--category` to the token of this name for all within. */
export const categoryColour = (name: string): CSSProperties =>
  ({ '--category': `var(--category-${name})` }) as CSSProperties;
