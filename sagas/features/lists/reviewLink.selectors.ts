/** Links to the review desk, from the pending documents and from one of them. */
import { createSelector } from 'reselect';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import { actsOn } from '../../../contract/records/actions';
import { selectPersistentQuery, selectQuery } from '../../navigation/location/location.selectors';
import { resolve, rootOf } from '../../navigation/routes/resolve';
import { DESK_PARAM, REVIEW_DESK_PATH, REVIEW_LIST } from '../../navigation/routes/backOffice.sections';
import { searchOf } from '../../navigation/routes/queryText';
import { selectUser } from '../../session/session.selectors';
import { writeQuery } from './listQuery';
import { selectListAt, selectReadQuery } from './lists.selectors';
import { selectRecordAt } from './recordTabs';

/** Null for users who review no documents. */
function deskOf(user: UserInfo | null): string | null {
  if (user === null || !actsOn('document', user)) return null;
  const address = `/${rootOf(user)}/${REVIEW_DESK_PATH}`;
  return resolve(user, address).kind === 'screen' ? address : null;
}

/** The desk with the list's filters and order; null at other lists. */
export const selectReviewLink = createSelector(
  [selectUser, selectListAt, selectReadQuery, selectQuery],
  (user, at, read, params): string | null => {
    const desk = deskOf(user);
    const waiting = REVIEW_LIST.fixed.documentStatus;
    if (desk === null || at === null || read === null || at.name !== REVIEW_LIST.name) return null;
    if (at.fixed['documentStatus']?.join() !== waiting.join()) return null;
    return desk + searchOf(writeQuery(at.definition, at.fixed, { ...read.query, page: 1 }, params));
  },
);

/** The desk with the document of this page on it; null on other pages. */
export const selectReviewThis = createSelector(
  [selectUser, selectRecordAt, selectPersistentQuery],
  (user, record, persistentQuery): string | null => {
    const desk = deskOf(user);
    if (desk === null || record?.kind !== 'document') return null;
    const params = new URLSearchParams(persistentQuery);
    params.set(DESK_PARAM, record.id);
    return desk + searchOf(params);
  },
);
