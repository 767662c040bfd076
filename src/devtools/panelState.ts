/** The state and the actions of the panel. */
import type { StoreLike } from '../../tape';
import type { Row } from './rows';

export interface PanelState {
  /** `tape`: a complete one that can be stepped through. */
  readonly phase: 'idle' | 'recording' | 'tape';
  /** The page shows the tape instead of the app. */
  readonly isReplay: boolean;
  readonly name: string;
  readonly rows: readonly Row[];
  /** How many entries have been played. */
  readonly at: number;
  /** The requested entry, until it is reached. */
  readonly wanted: number | null;
  readonly isPlaying: boolean;
  readonly states: Readonly<Record<string, string>>;
  readonly store: StoreLike | null;
  readonly notice: Notice | null;
  readonly isAway: boolean;
  /** The last minutes of this visit are kept. */
  readonly isKeeping: boolean;
}

export interface Notice {
  readonly tone: 'info' | 'negative';
  readonly text: string;
}

export interface PanelActions {
  readonly record: () => void;
  readonly stop: () => void;
  readonly saveLast: () => void;
  readonly save: () => void;
  readonly copyAsTest: () => void;
  readonly goTo: (nth: number) => void;
  readonly play: () => void;
  readonly pause: () => void;
  /** Replays the tape in the page, up to the current entry. */
  readonly replayHere: () => void;
  readonly open: (file: File) => void;
  readonly leave: () => void;
}

export interface PanelStore {
  readonly get: () => PanelState;
  readonly set: (part: Partial<PanelState>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Separate from the Redux store, which a replay replaces. */
export function createPanelStore(first: PanelState): PanelStore {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(part) {
      state = { ...state, ...part };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Before anything is recorded or opened. */
export const emptyPanel = (isReplay: boolean): PanelState => ({
  phase: 'idle',
  isReplay,
  name: '',
  rows: [],
  at: 0,
  wanted: null,
  isPlaying: false,
  states: {},
  store: null,
  notice: null,
  isAway: false,
  isKeeping: false,
});

/** A notice with the message of the error. */
export const failed = (error: unknown): Notice => ({
  tone: 'negative',
  text: error instanceof Error ? error.message : String(error),
});
