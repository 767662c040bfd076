import { call, select, type SagaGenerator } from '../effects';
import { putInEffect } from '../filters/applyFilter.saga';
import { withChoice } from '../filters/filter.form';
import { selectForm } from '../filters/filters.selectors';
import type { kpiSupplierChosen } from './kpi.intents';

/** In the address, like every filter: a copied link shows the same supplier. */
export function* chooseSupplier({ payload }: ReturnType<typeof kpiSupplierChosen>): SagaGenerator<void> {
  const form = yield* select(selectForm);
  if (form === null) return;
  yield* call(putInEffect, withChoice(form, 'agencyIds', [payload.agencyId]), { by: 'chosen' });
}
