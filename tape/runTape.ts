/**
 * Plays a tape in whatever order the chooser likes: by function and arguments in place of addresses, and with the answers
 * the tape has. What happened comes back as entries, so that it can be a tape of its own.
 */
import type { Action, App } from './app';
import { broughtBy, createAnswers, isOutside } from './answers';
import { portOf, type Entry, type Outcome, type TapeHeader } from './format';
import { asEffect } from './effects';
import type { Place } from './lineage';
import { signatureText } from './portCalls';
import { createLog, type FlowFacts } from './log';
import { createRedactor } from './redact';
import { createHarness, type Director, type Request } from './harness';

/** Something that may happen next. */
export interface Ready {
  /** Where it stands on the tape. */
  readonly rank: number;
  readonly kind: 'start' | 'intent' | 'answer' | 'timer' | 'message';
  readonly happen: () => void;
}

export interface TapeRun<State = unknown> {
  readonly facts: FlowFacts;
  /** What happened, as a strict player would want it. */
  readonly entries: readonly Entry[];
  /** Questions to which the tape has no answer. */
  readonly unasked: readonly string[];
  /** How many questions got an answer that the tape does not have for them, or none. */
  readonly guesses: number;
  /** Calls on the tape that no saga made. */
  readonly left: readonly Entry[];
  /** The sagas that wait for actions at the end, whatever their numbers. */
  readonly waiting: readonly string[];
  /** The ranks in the order in which they happened. */
  readonly order: readonly number[];
  readonly state: State;
}

/** Picks what happens next; null ends the performance. */
export type Choose = (ready: readonly Ready[]) => Ready | null;

export interface RunOptions {
  /** A question in other words gets the most similar answer. */
  readonly isLoose?: boolean;
  /** Changes an answer before it is given. */
  readonly spoil?: (port: string, outcome: Outcome) => Outcome;
  /** Which messages come twice. */
  readonly repeats?: (message: Entry) => boolean;
  /** Places on the tape of intents and messages that do not come. */
  readonly without?: ReadonlySet<number>;
}

/** The library's `delay`, and whatever an app's clock calls it. */
const isTimer = (port: string) => /(^|\.)delay$/.test(port);

/**
 * How many timers may elapse that the tape does not have. Its clock stands where the recording ended, so a saga that
 * waits until a moment is there would wait again for ever.
 */
const MOST_OTHER_TIMERS = 50;

/** Replays entries in the order that `choose` decides, and returns what happened. */
export async function runTape(
  app: App,
  header: TapeHeader,
  entries: readonly Entry[],
  choose: Choose,
  { isLoose = false, spoil = (_, outcome) => outcome, repeats = () => false, without }: RunOptions = {},
): Promise<TapeRun> {
  const log = createLog();
  const answers = createAnswers(entries, isLoose);
  const happened: Entry[] = [];
  const order: number[] = [];
  const unasked: string[] = [];
  /** Functions that fetch code of the app itself, which does not change with the order. */
  const loading = new Set(entries.flatMap((entry) => ('ask' in entry && entry.loads ? [portOf(entry.ask)] : [])));
  const pending = new Map<Request, { readonly rank: number; readonly outcome: Outcome }>();
  const codes: Request[] = [];
  let isOver = false;
  let guesses = 0;
  let otherTimers = 0;
  const note = (entry: Entry) => {
    if (isOver) return;
    log.entry(entry);
    happened.push(entry);
  };

  const director: Director = {
    put: log.put,
    call(request) {
      if (isOver) return null;
      const { address, args, port } = request;
      if (loading.has(port)) {
        note({ ask: address, args, loads: true });
        codes.push(request);
        return null;
      }
      const answer = answers.to(request);
      if (answer === null || (answer.isGuess && (!answer.isNow || answer.brings.length > 0))) guesses += 1;
      if (answer === null) unasked.push(signatureText({ kind: 'ask', address, args }));
      if (answer?.isNow) {
        const outcome = bare(answer.outcome ?? {});
        if (answer.brings.length === 0) note({ call: address, args, ...outcome });
        else {
          note({ ask: address, args, during: true });
          answer.brings.forEach(happen);
          note({ answer: address, ...outcome });
        }
        return outcome;
      }
      note({ ask: address, args });
      const isOtherTimer = answer?.isGuess === true && isTimer(port);
      if (isOtherTimer) otherTimers += 1;
      if (isOtherTimer && otherTimers > MOST_OTHER_TIMERS) return null;
      if (answer?.outcome) pending.set(request, { rank: answer.rank, outcome: spoil(port, bare(answer.outcome)) });
      return null;
    },
    cancelled(request) {
      if (isOver) return;
      pending.delete(request);
      const code = codes.indexOf(request);
      if (code >= 0) codes.splice(code, 1);
      note({ cancel: request.address });
    },
    did({ kind, address, args: [action = null] }) {
      if (kind === 'put') note({ put: address, action });
      if (kind === 'stop') note({ stop: address });
      if (kind === 'close') note({ close: Number(portOf(address)) });
      if (kind === 'ask') unasked.push(`${address}: ${String(action)}`);
    },
    taking: () => {},
    flushing: () => [],
    opened: () => {},
    started: (start, args) => note({ start, args }),
  };
  const controls = createHarness(app, createRedactor(header.redaction), director);
  const booted = app.boot(
    { ...controls.harness, onFault: log.fault, onError: log.fault, machineWatch: log.watch },
    controls.decode(header.given),
  );
  let task: { readonly cancel: () => void } | undefined;

  /** They keep their order, each kind and channel for itself. What a call brought comes with that call. */
  const brought = new Set([...broughtBy(entries).values()].flat());
  const outside = entries.flatMap((entry, rank) =>
    isOutside(entry) && !brought.has(entry) && !without?.has(rank) ? [{ entry, rank, isDone: false }] : [],
  );
  type Outside = (typeof outside)[number];

  function happen(entry: Entry): void {
    // The root saga says itself that it was started.
    if ('start' in entry) task = booted.start(...entry.args.map(controls.decode));
    else note(entry);
    if ('do' in entry) booted.store.dispatch(controls.decode(entry.do) as Action);
    if ('give' in entry) controls.own(entry.give)?.give(controls.decode(entry.value ?? null));
    if ('end' in entry) controls.channel(entry.end)?.end();
    if ('message' in entry) {
      const message = controls.decode(entry.value ?? null);
      controls.channel(entry.message)?.give(message);
      if (repeats(entry)) {
        note(entry);
        controls.channel(entry.message)?.give(message);
      }
    }
  }

  function ready(): Ready[] {
    const found: Ready[] = [];
    for (const [request, { rank, outcome }] of pending) {
      found.push({
        rank,
        kind: isTimer(request.port) ? 'timer' : 'answer',
        happen() {
          pending.delete(request);
          note({ answer: request.address, ...outcome });
          request.settle(outcome);
        },
      });
    }
    const firsts = new Map<string, Outside>();
    for (const one of outside) {
      if (one.isDone) continue;
      const { entry } = one;
      const lane =
        'message' in entry ? `channel ${entry.message}` : 'end' in entry ? `channel ${entry.end}` : 'intents';
      if (!firsts.has(lane)) firsts.set(lane, one);
    }
    for (const one of firsts.values()) {
      const { entry, rank } = one;
      const nth = 'message' in entry ? entry.message : 'end' in entry ? entry.end : null;
      const channel = nth === null ? null : controls.channel(nth);
      if (channel === undefined || channel?.isClosed()) continue;
      const kind = nth !== null ? 'message' : 'start' in entry ? 'start' : 'intent';
      found.push({
        rank,
        kind,
        happen() {
          one.isDone = true;
          happen(entry);
        },
      });
    }
    return found;
  }

  for (;;) {
    for (let code = codes.shift(); code !== undefined; code = codes.shift()) {
      note({ code: code.address });
      await code.load((settle) => settle());
    }
    const next = choose(ready());
    if (next === null) break;
    order.push(next.rank);
    next.happen();
  }
  isOver = true;
  controls.end();
  const state = booted.store.getState();
  const waiting = waitingSagas(controls.lineage.open());
  log.close();
  task?.cancel();
  return { facts: log.facts, entries: happened, unasked, guesses, left: answers.left(), waiting, order, state };
}

const bare = ({ value, error, channel, saga, real }: Outcome): Outcome => ({
  ...(saga && { saga }),
  ...(real && { real }),
  ...(value === undefined ? {} : { value }),
  ...(error === undefined ? {} : { error }),
  ...(channel === undefined ? {} : { channel }),
});

/** The sagas that wait for an action or a message, each once. What the library's watchers wait for is waited for always. */
function waitingSagas(open: readonly Place[]): readonly string[] {
  const sagas = new Set<string>();
  for (const { address, effect } of open) {
    if (asEffect(effect)?.type !== 'TAKE') continue;
    const saga = /^(.*\/(?:[^/]+=)?(?:CALL|FORK):[^/]+)\//.exec(address)?.[1];
    if (
      saga !== undefined &&
      !/\/FORK:(take|throttle|debounce)\([^/]*\)#\d+$|\/FORK:(take|throttle|debounce)#\d+$/.test(saga)
    )
      sagas.add(saga);
  }
  return [...sagas].map((saga) => saga.replace(/#\d+/g, ''));
}

/** The recorded order. */
export const inOrder: Choose = (ready) =>
  ready.reduce<Ready | null>((first, one) => (first === null || one.rank < first.rank ? one : first), null);
