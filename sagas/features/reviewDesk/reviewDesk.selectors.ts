/** What is on the review desk. */
import { createSelector } from 'reselect';
import type { ListRow } from '../../../contract/lists/list';
import { lists } from '../../../contract/lists/catalog';
import { actsOn } from '../../../contract/records/actions';
import { openFrom, type ReviewDeskContext } from '../../../machines/reviewDesk/reviewDesk.machine';
import { failureText } from '../../base/http/failureText';
import { machineSelector, type WithMachines } from '../../base/runtime/machines.slice';
import {
  selectClientId,
  selectPersistentQuery,
  selectQuery,
  selectResolution,
  type WithPage,
} from '../../navigation/location/location.selectors';
import { recordAddress } from '../../navigation/routes/records.sections';
import { rootOf } from '../../navigation/routes/resolve';
import { REVIEW_LIST } from '../../navigation/routes/backOffice.sections';
import { selectUser } from '../../session/session.selectors';
import { documentFailureText, mayRetry } from '../documents/documents.texts';
import { readQuery } from '../lists/listQuery';
import { criteriaOf } from '../lists/lists.selectors';
import type { WithRecordActions } from '../recordActions/recordActions.selectors';
import { factsOf } from '../records/records.selectors';
import type { DeskDocument, ReviewDeskState } from './reviewDesk.slice';
import { countText } from '../../base/numbers';

type WithDesk = WithMachines & WithPage & WithRecordActions & { readonly reviewDesk?: ReviewDeskState };

export const DESK_MACHINE = 'reviewDesk';
const selectMachine = machineSelector<ReviewDeskContext>(DESK_MACHINE);
const selectDesk = (state: WithDesk): ReviewDeskState | undefined => state.reviewDesk;

/** Whether the address is that of the desk, and the user may open it. */
export const selectIsAtDesk = createSelector(
  [selectResolution],
  (resolution) => resolution.kind === 'screen' && resolution.route.screen === 'reviewDesk',
);

/** The pending documents as their list would show them: its filters and order are in the address. */
export const selectDeskCriteria = createSelector(
  [selectUser, selectQuery, selectClientId],
  (user, params, clientId) => {
    if (user === null) return null;
    const { name, fixed } = REVIEW_LIST;
    const { query } = readQuery(lists[name], user.organizationType, fixed, params);
    return { list: name, body: { ...criteriaOf({ list: name, query, clientId }), sort: query.sort } };
  },
);

/** The current document, the one before it and the next undecided one; null where there is none. */
export const selectDeskIds = createSelector([selectMachine], (machine) => {
  if (machine?.value !== 'reviewing') return { current: null, before: null, next: null };
  const { context } = machine;
  return {
    current: context.queue[context.at] ?? null,
    before: context.queue[context.at - 1] ?? null,
    next: context.queue[openFrom(context, context.at + 1)] ?? null,
  };
});

/** Undefined if the document is neither the current nor the next one. */
export const selectDeskDocument = (state: WithDesk, id: string): DeskDocument | undefined =>
  selectDesk(state)?.documents[id];

/** Whether the document was decided, here or by another user. */
export const selectIsSettled = (state: WithDesk, id: string): boolean =>
  selectMachine(state)?.context.results[id] !== undefined;

/** Whether the desk has this version: its facts, and its file unless that failed to load. */
function isLoaded(document: DeskDocument | undefined, version: number | undefined): boolean {
  const { page = null, file = null, failure = null } = document ?? {};
  return page !== null && page.version === version && (file !== null || failure !== null);
}

/** Whether the desk shows the version that a decision would be about, so that the user may decide. */
export const selectMayDecide = (state: WithDesk, id: string): boolean =>
  isLoaded(selectDeskDocument(state, id), state.recordActions?.known[id]?.version);

/** Whether this document has just taken the place of another one without the user, so that no decision is taken yet. */
export const selectIsHeld = (state: WithDesk, id: string): boolean => selectDesk(state)?.held === id;

const FACTS = [
  'candidate',
  'kind',
  'issuedOn',
  'expiresOn',
  'dueOn',
  'uploadedAt',
  'uploadedBy',
  'timesDeclined',
  'declineReason',
  'assignmentNumber',
  'assignmentStatus',
  'startDate',
  'facility',
  'supplier',
  'fileCompletion',
] as const;

/** The desk as it is; null on other pages and until it has begun. */
export const selectReviewDesk = createSelector(
  [
    selectMachine,
    selectDesk,
    selectDeskIds,
    selectUser,
    selectPersistentQuery,
    (state: WithDesk) => state.recordActions?.known,
    (state: WithDesk) => state.recordActions?.expected,
  ],
  (machine, desk, { current }, user, persistentQuery, known, expected) => {
    if (machine === undefined || desk === undefined || user === null) return null;
    const { queue, at, results, complete, failure } = machine.context;
    const decided = Object.values(results);
    const open = queue.filter((id) => results[id] === undefined).length;
    const common = {
      announcement: desk.announcement,
      error: failure === null ? null : failureText(failure),
      mayAct: actsOn('document', user),
      progress: {
        approved: decided.filter((result) => result === 'approve').length,
        rejected: decided.filter((result) => result === 'reject').length,
        open,
        total: queue.length,
        complete,
      },
      /** Undecided documents that were passed over; at the end of the queue only they are left. */
      skipped: open,
    };
    if (current === null) return { ...common, phase: phaseOf(machine.value), document: null };
    const { page = null, file = null, failure: fileFailure = null } = desk.documents[current] ?? {};
    const status = expected?.[current]?.['status'] ?? known?.[current]?.state['status'];
    const shown = page && { ...page, row: { ...page.row, ...(status !== undefined && { status }) } };
    const facts = (names: readonly string[], empty: boolean) =>
      shown === null ? [] : factsOf(shown, names, user, persistentQuery, empty);
    const row = shown?.row as ListRow | undefined;
    return {
      ...common,
      phase: 'reviewing' as const,
      document: {
        id: current,
        place: `${countText(at + 1)} of ${countText(queue.length)}${complete ? '' : '+'}`,
        isFirst: at === 0,
        title: row === undefined ? null : String(row['name']),
        status: facts(['status'], false)[0]?.cell ?? null,
        facts: facts(FACTS, false),
        page: recordAddress(user, rootOf(user), { kind: 'document', id: current, tab: 'activity' }, persistentQuery),
        file: file?.file ?? null,
        mayDecide: isLoaded(desk.documents[current], known?.[current]?.version),
        isHeld: desk.held === current,
        problem: fileFailure === null ? null : documentFailureText(fileFailure),
        canRetry: fileFailure !== null && mayRetry(fileFailure),
      },
    };
  },
);
export type ReviewDeskView = NonNullable<ReturnType<typeof selectReviewDesk>>;

function phaseOf(value: unknown): 'loading' | 'failed' | 'over' {
  return value === 'failed' || value === 'over' ? value : 'loading';
}
