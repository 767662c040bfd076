/** What dashboards were filtered by earlier in this session: this tab's, and the same person's. */
import { call, select, type SagaGenerator } from '../effects';
import type { Dashboard } from '../../contract/dashboardFilters.endpoints';
import { port } from '../ports';
import { selectUser } from '../session/session.selectors';
import { normalForm, type FilterForm, type FormInput } from './filter.form';
import { formOf, isRecord, parsed } from './filter.text';

export function* recallForm(dashboard: Dashboard): SagaGenerator<FilterForm | null> {
  const form = (yield* call(kept))[dashboard];
  return isRecord(form) ? formOf(form) : null;
}

export function* rememberForm(dashboard: Dashboard, form: FormInput): SagaGenerator<void> {
  const storage = yield* port('storage');
  const owner = (yield* select(selectUser))?.userId;
  const forms = { ...(yield* call(kept)), [dashboard]: normalForm(form) };
  yield* call(storage.write, 'dashboardFilters', JSON.stringify({ owner, forms }));
}

function* kept(): SagaGenerator<Readonly<Record<string, unknown>>> {
  const storage = yield* port('storage');
  const user = yield* select(selectUser);
  const value = parsed((yield* call(storage.read, 'dashboardFilters')) ?? '');
  return isRecord(value) && value['owner'] === user?.userId && isRecord(value['forms']) ? value['forms'] : {};
}
