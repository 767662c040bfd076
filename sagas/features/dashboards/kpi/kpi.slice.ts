/** The cards of the KPI dashboards: intents and loaded data. */
import { createAction, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { Breakdown } from '../../../../contract/dashboards/kpiBreakdown';
import type { Kpi } from '../../../../contract/dashboards/kpis';
import type { ResponseOf } from '../../../../contract/endpoints';
import type { Failure } from '../../../../machines/failure';
import { clearedOnSignOut } from '../../../session/activeSession.saga';
import { listReloadRequested } from '../../lists/lists.slice';
import { recordActionsDone } from '../../recordActions/recordActions.intents';
import { failed, loaded, requested, type Card, type CardKey } from '../cards/card';
import type { FilterForm } from '../filters/filterForm';

export type KpiCall =
  | 'businessAnalysis'
  | 'facilityKpiDashboard'
  | 'supplierKpiBoard'
  | 'supplierComparison'
  | 'topSuppliers'
  | 'topSuppliersTimeToFill'
  | 'kpiFigure'
  | 'listTotals'
  | 'listGroups';
export type KpiAnswer = ResponseOf<KpiCall>;

/** Key of a card: 'analysis/SPEND', 'top/fillrate', 'scores'. */
export type KpiCardId = string;

export interface KpiState {
  readonly cards: Readonly<Record<KpiCardId, Card<KpiAnswer> | undefined>>;
  readonly views: Readonly<Record<KpiCardId, 'chart' | 'table' | undefined>>;
  /** Rankings that show all suppliers. */
  readonly whole: Readonly<Record<KpiCardId, boolean | undefined>>;
  /** The filter of this session with the fields of all tabs; null for none. */
  readonly ofAllTabs: FilterForm | null;
}

const NO_KPIS: KpiState = { cards: {}, views: {}, whole: {}, ofAllTabs: null };

export interface WithKpi {
  readonly kpi?: KpiState;
}
/** Without cards until the KPIs' part is loaded. */
export const selectKpi = (state: WithKpi): KpiState => state.kpi ?? NO_KPIS;

interface OfCard {
  readonly id: KpiCardId;
}
interface OfRequest extends OfCard {
  readonly key: CardKey;
}

/** The supplier whose scorecard is shown. */
export const kpiSupplierChosen = createAction<{ readonly agencyId: string }>('kpi/supplierChosen');

/** The volume that a supplier needs to be ranked. */
export const kpiVolumeChosen = createAction<{ readonly volume: number }>('kpi/volumeChosen');
/** Breaks a KPI down; null closes the panel. */
export const kpiBreakdownChosen = createAction<{ readonly kpi: Kpi; readonly by: Breakdown } | null>(
  'kpi/breakdownChosen',
);

/** Compares the scorecard with another supplier or the median; null ends that. */
export const kpiCompared = createAction<{ readonly beside: string | null }>('kpi/compared');
/** Sets a target, of all suppliers without an id; null removes it. */
export const kpiTargetSubmitted = createAction<{
  readonly kpi: Kpi;
  readonly agencyId: string | null;
  readonly target: number | null;
}>('kpi/targetSubmitted');

/** Groups the rows of a report by a column; null for no groups. */
export const reportGroupChosen = createAction<{ readonly by: string | null }>('kpi/reportGroupChosen');

const withCard = (state: KpiState, id: KpiCardId, card: Card<KpiAnswer> | null): KpiState =>
  card ? { ...state, cards: { ...state.cards, [id]: card } } : state;

const kpiSlice = createSlice({
  name: 'kpi',
  initialState: NO_KPIS,
  reducers: {
    kpiRetried: (state, { payload: { id } }: PayloadAction<OfCard>) => {
      const card = state.cards[id];
      if (card !== undefined) card.mustReload = true;
    },
    kpiViewChosen: (state, { payload: { id, view } }: PayloadAction<OfCard & { readonly view: 'chart' | 'table' }>) => {
      state.views[id] = view;
    },
    /** Shows all suppliers of a ranking, at first as a table, or its first ten again. */
    kpiShowsAllChanged: (
      state,
      { payload: { id, showsAll } }: PayloadAction<OfCard & { readonly showsAll: boolean }>,
    ) => {
      state.whole[id] = showsAll;
      if (showsAll) delete state.views[id];
    },
    kpiFilterKept: (state, { payload }: PayloadAction<FilterForm | null>): KpiState => ({
      ...state,
      ofAllTabs: payload,
    }),
    kpiRequested: (state, { payload: { id, key } }: PayloadAction<OfRequest>) =>
      withCard(state, id, requested(state.cards[id], key)),
    kpiLoaded: (
      state,
      { payload: { id, key, data, at } }: PayloadAction<OfRequest & { readonly data: KpiAnswer; readonly at: number }>,
    ) => {
      const card = loaded(state.cards[id], key, data, at);
      // A retry during the request needs another one: this answer may be from before.
      return withCard(state, id, card && { ...card, mustReload: state.cards[id]?.mustReload ?? false });
    },
    kpiFailed: (state, { payload: { id, key, failure } }: PayloadAction<OfRequest & { readonly failure: Failure }>) =>
      withCard(state, id, failed(state.cards[id], key, failure)),
  },
  extraReducers: (builder) =>
    // Figures change with the rows behind them, also while another page is shown.
    builder.addMatcher(isAnyOf(listReloadRequested, recordActionsDone), (state) => {
      for (const card of Object.values(state.cards)) if (card !== undefined) card.mustReload = true;
    }),
});

/** Joins the store with the first KPI dashboard. */
export const kpiReducers = clearedOnSignOut({ kpi: kpiSlice.reducer });
export const { kpiFailed, kpiFilterKept, kpiLoaded, kpiRequested, kpiRetried, kpiViewChosen, kpiShowsAllChanged } =
  kpiSlice.actions;
