/** The app's store as it was after an entry, for its views to read. Dispatching does nothing. */
import type { StoreLike } from '../app';
import type { StateAt } from './trace';

/** The parts of a store that a view layer such as react-redux uses. */
export interface ShownStore extends StoreLike {
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Returns the same store for later entries, so that views update, and a new one for earlier entries, so that views
 * start over.
 */
export function createShownStore(): (rested: StateAt) => ShownStore {
  let now: ReturnType<typeof storeOver> | null = null;
  return (rested) => {
    if (now === null || rested.at < now.at()) now = storeOver(rested);
    else now.goOn(rested);
    return now.store;
  };
}

function storeOver(first: StateAt) {
  let rested = first;
  const listeners = new Set<() => void>();
  const store: ShownStore = {
    getState: () => rested.state,
    dispatch: (action) => action,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    store,
    at: () => rested.at,
    goOn(next: StateAt) {
      rested = next;
      for (const listener of listeners) listener();
    },
  };
}
