import { buffers, eventChannel } from 'redux-saga';
import type { AskedFor, PagePort, PageSignal } from '../../sagas/ports';

export function createPagePort(askedFor: AskedFor): PagePort {
  return {
    askedFor: () => askedFor,
    path: () => window.location.pathname,
    replacePath: (path) => window.history.replaceState(null, '', path),
    signals: () =>
      eventChannel<PageSignal>((emit) => {
        const online = () => emit('online');
        const visible = () => document.visibilityState === 'visible' && emit('visible');
        // A page that comes back from the back/forward cache shows what was true when it left.
        const restored = (event: PageTransitionEvent) => event.persisted && emit('restored');
        window.addEventListener('online', online);
        document.addEventListener('visibilitychange', visible);
        window.addEventListener('pageshow', restored);
        return () => {
          window.removeEventListener('online', online);
          document.removeEventListener('visibilitychange', visible);
          window.removeEventListener('pageshow', restored);
        };
      }, buffers.sliding(4)),
  };
}
