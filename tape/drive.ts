/**
 * Lets a test drive the app instead of a tape: the test gives answers, messages and actions, and gets what the sagas do
 * after each. The tests that `to-test` prints use it.
 */
import type { Action, App, TaskLike } from './app';
import { labelOf, portOf, sagaOf, type Address, type Json, type Outcome, type RedactionRules } from './format';
import { createGuard } from './guard';
import { createHarness, type Director, type Request } from './harness';
import { createLog, stateText, stepText } from './log';
import { createRedactor, NO_REDACTION } from './redact';

/** Values for successive calls; the last one is repeated. */
export class Sequence {
  constructor(readonly values: readonly Json[]) {}
}
/** Values for successive calls; the last one is repeated. */
export const sequence = (...values: Json[]): Sequence => new Sequence(values);

export interface DriveOptions {
  /** The app's input besides its ports. */
  readonly given?: Json;
  /**
   * Calls that are answered immediately: by function (`clock.now`), with its label (`storage.read(token)`), or with all
   * arguments (`find("shoe")`). Every other call waits for `answer` or `fail`.
   */
  readonly answers?: Readonly<Record<string, Json | Sequence>>;
  /** Functions that return nothing. */
  readonly silent?: readonly string[];
  /** Functions that open a channel. */
  readonly channels?: readonly string[];
  /** Functions that return a saga, which runs. */
  readonly sagas?: readonly string[];
  /** Functions that are called for real, such as those that create a channel of the app's own. */
  readonly real?: readonly string[];
  /** Functions that load code of the app: called for real, and waited for. */
  readonly loads?: readonly string[];
  /** As in the recorder: secrets in what the sagas send are shown and named by placeholders. None by default. */
  readonly redaction?: RedactionRules;
}

/** Limits the effects of one step, so that an endless loop of sagas cannot hang the test. */
const MAX_STEPS = 1_000;

/** Each step resolves to what the sagas did in it, as one line. Rejects with an error that no saga caught. */
export interface Drive<State> {
  readonly start: (...args: Json[]) => Promise<string>;
  readonly dispatch: (action: Action) => Promise<string>;
  /**
   * Answers the oldest pending call of that function (`clock.delay`), with its label (`http.send(token)`), or with all
   * arguments (`clock.delay(1000)`). Rejects if there is none, and names the pending calls.
   */
  readonly answer: (call: string, value?: Json) => Promise<string>;
  /** Rejects the call that `answer` would answer: with an error's message, or with a value as tapes have it. */
  readonly fail: (call: string, error: Json) => Promise<string>;
  /** Sends a message to each open channel of this function. */
  readonly message: (channel: string, message: Json) => Promise<string>;
  readonly end: (channel: string) => Promise<string>;
  /** Puts a message into one of the app's own channels, named by a saga that listens to it. */
  readonly give: (saga: string, message: Json) => Promise<string>;
  /** The arguments of each call of that function so far. */
  readonly calls: (call: string) => readonly (readonly Json[])[];
  /** The pending calls. */
  readonly waiting: () => readonly string[];
  /** The state of each machine. */
  readonly machines: () => Readonly<Record<string, string>>;
  readonly state: () => State;
  /** Cancels the root saga and restores what was replaced. */
  readonly finish: () => void;
}

/**
 * Boots the app over stand-ins. Finish it at the end of the test. Throws what the sagas throw, and Error if they never
 * settle.
 */
export const drive = <State>(app: App<State>, options: DriveOptions = {}): Promise<Drive<State>> =>
  driveListed(app, options, ['*']);

export interface ListedDrive<State> extends Drive<State> {
  /** The number of root sagas that were started. */
  readonly roots: () => number;
}

/** The same with the options of a tape: it throws TapeError instead of a real call that the app does not list. */
export async function driveListed<State>(
  app: App<State>,
  options: DriveOptions,
  listed = app.real,
): Promise<ListedDrive<State>> {
  const { given = null, answers = {}, silent = [], channels = [], sagas = [], loads = [], real = [] } = options;
  const redactor = options.redaction ? createRedactor(options.redaction) : NO_REDACTION;
  await app.warm?.();
  const log = createLog(app);
  const pending: { readonly name: string; readonly request: Request }[] = [];
  const loading: Request[] = [];
  /** The function that opened each channel, by the channel's number. */
  const opened = new Map<number, string>();
  const own = new Map<string, Address>();
  const calls: { readonly name: string; readonly port: string; readonly args: readonly Json[] }[] = [];
  const turns = new Map<Sequence, number>();
  const machines: Record<string, string> = {};
  let channelCount = 0;
  let roots = 0;
  let steps: string[] = [];
  let task: TaskLike | undefined;
  const did = (what: string) => {
    if (steps.length > MAX_STEPS)
      throw new Error(`The sagas never settle: more than ${MAX_STEPS} effects in one step.`);
    steps.push(what);
  };

  /** The synchronous answer; null if the call stays pending. */
  function outcomeOf({ address, port, args }: Request): Outcome | null {
    const name = labelOf(address);
    if (channels.includes(port)) {
      channelCount += 1;
      opened.set(channelCount, port);
      return { channel: channelCount };
    }
    if (sagas.includes(port)) return { saga: true };
    if (real.includes(port) || app.real?.includes(port)) return { real: true };
    const key = [whole(port, args), name, port].find((one) => one in answers);
    if (key === undefined) return silent.includes(port) || silent.includes(name) ? {} : null;
    const answer = answers[key] as Json | Sequence;
    if (!(answer instanceof Sequence)) return { value: answer };
    const turn = turns.get(answer) ?? 0;
    turns.set(answer, turn + 1);
    return { value: answer.values[Math.min(turn, answer.values.length - 1)] ?? null };
  }

  const director: Director = {
    put: log.put,
    refused: log.fault,
    call(request) {
      const { address, port, args } = request;
      const name = labelOf(address);
      calls.push({ name, port, args });
      if (loads.includes(port)) {
        loading.push(request);
        did(name);
        return null;
      }
      const outcome = outcomeOf(request);
      did(outcome === null ? whole(port, args) : brief(name, args));
      if (outcome === null) pending.push({ name, request });
      return outcome;
    },
    cancelled(request) {
      remove(pending, ({ request: one }) => one === request);
      remove(loading, (one) => one === request);
      did(`cancelled ${labelOf(request.address)}`);
    },
    did({ kind, address, args: [action = null] }) {
      if (kind === 'put') did(`put ${typeOf(action)}`);
      if (kind === 'stop') did(`stopped ${labelOf(address)}`);
      if (kind === 'close') did(`closed ${opened.get(Number(portOf(address)))}`);
      if (kind === 'ask') throw new Error(`${address}: ${String(action)}`);
    },
    taking: () => {},
    // The messages that the test sent before.
    flushing: () => [],
    opened: (address) => void own.set(labelOf(sagaOf(address)), address),
    started: () => void (roots += 1),
  };
  const guard = createGuard((name) => log.fault(new Error(`A saga reached ${name} other than by a call.`)));
  const controls = createHarness({ ...app, real: listed ?? [] }, redactor, director, guard);
  const booted = controls.within(() =>
    app.boot(
      {
        ...controls.harness,
        onFault: log.fault,
        onError: log.fault,
        machineWatch(name, machine, before, event, after) {
          log.watch(name, machine, before, event, after);
          did(`[${name}] ${stepText(before, after)}`);
          machines[name] = stateText(after.value);
        },
      },
      controls.decode(given),
    ),
  );

  async function step(work: () => void): Promise<string> {
    guard.step(() => controls.within(work));
    for (let code = loading.shift(); code !== undefined; code = loading.shift())
      await code.load((settle) => guard.step(settle));
    const [fault] = log.facts.faults;
    if (fault !== undefined) throw fault;
    const line = folded(steps);
    steps = [];
    return line;
  }
  function settle(call: string, outcome: Outcome): Promise<string> {
    const found = remove(pending, ({ name, request: { port, args } }) =>
      [name, port, whole(port, args)].includes(call),
    );
    if (found === undefined) {
      const names = pending.map(({ name }) => name).join(', ') || 'nothing';
      return Promise.reject(new Error(`No saga waits for ${call}. Waiting: ${names}.`));
    }
    return step(() => found.request.settle(outcome));
  }
  const channelsOf = (name: string) => {
    const found = [...opened].flatMap(([nth, port]) => {
      const channel = port === name ? controls.channel(nth) : undefined;
      return channel === undefined || channel.isClosed() ? [] : [channel];
    });
    if (found.length === 0) throw new Error(`No saga has a channel of ${name} open.`);
    return found;
  };

  return {
    start: (...args) => step(() => void (task = booted.start(...args.map(controls.decode)))),
    dispatch: (action) => step(() => void booted.store.dispatch(controls.decode(action as unknown as Json) as Action)),
    answer: (call, value) => settle(call, value === undefined ? {} : { value }),
    fail: (call, error) =>
      settle(call, { error: typeof error === 'string' ? { $error: { name: 'Error', message: error } } : error }),
    message: async (channel, message) =>
      step(() => channelsOf(channel).forEach((one) => one.give(controls.decode(message)))),
    end: async (channel) => step(() => channelsOf(channel).forEach((one) => one.end())),
    async give(saga, message) {
      const channel = controls.own(own.get(saga) ?? '');
      if (channel === undefined) throw new Error(`No saga ${saga} listens to a channel of the app's own.`);
      return step(() => channel.give(controls.decode(message)));
    },
    calls: (call) => calls.filter(({ name, port }) => name === call || port === call).map(({ args }) => args),
    waiting: () => pending.map(({ name }) => name),
    machines: () => ({ ...machines }),
    roots: () => roots,
    state: () => booted.store.getState(),
    finish() {
      controls.within(() => task?.cancel());
      guard.remove();
    },
  };
}

/** The call with all its arguments: `clock.delay(1000)`. */
export const whole = (name: string, args: readonly Json[]): string =>
  `${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;

/** Synchronous calls show their arguments if these are short and not part of the label. */
const SHORT = 40;
const brief = (name: string, args: readonly Json[]): string =>
  name.endsWith(')') || args.length === 0 || whole('', args).length > SHORT ? name : whole(name, args);

const typeOf = (action: Json): string => {
  const { type, event } = (action ?? {}) as { readonly type?: Json; readonly event?: { readonly type?: Json } };
  return String(type ?? event?.type ?? 'a message');
};

/** Writes repeated lines once, with their number. */
function folded(steps: readonly string[]): string {
  const lines: { readonly text: string; count: number }[] = [];
  for (const text of steps) {
    const last = lines.at(-1);
    if (last?.text === text) last.count += 1;
    else lines.push({ text, count: 1 });
  }
  return lines.map(({ text, count }) => (count === 1 ? text : `${text} ×${count}`)).join(', ');
}

function remove<T>(list: T[], isIt: (one: T) => boolean): T | undefined {
  const at = list.findIndex(isIt);
  return at < 0 ? undefined : list.splice(at, 1)[0];
}
