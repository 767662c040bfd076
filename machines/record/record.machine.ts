/**
 * The actions on a record: one machine for each kind, generated from the contract's table, with the acting person as
 * its context. A state joins the values of all parts of a record's state: 'ACTIVE+DUE'.
 */
import { setup, transition, type AnyMachineSnapshot } from 'xstate';
import {
  isIn,
  mayAct,
  RECORD_STATES,
  stateAfter,
  type ActionKind,
  type Actor,
  type RecordAction,
  type RecordState,
} from '../../contract/records/action';
import { actionsOf } from '../../contract/records/actions';

type Parts = Readonly<Record<string, readonly string[]>>;

const keyOf = (parts: Parts, state: RecordState): string =>
  Object.keys(parts)
    .map((part) => state[part])
    .join('+');

/** Every combination of the values of its parts. */
export function statesOf(kind: ActionKind): RecordState[] {
  return Object.entries<readonly string[]>(RECORD_STATES[kind]).reduce<RecordState[]>(
    (states, [part, values]) => states.flatMap((state) => values.map((value) => ({ ...state, [part]: value }))),
    [{}],
  );
}

function createRecordMachine(kind: ActionKind) {
  const parts: Parts = RECORD_STATES[kind];
  const states = statesOf(kind);
  const actions = Object.entries(actionsOf(kind));
  return setup({
    types: { context: {} as Actor, events: {} as { readonly type: string }, input: {} as Actor },
    guards: { mayAct: ({ context }, { action }: { readonly action: RecordAction }) => mayAct(action, context) },
  }).createMachine({
    id: kind,
    context: ({ input }) => input,
    initial: keyOf(parts, states[0] ?? {}),
    states: Object.fromEntries(
      states.map((state) => [
        keyOf(parts, state),
        {
          on: Object.fromEntries(
            actions
              .filter(([, action]) => isIn(action, state))
              .map(([name, action]) => [
                name,
                {
                  target: keyOf(parts, stateAfter(action, state)),
                  guard: { type: 'mayAct' as const, params: { action } },
                },
              ]),
          ),
        },
      ]),
    ),
  });
}

const machines = new Map<ActionKind, ReturnType<typeof createRecordMachine>>();

/** The machine of a kind of record; made with its first use. */
function recordMachine(kind: ActionKind): ReturnType<typeof createRecordMachine> {
  const machine = machines.get(kind) ?? createRecordMachine(kind);
  machines.set(kind, machine);
  return machine;
}

const snapshotOf = (kind: ActionKind, state: RecordState, actor: Actor) =>
  recordMachine(kind).resolveState({ value: keyOf(RECORD_STATES[kind], state), context: actor });

/** The names of the actions that this person may do to a record in this state, in the order of the table. */
export function actionsIn(kind: ActionKind, state: RecordState, actor: Actor): string[] {
  if (!isKnown(kind, state)) return [];
  const snapshot = snapshotOf(kind, state, actor);
  return Object.keys(actionsOf(kind)).filter((type) => snapshot.can({ type }));
}

/** The state after an action; null if the action is not accepted. */
export function stateAfterAction(
  kind: ActionKind,
  state: RecordState,
  actor: Actor,
  action: string,
): RecordState | null {
  if (!isKnown(kind, state)) return null;
  const snapshot = snapshotOf(kind, state, actor);
  if (!snapshot.can({ type: action })) return null;
  const [next] = transition(recordMachine(kind), snapshot, { type: action }) as [AnyMachineSnapshot, unknown];
  const values = String(next.value).split('+');
  return Object.fromEntries(Object.keys(RECORD_STATES[kind]).map((part, index) => [part, values[index] ?? '']));
}

/** A newer server may have states that this app does not know. */
const isKnown = (kind: ActionKind, state: RecordState): boolean =>
  Object.entries<readonly string[]>(RECORD_STATES[kind]).every(([part, values]) => values.includes(state[part] ?? ''));
