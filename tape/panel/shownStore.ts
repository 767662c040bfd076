/** The app's store as it was after an entry, for its views to read. What they dispatch does nothing. */
import type { StoreLike } from '../app';
import type { Stand } from './trace';

/** What a view layer, such as react-redux, takes for a store. */
export interface ShownStore extends StoreLike {
  readonly subscribe: (listener: () => void) => () => void;
}

/** Returns the same store as long as one goes forward, so that views update; a new one, for views to start afresh, on the way back. */
export function createShownStore(): (stand: Stand) => ShownStore {
  let now: ReturnType<typeof storeOver> | null = null;
  return (stand) => {
    if (now === null || stand.at < now.at()) now = storeOver(stand);
    else now.goOn(stand);
    return now.store;
  };
}

function storeOver(first: Stand) {
  let stand = first;
  const listeners = new Set<() => void>();
  const store: ShownStore = {
    getState: () => stand.state,
    dispatch: (action) => action,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    store,
    at: () => stand.at,
    goOn(next: Stand) {
      stand = next;
      for (const listener of listeners) listener();
    },
  };
}
