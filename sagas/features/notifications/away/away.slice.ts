/** The summary of the user's last absence, as its card shows it. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../../contract/endpoints';
import type { SubCategoryCode } from '../../../../contract/notifications/kinds';
import { clearedOnSignOut } from '../../../session/activeSession.saga';

export type WhileAway = ResponseOf<'whileAway'>;

/** Shows the open notifications of a kind in the panel; null for all kinds. */
export const awayLinkOpened = createAction<{ readonly kind: SubCategoryCode | null }>('away/linkOpened');

interface AwayState {
  /** Null while nothing is shown. */
  readonly shown: WhileAway | null;
}
const NONE: AwayState = { shown: null };

const slice = createSlice({
  name: 'away',
  initialState: NONE,
  reducers: {
    /** Shows nothing without an absence, or if nothing arrived during it. */
    awayArrived: (_, { payload }: PayloadAction<WhileAway>): AwayState =>
      payload.absence === null || payload.kinds.length === 0 ? NONE : { shown: payload },
    /** This absence is not shown again, in any browser. `elsewhere`: it was dismissed in another tab. */
    awayDismissed: (_, _action: PayloadAction<{ readonly until: string; readonly elsewhere?: true }>) => NONE,
  },
});

export const { awayArrived, awayDismissed } = slice.actions;
/** Joins the store after an absence. */
export const awayReducers = clearedOnSignOut({ away: slice.reducer });

/** The part of the store that this selector reads. */
export interface WithAway {
  readonly away?: AwayState;
}
/** Null while nothing is shown of an absence. */
export const selectAway = (state: WithAway): WhileAway | null => state.away?.shown ?? null;

const sum = (of: 'came' | 'waiting', { kinds }: WhileAway): number => kinds.reduce((all, kind) => all + kind[of], 0);
/** How many of those that arrived still wait for an action. */
export const waitingOf = (away: WhileAway): number => sum('waiting', away);

/** '34 arrived, 12 are still open.' */
export function awayText(away: WhileAway): string {
  const waiting = waitingOf(away);
  if (waiting === 0) return `${sum('came', away)} arrived, none are still open.`;
  return `${sum('came', away)} arrived, ${waiting} ${waiting === 1 ? 'is' : 'are'} still open.`;
}
