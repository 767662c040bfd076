/** The page of one broadcast: its content, its status, and who has accepted it. */
import { createSelector } from 'reselect';
import {
  BROADCAST_RECIPIENTS_PAGE_SIZE,
  BROADCAST_RECIPIENT_SEARCH_MAX_LENGTH,
} from '../../../../contract/broadcasts/broadcast';
import type { ResponseOf } from '../../../../contract/endpoints';
import { NO_DOCUMENT } from '../../../../contract/notifications/categories';
import { failureText } from '../../../base/http/failureText';
import { selectQuery, selectResolution } from '../../../navigation/location/location.selectors';
import {
  NO_DEADLINES,
  RECIPIENTS_SHOWN,
  type BroadcastPageState,
  type FollowUp,
  type RecipientsShown,
} from './broadcast.slice';

export interface BroadcastRequest {
  readonly entityId: string;
  readonly show: RecipientsShown;
  /** Words of their names and organizations; empty for all. */
  readonly words: string;
  /** From 0. */
  readonly page: number;
}

/** `?show=waiting&q=summit&page=2` selects recipients; unknown values are ignored. */
export const selectBroadcastRequest = createSelector(
  [selectResolution, selectQuery],
  (resolution, query): BroadcastRequest | null => {
    if (resolution.kind !== 'screen' || resolution.route.screen !== 'broadcast') return null;
    const shown = RECIPIENTS_SHOWN.find((each) => each === query.get('show'));
    const page = /^[1-9]\d{0,3}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1;
    const words = (query.get('q') ?? '').trim().slice(0, BROADCAST_RECIPIENT_SEARCH_MAX_LENGTH);
    return { entityId: resolution.params['broadcastId'] ?? '', show: shown ?? 'all', words, page: page - 1 };
  },
);

/** The key of one page of recipients. */
export const keyOf = ({ entityId, show, words, page }: BroadcastRequest): string =>
  `${entityId} ${show} ${page} ${words}`;

const selectState = (state: { readonly broadcast?: BroadcastPageState }) => state.broadcast;

/** The page of one broadcast with its recipients; null at other addresses. */
export const selectBroadcastPage = createSelector([selectBroadcastRequest, selectState], (pageRequest, state) => {
  if (pageRequest === null) return null;
  const isSame = state?.broadcast?.entityId === pageRequest.entityId;
  const broadcast = isSame ? (state?.broadcast ?? null) : null;
  const recipients = isSame ? (state?.recipients ?? null) : null;
  const failure = state?.failure ?? null;
  const { accepted = 0, recipients: of = 0, found = 0 } = recipients ?? {};
  const { error: deadlineError, saved: deadlinesSaved } = state?.deadlines[pageRequest.entityId] ?? NO_DEADLINES;
  const pending = state?.busy.filter(({ entityId }) => entityId === pageRequest.entityId) ?? [];
  return {
    ...pageRequest,
    broadcast,
    hasDocument: broadcast !== null && broadcast.documentName !== NO_DOCUMENT,
    rows: recipients?.rows ?? [],
    accepted,
    recipients: of,
    found,
    /** Whom a reminder reaches. */
    waiting: broadcast?.waiting ?? 0,
    followUps: broadcast === null ? [] : followUpsOf(broadcast),
    /** The follow-ups of this broadcast that are on their way. */
    busy: pending.map(({ what }) => what),
    deadlineError,
    deadlinesSaved,
    pages: Math.max(1, Math.ceil(found / BROADCAST_RECIPIENTS_PAGE_SIZE)),
    /** What is shown answers an earlier request. */
    stale: state?.key !== keyOf(pageRequest),
    loading: state?.loading ?? true,
    missing: failure?.kind === 'refused' && failure.code === 'not.found',
    error: failure && failureText(failure),
  };
});

/** The possible actions for recipients who have not accepted it, in the current state. Pure. */
export function followUpsOf({
  status,
  waiting,
  escalatedAt,
}: Pick<ResponseOf<'broadcast'>, 'status' | 'waiting' | 'escalatedAt'>): readonly FollowUp[] {
  const can: Readonly<Record<FollowUp, boolean>> = {
    reminder: status === 'SENT' && waiting > 0,
    deadline: (status === 'SENT' || status === 'SCHEDULED') && escalatedAt === null,
    receipts: status === 'SENT' || status === 'ENDED',
  };
  return (Object.keys(can) as FollowUp[]).filter((each) => can[each]);
}
export type BroadcastPage = NonNullable<ReturnType<typeof selectBroadcastPage>>;
