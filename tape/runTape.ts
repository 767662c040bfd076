/**
 * Plays a tape in the order that `choose` decides, with the tape's answers, found by function and arguments instead of
 * addresses. It returns what happened as entries, which can be written as another tape.
 */
import type { SagaMonitor } from 'redux-saga';
import { createAnswers, type Sharing } from './answers';
import type { Action, App, Booted } from './app';
import { createArrivals } from './arrivals';
import { asEffect } from './effects';
import { createTracer, EMPTY_PAST, type Changes, type Step } from './footprint';
import type { Entry, TapeError, TapeHeader } from './format';
import { createFreeDirector } from './freeDirector';
import { createHarness } from './harness';
import type { Place } from './lineage';
import { createLog, type FlowFacts } from './log';
import { createPendingCalls } from './pendingCalls';
import { refuseCut } from './read';
import type { Injection, Ready } from './ready';
import { createRedactor } from './redact';

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

/** A run may have this many times the entries of its tape, and some more; then its sagas never settle. */
const MAX_PER_ENTRY = 20;
const MAX_MORE = 5_000;

/**
 * Replays entries in the order that `choose` decides, and returns what happened. Throws TapeError for a tape
 * without its beginning or with a real call that the app does not list. Sagas that never settle are a fault.
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
  const log = createLog(app, { hasLines });
  const sharing: Sharing = { read: (cell) => tracer?.read(cell), write: (cell) => tracer?.write(cell) };
  const answers = createAnswers(entries, { isLoose, isInPlace }, sharing);
  const happened: Entry[] = [];
  const order: number[] = [];
  const most = MAX_PER_ENTRY * entries.length + MAX_MORE;
  const isRestless = () => happened.length >= most;
  const restless = () => new Error(`The sagas never settle: more than ${most} entries.`);
  let isOver = false;
  let refusal = null as TapeError | null;
  let latestMessage = -1;
  let past = EMPTY_PAST;
  const note = (entry: Entry) => {
    if (isOver) return;
    // Ends the saga, as it would go on forever within this step.
    if (isRestless()) throw restless();
    log.entry(entry);
    happened.push(entry);
  };

  const pending = createPendingCalls({
    answering: ({ address }, outcome) => note({ answer: address, ...outcome }),
    cancelTask: (address) => controls.lineage.taskAt(address)?.cancel(),
  });
  const { director, isLoading, loadCode, unrecorded, guesses } = createFreeDirector({
    entries,
    answers,
    pending,
    isOver: () => isOver,
    latestMessage: () => latestMessage,
    note,
    happen,
    flush(channel) {
      const entry = arrivals.flush(channel);
      return { entry, messages: entry.value === undefined ? null : (controls.decode(entry.value) as unknown[]) };
    },
    started: () => arrivals.started(),
    put: log.put,
    refused: (problem) => void (refusal ??= problem),
  });
  const controls = createHarness(app, createRedactor(header.redaction), director);
  const arrivals = createArrivals(entries, {
    without,
    channel: controls.channel,
    reaching(channel, rank) {
      tracer?.write(channel);
      latestMessage = Math.max(latestMessage, rank);
    },
    happen,
  });

  const tracer = onStep ? createTracer(() => booted?.store.getState(), changes) : null;
  const { sagaMonitor, effectMiddlewares, ports } = controls.harness;
  let booted: Booted | undefined = undefined as Booted | undefined;
  booted = controls.within(() =>
    app.boot(
      {
        ports,
        sagaMonitor: tracer ? both(sagaMonitor, tracer.sagaMonitor) : sagaMonitor,
        effectMiddlewares: tracer ? [...effectMiddlewares, tracer.effectMiddleware] : effectMiddlewares,
        onFault: log.fault,
        onError: log.fault,
        machineWatch: log.watch,
      },
      controls.decode(header.given),
    ),
  );
  const { store, start } = booted;
  let task: { readonly cancel: () => void } | undefined;

  function happen(entry: Entry): void {
    // The harness reports the start of the root saga.
    if ('start' in entry) task = start(...entry.args.map(controls.decode));
    else note(entry);
    if ('do' in entry) store.dispatch(controls.decode(entry.do) as Action);
    if ('give' in entry) controls.own(entry.give)?.give(controls.decode(entry.value ?? null));
    if ('end' in entry) controls.channel(entry.end)?.end();
    if ('message' in entry) controls.channel(entry.message)?.give(controls.decode(entry.value ?? null));
  }

  while (!isRestless() && refusal === null) {
    const all = [...pending.possible(), ...arrivals.possible()];
    const next = choose(all);
    if (next === null) break;
    const fault = inject(next);
    if (fault?.kind !== 'late') order.push(next.rank);
    controls.within(() => (fault === null ? next.happen() : all.find((one) => one === next)?.happenWith(fault)));
    // Most steps load nothing, and must not give way to real promises.
    if (isLoading()) await loadCode();
    if (tracer === null) continue;
    const step = tracer.step(fault === null ? next.label : `${next.label} ${JSON.stringify(fault)}`);
    past = step.past;
    onStep?.(next.label, step);
  }
  isOver = true;
  // The limit may be reached between two steps, or within a saga whose caller catches the error.
  if (isRestless() && log.facts.faults.length === 0) log.fault(restless());
  const state = store.getState();
  const waiting = waitingSagas(controls.lineage.open());
  log.close();
  controls.within(() => task?.cancel());
  if (refusal !== null) throw refusal;
  return {
    facts: log.facts,
    entries: happened,
    unrecorded,
    guesses: guesses(),
    left: answers.left(),
    waiting,
    order,
    state,
    past,
  };
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
