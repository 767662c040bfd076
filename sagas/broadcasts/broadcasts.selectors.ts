import { createSelector } from 'reselect';
import { NO_DOCUMENT } from '../../contract/notifications';
import type { BroadcastQueueContext, QueuedBroadcast } from '../../machines/broadcastQueue/broadcastQueue.machine';
import { failureText } from '../access/access.texts';
import { documentFailureText } from '../documents/documents.texts';
import type { MachineProjection } from '../machine/projection';
import type { AppState } from '../state';
import { isPdf } from './live.rules';

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
  /** It is a PDF, which is shown here; anything else is downloaded. */
  readonly showsDocument: boolean;
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
    showsDocument: isPdf(broadcast.documentName),
    waiting: pending.filter(({ entityId }) => entityId !== broadcast.entityId).length,
    busy: machine.tags.includes('busy'),
    failure: failure && `Your acceptance has not reached the server. ${failureText(failure)}`,
    failureId: failureCount,
  };
});

/** The document of the broadcast that is shown. */
export const selectBroadcastPreview = createSelector(
  [selectBroadcast, (state: AppState) => state.shell?.broadcastPreview ?? null],
  (view, preview) => {
    const own = preview !== null && preview.entityId === view?.broadcast.entityId ? preview : null;
    return {
      isPdf: view?.showsDocument ?? false,
      file: own?.file ?? null,
      error: own?.failure ? `The document cannot be shown. ${documentFailureText(own.failure)}` : null,
    };
  },
);
