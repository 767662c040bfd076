/** Each card of a KPI dashboard is asked on its own. */
import { call, put, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { keepAsked } from '../cards/keepAsked.saga';
import { filtersSettled } from '../filters/filters.events';
import type { CallInput } from '../http/http.types';
import { request } from '../http/request.saga';
import { port } from '../ports';
import { pageMoved } from '../shell/navigation/navigation.actions';
import { kpiRetried } from './kpi.intents';
import { kpiArrived, kpiAsked, kpiFailed } from './kpi.reducer';
import type { KpiCall } from './kpi.state';
import { selectKpi, selectKpiRequests, type KpiRequest } from './requests.selectors';

const OCCASIONS = [pageMoved, filtersSettled, kpiRetried].map(({ type }) => type);

export function* loadKpis(): SagaGenerator<void> {
  yield* call(keepAsked<KpiRequest>, {
    occasions: OCCASIONS,
    wanted: selectKpiRequests,
    idOf: ({ id }) => id,
    known: (state, id) => selectKpi(state).cards[id],
    again: (action, id) => kpiRetried.match(action) && action.payload.id === id,
    parcels: (due) => due.map((each) => [each]),
    ask: loadKpi,
  });
}

function* loadKpi([question]: readonly KpiRequest[]): SagaGenerator<void> {
  if (question === undefined) return;
  const { id, key, call: name, params, body } = question;
  const clock = yield* port('clock');
  yield* put(kpiAsked({ id, key }));
  try {
    const input = { body, ...(params !== undefined && { params }) } as CallInput<KpiCall>;
    const data = yield* call(request<KpiCall>, name, input);
    yield* put(kpiArrived({ id, key, data, at: yield* call(clock.now) }));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    yield* put(kpiFailed({ id, key, failure: error.failure }));
  }
}
