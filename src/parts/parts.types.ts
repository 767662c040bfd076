/** The components of src/ui as the parts page shows them. */
import type { ReactNode } from 'react';

/** Brings a shown part into its state: the selector of the element that is pressed, focused or hovered. */
export interface Act {
  readonly kind: 'press' | 'focus' | 'hover';
  readonly on: string;
}

export interface PartState {
  /** 'busy'; unique within its part, and the name of its picture. */
  readonly name: string;
  readonly show: () => ReactNode;
  /** Needs a page of its own, because it covers the page or appears only after an interaction. */
  readonly alone?: Act | 'as it stands';
}

export interface Part {
  /** The file in src/ui, without its extension. */
  readonly file: string;
  readonly states: readonly PartState[];
}

/** For handlers of parts that are only shown. */
export const nothing = () => undefined;
