/** The KPI dashboards: what happens to their cards, and which saga sees to it. */
import { fork, takeEvery, type SagaGenerator } from '../effects';
import { chooseSupplier } from './chooseSupplier.saga';
import { kpiSupplierChosen } from './kpi.intents';
import { loadKpis } from './loadKpis.saga';

export function* watchKpis(): SagaGenerator<void> {
  yield* fork(loadKpis);
  yield* takeEvery(kpiSupplierChosen, chooseSupplier);
}
