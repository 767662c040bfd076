import { createSelector } from 'reselect';
import type { PendingRoleUpdate } from '../../contract/broadcasts/pending';
import type { RoleUpdateQueueContext } from '../../machines/roleUpdateQueue/roleUpdateQueue.machine';
import type { MachineProjection } from '../machine/projection';
import type { AppState } from '../state';

const NONE: readonly PendingRoleUpdate[] = [];

const selectMachine = (state: AppState) =>
  state.machines['roleUpdateQueue'] as MachineProjection<RoleUpdateQueueContext> | undefined;

export const selectPendingRoleUpdates = (state: AppState): readonly PendingRoleUpdate[] =>
  selectMachine(state)?.context.pending ?? NONE;

export type RoleUpdateView =
  | { readonly kind: 'update'; readonly update: PendingRoleUpdate; readonly waiting: number; readonly busy: boolean }
  /** Something typed would be lost by the fresh page. */
  | { readonly kind: 'unsaved' }
  /** The fresh page is owed, and left to the person. */
  | { readonly kind: 'putOff' };

export const selectRoleUpdate = createSelector([selectMachine], (machine): RoleUpdateView | null => {
  if (!machine) return null;
  if (machine.tags.includes('asking')) return { kind: 'unsaved' };
  if (machine.tags.includes('postponed')) return { kind: 'putOff' };
  const { pending, current } = machine.context;
  const update = pending.find(({ entityId }) => entityId === current);
  if (!machine.tags.includes('open') || !update) return null;
  return { kind: 'update', update, waiting: pending.length - 1, busy: machine.tags.includes('busy') };
});
