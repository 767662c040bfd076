/** The app's store as it was after an entry, for its views to read. What they dispatch does nothing. */
import type { StoreLike } from '../app';
import type { StateAt } from './trace';

/** What a view layer, such as react-redux, takes for a store. */
export interface ShownStore extends StoreLike {
  readonly subscribe: (listener: () => void) => () => void;
}

/** Returns the same store as long as one goes forward, so that views update; a new one, for views to start afresh, on the way back. */
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
