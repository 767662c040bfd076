import type { StoragePort } from '../../sagas/ports';

const PREFIX = 'vms.';

/** localStorage that never throws: where it is full or forbidden, facts live as long as the page. */
export function createStoragePort(): StoragePort {
  const memory = new Map<string, string>();
  return {
    read(key) {
      try {
        return window.localStorage.getItem(PREFIX + key) ?? memory.get(key) ?? null;
      } catch {
        return memory.get(key) ?? null;
      }
    },
    write(key, value) {
      if (value === null) memory.delete(key);
      else memory.set(key, value);
      try {
        if (value === null) window.localStorage.removeItem(PREFIX + key);
        else window.localStorage.setItem(PREFIX + key, value);
      } catch {
        // The copy in memory serves this page.
      }
    },
  };
}
