/** The components of src/ui as the parts page shows them. */
import type { ReactNode } from 'react';

/** What brings a part into this state once it is there: the selector of the element that is pressed, focused or pointed at. */
export interface Act {
  readonly kind: 'press' | 'focus' | 'hover';
  readonly on: string;
}

export interface PartState {
  /** 'busy'; unique within its part, and the name of its picture. */
  readonly name: string;
  readonly show: () => ReactNode;
  /** It lies over the page, or has to be brought about, so it gets a page of its own. */
  readonly alone?: Act | 'as it stands';
}

export interface Part {
  /** The file in src/ui, without its ending. */
  readonly file: string;
  readonly states: readonly PartState[];
}

/** For handlers of parts that are only looked at. */
export const nothing = () => undefined;
