/** Role updates that must be confirmed. */
import { createAction } from '@reduxjs/toolkit';
import { createSelector } from 'reselect';
import type { PendingRoleUpdate } from '../../../../contract/broadcasts/broadcast';
import type { PendingList } from '../../../../machines/queues/pending';
import type { RoleUpdateQueueContext } from '../../../../machines/roleUpdateQueue/roleUpdateQueue.machine';
import { machineSelector, type WithMachines } from '../../../base/runtime/machines.slice';

export const roleUpdateAccepted = createAction<{ readonly entityId: string }>('roleUpdates/accepted');
/** The page may be reloaded, unsaved input is discarded. */
export const roleReloadChosen = createAction('roleUpdates/reloadChosen');
export const roleReloadPutOff = createAction('roleUpdates/reloadPutOff');

export const roleUpdatesLoaded = createAction<PendingList<PendingRoleUpdate>>('roleUpdates/loaded');
/** Accepted in another tab of this session, and recorded by the server. */
export const roleUpdateReadElsewhere = createAction<{ readonly entityId: string }>('roleUpdates/readElsewhere');
/** Whether broadcasts come first: one is shown, or the page reloads after the last one. */
export const roleUpdatesHeld = createAction<{ readonly held: boolean }>('roleUpdates/held');

const NONE: readonly PendingRoleUpdate[] = [];

const selectMachine = machineSelector<RoleUpdateQueueContext>('roleUpdateQueue');

/** All that are not confirmed yet, including the one on screen. */
export const selectPendingRoleUpdates = (state: WithMachines): readonly PendingRoleUpdate[] =>
  selectMachine(state)?.context.pending ?? NONE;

/** The dialog of role updates. `waiting` is how many more come after this one. */
export type RoleUpdateView =
  | { readonly kind: 'update'; readonly update: PendingRoleUpdate; readonly waiting: number; readonly busy: boolean }
  /** The reload would lose unsaved input. */
  | { readonly kind: 'unsaved' }
  /** The reload is required and offered to the user. */
  | { readonly kind: 'putOff' };

/** The dialog of a role update; null while none is open. */
export const selectRoleUpdate = createSelector([selectMachine], (machine): RoleUpdateView | null => {
  if (!machine) return null;
  if (machine.tags.includes('asking')) return { kind: 'unsaved' };
  if (machine.tags.includes('postponed')) return { kind: 'putOff' };
  const { pending, current } = machine.context;
  const update = pending.find(({ entityId }) => entityId === current);
  if (!machine.tags.includes('open') || !update) return null;
  return { kind: 'update', update, waiting: pending.length - 1, busy: machine.tags.includes('busy') };
});
