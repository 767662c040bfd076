import { buffers, eventChannel } from 'redux-saga';
import { reloadPage } from './address';
import { fullSearch, keptQueryId, shortAddress } from './longAddress';
import type { SignInDefaults, PageLocation, PageMove, PagePort, PageSignal } from '../../sagas/base/ports';

/** The address, history and title of this page. */
export function createPagePort(signInDefaults: SignInDefaults): PagePort {
  const listeners = new Set<(move: PageMove) => void>();
  const report = (by: PageMove['by']) => {
    const move = { location: location(), by };
    for (const listener of listeners) listener(move);
  };
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
    keptQueryId,
    go: (steps) => window.history.go(steps),
    setTitle(title) {
      document.title = title;
    },
    askBeforeLeaving,
    reload() {
      askBeforeLeaving(false);
      reloadPage();
    },
    isVisible: () => document.visibilityState === 'visible',
    wasReloaded: () => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return navigation?.type === 'reload';
    },
    moves: () =>
      eventChannel<PageMove>((emit) => {
        const popped = () => report('pop');
        listeners.add(emit);
        window.addEventListener('popstate', popped);
        return () => {
          listeners.delete(emit);
          window.removeEventListener('popstate', popped);
        };
      }, buffers.expanding(4)),
    signals: () =>
      eventChannel<PageSignal>((emit) => {
        const online = () => emit('online');
        const offline = () => emit('offline');
        const visible = () => document.visibilityState === 'visible' && emit('visible');
        // A page restored from the back/forward cache shows old state.
        const restored = (event: PageTransitionEvent) => event.persisted && emit('restored');
        window.addEventListener('online', online);
        window.addEventListener('offline', offline);
        document.addEventListener('visibilitychange', visible);
        window.addEventListener('pageshow', restored);
        return () => {
          window.removeEventListener('online', online);
          window.removeEventListener('offline', offline);
          document.removeEventListener('visibilitychange', visible);
          window.removeEventListener('pageshow', restored);
        };
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

const newStep = (): Step => ({ key: crypto.randomUUID() });

function location(): PageLocation {
  const { pathname, search } = window.location;
  return { pathname, search: fullSearch(search), key: (window.history.state as Step | null)?.key ?? 'first' };
}
