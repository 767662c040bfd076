import type { StorageKey, StoragePort } from '../../sagas/ports';

const PREFIX = 'vms.';

/** What ends with the tab: where a person wanted to go, what is being looked at, why it was left. */
const OF_THE_TAB: readonly StorageKey[] = ['wantedPath', 'pdfPreview', 'dashboardFilters', 'signedOutReason'];

/** The browser's storage, and it never throws: where it is full or forbidden, facts live as long as the page. */
export function createStoragePort(): StoragePort {
  /** What the browser would not take. It counts before what was stored earlier. */
  const unsaved = new Map<string, string | null>();
  const placeOf = (key: StorageKey) => (OF_THE_TAB.includes(key) ? window.sessionStorage : window.localStorage);
  return {
    read(key) {
      try {
        return unsaved.has(key) ? (unsaved.get(key) ?? null) : placeOf(key).getItem(PREFIX + key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        if (value === null) placeOf(key).removeItem(PREFIX + key);
        else placeOf(key).setItem(PREFIX + key, value);
        unsaved.delete(key);
      } catch {
        unsaved.set(key, value);
      }
    },
  };
}
