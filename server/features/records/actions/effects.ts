/** The effects of actions on the database. States and permissions are checked before (`perform.ts`). */
import { sql, type RawBuilder } from 'kysely';
import type { ActionInput, ActionKind } from '../../../../contract/records/action';
import type { ActionName } from '../../../../contract/records/actions';
import type { Queries } from '../../../database';
import type { DomainEvent } from '../../notifications/events';
import type { LockedRecord } from './actionRows';
import { ADVISORY_LOCKS } from '../../../database/advisoryLocks';

/** The action cannot be done; `message` is a sentence for the person. Rolls the transaction back. */
export class ActionRefused extends Error {}

export interface Acting {
  readonly queries: Queries;
  readonly record: LockedRecord;
  readonly input: ActionInput;
  /** The name of the acting user. */
  readonly actor: string;
}

/** Changes the rows and returns the events to publish. Throws ActionRefused. */
export type Effect = (acting: Acting) => Promise<readonly DomainEvent[]>;

export interface Reversal {
  /** Columns that are set back to their previous values. */
  readonly columns: readonly string[];
  /** What else is undone, after the columns are set back. */
  readonly also?: Effect;
}

/** An action's effect and, if it can be undone, how. */
export interface ActionEffect {
  readonly act: Effect;
  readonly undo?: Reversal;
  /** The note in the timeline, if it is not the reason that was given. */
  readonly note?: (input: ActionInput) => string | undefined;
}

/** One for each action of the contract's table: a missing one does not compile. */
export type EffectsOf<K extends ActionKind> = Readonly<Record<ActionName<K>, ActionEffect>>;

/** Runs a statement and ignores its rows. */
export const execute = async (queries: Queries, statement: RawBuilder<unknown>): Promise<void> =>
  void (await statement.execute(queries));

/** Sets the name and the reason of events that later changes in this transaction record. */
export const labelEvents = (queries: Queries, action: string, reason: string | undefined): Promise<void> =>
  execute(
    queries,
    sql`select set_config('app.action', ${action}, true), set_config('app.reason', ${reason ?? ''}, true)`,
  );
/** Further changes of other records are not actions on them. */
export const stopLabelingEvents = (queries: Queries): Promise<void> => labelEvents(queries, '', undefined);

/** The value of a field that the action needs. Throws ActionRefused if it is missing. */
export function requiredInput<K extends keyof ActionInput>(input: ActionInput, field: K): NonNullable<ActionInput[K]> {
  const value = input[field];
  if (value === undefined) throw new ActionRefused('Something that this action needs is missing. Please fill it in.');
  return value;
}

/** Waits for the lock, and holds it until the transaction ends. */
export const lockNumbers = (queries: Queries): Promise<void> =>
  execute(queries, sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.numbering})`);
