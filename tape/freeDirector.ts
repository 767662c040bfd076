/** Answers the calls of the sagas from a tape in any order, and collects what the tape lacks. */
import type { Answers } from './answers';
import { portOf, type Entry, type MessageEntry, type Outcome, type TapeError } from './format';
import type { Director, Request } from './harness';
import { isTimer } from './log';
import type { PendingCalls } from './pendingCalls';
import { signatureText } from './portCalls';

/**
 * How many timers that the tape lacks may elapse. Its clock stops where the recording ended, so a saga that waits for a
 * time of day would start timers endlessly.
 */
const MAX_OTHER_TIMERS = 50;

export interface FreeDirector {
  readonly director: Director;
  /** Whether sagas have requested code. */
  readonly isLoading: () => boolean;
  /** Loads it. */
  readonly loadCode: () => Promise<void>;
  /** Calls to which the tape has no answer. */
  readonly unrecorded: readonly string[];
  /** The number of calls that got no answer, one that was recorded for another call, or one from before a message. */
  readonly guesses: () => number;
}

export interface FreeDirectorOptions {
  readonly entries: readonly Entry[];
  readonly answers: Answers;
  readonly pending: PendingCalls;
  /** After the end of the run nothing is answered. */
  readonly isOver: () => boolean;
  /** The position of the latest message. Its sender might answer later calls differently than before. */
  readonly latestMessage: () => number;
  readonly note: (entry: Entry) => void;
  /** Called with what arrived during a call. */
  readonly happen: (entry: Entry) => void;
  /** The messages that a saga fetches from this channel together, and their decoded list; null if it had ended. */
  readonly flush: (channel: number) => { readonly entry: MessageEntry; readonly messages: unknown[] | null };
  /** Called when a root saga has been started. */
  readonly started: () => void;
  readonly put: (action: object) => void;
  readonly refused: (problem: TapeError) => void;
}

/** Creates the director of one run. It answers calls by what they ask for, since their order differs from the tape. */
export function createFreeDirector({
  entries,
  answers,
  pending,
  isOver,
  latestMessage,
  note,
  happen,
  flush,
  started,
  put,
  refused,
}: FreeDirectorOptions): FreeDirector {
  /** Functions that fetch code of the app itself, which does not change with the order. */
  const loading = new Set(entries.flatMap((entry) => ('ask' in entry && entry.loads ? [portOf(entry.ask)] : [])));
  const codes: Request[] = [];
  const unrecorded: string[] = [];
  let guesses = 0;
  let otherTimers = 0;

  const director: Director = {
    put,
    refused,
    call(request) {
      if (isOver()) return null;
      const { address, args, port } = request;
      if (loading.has(port)) {
        note({ ask: address, args, loads: true });
        codes.push(request);
        return null;
      }
      const answer = answers.to(request);
      const isStale = answer !== null && !answer.isNow && !isTimer(port) && answer.rank < latestMessage();
      if (answer === null || isStale || (answer.isGuess && (!answer.isNow || answer.arrivals.length > 0))) guesses += 1;
      if (answer === null) unrecorded.push(signatureText({ kind: 'ask', address, args }));
      if (answer?.isNow) {
        const outcome = bare(answer.outcome ?? {});
        if (answer.arrivals.length === 0) note({ call: address, args, ...outcome });
        else {
          note({ ask: address, args, during: true });
          answer.arrivals.forEach(happen);
          note({ answer: address, ...outcome });
        }
        return outcome;
      }
      note({ ask: address, args });
      const isOtherTimer = answer?.isGuess === true && isTimer(port);
      if (isOtherTimer) otherTimers += 1;
      if (isOtherTimer && otherTimers > MAX_OTHER_TIMERS) return null;
      if (answer?.outcome) pending.add(request, answer.rank, bare(answer.outcome));
      return null;
    },
    cancelled(request) {
      if (isOver()) return;
      pending.remove(request);
      const code = codes.indexOf(request);
      if (code >= 0) codes.splice(code, 1);
      note({ cancel: request.address });
    },
    did({ kind, address, args: [action = null] }) {
      if (kind === 'put') note({ put: address, action });
      if (kind === 'stop') note({ stop: address });
      if (kind === 'close') note({ close: Number(portOf(address)) });
      if (kind === 'ask') unrecorded.push(`${address}: ${String(action)}`);
    },
    taking: () => {},
    flushing(channel) {
      if (isOver()) return [];
      const { entry, messages } = flush(channel);
      note(entry);
      return messages;
    },
    opened: () => {},
    started(start, args) {
      started();
      note({ start, args });
    },
  };

  return {
    director,
    isLoading: () => codes.length > 0,
    async loadCode() {
      for (let code = codes.shift(); code !== undefined; code = codes.shift()) {
        note({ code: code.address });
        await code.load((settle) => settle());
      }
    },
    unrecorded,
    guesses: () => guesses,
  };
}

const bare = ({ value, error, channel, saga, real }: Outcome): Outcome => ({
  ...(saga && { saga }),
  ...(real && { real }),
  ...(value === undefined ? {} : { value }),
  ...(error === undefined ? {} : { error }),
  ...(channel === undefined ? {} : { channel }),
});
