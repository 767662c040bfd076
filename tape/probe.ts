/**
 * After the first difference nothing can be compared. The sagas still get the tape's next answers for a short time, to
 * find out whether a missing call comes later or never.
 */
import { keyOf, type PortCall } from './portCalls';
import { portOf, sagaOf, type Address, type Entry, type Outcome } from './format';
import type { Booted } from './app';
import type { HarnessControls, Request } from './harness';

/** Entries that are looked through for the missing call. */
export const LOOK_AHEAD = 200;

export interface Probe {
  readonly call: (request: Request) => Outcome | null;
  readonly did: (portCall: PortCall) => void;
  /** Feeds the sagas the next entries. */
  readonly run: (booted: Pick<Booted, 'store'>, controls: HarnessControls) => Promise<void>;
  /** What the sagas did. */
  readonly calls: readonly PortCall[];
}

type RequestEntry = Extract<
  Entry,
  { readonly args: readonly unknown[] } & ({ readonly call: Address } | { readonly ask: Address })
>;

const addressOf = (entry: RequestEntry): Address => ('call' in entry ? entry.call : entry.ask);

/** Looks ahead on the tape after a difference, to explain it. */
export function createProbe(ahead: readonly Entry[], pending: ReadonlyMap<Address, Request>): Probe {
  const calls: PortCall[] = [];
  const waiting = new Map<Address, Request>(pending);
  const unused = new Set(ahead.filter((entry): entry is RequestEntry => 'call' in entry || 'ask' in entry));

  function find(portCall: PortCall): RequestEntry | undefined {
    const fits: ((entry: RequestEntry) => boolean)[] = [
      (entry) => keyOf({ kind: 'ask', address: addressOf(entry), args: entry.args }) === keyOf(portCall),
      (entry) =>
        portOf(addressOf(entry)) === portOf(portCall.address) && sagaOf(addressOf(entry)) === sagaOf(portCall.address),
      (entry) => portOf(addressOf(entry)) === portOf(portCall.address),
    ];
    for (const fit of fits) for (const entry of unused) if (fit(entry)) return entry;
    return undefined;
  }

  return {
    calls,
    call(request) {
      const portCall: PortCall = { kind: 'ask', address: request.address, args: request.args };
      calls.push(portCall);
      if (calls.length > LOOK_AHEAD) return null;
      const entry = find(portCall);
      if (entry === undefined) return null;
      unused.delete(entry);
      if ('call' in entry) return entry;
      waiting.set(entry.ask, request);
      return null;
    },
    did: (portCall) => void calls.push(portCall),
    async run({ store }, { channel, own, decode, within }) {
      for (const entry of ahead) {
        if (calls.length > LOOK_AHEAD) return;
        within(() => {
          if ('do' in entry) store.dispatch(decode(entry.do) as never);
          if ('answer' in entry) waiting.get(entry.answer)?.settle(entry);
          if ('message' in entry && !entry.all) channel(entry.message)?.give(decode(entry.value ?? null));
          if ('end' in entry) channel(entry.end)?.end();
          if ('give' in entry) own(entry.give)?.give(decode(entry.value ?? null));
        });
        if ('code' in entry) await waiting.get(entry.code)?.load((settle) => settle());
      }
    },
  };
}
