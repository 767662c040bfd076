import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Failure } from '../../machines/failure';
import { arrived, asked, failed, type Card, type CardKey } from '../cards/card.state';
import { kpiViewChosen } from './kpi.intents';
import { NO_KPIS, type KpiAnswer, type KpiCardId, type KpiState } from './kpi.state';

interface OfCard {
  readonly id: KpiCardId;
  readonly key: CardKey;
}
/** The question is on its way. */
export const kpiAsked = createAction<OfCard>('kpi/asked');
export const kpiArrived = createAction<OfCard & { readonly data: KpiAnswer; readonly at: number }>('kpi/arrived');
export const kpiFailed = createAction<OfCard & { readonly failure: Failure }>('kpi/failed');

export function kpiReducer(state: KpiState = NO_KPIS, action: UnknownAction): KpiState {
  if (kpiAsked.match(action)) {
    const { id, key } = action.payload;
    return withCard(state, id, asked(state.cards[id], key));
  }
  if (kpiArrived.match(action)) {
    const { id, key, data, at } = action.payload;
    return withCard(state, id, arrived(state.cards[id], key, data, at));
  }
  if (kpiFailed.match(action)) {
    const { id, key, failure } = action.payload;
    return withCard(state, id, failed(state.cards[id], key, failure));
  }
  if (kpiViewChosen.match(action)) {
    const { id, view } = action.payload;
    return { ...state, views: { ...state.views, [id]: view } };
  }
  return state;
}

const withCard = (state: KpiState, id: KpiCardId, card: Card<KpiAnswer> | null): KpiState =>
  card === null ? state : { ...state, cards: { ...state.cards, [id]: card } };
