/** Applies an action: checks the contract's table, changes the rows, and records the event of the timeline. */
import { isIn, type ActionInput, type ActionKind } from '../../../../contract/records/action';
import { findAction } from '../../../../contract/records/actions';
import type { Queries } from '../../../database';
import type { DomainEvent } from '../../notifications/events';
import type { LockedRecord } from './actionRows';
import { assignmentEffects } from './assignments.effects';
import { documentEffects } from './documents.effects';
import { ActionRefused, labelEvents, stopLabelingEvents, type ActionEffect, type EffectsOf } from './effects';
import { jobEffects } from './jobs.effects';
import { submissionEffects } from './submissions.effects';
import { timesheetEffects } from './timesheets.effects';

const EFFECTS: { readonly [K in ActionKind]: EffectsOf<K> } = {
  job: jobEffects,
  submission: submissionEffects,
  assignment: assignmentEffects,
  document: documentEffects,
  timesheet: timesheetEffects,
};

/** Undefined if records of this kind have no such action. */
export function findEffect(kind: ActionKind, action: string): ActionEffect | undefined {
  const effects: Readonly<Record<string, ActionEffect>> = EFFECTS[kind];
  return Object.hasOwn(effects, action) ? effects[action] : undefined;
}

export interface Act {
  readonly kind: ActionKind;
  readonly action: string;
  readonly input: ActionInput;
}

/**
 * Applies an action to a locked record, regardless of who acts, and returns the events to publish. Throws ActionRefused
 * if its state or its rows do not allow it.
 */
export async function applyAction(
  queries: Queries,
  record: LockedRecord,
  { kind, action, input }: Act,
  actor: string,
): Promise<readonly DomainEvent[]> {
  const rule = findAction(kind, action);
  const effect = findEffect(kind, action);
  if (rule === undefined || effect === undefined) throw new Error(`no action ${action} of ${kind}`);
  if (!isIn(rule, record.state))
    throw new ActionRefused(`${rule.label}: ${record.name} is no longer in a state that allows this.`);
  await labelEvents(queries, action, effect.note?.(input) ?? input.reason);
  const events = await effect.act({ queries, record, input, actor });
  await stopLabelingEvents(queries);
  return events;
}
