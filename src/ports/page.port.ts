import { buffers, eventChannel } from 'redux-saga';
import { reloadPage } from './address';
import { fullSearch, storedQueryId, shortAddress } from './longAddress';
import { newUuid } from './newUuid';
import {
  KEYLESS,
  type SignInDefaults,
  type PageLocation,
  type PageMove,
  type PagePort,
  type PageSignal,
} from '../../sagas/base/ports/page';

/** Back and Forward go through it: `report` informs the app that the address has changed, and must be called. */
export const popped = { pass: (report: () => void): void => report() };

/** The address, history and title of this page. */
export function createPagePort(signInDefaults: SignInDefaults): PagePort {
  const listeners = new Set<(move: PageMove) => void>();
  const report = (by: PageMove['by']) => {
    const move = { location: location(), by };
    for (const listener of listeners) listener(move);
  };
  window.addEventListener('popstate', () => popped.pass(() => report('pop')));
  return {
    signInDefaults: () => signInDefaults,
    location,
    push(to) {
      window.history.pushState(newStep(), '', shortAddress(to));
      report('push');
    },
    replace(to) {
      window.history.replaceState(newStep(), '', shortAddress(to));
      report('replace');
    },
    storedQueryId,
    go: (steps) => window.history.go(steps),
    setTitle(title) {
      document.title = title;
    },
    askBeforeLeaving,
    reload() {
      askBeforeLeaving(false);
      reloadPage();
    },
    isVisible: () => !document.hidden,
    wasReloaded: () => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return navigation?.type === 'reload';
    },
    moves: () =>
      eventChannel<PageMove>((emit) => {
        listeners.add(emit);
        return () => listeners.delete(emit);
      }, buffers.expanding(4)),
    signals: () =>
      eventChannel<PageSignal>((emit) => {
        const stop = new AbortController();
        window.addEventListener('online', () => emit('online'), stop);
        window.addEventListener('offline', () => emit('offline'), stop);
        document.addEventListener('visibilitychange', () => document.hidden || emit('visible'), stop);
        // A page restored from the back/forward cache shows old state.
        window.addEventListener('pageshow', (event) => event.persisted && emit('restored'), stop);
        return () => stop.abort();
      }, buffers.sliding(4)),
  };
}

const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

/** Listening disables the back/forward cache, so it lasts only as long as needed. */
function askBeforeLeaving(asks: boolean): void {
  if (asks) window.addEventListener('beforeunload', askFirst);
  else window.removeEventListener('beforeunload', askFirst);
}

interface Step {
  readonly key: string;
}

const newStep = (): Step => ({ key: newUuid() });

function location(): PageLocation {
  const { pathname, search } = window.location;
  return { pathname, search: fullSearch(search), key: (window.history.state as Step | null)?.key ?? KEYLESS };
}
