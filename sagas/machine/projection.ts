import { getNextTransitions, type AnyMachineSnapshot } from 'xstate';

/** What the store and the views know of a machine: plain data. */
export interface MachineProjection<Context = unknown> {
  readonly value: unknown;
  readonly context: Context;
  readonly tags: readonly string[];
  /** The events it takes now, whatever their guards say. */
  readonly can: readonly string[];
  readonly status: 'active' | 'done';
}

export function project(snapshot: AnyMachineSnapshot): MachineProjection {
  const events = getNextTransitions(snapshot).map((transition) => transition.eventType);
  return {
    value: snapshot.value,
    context: snapshot.context,
    tags: [...snapshot.tags],
    can: [...new Set(events.filter((type) => !type.startsWith('xstate.')))],
    status: snapshot.status === 'active' ? 'active' : 'done',
  };
}

/**
 * Whether the snapshot has a word for this event. XState ignores an event it has none for in silence;
 * an event that is named with an empty transition is heard and changes nothing, which is not the same.
 */
export function accepts(snapshot: AnyMachineSnapshot, event: { readonly type: string }): boolean {
  const named = getNextTransitions(snapshot).filter((transition) => transition.eventType === event.type);
  return named.some((transition) => transition.guard === undefined) || (named.length > 0 && snapshot.can(event));
}
