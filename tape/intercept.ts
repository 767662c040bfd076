/**
 * What passes between sagas and everything else: calls of functions that are not sagas, promises, actions, cancelled
 * tasks and channels. Recorder and player both use it, so they see the same.
 */
import { CANCEL, type EffectMiddleware, type Task } from 'redux-saga';
import { asEffect, isChannel, isPromise, isSaga, type EffectLike } from './effects';
import type { Address } from './format';
import type { Lineage } from './lineage';

type Fn = (...args: unknown[]) => unknown;

/** A call that sagas ask for. */
export interface FunctionCall {
  readonly address: Address;
  /** The function's name in addresses. */
  readonly port: string;
  /** Null for a promise that a saga waits for. */
  readonly fn: Fn | null;
  readonly args: readonly unknown[];
  /** Calls it for real. */
  readonly invoke: () => unknown;
}

/** What a saga waits for instead of a call. It may be answered synchronously. */
export interface Wait {
  readonly answer: (resolve: (value: unknown) => void, reject: (error: unknown) => void) => void;
  readonly cancel?: () => void;
}

/** An iterator runs as a saga instead of the call. */
export type Reaction = Wait | { readonly iterator: unknown };

export interface Border {
  readonly call: (call: FunctionCall) => Reaction;
  /** `isDispatched`: to the store, not into a channel. */
  readonly put: (saga: Address, action: unknown, isDispatched: boolean) => void;
  /** A running task is about to be cancelled. */
  readonly stop: (task: Address) => void;
  /** Sagas use a channel of the app's own for the first time. */
  readonly channel: (address: Address, channel: OwnChannel) => void;
  /** Something that cannot be recorded. */
  readonly refuse: (address: Address, what: string) => void;
  /** The channel came from a recorded call. */
  readonly isRecorded: (channel: object) => boolean;
}

/** A channel that sagas and others put messages into. */
export interface OwnChannel {
  /** Puts a message from outside the sagas. */
  readonly give: (message: unknown) => void;
  /** Calls `listen` with each message from outside the sagas, buffered ones first. */
  readonly onGiven: (listen: (message: unknown, isWaiting: boolean) => void) => void;
}

const UNSEEN =
  'an effect that the recorder has not seen begin. Pass recorder.sagaMonitor, and put recorder.effectMiddlewares first.';

/** Makes the middleware that reports to `border`. `promised` are promises of functions called outside a call effect. */
export function intercept(
  lineage: Lineage,
  border: Border,
  promised: (promise: object) => { readonly name: string; readonly args: readonly unknown[] } | undefined = () =>
    undefined,
): EffectMiddleware {
  const known = new WeakSet<object>();
  /** The message that a saga is putting. */
  let mine: { readonly message: unknown } | null = null;

  function callOf(effect: EffectLike, next: (effect: unknown) => void): void {
    const { fn = () => {}, args = [], context } = effect.payload;
    const port = lineage.nameOf(fn, context);
    const { address } = lineage.place();
    const invoke =
      effect.type === 'CPS' ? () => settledBy(fn, context, args) : () => fn.apply(context, args as unknown[]);
    const reaction = border.call({ address, port, fn, args, invoke });
    if (effect.type !== 'FORK') return next('iterator' in reaction ? reaction.iterator : new Answer(reaction));
    const iterator = 'iterator' in reaction ? reaction.iterator : once(new Answer(reaction));
    const forked = Object.defineProperty(() => iterator, 'name', { value: fn.name });
    next({ ...effect, payload: { ...effect.payload, fn: forked, args: [] } });
  }

  function putOf(effect: EffectLike, next: (effect: unknown) => void): void {
    const { action, channel, resolve } = effect.payload;
    const saga = lineage.saga();
    if (resolve) border.refuse(saga, 'put.resolve waits for what the store returns. Call the function instead.');
    const isDispatched = channel === null || channel === undefined;
    border.put(saga, action, isDispatched);
    if (isDispatched) return next(effect);
    watchChannel(saga, channel);
    const put = (message: unknown) => {
      mine = { message };
      try {
        return (channel as PutChannel).put(message);
      } finally {
        mine = null;
      }
    };
    next({ ...effect, payload: { ...effect.payload, channel: { ...channel, put } } });
  }

  /** Channels that recorded calls return, and those of `actionChannel`, need no more. */
  function watchChannel(address: Address, channel: object): void {
    if (known.has(channel) || border.isRecorded(channel) || lineage.isOfLibrary(channel)) return;
    known.add(channel);
    if (!isPutChannel(channel))
      return border.refuse(address, 'a channel that no call returned. Make it in a function, and call that.');
    const { put } = channel;
    let listen: (message: unknown, isWaiting: boolean) => void = () => {};
    border.channel(address, {
      give: (message) => put(message),
      onGiven: (listener) => void (listen = listener),
    });
    const waiting: unknown[] = [];
    channel.flush?.((messages) => void (Array.isArray(messages) && waiting.push(...(messages as unknown[]))));
    for (const message of waiting) {
      listen(message, true);
      put(message);
    }
    channel.put = (message) => {
      const isMine = mine !== null && mine.message === message;
      mine = null;
      if (!isMine) listen(message, false);
      return put(message);
    };
  }

  function cancelOf({ payload }: CancelEffect): void {
    for (const task of Array.isArray(payload) ? payload : [payload]) {
      if (typeof task === 'string') border.stop(lineage.saga());
      else if (task.isRunning()) border.stop(lineage.taskOf(task) ?? 'gone');
    }
  }

  return (next) => (effect: unknown) => {
    if (!lineage.isSeen(effect)) {
      border.refuse(lineage.saga(), UNSEEN);
      return next(effect);
    }
    const io = asEffect(effect);
    if (io === null) {
      if (!isPromise(effect) || effect instanceof Answer) return next(effect);
      const { name = 'promise', args = [] } = promised(effect) ?? {};
      const reaction = border.call({
        address: lineage.place().address,
        port: name,
        fn: null,
        args,
        invoke: () => effect,
      });
      return next('answer' in reaction ? new Answer(reaction) : effect);
    }
    switch (io.type) {
      case 'CPS':
        return callOf(io, next);
      case 'CALL':
      case 'FORK':
        return isSaga(io.payload.fn as Fn) && !lineage.isNamed(io.payload.fn as Fn) ? next(effect) : callOf(io, next);
      case 'PUT':
        return putOf(io, next);
      case 'CANCEL':
        cancelOf(effect as CancelEffect);
        return next(effect);
      case 'TAKE':
        if (io.payload.channel) watchChannel(lineage.place().address, io.payload.channel);
        return next(effect);
      case 'FLUSH':
        watchChannel(lineage.saga(), io.payload);
        return next(effect);
      default:
        return next(effect);
    }
  };
}

interface CancelEffect {
  /** A string stands for the saga itself. */
  readonly payload: Task | string | readonly Task[];
}

interface PutChannel {
  put: (message: unknown) => unknown;
  readonly flush?: (messages: (all: unknown) => void) => void;
}
const isPutChannel = (channel: object): channel is PutChannel =>
  isChannel(channel) && typeof (channel as Partial<PutChannel>).put === 'function';

/** Like a promise, but may settle synchronously. */
class Answer {
  [CANCEL]: (() => void) | undefined;
  readonly then: Wait['answer'];

  constructor({ answer, cancel }: Wait) {
    this.then = answer;
    this[CANCEL] = cancel;
  }
}

/** Waits for one effect and returns its result. */
function* once(effect: unknown): Generator<unknown, unknown> {
  return yield effect;
}

/**
 * The result of a function with a callback: its value or error if it is synchronous, otherwise something to wait for.
 */
function settledBy(fn: Fn, context: unknown, args: readonly unknown[]): unknown {
  let outcome: { readonly error: unknown; readonly value: unknown } | null = null;
  let notify: (() => void) | null = null;
  const callback = (error: unknown, value?: unknown) => {
    outcome ??= { error, value };
    notify?.();
  };
  const thrown = (error: unknown) => error !== null && error !== undefined;
  fn.apply(context, [...args, callback]);
  const now = outcome as { readonly error: unknown; readonly value: unknown } | null;
  if (now !== null) {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- whatever the callback was given
    if (thrown(now.error)) throw now.error;
    return now.value;
  }
  return {
    [CANCEL]: () => (callback as { cancel?: () => void }).cancel?.(),
    then(resolve: (value: unknown) => void, reject: (error: unknown) => void) {
      notify = () => {
        notify = null;
        const { error, value } = outcome as { readonly error: unknown; readonly value: unknown };
        if (thrown(error)) reject(error);
        else resolve(value);
      };
      if (outcome !== null) notify();
    },
  };
}
