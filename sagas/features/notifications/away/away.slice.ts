/** What came while the person was away, as the card beside the page shows it. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../../contract/endpoints';
import type { SubCategoryCode } from '../../../../contract/notifications/categories';
import { clearedOnSignOut } from '../../../session/activeSession.saga';

export type WhileAway = ResponseOf<'whileAway'>;

/** Shows what waits of a kind in the panel; null for all kinds. */
export const awayFollowed = createAction<{ readonly kind: SubCategoryCode | null }>('away/followed');

interface AwayState {
  /** Null while nothing is shown. */
  readonly shown: WhileAway | null;
}
const NONE: AwayState = { shown: null };

const slice = createSlice({
  name: 'away',
  initialState: NONE,
  reducers: {
    /** Without an absence, or where nothing came in it, nothing is shown. */
    awayArrived: (_, { payload }: PayloadAction<WhileAway>): AwayState =>
      payload.absence === null || payload.kinds.length === 0 ? NONE : { shown: payload },
    /** For good: this absence is not shown any more, in any browser. `elsewhere`: it was dismissed in another tab. */
    awayDismissed: (_, _action: PayloadAction<{ readonly until: string; readonly elsewhere?: true }>) => NONE,
  },
});

export const { awayArrived, awayDismissed } = slice.actions;
/** Joins the store where somebody was away. */
export const awayReducers = clearedOnSignOut({ away: slice.reducer });

/** The part of the store that this selector reads. */
export interface WithAway {
  readonly away?: AwayState;
}
export const selectAway = (state: WithAway): WhileAway | null => state.away?.shown ?? null;

const sum = (of: 'came' | 'waiting', { kinds }: WhileAway): number => kinds.reduce((all, kind) => all + kind[of], 0);
export const waitingOf = (away: WhileAway): number => sum('waiting', away);

/** '34 came, 12 still wait.' */
export function awayText(away: WhileAway): string {
  const waiting = waitingOf(away);
  if (waiting === 0) return `${sum('came', away)} came, none still waits.`;
  return `${sum('came', away)} came, ${waiting} still ${waiting === 1 ? 'waits' : 'wait'}.`;
}
