import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Widget } from '../../contract/dashboard';
import type { Failure } from '../../machines/failure';
import { arrived, asked, failed, type CardKey } from '../cards/card.state';
import type { Arrangement } from './arrangement';
import type { CardData } from './cards';
import {
  cardsArranged,
  cardViewChosen,
  complianceViewChosen,
  statusesArranged,
  timesheetViewChosen,
} from './homeDashboard.intents';
import { NO_CARDS, type CardState, type HomeDashboardState } from './homeDashboard.state';

interface OfCard {
  readonly widget: Widget;
  readonly key: CardKey;
}
/** The question is on its way. */
export const cardAsked = createAction<OfCard>('homeDashboard/cardAsked');
export const cardArrived = createAction<OfCard & { readonly data: CardData; readonly at: number }>(
  'homeDashboard/cardArrived',
);
export const cardFailed = createAction<OfCard & { readonly failure: Failure }>('homeDashboard/cardFailed');
/** What happened may have changed these. */
export const cardsTouched = createAction<{ readonly widgets: readonly Widget[] }>('homeDashboard/cardsTouched');
/** Keeping them failed: as before. */
export const statusesRolledBack = createAction<{
  readonly widget: Widget;
  readonly statuses: Arrangement<string> | undefined;
}>('homeDashboard/statusesRolledBack');

export function homeDashboardReducer(state: HomeDashboardState = NO_CARDS, action: UnknownAction): HomeDashboardState {
  if (cardAsked.match(action)) {
    const { widget, key } = action.payload;
    return withCard(state, widget, asked(state.cards[widget], key));
  }
  if (cardArrived.match(action)) {
    const { widget, key, data, at } = action.payload;
    return withCard(state, widget, arrived(state.cards[widget], key, data, at));
  }
  if (cardFailed.match(action)) {
    const { widget, key, failure } = action.payload;
    return withCard(state, widget, failed(state.cards[widget], key, failure));
  }
  if (cardsTouched.match(action)) {
    return action.payload.widgets.reduce((next, widget) => {
      const card = next.cards[widget];
      return card === undefined ? next : withCard(next, widget, { ...card, stale: true });
    }, state);
  }
  return choicesReducer(state, action);
}

const withCard = (state: HomeDashboardState, widget: Widget, card: CardState | null): HomeDashboardState =>
  card === null ? state : { ...state, cards: { ...state.cards, [widget]: card } };

function choicesReducer(state: HomeDashboardState, action: UnknownAction): HomeDashboardState {
  if (cardsArranged.match(action)) return { ...state, arranged: action.payload.cards };
  if (statusesArranged.match(action) || statusesRolledBack.match(action)) {
    const { widget, statuses } = action.payload;
    const { [widget]: _, ...others } = state.statuses;
    return { ...state, statuses: statuses === undefined ? others : { ...others, [widget]: statuses } };
  }
  if (complianceViewChosen.match(action)) return { ...state, complianceView: action.payload };
  if (timesheetViewChosen.match(action)) return { ...state, timesheetView: action.payload };
  if (cardViewChosen.match(action)) {
    const { widget, view } = action.payload;
    return { ...state, views: { ...state.views, [widget]: view } };
  }
  return state;
}
