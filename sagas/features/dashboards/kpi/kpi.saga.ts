/** The KPI dashboards: loads each card with its own request, and chooses the supplier of the scorecard. */
import type { CallInput } from '../../../base/http/http.types';
import { retryWhenBusy } from '../../../base/http/retryWhenBusy.saga';
import type { Failure } from '../../../../machines/failure';
import { isUnanswered } from '../../../base/http/outcome';
import { failureText } from '../../../base/http/failureText';
import { noticeShown } from '../../../base/notices/notices.slice';
import { attempt } from '../../../base/http/attempt.saga';
import { port } from '../../../base/ports/ports';
import { call, fork, put, select, takeEvery, type SagaGenerator } from '../../../base/runtime/effects';
import { MINIMUM_VOLUME } from '../../../../contract/dashboards/kpiRules';
import { selectLocation, selectQuery } from '../../../navigation/location/location.selectors';
import { navigateRequested, pageMoved } from '../../../navigation/location/location.slice';
import { searchOf } from '../../../navigation/routes/queryText';
import { request } from '../../../session/token/request.saga';
import { GROUP } from '../../lists/lists.selectors';
import { listReloadRequested } from '../../lists/lists.slice';
import { reloadCards } from '../cards/reloadCards.saga';
import { applyFormInput, loadForm } from '../filters/applyFilter.saga';
import { withChoice } from '../filters/filterForm';
import { selectDashboardAt, selectForm } from '../filters/filters.selectors';
import { filterOptionsArrived, filterOptionsFailed, filtersInitialized } from '../filters/filters.slice';
import { COMPARISON } from './kpiDashboards';
import { BREAKDOWN, COMPARE, VOLUME } from './kpiAddress';
import { selectKpiRequests, type KpiCardRequest } from './kpi.selectors';
import {
  selectKpi,
  kpiFailed,
  kpiFilterKept,
  kpiLoaded,
  kpiReducers,
  kpiRequested,
  kpiRetried,
  kpiBreakdownChosen,
  kpiSupplierChosen,
  kpiVolumeChosen,
  reportGroupChosen,
  kpiCompared,
  kpiTargetSubmitted,
  type KpiCall,
} from './kpi.slice';

/** A late part: loads the cards of the KPI dashboards and keeps what is chosen on them in the address. */
export function* watchKpis(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, kpiReducers);
  yield* fork(loadKpis);
  yield* fork(keepFilter);
  yield* takeEvery([pageMoved, filtersInitialized, filterOptionsArrived], keepFilter);
  yield* takeEvery(kpiSupplierChosen, chooseSupplier);
  yield* takeEvery(kpiVolumeChosen, chooseVolume);
  yield* takeEvery(kpiBreakdownChosen, chooseBreakdown);
  yield* takeEvery(reportGroupChosen, chooseGroup);
  yield* takeEvery(kpiCompared, compareWith);
  yield* takeEvery(kpiTargetSubmitted, saveTarget);
}

const RELOAD_ON = [
  pageMoved,
  filtersInitialized,
  filterOptionsArrived,
  filterOptionsFailed,
  listReloadRequested,
  kpiRetried,
  kpiLoaded,
  kpiFailed,
].map(({ type }) => type);

/** Requests each card by itself, again when its filter or address changes. Runs until it is cancelled. */
const loadKpis = (): SagaGenerator<void> =>
  reloadCards({
    reloadOn: RELOAD_ON,
    selectRequests: selectKpiRequests,
    selectCards: (state: Parameters<typeof selectKpi>[0]) => selectKpi(state).cards,
    load: loadKpi,
    batches: 'oneByOne',
  });

/** Lets the tabs' links have what was chosen on their tabs, which only this browser tab's storage has. */
function* keepFilter(): SagaGenerator<void> {
  if ((yield* select(selectDashboardAt)) !== 'KPI') return;
  const form = yield* call(loadForm, 'KPI');
  const { ofAllTabs } = yield* select(selectKpi);
  if (JSON.stringify(form) !== JSON.stringify(ofAllTabs)) yield* put(kpiFilterKept(form));
}

function* loadKpi([card]: readonly KpiCardRequest[]): SagaGenerator<void> {
  if (card === undefined) return;
  const { id, key, call: name, params, body } = card;
  const clock = yield* port('clock');
  yield* put(kpiRequested({ id, key }));
  const input = { body, ...(params !== undefined && { params }) } as CallInput<KpiCall>;
  const { failure, answer } = yield* retryWhenBusy(() => request<KpiCall>(name, input));
  if (failure !== null) yield* put(kpiFailed({ id, key, failure }));
  else yield* put(kpiLoaded({ id, key, data: answer, at: yield* call(clock.now) }));
}

/** The default is left out of the address. */
function* chooseVolume({ payload: { volume } }: ReturnType<typeof kpiVolumeChosen>): SagaGenerator<void> {
  yield* call(setParam, VOLUME, volume === MINIMUM_VOLUME ? null : String(volume));
}

/** In the address, so that Back closes the panel. */
function* chooseBreakdown({ payload }: ReturnType<typeof kpiBreakdownChosen>): SagaGenerator<void> {
  yield* call(setParam, BREAKDOWN, payload === null ? null : `${payload.kpi}.${payload.by}`);
}

/** In the address, so that a link shows the same comparison. */
function* compareWith({ payload: { beside } }: ReturnType<typeof kpiCompared>): SagaGenerator<void> {
  yield* call(setParam, COMPARE, beside);
}

/** Saves a target and reloads the comparison, which shows it, also if it may have been saved. */
export function* saveTarget({ payload }: ReturnType<typeof kpiTargetSubmitted>): SagaGenerator<void> {
  const { kpi, agencyId, target } = payload;
  const body = { target, ...(agencyId !== null && { agencyId }) };
  const { failure } = yield* attempt(request('saveKpiTarget', { params: { kpi }, body }));
  const text = failure ? targetFailedText(failure) : target === null ? 'Target removed.' : 'Target saved.';
  yield* put(noticeShown({ tone: failure ? 'negative' : 'positive', text }));
  if (failure === null || isUnanswered({ failure })) yield* put(kpiRetried({ id: COMPARISON }));
}

/** Without an answer it is unknown whether the target was saved. */
function targetFailedText(failure: Failure): string {
  return isUnanswered({ failure })
    ? 'No answer arrived, so the target may or may not have been saved. If the comparison does not show it, save it again.'
    : `The target was not saved. ${failureText(failure)}`;
}

/** In the address, so that a link shows the same groups. */
function* chooseGroup({ payload: { by } }: ReturnType<typeof reportGroupChosen>): SagaGenerator<void> {
  yield* call(setParam, GROUP, by);
}

function* setParam(name: string, value: string | null): SagaGenerator<void> {
  const location = yield* select(selectLocation);
  if (location === null) return;
  const params = new URLSearchParams(yield* select(selectQuery));
  if (value === null) params.delete(name);
  else params.set(name, value);
  yield* put(navigateRequested({ to: location.pathname + searchOf(params) }));
}

/** In the address, like every filter, so that a copied link shows the same supplier. */
function* chooseSupplier({ payload }: ReturnType<typeof kpiSupplierChosen>): SagaGenerator<void> {
  const form = yield* select(selectForm);
  if (form === null) return;
  yield* call(applyFormInput, withChoice(form, 'agencyIds', [payload.agencyId]), { by: 'chosen' });
}
