import type { Action } from '@reduxjs/toolkit';
import type { SagaGenerator } from '../base/runtime/effects';
import type { WithPage } from '../navigation/location/location.selectors';
import type { ScreenId } from '../navigation/routes/route.types';

/** Sagas that are loaded when they are needed. */
export interface LatePart {
  /** The screens that load this part. */
  readonly screens: readonly ScreenId[];
  /** A state that loads it, too. */
  readonly isNeeded?: (state: WithPage) => boolean;
  /** An action that loads it, too; what it did is in the state. */
  readonly loadedBy?: { readonly match: (action: Action) => boolean };
  /** The same, but dispatched again once the part runs. */
  readonly opens?: { readonly match: (action: Action) => boolean };
  /** Loads the saga, which runs until the session ends; it reads the state before it waits for the first action. */
  readonly load: () => Promise<() => SagaGenerator<void>>;
}
