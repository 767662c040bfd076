/**
 * After the first difference nothing can be compared. For a little longer the sagas get the tape's next answers, to see
 * whether what is missing comes later or not at all.
 */
import { keyOf, type Act } from './divergence';
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
  readonly acts: readonly Act[];
}

type Asked = Extract<
  Entry,
  { readonly args: readonly unknown[] } & ({ readonly call: Address } | { readonly ask: Address })
>;

const addressOf = (entry: Asked): Address => ('call' in entry ? entry.call : entry.ask);

export function createProbe(ahead: readonly Entry[], pending: ReadonlyMap<Address, Request>): Probe {
  const acts: Act[] = [];
  const waiting = new Map<Address, Request>(pending);
  const codes: CodeRequest[] = [];
  const unused = new Set(ahead.filter((entry): entry is Asked => 'call' in entry || 'ask' in entry));

  function find(act: Act): Asked | undefined {
    const fits: ((entry: Asked) => boolean)[] = [
      (entry) => keyOf({ kind: 'ask', address: addressOf(entry), args: entry.args }) === keyOf(act),
      (entry) => portOf(addressOf(entry)) === portOf(act.address) && sagaOf(addressOf(entry)) === sagaOf(act.address),
      (entry) => portOf(addressOf(entry)) === portOf(act.address),
    ];
    for (const fit of fits) for (const entry of unused) if (fit(entry)) return entry;
    return undefined;
  }

  return {
    acts,
    call(request) {
      const act: Act = { kind: 'ask', address: request.address, args: request.args };
      acts.push(act);
      if (acts.length > LOOK_AHEAD) return null;
      const entry = find(act);
      if (entry === undefined) return null;
      unused.delete(entry);
      if ('call' in entry) return entry;
      waiting.set(entry.ask, request);
      return null;
    },
    cancelled: ({ address }) => void acts.push({ kind: 'cancel', address, args: [] }),
    code: (request) => void codes.push(request),
    async run(dispatch, channel) {
      for (const entry of ahead) {
        if (acts.length > LOOK_AHEAD) return;
        for (const code of codes.splice(0)) code.settle(null, await code.promise.catch(() => null));
        if ('do' in entry) dispatch(entry.do);
        if ('answer' in entry) waiting.get(entry.answer)?.settle(entry);
        if ('message' in entry) channel(entry.message)?.give(entry.value);
        if ('end' in entry) channel(entry.end)?.end();
      }
    },
  };
}
