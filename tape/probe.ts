/**
 * After the first difference nothing can be compared. For a little longer the sagas get the tape's next answers, to see
 * whether what is missing comes later or not at all.
 */
import { keyOf, type PortCall } from './divergence';
import { portOf, sagaOf, type Address, type Entry, type Outcome } from './format';
import type { CodeRequest, FakeChannel, Request } from './harness';

export const LOOK_AHEAD = 200;

export interface Probe {
  readonly call: (request: Request) => Outcome | null;
  readonly cancelled: (request: Request) => void;
  readonly code: (request: CodeRequest) => void;
  /** Feeds the sagas the next entries. */
  readonly run: (
    dispatch: (action: unknown) => void,
    channel: (nth: number) => FakeChannel | undefined,
  ) => Promise<void>;
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
  const codes: CodeRequest[] = [];
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
    cancelled: ({ address }) => void calls.push({ kind: 'cancel', address, args: [] }),
    code: (request) => void codes.push(request),
    async run(dispatch, channel) {
      for (const entry of ahead) {
        if (calls.length > LOOK_AHEAD) return;
        for (const code of codes.splice(0)) code.settle(null, await code.promise.catch(() => null));
        if ('do' in entry) dispatch(entry.do);
        if ('answer' in entry) waiting.get(entry.answer)?.settle(entry);
        if ('message' in entry) channel(entry.message)?.give(entry.value);
        if ('end' in entry) channel(entry.end)?.end();
      }
    },
  };
}
