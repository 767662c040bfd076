/**
 * Plays a tape in the order that `choose` decides, with the tape's answers, found by function and arguments instead of
 * addresses. It returns what happened as entries, which can be written as another tape.
 */
import type { SagaMonitor } from 'redux-saga';
import type { Action, App, Booted } from './app';
import { arrivalsByCall, createAnswers, isOutside } from './answers';
import { portOf, type Entry, type Outcome, type TapeHeader } from './format';
import { asEffect } from './effects';
import { createTracer, EMPTY_PAST, type Changes, type Step } from './footprint';
import type { Place } from './lineage';
import { signatureText } from './portCalls';
import { createLog, isTimer, type FlowFacts } from './log';
import { refuseCut } from './read';
import { createRedactor } from './redact';
import { createHarness, type Director, type Request } from './harness';

/** Something that may happen next. */
export interface Ready {
  /** Its position on the tape. */
  readonly rank: number;
  readonly kind: 'start' | 'intent' | 'answer' | 'timer' | 'message';
  /** Equal in every order. */
  readonly label: string;
  /** The function that was called, if it is an answer. */
  readonly port: string | null;
  readonly happen: () => void;
}

/** A fault that is injected into one entry. */
export type Injection =
  /** The call gets this outcome instead. */
  | { readonly kind: 'fail'; readonly outcome: Outcome }
  /** Its answer or message never comes. */
  | { readonly kind: 'drop' }
  /** Its answer comes after everything else. */
  | { readonly kind: 'late' }
  /** The message or intent comes twice. */
  | { readonly kind: 'twice' }
  /** The channel ends instead. */
  | { readonly kind: 'end' }
  /** The task that waits for the answer is cancelled instead. */
  | { readonly kind: 'cancel' };

export interface TapeRun<State = unknown> {
  readonly facts: FlowFacts;
  /** What happened, as a tape for the strict player. */
  readonly entries: readonly Entry[];
  /** Calls to which the tape has no answer. */
  readonly unrecorded: readonly string[];
  /** The number of calls that got no answer, one that was recorded for another call, or one from before a message. */
  readonly guesses: number;
  /** Calls on the tape that no saga made. */
  readonly left: readonly Entry[];
  /** The sagas that wait for actions at the end, without their numbers. */
  readonly waiting: readonly string[];
  /** The ranks in the order in which they happened. */
  readonly order: readonly number[];
  readonly state: State;
  /** A fingerprint of everything that happened, regardless of the order of independent steps. */
  readonly past: number;
}

/** Picks what happens next; null ends the run. */
export type Choose = (ready: readonly Ready[]) => Ready | null;

export interface RunOptions {
  /** A call with other arguments gets the answer of the most similar call. */
  readonly isLoose?: boolean;
  /** A call at the same address gets the answer that was recorded there. */
  readonly isInPlace?: boolean;
  /** The fault to inject into the next entry; null for none. */
  readonly inject?: (next: Ready) => Injection | null;
  /** Called with each step and what it changed. Steps are traced only if it is given. */
  readonly onStep?: (label: string, step: Step) => void;
  /** Which keys of the state each action changes, for tracing; null if that cannot be known. */
  readonly changes?: Changes | null;
  /** Positions of intents and messages on the tape to be left out. */
  readonly without?: ReadonlySet<number>;
  /** False omits the timeline and the story, which take time to write. */
  readonly hasLines?: boolean;
}

/**
 * How many timers that the tape lacks may elapse. Its clock stops where the recording ended, so a saga that waits for a
 * time of day would start timers endlessly.
 */
const MOST_OTHER_TIMERS = 50;

/** A run may have this many times the entries of its tape, and some more; then its sagas never settle. */
const MOST_TIMES = 20;
const MOST_MORE = 5_000;

/**
 * Replays entries in the order that `choose` decides, and returns what happened. Throws TapeError for a cut tape, and
 * Error if the sagas never settle.
 */
export async function runTape(
  app: App,
  header: TapeHeader,
  entries: readonly Entry[],
  choose: Choose,
  {
    isLoose = false,
    isInPlace = false,
    inject = () => null,
    onStep,
    changes = null,
    without,
    hasLines = true,
  }: RunOptions = {},
): Promise<TapeRun> {
  refuseCut('The tape', header);
  const log = createLog({ hasLines });
  const answers = createAnswers(
    entries,
    { isLoose, isInPlace },
    {
      read: (cell) => tracer?.read(cell),
      write: (cell) => tracer?.write(cell),
    },
  );
  const happened: Entry[] = [];
  const order: number[] = [];
  const unrecorded: string[] = [];
  /** Functions that fetch code of the app itself, which does not change with the order. */
  const loading = new Set(entries.flatMap((entry) => ('ask' in entry && entry.loads ? [portOf(entry.ask)] : [])));
  const pending = new Map<Request, { readonly rank: number; readonly outcome: Outcome; isLate: boolean }>();
  const codes: Request[] = [];
  let isOver = false;
  let guesses = 0;
  /** The latest message on the tape that has come. Who sent it would answer later questions otherwise than before. */
  let latestMessage = -1;
  let otherTimers = 0;
  let past = EMPTY_PAST;
  const most = MOST_TIMES * entries.length + MOST_MORE;
  const isRestless = () => happened.length >= most;
  const note = (entry: Entry) => {
    if (isOver) return;
    // Ends the saga, as it would go on for ever within this step.
    if (isRestless()) throw new Error(`The sagas never settle: more than ${most} entries.`);
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
      const isStale = answer !== null && !answer.isNow && !isTimer(port) && answer.rank < latestMessage;
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
      if (isOtherTimer && otherTimers > MOST_OTHER_TIMERS) return null;
      if (answer?.outcome) pending.set(request, { rank: answer.rank, outcome: bare(answer.outcome), isLate: false });
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
      if (kind === 'ask') unrecorded.push(`${address}: ${String(action)}`);
    },
    taking: () => {},
    flushing: () => [],
    opened: () => {},
    started: (start, args) => note({ start, args }),
  };
  const controls = createHarness(app, createRedactor(header.redaction), director);
  const tracer = onStep ? createTracer(() => booted?.store.getState(), changes) : null;
  const { sagaMonitor, effectMiddlewares, ports } = controls.harness;
  let booted: Booted | undefined = undefined as Booted | undefined;
  booted = app.boot(
    {
      ports,
      sagaMonitor: tracer ? both(sagaMonitor, tracer.sagaMonitor) : sagaMonitor,
      effectMiddlewares: tracer ? [...effectMiddlewares, tracer.effectMiddleware] : effectMiddlewares,
      onFault: log.fault,
      onError: log.fault,
      machineWatch: log.watch,
    },
    controls.decode(header.given),
  );
  const { store, start } = booted;
  let task: { readonly cancel: () => void } | undefined;

  /** Entries of the same kind and channel keep their order. What arrived during a call comes with that call. */
  const duringCalls = new Set([...arrivalsByCall(entries).values()].flat());
  const outside = entries.flatMap((entry, rank) =>
    isOutside(entry) && !duringCalls.has(entry) && !without?.has(rank) ? [{ entry, rank, isDone: false }] : [],
  );
  type Outside = (typeof outside)[number];

  function happen(entry: Entry): void {
    // The harness reports the start of the root saga.
    if ('start' in entry) task = start(...entry.args.map(controls.decode));
    else note(entry);
    if ('do' in entry) store.dispatch(controls.decode(entry.do) as Action);
    if ('give' in entry) controls.own(entry.give)?.give(controls.decode(entry.value ?? null));
    if ('end' in entry) controls.channel(entry.end)?.end();
    if ('message' in entry) controls.channel(entry.message)?.give(controls.decode(entry.value ?? null));
  }

  function ready(): Possible[] {
    const found: Possible[] = [];
    const isPrompt = [...pending.values()].some(({ isLate }) => !isLate);
    for (const [request, pendingCall] of pending) {
      if (pendingCall.isLate && isPrompt) continue;
      const settle = (outcome: Outcome) => {
        pending.delete(request);
        note({ answer: request.address, ...outcome });
        request.settle(outcome);
      };
      found.push({
        rank: pendingCall.rank,
        kind: isTimer(request.port) ? 'timer' : 'answer',
        label: request.address,
        port: request.port,
        happen: () => settle(pendingCall.outcome),
        apply(how) {
          if (how.kind === 'fail') return settle(how.outcome);
          if (how.kind === 'late') return void (pendingCall.isLate = true);
          if (how.kind === 'drop') return void pending.delete(request);
          controls.lineage.taskAt(request.address)?.cancel();
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
        label: String(rank),
        port: null,
        happen() {
          one.isDone = true;
          if (channel !== null) {
            tracer?.write(channel);
            latestMessage = Math.max(latestMessage, rank);
          }
          happen(entry);
        },
        apply(how) {
          one.isDone = true;
          if (how.kind === 'drop') return;
          if (how.kind === 'end' && nth !== null) return happen({ end: nth });
          happen(entry);
          happen(entry);
        },
      });
    }
    return found;
  }

  while (!isRestless()) {
    const all = ready();
    const next = choose(all);
    if (next === null) break;
    const how = inject(next);
    if (how?.kind !== 'late') order.push(next.rank);
    if (how === null) next.happen();
    else all.find((one) => one === next)?.apply(how);
    for (let code = codes.shift(); code !== undefined; code = codes.shift()) {
      note({ code: code.address });
      await code.load((settle) => settle());
    }
    if (tracer === null) continue;
    const step = tracer.step(how === null ? next.label : `${next.label} ${JSON.stringify(how)}`);
    past = step.past;
    onStep?.(next.label, step);
  }
  isOver = true;
  controls.end();
  const state = store.getState();
  const waiting = waitingSagas(controls.lineage.open());
  log.close();
  task?.cancel();
  return {
    facts: log.facts,
    entries: happened,
    unrecorded,
    guesses,
    left: answers.left(),
    waiting,
    order,
    state,
    past,
  };
}

/** Something that may happen, as planned or not. */
interface Possible extends Ready {
  readonly apply: (how: Injection) => void;
}

/** Combines two monitors. */
const both = (one: SagaMonitor, other: SagaMonitor): SagaMonitor => ({
  rootSagaStarted: (started) => {
    one.rootSagaStarted?.(started);
    other.rootSagaStarted?.(started);
  },
  effectTriggered: (triggered) => {
    one.effectTriggered?.(triggered);
    other.effectTriggered?.(triggered);
  },
  effectResolved: (id, result) => {
    one.effectResolved?.(id, result);
    other.effectResolved?.(id, result);
  },
  effectRejected: (id, error) => {
    one.effectRejected?.(id, error);
    other.effectRejected?.(id, error);
  },
  effectCancelled: (id) => {
    one.effectCancelled?.(id);
    other.effectCancelled?.(id);
  },
  actionDispatched: (action) => {
    one.actionDispatched?.(action);
    other.actionDispatched?.(action);
  },
});

const bare = ({ value, error, channel, saga, real }: Outcome): Outcome => ({
  ...(saga && { saga }),
  ...(real && { real }),
  ...(value === undefined ? {} : { value }),
  ...(error === undefined ? {} : { error }),
  ...(channel === undefined ? {} : { channel }),
});

/** The sagas that wait for an action or a message, each once; without the library's watchers, which always wait. */
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
