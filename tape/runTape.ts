/**
 * Plays a tape in whatever order the chooser likes: by function and arguments in place of addresses, and with the answers
 * the tape has. What happened comes back as entries, so that it can be a tape of its own.
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
  /** Where it stands on the tape. */
  readonly rank: number;
  readonly kind: 'start' | 'intent' | 'answer' | 'timer' | 'message';
  /** The same in every order. */
  readonly label: string;
  /** Of an answer, the function that was called. */
  readonly port: string | null;
  readonly happen: () => void;
}

/** What may go wrong as something happens. */
export type Mishap =
  /** It is answered by this instead. */
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
  /** All that happened, whatever the order of what does not meet. */
  readonly past: number;
}

/** Picks what happens next; null ends the performance. */
export type Choose = (ready: readonly Ready[]) => Ready | null;

export interface RunOptions {
  /** A question in other words gets the most similar answer. */
  readonly isLoose?: boolean;
  /** A question at the same place gets the answer that was given there. */
  readonly isInPlace?: boolean;
  /** What goes wrong with what happens next. */
  readonly mishap?: (next: Ready) => Mishap | null;
  /** Called with each step and what it changed. Steps are traced only if it is given. */
  readonly onStep?: (label: string, step: Step) => void;
  /** What is known of the reducers, for tracing; null where it cannot be known. */
  readonly changes?: Changes | null;
  /** Places on the tape of intents and messages that do not come. */
  readonly without?: ReadonlySet<number>;
  /** False: its facts have neither timeline nor story, which take time to write. */
  readonly hasLines?: boolean;
}

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
  {
    isLoose = false,
    isInPlace = false,
    mishap = () => null,
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
  const unasked: string[] = [];
  /** Functions that fetch code of the app itself, which does not change with the order. */
  const loading = new Set(entries.flatMap((entry) => ('ask' in entry && entry.loads ? [portOf(entry.ask)] : [])));
  const pending = new Map<Request, { readonly rank: number; readonly outcome: Outcome; isLate: boolean }>();
  const codes: Request[] = [];
  let isOver = false;
  let guesses = 0;
  let otherTimers = 0;
  let past = EMPTY_PAST;
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
      if (answer === null || (answer.isGuess && (!answer.isNow || answer.arrivals.length > 0))) guesses += 1;
      if (answer === null) unasked.push(signatureText({ kind: 'ask', address, args }));
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
      if (kind === 'ask') unasked.push(`${address}: ${String(action)}`);
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

  /** They keep their order, each kind and channel for itself. What arrives during a call comes with that call. */
  const duringCalls = new Set([...arrivalsByCall(entries).values()].flat());
  const outside = entries.flatMap((entry, rank) =>
    isOutside(entry) && !duringCalls.has(entry) && !without?.has(rank) ? [{ entry, rank, isDone: false }] : [],
  );
  type Outside = (typeof outside)[number];

  function happen(entry: Entry): void {
    // The root saga says itself that it was started.
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
    for (const [request, asked] of pending) {
      if (asked.isLate && isPrompt) continue;
      const settle = (outcome: Outcome) => {
        pending.delete(request);
        note({ answer: request.address, ...outcome });
        request.settle(outcome);
      };
      found.push({
        rank: asked.rank,
        kind: isTimer(request.port) ? 'timer' : 'answer',
        label: request.address,
        port: request.port,
        happen: () => settle(asked.outcome),
        goWrong(how) {
          if (how.kind === 'fail') return settle(how.outcome);
          if (how.kind === 'late') return void (asked.isLate = true);
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
          if (channel !== null) tracer?.write(channel);
          happen(entry);
        },
        goWrong(how) {
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

  for (;;) {
    const all = ready();
    const next = choose(all);
    if (next === null) break;
    const how = mishap(next);
    if (how?.kind !== 'late') order.push(next.rank);
    if (how === null) next.happen();
    else all.find((one) => one === next)?.goWrong(how);
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
  return { facts: log.facts, entries: happened, unasked, guesses, left: answers.left(), waiting, order, state, past };
}

/** Something that may happen, as planned or not. */
interface Possible extends Ready {
  readonly goWrong: (how: Mishap) => void;
}

/** Tells both. */
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
