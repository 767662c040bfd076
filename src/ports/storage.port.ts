import type { StorageKey, StoragePort } from '../../sagas/ports';

const PREFIX = 'vms.';

/** What ends with the tab: where a person wanted to go, what is being looked at, why it was left. */
const OF_THE_TAB: readonly StorageKey[] = ['wantedPath', 'pdfPreview', 'dashboardFilters', 'signedOutReason'];

/** The browser's storage, and it never throws: where it is full or forbidden, facts live as long as the page. */
export function createStoragePort(): StoragePort {
  const memory = new Map<string, string>();
  const placeOf = (key: StorageKey) => (OF_THE_TAB.includes(key) ? window.sessionStorage : window.localStorage);
  return {
    read(key) {
      try {
        return placeOf(key).getItem(PREFIX + key) ?? memory.get(key) ?? null;
      } catch {
        return memory.get(key) ?? null;
      }
    },
    write(key, value) {
      if (value === null) memory.delete(key);
      else memory.set(key, value);
      try {
        if (value === null) placeOf(key).removeItem(PREFIX + key);
        else placeOf(key).setItem(PREFIX + key, value);
      } catch {
        // The copy in memory serves this page.
      }
    },
  };
}
