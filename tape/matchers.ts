/** Matchers for replayed flows, for `expect.extend`. They are plain functions, so other runners can use them. */
import { report } from './divergence';
import { type Json, shown } from './format';
import type { Flow } from './play';
import { same } from './values';

interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The matchers as a test runner knows them; `R` is what its own return. */
export interface FlowMatchers<R> {
  /** Played to the end of the tape, without additional or missing calls. */
  toFinish(): R;
  /** A machine and a state of it: `session.active.renewing`. */
  toVisit(state: string): R;
  /** With a part of the first argument, only such calls count. */
  toCallOnce(port: string, part?: Readonly<Record<string, Json>>): R;
  /** Types of actions that sagas put, in this order, possibly with others in between. */
  toPutInOrder(types: readonly string[]): R;
  toEndWith<State, S>(select: (state: State) => S, expected: S): R;
}

type Tester = (a: unknown, b: unknown, testers: Tester[]) => boolean | undefined;
/** What runners give to a matcher as `this`. */
interface Runner {
  readonly equals: (a: unknown, b: unknown, testers: Tester[]) => boolean;
  readonly utils: { readonly iterableEquality: Tester; readonly stringify: (value: unknown) => string };
}

/** Throws if the flow did not finish: what follows a divergence proves nothing, also if the matcher is negated. */
function judged(flow: Flow, verdict: () => Verdict): Verdict {
  const unfinished = unfinishedText(flow);
  if (unfinished !== null) throw new Error(unfinished);
  return verdict();
}

/** Why a flow did not finish; null if it did. */
export function unfinishedText({ name, divergence, facts }: Flow): string | null {
  if (divergence !== null) return report(name, divergence);
  const [fault] = facts.faults;
  return fault ? `no saga caught: ${fault.message}\n\n  tape  ${name}, after entry ${facts.entries}` : null;
}

export const flowMatchers = {
  /** Played to the end of the tape, without additional or missing calls. */
  toFinish(flow: Flow): Verdict {
    const unfinished = unfinishedText(flow);
    return { pass: unfinished === null, message: () => unfinished ?? `${flow.name} finished.` };
  },

  /** `session.active.renewing`: a machine and one of its states. */
  toVisit: (flow: Flow, state: string): Verdict =>
    judged(flow, () => ({
      pass: flow.facts.visited.has(state),
      message: () => `${flow.name} visits ${[...flow.facts.visited].join(', ')}; asked for: ${state}.`,
    })),

  /** A port function, and optionally a part of its first argument that identifies the call. */
  toCallOnce: (flow: Flow, port: string, part?: Readonly<Record<string, Json>>): Verdict =>
    judged(flow, () => {
      const { count, args } = flow.facts.calls.get(port) ?? { count: 0, args: [] };
      if (part !== undefined && count > args.length)
        throw new Error(
          `${flow.name} calls ${port} ${count} times, and the arguments of the first ${args.length} are kept. Ask for a part of them on a shorter tape.`,
        );
      const found = part === undefined ? count : args.filter(([first]) => holds(first, part)).length;
      return { pass: found === 1, message: () => `${flow.name} calls ${port}(${shown(part)}) ${found} times.` };
    }),

  /** Types of actions that sagas put, in this order, possibly with others in between. */
  toPutInOrder: (flow: Flow, types: readonly string[]): Verdict =>
    judged(flow, () => {
      let at = -1;
      const missing = types.find((type) => (at = flow.facts.puts.indexOf(type, at + 1)) < 0);
      return {
        pass: missing === undefined,
        message: () =>
          `${flow.name} puts ${listed(flow.facts.puts)}; in the order asked for, ${missing ?? 'none'} is missing.`,
      };
    }),

  /** Compares as `toEqual` does. */
  toEndWith<State, S>(this: Runner, flow: Flow<State>, select: (state: State) => S, expected: S): Verdict {
    const { iterableEquality, stringify } = this.utils;
    return judged(flow, () => {
      const value = select(flow.state());
      return {
        pass: this.equals(value, expected, [iterableEquality]),
        message: () => `${flow.name} ends with ${shown(stringify(value))}; expected: ${shown(stringify(expected))}.`,
      };
    });
  },
};

/** The most names that a message lists. */
const LISTED = 5_000;
const listed = (names: readonly string[]): string =>
  names.length <= LISTED ? names.join(', ') : `${names.slice(0, LISTED).join(', ')} and ${names.length - LISTED} more`;

const holds = (value: Json | undefined, part: Readonly<Record<string, Json>>): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(part).every(([key, wanted]) => same((value as Readonly<Record<string, Json>>)[key], wanted));
