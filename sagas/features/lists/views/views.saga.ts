/** Loading, opening, saving and deleting views of lists. */
import { LIST_DEFAULT_PAGE_SIZE, type ListName } from '../../../../contract/lists/list';
import type { ListViewSettings } from '../../../../contract/lists/views.endpoints';
import { pause } from '../../../base/clock.saga';
import { attempt, type Attempt } from '../../../base/http/attempt.saga';
import { failureText } from '../../../base/http/failureText';
import { noticeShown } from '../../../base/notices/notices.slice';
import {
  call,
  put,
  race,
  select,
  take,
  takeEvery,
  takeLatest,
  takeLeading,
  type SagaGenerator,
} from '../../../base/runtime/effects';
import { selectLocation, selectMenuPress, selectQuery } from '../../../navigation/location/location.selectors';
import { navigateRequested, pageMoved } from '../../../navigation/location/location.slice';
import { searchOf } from '../../../navigation/routes/queryText';
import { rootOf } from '../../../navigation/routes/resolve';
import { selectUser } from '../../../session/session.selectors';
import { request } from '../../../session/token/request.saga';
import { writeQuery } from '../listQuery';
import { selectListAt } from '../lists.selectors';
import { listReloadRequested } from '../lists.slice';
import { openingOfView, selectPressedDefault, selectShownSettings, selectViews } from './views.selectors';
import {
  viewChosen,
  viewDeleted,
  viewSaveRequested,
  viewSavingBegun,
  viewSavingEnded,
  viewsArrived,
  viewsFailed,
  viewsOpened,
  type SavedView,
} from './views.slice';

/** Runs with the lists: opens, saves and deletes views, and opens the default view from the menu. */
export function* watchViews(): SagaGenerator<void> {
  yield* takeLatest(viewsOpened, loadViews);
  yield* takeEvery(viewChosen, chooseView);
  // A second press while saving is ignored.
  yield* takeLeading(viewSaveRequested, saveView);
  yield* takeLeading(viewDeleted, deleteView);
  yield* takeLatest(pageMoved, openDefault);
  yield* call(openDefault);
}

/** A press of the menu waits this long (ms) for the views as they are now; then those loaded before apply. */
const NEWER_VIEWS_MS = 300;

/** The default view opens only from the menu; other links keep their meaning. */
function* openDefault(): SagaGenerator<void> {
  const press = yield* select(selectMenuPress);
  if (press === null || (yield* select(selectShownSettings)) === null) return;
  const isLoaded = (yield* select(selectViews))?.views != null;
  const known = yield* select(selectPressedDefault);
  // Another tab may have deleted or replaced the default. An answer that takes longer counts for the next press.
  yield* put(viewsOpened());
  const answered = take([viewsArrived.type, viewsFailed.type]);
  yield* isLoaded ? race({ answered, late: call(pause, NEWER_VIEWS_MS) }) : answered;
  const view = (yield* select(selectMenuPress)) === press ? yield* select(selectPressedDefault) : null;
  if (view !== null) yield* call(openView, view, true);
  // The list was not loaded, because the default was to open in its place.
  else if (known !== null) yield* put(listReloadRequested());
}

function* loadViews(): SagaGenerator<void> {
  const list = (yield* select(selectListAt))?.name;
  if (list === undefined) return;
  const { failure, answer } = yield* attempt(request('listViews', { params: { list } }));
  yield* put(failure ? viewsFailed({ failure }) : viewsArrived({ list, answer }));
}

function* viewOf(id: string | null): SagaGenerator<SavedView | undefined> {
  return (yield* select(selectViews))?.views?.find((view) => view.id === id);
}

function* chooseView({ payload: { id } }: ReturnType<typeof viewChosen>): SagaGenerator<void> {
  const view = yield* call(viewOf, id);
  if (view !== undefined) yield* call(openView, view, false);
}

/** Goes to the view's part with its settings, with a notice about omitted ones. */
function* openView(view: SavedView, replace: boolean): SagaGenerator<void> {
  const user = yield* select(selectUser);
  const at = yield* select(selectListAt);
  if (user === null || at === null) return;
  const { route, definition, settings, omitted } = openingOfView(view, at, user);
  // Also the default columns are in the address, or the user's own choice would take their place.
  const query = { ...settings, columns: settings.columns ?? [], page: 1, size: LIST_DEFAULT_PAGE_SIZE };
  const params = writeQuery(definition, { ...route.list?.fixed }, query, yield* select(selectQuery));
  const to = `/${rootOf(user)}/${route.path}${searchOf(params)}`;
  const location = yield* select(selectLocation);
  if (location === null || location.pathname + location.search !== to) yield* put(navigateRequested({ to, replace }));
  if (omitted.length === 0) return;
  const text = `The view '${view.name}' is shown without parts that no longer exist or that you may not see: ${omitted.join(', ')}.`;
  yield* put(noticeShown({ tone: 'info', text }));
}

const VIEW_GONE =
  'This view is no longer there, so it was not changed. Please close this window and save what is shown as a new view.';

/** Saves a new view, or what changed of one. */
function* saveView({ payload: view }: ReturnType<typeof viewSaveRequested>): SagaGenerator<void> {
  const { id, shown = false, ...facts } = view;
  const list = (yield* select(selectListAt))?.name;
  const kept = yield* call(viewOf, id);
  const settings = yield* select(selectShownSettings);
  if (list === undefined || settings === null) return;
  if (id !== null && kept === undefined) return yield* showEnd(VIEW_GONE, '');
  const name = (view.name ?? kept?.name ?? '').trim();
  const body = {
    ...facts,
    viewId: id,
    ...(view.name !== undefined && { name }),
    ...(shown && bodyOf(settings)),
  };
  yield* put(viewSavingBegun());
  const attempted = yield* attempt(request('saveListView', { params: { list }, body }, { stays: true }));
  const isUpdate = id !== null && shown;
  yield* endSaving(list, attempted, `The view '${name}' has been ${isUpdate ? 'updated' : 'saved'}.`);
}

const bodyOf = ({ filters, columns, ...others }: ListViewSettings) => ({
  ...others,
  filters: Object.fromEntries(Object.entries(filters).map(([filter, values]) => [filter, [...values]])),
  columns: columns && [...columns],
});

function* deleteView({ payload: { id } }: ReturnType<typeof viewDeleted>): SagaGenerator<void> {
  const list = (yield* select(selectListAt))?.name;
  const name = (yield* call(viewOf, id))?.name ?? '';
  if (list === undefined) return;
  yield* put(viewSavingBegun());
  const attempted = yield* attempt(request('deleteListView', { params: { list, viewId: id } }, { stays: true }));
  yield* endSaving(list, attempted, `The view '${name}' has been deleted.`);
}

/** The server's answer contains the reason of a refusal: a duplicate name, or a view deleted elsewhere. */
function* endSaving(list: ListName, attempted: Attempt<unknown>, done: string): SagaGenerator<void> {
  if (attempted.failure === null) {
    const { failure, answer } = yield* attempt(request('listViews', { params: { list } }));
    yield* put(failure ? viewsFailed({ failure }) : viewsArrived({ list, answer }));
  }
  yield* showEnd(attempted.failure && (attempted.serverText ?? failureText(attempted.failure)), done);
}

/** Why it failed, or that it is done. */
function* showEnd(text: string | null, done: string): SagaGenerator<void> {
  yield* put(viewSavingEnded({ failure: text }));
  yield* put(noticeShown(text === null ? { tone: 'positive', text: done } : { tone: 'negative', text }));
}
