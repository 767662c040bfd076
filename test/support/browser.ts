/** What the tabs of one browser share: storage, messages, and locks that are granted in virtual time. */
import { CANCEL } from 'redux-saga';
import type { PeerMessage } from '../../sagas/base/ports/peers';
import type { OpenTabs } from './attention';
import type { VirtualClock } from './virtualClock';

/** What the tabs of one browser share. */
export interface Browser {
  readonly storage: Map<string, string>;
  readonly tabs: { readonly id: number; readonly receive: (message: PeerMessage) => void }[];
  readonly openTabs: OpenTabs;
  readonly lock: (timeoutMs: number) => Promise<(() => void) | null>;
  readonly lead: () => Promise<(() => void) | null>;
}

export function createBrowser(clock: VirtualClock, locks = true): Browser {
  const waiting: (() => void)[] = [];
  let held = false;
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else held = false;
  };
  return {
    storage: new Map(),
    tabs: [],
    openTabs: [],
    lead: locks ? takeTurns() : () => Promise.resolve(null),
    lock(timeoutMs) {
      if (!locks) return Promise.resolve(null);
      const once = () => {
        let done = false;
        return () => {
          if (!done) release();
          done = true;
        };
      };
      let giveUp = () => {};
      const granted = new Promise<(() => void) | null>((answer) => {
        const grant = () => {
          callOff();
          const free = once();
          giveUp = free;
          answer(free);
        };
        const callOff = clock.at(timeoutMs, () => {
          giveUp();
          answer(null);
        });
        giveUp = () => {
          callOff();
          if (waiting.includes(grant)) waiting.splice(waiting.indexOf(grant), 1);
        };
        if (held) waiting.push(grant);
        else {
          held = true;
          grant();
        }
      });
      return Object.assign(granted, { [CANCEL]: () => giveUp() });
    },
  };
}

/** Like a Web Lock without an end: the first to ask leads until it releases the lock, then the next one does. */
function takeTurns(): Browser['lead'] {
  const waiting: (() => void)[] = [];
  let held = false;
  const next = () => {
    const grant = waiting.shift();
    if (grant) grant();
    else held = false;
  };
  return () => {
    let grant = () => {};
    const leading = new Promise<() => void>((answer) => {
      grant = () => answer(next);
      if (held) waiting.push(grant);
      else {
        held = true;
        grant();
      }
    });
    const giveUp = () => void (waiting.includes(grant) && waiting.splice(waiting.indexOf(grant), 1));
    return Object.assign(leading, { [CANCEL]: giveUp });
  };
}
