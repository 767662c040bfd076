/** The page of one tab in virtual time: its address, history, signals and the tabs it opens. */
import { buffers, eventChannel } from 'redux-saga';
import type { PageLocation, PageMove, PageSignal, SignInDefaults, TabRef } from '../../sagas/base/ports/page';
import type { Ports } from '../../sagas/base/ports/ports';
import { LONG_QUERY } from '../../sagas/navigation/routes/queryText';
import type { VirtualClock } from './virtualClock';

interface PageOptions {
  readonly clock: VirtualClock;
  readonly history: readonly PageLocation[];
  /** The values for the sign-in form from the address. */
  readonly signInDefaults: SignInDefaults;
  readonly wasReloaded?: boolean;
  /** Keys of the steps of the history, each a new one. */
  readonly nextKey: () => string;
}

/** The port, and functions by which a test changes or reads the page. */
export function scriptedPage({ clock, history, signInDefaults, wasReloaded = false, nextKey }: PageOptions) {
  const entries: PageLocation[] = [...history];
  const listeners = new Set<(move: PageMove) => void>();
  let at = entries.length - 1;
  let reloads = 0;
  let warnsBeforeLeaving = false;
  let isVisible = true;
  let title = '';
  let emitSignal: (signal: PageSignal) => void = () => {};

  const location = () => entries[at]!;
  const notify = (by: PageMove['by']) => listeners.forEach((emit) => emit({ location: location(), by }));
  const move = (to: string, by: PageMove['by']) => {
    const [pathname = '/', search] = to.split('?', 2);
    const entry = { pathname, search: search === undefined ? '' : `?${search}`, key: nextKey() };
    // Only a new entry removes those that Forward leads to.
    if (by === 'replace') entries[at] = entry;
    else entries.splice(++at, entries.length, entry);
    notify(by);
  };
  const go = (by: number) =>
    void clock.at(0, () => {
      at = Math.min(Math.max(at + by, 0), entries.length - 1);
      notify('pop');
    });

  const port: Ports['page'] = {
    signInDefaults: () => signInDefaults,
    location,
    moves: () =>
      eventChannel<PageMove>((emit) => {
        listeners.add(emit);
        return () => void listeners.delete(emit);
      }, buffers.expanding(8)),
    push: (to) => move(to, 'push'),
    replace: (to) => move(to, 'replace'),
    go,
    storedQueryId: (search) => (search.length > LONG_QUERY ? '1f0c9a7e' : null),
    setTitle: (given) => void (title = given),
    askBeforeLeaving: (asks) => void (warnsBeforeLeaving = asks),
    reload: () => void reloads++,
    wasReloaded: () => wasReloaded,
    isVisible: () => isVisible,
    signals: () =>
      eventChannel<PageSignal>((emit) => {
        emitSignal = emit;
        return () => {};
      }, buffers.expanding(8)),
  };

  return {
    port,
    /** How often a reload was requested. */
    reloads: () => reloads,
    /** Whether the browser would ask before the tab closes. */
    warnsBeforeLeaving: () => warnsBeforeLeaving,
    path: () => location().pathname,
    title: () => title,
    /** Shows or hides the tab. */
    show: (visible: boolean) => void (isVisible = visible),
    /** The history up to the current step. */
    history: () => entries.slice(0, at + 1),
    go,
    /** The person types an address or uses Back and Forward. */
    goTo: (to: string) => move(to, 'pop'),
    signal: (signal: PageSignal) => emitSignal(signal),
  };
}

interface OpenedTab {
  readonly at: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** The port that opens tabs, and their addresses; `blocks` is a browser that opens none. */
export function scriptedTabs(blocks: boolean) {
  const opened: OpenedTab[] = [];
  const port: Ports['tabs'] = {
    ownOrigin: () => 'http://localhost',
    open: () => {
      if (blocks) return null;
      opened.push({ at: 'empty' });
      return String(opened.length - 1) as TabRef;
    },
    show: (ref, url) => void (opened[Number(ref)] = { at: url }),
    submit: (ref, url, fields) => void (opened[Number(ref)] = { at: url, fields }),
    close: (ref) => void (opened[Number(ref)] = { at: 'closed' }),
  };
  return { port, opened };
}
