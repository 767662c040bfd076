/** Finding notifications in all tabs and the archive: the search and its results. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { tabOf, TAB_LABELS } from '../../../../contract/notifications/categories';
import type { Notification } from '../../../../contract/notifications/notification';
import type { Failure } from '../../../../machines/failure';
import { clearedOnSignOut } from '../../../session/activeSession.saga';
import { appended } from '../feed/feed';
import { eventsApplied } from '../feed/feed.slice';
import { findShown, panelClosed, type FindForm } from '../notifications.intents';
import { panelOpened, type Paging } from './panel.slice';

export const EMPTY_FIND_FORM: FindForm = { words: '', person: '', facility: '', kind: '', from: '', to: '', away: '' };

/** Switches between the search form and the tabs. */
export const findToggled = createAction('notificationFind/toggled');
export const findSubmitted = createAction<{ readonly wanted: FindForm }>('notificationFind/submitted');
/** The next page, or the same one again after a failure. */
export const findMoreRequested = createAction('notificationFind/moreRequested');

export interface FindState extends Paging {
  readonly open: boolean;
  readonly wanted: FindForm;
  /** Changes whenever the form shows values that were not typed into it. */
  readonly form: number;
  /** Why the search is invalid, as a sentence. */
  readonly problem: string | null;
  /** Newest first; null before the first page. */
  readonly items: readonly Notification[] | null;
  readonly more: boolean;
}

const CLOSED: FindState = {
  open: false,
  wanted: EMPTY_FIND_FORM,
  form: 0,
  problem: null,
  items: null,
  more: false,
  busy: false,
  failure: null,
};

const slice = createSlice({
  name: 'notificationFind',
  initialState: CLOSED,
  reducers: {
    findRequested: (state): FindState => ({ ...state, busy: true, failure: null }),
    notificationsFound: (
      state,
      { payload }: PayloadAction<{ readonly notifications: readonly Notification[]; readonly more: boolean }>,
    ): FindState => ({
      ...state,
      items: appended(state.items ?? [], payload.notifications),
      more: payload.more,
      busy: false,
    }),
    findFailed: (state, { payload: { failure } }: PayloadAction<{ readonly failure: Failure }>): FindState => ({
      ...state,
      busy: false,
      failure,
    }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(findToggled, ({ open }): FindState => ({ ...CLOSED, open: !open }))
      .addCase(panelClosed, () => CLOSED)
      // Even while it is open: it shows something in the tabs.
      .addCase(panelOpened, () => CLOSED)
      .addCase(findShown, ({ form }, { payload: { wanted } }): FindState => ({
        ...CLOSED,
        open: true,
        wanted,
        form: form + 1,
        busy: true,
      }))
      .addCase(findSubmitted, (state, { payload: { wanted } }): FindState => {
        const isTurned = wanted.from !== '' && wanted.to !== '' && wanted.from > wanted.to;
        const problem = isTurned ? 'The first day is after the last one. Please change one of them.' : null;
        return { ...CLOSED, open: state.open, form: state.form, wanted, problem, busy: problem === null };
      })
      .addCase(eventsApplied, (state, { payload: { events } }): FindState => {
        const states = new Map(events.flatMap(({ changed }) => (changed ? [[changed.id, changed.state]] : [])));
        if (state.items?.some(({ id }) => states.has(id)) !== true) return state;
        const items = state.items.map((item) => {
          const now = states.get(item.id);
          return now === undefined ? item : { ...item, state: now };
        });
        return { ...state, items };
      }),
});

export const { findRequested, notificationsFound, findFailed } = slice.actions;
/** Joins the store when the panel first opens. */
export const notificationFindReducers = clearedOnSignOut({ notificationFind: slice.reducer });

/** The part of the store that these selectors read. */
export interface WithFind {
  readonly notificationFind?: FindState;
}
/** Closed while its code is not loaded. */
export const selectFind = (state: WithFind): FindState => state.notificationFind ?? CLOSED;

/** Where a result belongs: 'Submissions, done'. */
export function whereText({ categoryCode, state }: Pick<Notification, 'categoryCode' | 'state'>): string {
  const tab = TAB_LABELS[tabOf(categoryCode)];
  if (state?.done) return `${tab}, done`;
  return state?.snoozedUntil == null ? tab : `${tab}, snoozed`;
}
