/** Where each step of the history was scrolled to, kept in this tab across reloads. */

const STORED = 'vms.scroll';
const MAX_PLACES = 50;

/** Scroll positions in px by the key of a history step. */
export function readScrollPlaces(): Map<string, number> {
  try {
    return new Map(JSON.parse(window.sessionStorage.getItem(STORED) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

/** Turns the browser's scroll restoration off and stores the places when the page is left; returns how to undo both. */
export function keepScrollPlaces(places: ReadonlyMap<string, number>): () => void {
  const store = () => {
    try {
      window.sessionStorage.setItem(STORED, JSON.stringify([...places].slice(-MAX_PLACES)));
    } catch {
      // Without storage a reload starts at the top.
    }
  };
  window.history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', store);
  return () => {
    window.history.scrollRestoration = 'auto';
    window.removeEventListener('pagehide', store);
  };
}
