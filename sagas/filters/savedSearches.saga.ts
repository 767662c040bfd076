/** Keeping, changing, choosing and deleting saved searches. */
import { call, put, select, type SagaGenerator } from '../effects';
import { CHOICE_FIELDS } from '../../contract/dashboard';
import { CallFailed } from '../../machines/failure';
import { failureText } from '../access/access.texts';
import { request } from '../http/request.saga';
import { noticeShown } from '../shell/notices/notices.actions';
import { putInEffect } from './applyFilter.saga';
import { parseSaved, savedText, type SavedChip } from './filter.text';
import { normalForm, type FormInput } from './filter.form';
import { refetchFilterOptions } from './filterOptions.saga';
import { savingBegun, savingEnded } from './filters.events';
import type { searchChosen, searchDeleted, searchSaved } from './filters.intents';
import { filterDrawerClosed } from './filters.intents';
import { selectDashboardAt, selectFieldChoices, selectFilterOptions } from './filters.selectors';

export const ONE_DEFAULT = 'Cannot make this search default because it is already set to another search.';

export function* saveSearch({ payload: asked }: ReturnType<typeof searchSaved>): SagaGenerator<void> {
  const dashboard = yield* select(selectDashboardAt);
  const saved = (yield* select(selectFilterOptions))?.savedFilters ?? [];
  if (dashboard === null) return;
  if (asked.default && saved.some((search) => search.default && search.id !== asked.id)) {
    yield* put(noticeShown({ tone: 'warning', text: ONE_DEFAULT }));
    return;
  }
  const kept = saved.find(({ id }) => id === asked.id)?.filter;
  const filter = asked.form === undefined ? kept : yield* call(textOf, asked.form);
  if (filter === undefined) return;
  yield* put(savingBegun());
  const searchName = asked.searchName.trim();
  try {
    yield* call(request<'saveDashboardFilter'>, 'saveDashboardFilter', {
      body: { dashboard, id: asked.id, searchName, public: asked.public, default: asked.default, filter },
    });
    yield* call(refetchFilterOptions);
    yield* put(savingEnded({ failure: null }));
    yield* put(noticeShown({ tone: 'positive', text: `The search '${searchName}' has been saved.` }));
    if (asked.apply && asked.form !== undefined)
      yield* call(putInEffect, asked.form, { by: 'search', name: searchName });
  } catch (error) {
    yield* call(tell, error);
  }
}

export function* deleteSearch({ payload: { id } }: ReturnType<typeof searchDeleted>): SagaGenerator<void> {
  const name = (yield* select(selectFilterOptions))?.savedFilters.find((search) => search.id === id)?.searchName;
  yield* put(savingBegun());
  try {
    yield* call(request<'deleteDashboardFilter'>, 'deleteDashboardFilter', { params: { id } });
    yield* call(refetchFilterOptions);
    yield* put(savingEnded({ failure: null }));
    yield* put(noticeShown({ tone: 'positive', text: `The search '${name ?? ''}' has been deleted.` }));
  } catch (error) {
    yield* call(tell, error);
  }
}

export function* chooseSearch({ payload: { id } }: ReturnType<typeof searchChosen>): SagaGenerator<void> {
  const search = (yield* select(selectFilterOptions))?.savedFilters.find((each) => each.id === id);
  if (search === undefined) return;
  const saved = parseSaved(search.filter);
  if (saved === null) {
    const text = `The search '${search.searchName}' cannot be read. It is kept as it is; save it anew or delete it.`;
    yield* put(noticeShown({ tone: 'warning', text }));
    return;
  }
  yield* call(putInEffect, saved.form, { by: 'search', name: search.searchName });
  yield* put(filterDrawerClosed());
}

/** With the names of what is chosen, for the day when one of them is gone. */
function* textOf(asked: FormInput): SagaGenerator<string> {
  const form = normalForm(asked);
  const choices = yield* select(selectFieldChoices);
  const chips = CHOICE_FIELDS.flatMap((field): readonly SavedChip[] =>
    (form[field] ?? []).flatMap((value) => {
      const label = choices[field].find((choice) => choice.value === value)?.label;
      return label === undefined ? [] : [{ field, value, label }];
    }),
  );
  return savedText({ form, chips });
}

/** The server says why: another of that name, another default, deleted meanwhile. */
function* tell(error: unknown): SagaGenerator<void> {
  if (!(error instanceof CallFailed)) throw error;
  const text = failureText(error.failure);
  yield* put(savingEnded({ failure: text }));
  yield* put(noticeShown({ tone: 'negative', text }));
}
