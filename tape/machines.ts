/**
 * The parts of XState 5 machines that tapes use, as types of our own, so that apps without XState need not install it.
 */
import { checksumOf } from './checksum';

export interface Transition {
  readonly eventType: string;
  readonly source: { readonly id: string };
  readonly target?: readonly { readonly id: string }[] | undefined;
}

export interface StateNode {
  /** By event. */
  readonly transitions: ReadonlyMap<string, readonly Transition[]>;
  readonly states: Readonly<Record<string, StateNode>>;
}

/** A machine made by `createMachine` or `setup().createMachine`. */
export interface Machine {
  readonly config: object;
  readonly root: StateNode;
  getTransitionData(snapshot: Snapshot, event: MachineEvent): readonly Transition[];
}

export type StateValue = string | { readonly [part: string]: StateValue | undefined };

export interface Snapshot {
  readonly value: StateValue;
}

export interface MachineEvent {
  readonly type: string;
}

/** To be called at each step of a machine; `before` and `event` are null for the first state. */
export type MachineWatch = (
  name: string,
  machine: Machine,
  before: Snapshot | null,
  event: MachineEvent | null,
  after: Snapshot,
) => void;

const label = (transition: Transition, index: number) =>
  `${transition.source.id} · ${transition.eventType} #${index} → ${(transition.target ?? []).map(({ id }) => id).join('+') || 'nowhere'}`;

function collect(node: StateNode, found: Map<Transition, string>): Map<Transition, string> {
  for (const list of node.transitions.values()) list.forEach((one, index) => found.set(one, label(one, index)));
  for (const child of Object.values(node.states)) collect(child, found);
  return found;
}

const known = new WeakMap<Machine, ReadonlyMap<Transition, string>>();

function labelsOf(machine: Machine): ReadonlyMap<Transition, string> {
  let labels = known.get(machine);
  if (labels === undefined) known.set(machine, (labels = collect(machine.root, new Map())));
  return labels;
}

/** All transitions of a statechart, by name, without duplicates. */
export const allTransitions = (machine: Machine): readonly string[] => [...labelsOf(machine).values()];

/** The transitions that this event takes from this snapshot. */
export const takenTransitions = (machine: Machine, snapshot: Snapshot, event: MachineEvent): readonly string[] =>
  machine.getTransitionData(snapshot, event).map((one) => labelsOf(machine).get(one) ?? `unlisted ${one.eventType}`);

/**
 * One hash per machine: of its states, transitions, and the names of guards, services and actions, but not their code.
 */
export const hashMachines = (machines: Readonly<Record<string, Machine>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(machines).map(([name, machine]) => [name, hashMachine(machine)]));

/** A checksum that changes with the machine's configuration. */
const hashMachine = (machine: Machine): string =>
  checksumOf(
    JSON.stringify(machine.config, (_, value: unknown) =>
      typeof value === 'function' ? `function ${value.name}` : value,
    ),
  );
