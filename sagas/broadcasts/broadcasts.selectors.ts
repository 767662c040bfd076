import { createSelector } from 'reselect';
import { NO_DOCUMENT } from '../../contract/notifications';
import type { BroadcastQueueContext, QueuedBroadcast } from '../../machines/broadcastQueue/broadcastQueue.machine';
import { failureText } from '../access/access.texts';
import type { MachineProjection } from '../machine/projection';
import type { AppState } from '../state';

const NONE: readonly QueuedBroadcast[] = [];

const selectMachine = (state: AppState) =>
  state.machines['broadcastQueue'] as MachineProjection<BroadcastQueueContext> | undefined;

export const selectPendingBroadcasts = (state: AppState): readonly QueuedBroadcast[] =>
  selectMachine(state)?.context.pending ?? NONE;

/** While one is shown, everything else waits. */
export const selectBroadcastShown = (state: AppState): boolean => selectMachine(state)?.tags.includes('open') ?? false;

export interface BroadcastView {
  readonly broadcast: QueuedBroadcast;
  readonly hasDocument: boolean;
  /** How many come after it. */
  readonly waiting: number;
  readonly busy: boolean;
  readonly failure: string | null;
  readonly failureId: number;
}

export const selectBroadcast = createSelector([selectMachine], (machine): BroadcastView | null => {
  if (!machine?.tags.includes('open')) return null;
  const { pending, current, sent, failure, failureCount } = machine.context;
  const broadcast = pending.find(({ entityId }) => entityId === current) ?? sent;
  if (!broadcast) return null;
  return {
    broadcast,
    hasDocument: broadcast.documentName !== NO_DOCUMENT,
    waiting: pending.filter(({ entityId }) => entityId !== broadcast.entityId).length,
    busy: machine.tags.includes('busy'),
    failure: failure && `Your acceptance has not reached the server. ${failureText(failure)}`,
    failureId: failureCount,
  };
});
