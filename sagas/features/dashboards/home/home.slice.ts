/** The cards of the home dashboard: intents, arrangement and loaded data. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ComplianceView, TimesheetView, Widget } from '../../../../contract/dashboards/widgets';
import type { Failure } from '../../../../machines/failure';
import { failed, loaded, markedStale, requested, type Card, type CardKey } from '../cards/card';
import type { Arrangement } from './arrangement';
import type { CardData } from './widgets';

export type CardState = Card<CardData>;

export interface HomeDashboardState {
  readonly cards: Readonly<Partial<Record<Widget, CardState>>>;
  /** Chosen in this session; null for the server's version. */
  readonly arranged: Arrangement<Widget> | null;
  /** Unsaved choices, by card. */
  readonly statuses: Readonly<Partial<Record<Widget, Arrangement<string>>>>;
  readonly views: Readonly<Partial<Record<Widget, 'chart' | 'table'>>>;
}

export const NO_CARDS: HomeDashboardState = {
  cards: {},
  arranged: null,
  statuses: {},
  views: {},
};

interface OfCard {
  readonly widget: Widget;
}
interface OfRequest extends OfCard {
  readonly key: CardKey;
}

const withCard = (state: HomeDashboardState, widget: Widget, card: CardState | null): HomeDashboardState =>
  card ? { ...state, cards: { ...state.cards, [widget]: card } } : state;

const homeSlice = createSlice({
  name: 'homeDashboard',
  initialState: NO_CARDS,
  reducers: {
    // Intents.
    /** Cards were shown, hidden or reordered. Undo restores `before`. */
    cardsArranged: (
      state,
      { payload }: PayloadAction<{ readonly cards: Arrangement<Widget>; readonly undoing?: boolean }>,
    ) => ({ ...state, arranged: payload.cards }),
    /** Restores the server's arrangement. */
    cardsReset: (state): HomeDashboardState => ({ ...state, arranged: null }),
    statusesArranged: (
      state,
      { payload: { widget, statuses } }: PayloadAction<OfCard & { readonly statuses: Arrangement<string> }>,
    ) => ({ ...state, statuses: { ...state.statuses, [widget]: statuses } }),
    /** The user tried to select more than allowed. */
    tooManySelected: (state) => state,
    /** The selector was closed: save its choice. */
    statusesClosed: (state, _: PayloadAction<OfCard>) => state,
    /** The address keeps these, so that a reload and a copied link show the same. */
    complianceViewChosen: (state, _: PayloadAction<ComplianceView>) => state,
    timesheetViewChosen: (state, _: PayloadAction<TimesheetView>) => state,
    cardRetried: (state, { payload: { widget } }: PayloadAction<OfCard>) => {
      const card = state.cards[widget];
      if (card !== undefined) card.mustReload = true;
    },
    cardViewChosen: (
      state,
      { payload: { widget, view } }: PayloadAction<OfCard & { readonly view: 'chart' | 'table' }>,
    ) => {
      state.views[widget] = view;
    },

    // Results.
    cardRequested: (state, { payload: { widget, key } }: PayloadAction<OfRequest>) =>
      withCard(state, widget, requested(state.cards[widget], key)),
    cardLoaded: (
      state,
      {
        payload: { widget, key, data, at },
      }: PayloadAction<OfRequest & { readonly data: CardData; readonly at: number }>,
    ) => withCard(state, widget, loaded(state.cards[widget], key, data, at)),
    cardFailed: (
      state,
      { payload: { widget, key, failure } }: PayloadAction<OfRequest & { readonly failure: Failure }>,
    ) => withCard(state, widget, failed(state.cards[widget], key, failure)),
    /** An event may have changed the numbers of these cards. */
    cardsMarkedStale: (state, { payload }: PayloadAction<{ readonly widgets: readonly Widget[] }>) => {
      for (const widget of payload.widgets) {
        const card = state.cards[widget];
        if (card !== undefined) state.cards[widget] = markedStale(card);
      }
    },
    /** Time to reload stale cards. */
    staleCardsDue: (state) => {
      for (const card of Object.values(state.cards)) if (card.stale) card.mustReload = true;
    },
    /** Restores the server's statuses. */
    statusesReset: (state, { payload: { widget } }: PayloadAction<OfCard>) => {
      delete state.statuses[widget];
    },
  },
});

export const homeReducer = homeSlice.reducer;
export const {
  cardFailed,
  cardLoaded,
  cardRequested,
  cardRetried,
  cardsArranged,
  cardsMarkedStale,
  cardsReset,
  cardViewChosen,
  complianceViewChosen,
  staleCardsDue,
  statusesArranged,
  statusesClosed,
  statusesReset,
  timesheetViewChosen,
  tooManySelected,
} = homeSlice.actions;
