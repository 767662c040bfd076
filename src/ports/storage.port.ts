import type { StorageKey, StoragePort } from '../../sagas/base/ports/peers';

export const PREFIX = 'vms.';

/** Kept in session storage, per tab. */
const OF_THE_TAB: readonly StorageKey[] = [
  'wantedPath',
  'pageOwner',
  'takenPage',
  'pdfPreview',
  'pdfSteps',
  'dashboardFilters',
  'signedOutReason',
  'unfinishedSignIn',
];

/** The browser's storage. Never throws: if storage is full or forbidden, values live as long as the page. */
export function createStoragePort(): StoragePort {
  /** Values the browser refused to store; they hide older stored ones. */
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
