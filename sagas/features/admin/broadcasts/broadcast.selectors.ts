/** The page of one broadcast: its content, its status, and who has accepted it. */
import { createSelector } from 'reselect';
import { BROADCAST_RECIPIENTS_PAGE_SIZE } from '../../../../contract/broadcasts/broadcast';
import { NO_DOCUMENT } from '../../../../contract/notifications/categories';
import { failureText } from '../../../base/http/failureText';
import { selectQuery, selectResolution } from '../../../navigation/location/location.selectors';
import { RECIPIENTS_SHOWN, type RecipientsShown } from './broadcast.slice';
import type { BroadcastState } from './broadcast.slice';

export interface BroadcastRequest {
  readonly entityId: string;
  readonly show: RecipientsShown;
  /** From 0. */
  readonly page: number;
}

/** `?show=waiting&page=2` selects recipients; unknown values are ignored. */
export const selectBroadcastRequest = createSelector(
  [selectResolution, selectQuery],
  (resolution, query): BroadcastRequest | null => {
    if (resolution.kind !== 'screen' || resolution.route.screen !== 'broadcast') return null;
    const shown = RECIPIENTS_SHOWN.find((each) => each === query.get('show'));
    const page = /^[1-9]\d{0,3}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1;
    return { entityId: resolution.params['broadcastId'] ?? '', show: shown ?? 'all', page: page - 1 };
  },
);

/** The key of one page of recipients. */
export const keyOf = ({ entityId, show, page }: BroadcastRequest): string => `${entityId} ${show} ${page}`;

const selectState = (state: { readonly broadcast?: BroadcastState }) => state.broadcast;

/** The page of one broadcast with its recipients; null at other addresses. */
export const selectBroadcastPage = createSelector([selectBroadcastRequest, selectState], (pageRequest, state) => {
  if (pageRequest === null) return null;
  const isSame = state?.broadcast?.entityId === pageRequest.entityId;
  const broadcast = isSame ? (state?.broadcast ?? null) : null;
  const recipients = isSame ? (state?.recipients ?? null) : null;
  const failure = state?.failure ?? null;
  const { accepted = 0, recipients: of = 0 } = recipients ?? {};
  const found = pageRequest.show === 'all' ? of : pageRequest.show === 'accepted' ? accepted : of - accepted;
  return {
    ...pageRequest,
    broadcast,
    hasDocument: broadcast !== null && broadcast.documentName !== NO_DOCUMENT,
    rows: recipients?.rows ?? [],
    accepted,
    recipients: of,
    pages: Math.max(1, Math.ceil(found / BROADCAST_RECIPIENTS_PAGE_SIZE)),
    /** What is shown answers an earlier request. */
    stale: state?.key !== keyOf(pageRequest),
    loading: state?.loading ?? true,
    missing: failure?.kind === 'refused' && failure.code === 'not.found',
    error: failure && failureText(failure),
  };
});
export type BroadcastPage = NonNullable<ReturnType<typeof selectBroadcastPage>>;
