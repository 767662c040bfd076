/** The transitions of a statechart by name, and which of them an event takes. */
import type { AnyStateMachine } from 'xstate';

interface Transition {
  readonly eventType: string;
  readonly source: { readonly id: string };
  readonly target?: readonly { readonly id: string }[] | undefined;
}
interface StateNode {
  readonly transitions: ReadonlyMap<string, readonly Transition[]>;
  readonly states: Readonly<Record<string, StateNode>>;
}

const label = (transition: Transition, index: number) =>
  `${transition.source.id} · ${transition.eventType} #${index} → ${(transition.target ?? []).map(({ id }) => id).join('+') || 'nowhere'}`;

function collect(node: StateNode, found: Map<Transition, string>): Map<Transition, string> {
  for (const list of node.transitions.values()) list.forEach((one, index) => found.set(one, label(one, index)));
  for (const child of Object.values(node.states)) collect(child, found);
  return found;
}

const known = new WeakMap<AnyStateMachine, ReadonlyMap<Transition, string>>();

function labelsOf(machine: AnyStateMachine): ReadonlyMap<Transition, string> {
  let labels = known.get(machine);
  if (labels === undefined) known.set(machine, (labels = collect(machine.root, new Map())));
  return labels;
}

/** All transitions, without duplicates. */
export const allTransitions = (machine: AnyStateMachine): readonly string[] => [...labelsOf(machine).values()];

/** Those that this event takes from this snapshot. */
export function takenTransitions(machine: AnyStateMachine, snapshot: unknown, event: unknown): readonly string[] {
  const taken = machine.getTransitionData(snapshot as never, event) as readonly Transition[];
  return taken.map((one) => labelsOf(machine).get(one) ?? `unlisted ${one.eventType}`);
}
