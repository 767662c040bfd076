/** The entries of a tape that come from outside the sagas: intents, messages, and the ends of channels. */
import { arrivalsByCall, isOutside } from './answers';
import type { Entry, MessageEntry } from './format';
import type { FakeChannel } from './harness';
import type { Possible } from './ready';

export interface ArrivalsOptions {
  /** Positions on the tape to be left out. */
  readonly without: ReadonlySet<number> | undefined;
  /** Undefined before the app has opened it. */
  readonly channel: (nth: number) => FakeChannel | undefined;
  /** Called before a message or an end reaches its channel as planned. */
  readonly reaching: (channel: FakeChannel, rank: number) => void;
  readonly happen: (entry: Entry) => void;
}

export interface Arrivals {
  readonly possible: () => Possible[];
  /** A root saga was started: the app may start several at once, each of which is on the tape. */
  readonly started: () => void;
  /** The messages that a saga fetches from this channel together. */
  readonly flush: (nth: number) => MessageEntry;
}

/** Those of one channel, and the intents, keep their order. What arrived during a call comes with that call. */
export function createArrivals(
  entries: readonly Entry[],
  { without, channel, reaching, happen }: ArrivalsOptions,
): Arrivals {
  const duringCalls = new Set([...arrivalsByCall(entries).values()].flat());
  const arrivals = entries.flatMap((entry, rank) =>
    isOutside(entry) && !duringCalls.has(entry) && !without?.has(rank) ? [{ entry, rank, isDone: false }] : [],
  );
  type Arrival = (typeof arrivals)[number];
  const flushes = entries.flatMap((entry, rank) => ('message' in entry && entry.all ? [{ entry, rank }] : []));

  function possibleArrival(arrival: Arrival): Possible[] {
    const { entry, rank } = arrival;
    const nth = channelOf(entry);
    const to = nth === null ? null : channel(nth);
    if (to === undefined || to?.isClosed()) return [];
    return [
      {
        rank,
        kind: nth !== null ? 'message' : 'start' in entry ? 'start' : 'intent',
        label: String(rank),
        port: null,
        happen() {
          // The root saga itself reports its start.
          if (!('start' in entry)) arrival.isDone = true;
          if (to !== null) reaching(to, rank);
          happen(entry);
          arrival.isDone = true;
        },
        happenWith(fault) {
          arrival.isDone = true;
          if (fault.kind === 'drop') return;
          if (fault.kind === 'end' && nth !== null) return happen({ end: nth });
          happen(entry);
          happen(entry);
        },
      },
    ];
  }

  return {
    possible() {
      const firsts = new Map<number | null, Arrival>();
      for (const arrival of arrivals) {
        const lane = channelOf(arrival.entry);
        if (!arrival.isDone && !firsts.has(lane)) firsts.set(lane, arrival);
      }
      return [...firsts.values()].flatMap(possibleArrival);
    },
    started() {
      const next = arrivals.find(({ entry, isDone }) => 'start' in entry && !isDone);
      if (next) next.isDone = true;
    },
    flush(nth) {
      const at = flushes.findIndex(({ entry }) => entry.message === nth);
      const [next] = at < 0 ? [] : flushes.splice(at, 1);
      const from = channel(nth);
      if (next && from) reaching(from, next.rank);
      return next?.entry ?? { message: nth, value: [], all: true };
    },
  };
}

/** The number of the channel; null for an intent. */
function channelOf(entry: Entry): number | null {
  if ('message' in entry) return entry.message;
  return 'end' in entry ? entry.end : null;
}
