/** The KPI dashboards: loads each card with its own request, and chooses the supplier of the scorecard. */
import type { CallInput } from '../../../base/http/http.types';
import { attempt } from '../../../base/http/attempt.saga';
import { port } from '../../../base/ports';
import { call, fork, put, select, takeEvery, type SagaGenerator } from '../../../base/runtime/effects';
import { pageMoved } from '../../../navigation/location/location.slice';
import { request } from '../../../session/token/request.saga';
import { reloadCards } from '../cards/reloadCards.saga';
import { putInEffect } from '../filters/applyFilter.saga';
import { withChoice } from '../filters/filterForm';
import { selectForm } from '../filters/filters.selectors';
import { filterOptionsArrived, filterOptionsFailed, filtersSettled } from '../filters/filters.slice';
import { selectKpi, selectKpiRequests, type KpiCardRequest } from './kpi.selectors';
import {
  kpiFailed,
  kpiLoaded,
  kpiReducers,
  kpiRequested,
  kpiRetried,
  kpiSupplierChosen,
  type KpiCall,
} from './kpi.slice';

export function* watchKpis(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, kpiReducers);
  yield* fork(loadKpis);
  yield* takeEvery(kpiSupplierChosen, chooseSupplier);
}

const RELOAD_ON = [pageMoved, filtersSettled, filterOptionsArrived, filterOptionsFailed, kpiRetried].map(
  ({ type }) => type,
);

export const loadKpis = (): SagaGenerator<void> =>
  reloadCards({
    reloadOn: RELOAD_ON,
    selectRequests: selectKpiRequests,
    selectCards: (state: Parameters<typeof selectKpi>[0]) => selectKpi(state).cards,
    load: loadKpi,
    batches: 'oneByOne',
  });

function* loadKpi([card]: readonly KpiCardRequest[]): SagaGenerator<void> {
  if (card === undefined) return;
  const { id, key, call: name, params, body } = card;
  const clock = yield* port('clock');
  yield* put(kpiRequested({ id, key }));
  const input = { body, ...(params !== undefined && { params }) } as CallInput<KpiCall>;
  const { failure, answer } = yield* attempt(request<KpiCall>(name, input));
  if (failure !== null) yield* put(kpiFailed({ id, key, failure }));
  else yield* put(kpiLoaded({ id, key, data: answer, at: yield* call(clock.now) }));
}

/** In the address, like every filter, so that a copied link shows the same supplier. */
export function* chooseSupplier({ payload }: ReturnType<typeof kpiSupplierChosen>): SagaGenerator<void> {
  const form = yield* select(selectForm);
  if (form === null) return;
  yield* call(putInEffect, withChoice(form, 'agencyIds', [payload.agencyId]), { by: 'chosen' });
}
