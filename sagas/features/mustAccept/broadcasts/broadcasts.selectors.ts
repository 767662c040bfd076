import { createSelector } from 'reselect';
import { NO_DOCUMENT } from '../../../../contract/notifications/categories';
import type {
  BroadcastQueueContext,
  QueuedBroadcast,
} from '../../../../machines/broadcastQueue/broadcastQueue.machine';
import { failureText } from '../../../base/http/failureText';
import { isPdf } from '../../documents/documents.slice';
import { machineSelector, type WithMachines } from '../../../base/runtime/machines.slice';

const NONE: readonly QueuedBroadcast[] = [];

const selectMachine = machineSelector<BroadcastQueueContext>('broadcastQueue');

/** All that are not accepted yet, including the one on screen. */
export const selectPendingBroadcasts = (state: WithMachines): readonly QueuedBroadcast[] =>
  selectMachine(state)?.context.pending ?? NONE;

/** While a broadcast is shown, everything else waits. */
export const selectBroadcastShown = (state: WithMachines): boolean =>
  selectMachine(state)?.tags.includes('open') ?? false;

/** Role updates wait while a broadcast is shown, and for the page that is loaded after it. */
export const selectHoldsRoleUpdates = (state: WithMachines): boolean =>
  selectMachine(state)?.tags.includes('holds') ?? false;

export interface BroadcastView {
  readonly broadcast: QueuedBroadcast;
  readonly hasDocument: boolean;
  /** Whether its document is a PDF, which is shown here; other files are downloaded. */
  readonly showsDocument: boolean;
  /** How many are pending after it. */
  readonly waiting: number;
  readonly busy: boolean;
  readonly failure: string | null;
  readonly failureId: number;
}

/** The broadcast to accept; null while none is open. */
export const selectBroadcast = createSelector([selectMachine], (machine): BroadcastView | null => {
  if (!machine?.tags.includes('open')) return null;
  const { pending, current, sent, failure, failureCount } = machine.context;
  const broadcast = pending.find(({ entityId }) => entityId === current) ?? sent;
  if (!broadcast) return null;
  return {
    broadcast,
    hasDocument: broadcast.documentName !== NO_DOCUMENT,
    showsDocument: isPdf(broadcast.documentName),
    waiting: pending.filter(({ entityId }) => entityId !== broadcast.entityId).length,
    busy: machine.tags.includes('busy'),
    failure: failure && `Your acceptance has not reached the server. ${failureText(failure)}`,
    failureId: failureCount,
  };
});
