/** The chosen columns are stored in this browser, per list; those of an opened view are in the address. */
import { port } from '../../base/ports/ports';
import { call, put, select, take, type SagaGenerator } from '../../base/runtime/effects';
import { pageMoved } from '../../navigation/location/location.slice';
import { changeList } from './listQuery.saga';
import { columnsKey, selectListAt, selectLists, selectReadQuery, selectScroll } from './lists.selectors';
import { columnsLoaded, listScrolled, type ColumnChoices, type listColumnsChosen } from './lists.slice';

/** Reads the stored choices; damaged ones count as none. */
export function* loadColumns(): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* put(columnsLoaded(parseColumns(yield* call(storage.read, 'listColumns'))));
}

/** Applies a choice, in the address if that sets the columns, otherwise stored; null goes back to the default. */
export function* chooseColumns({ payload: { columns } }: ReturnType<typeof listColumnsChosen>): SagaGenerator<void> {
  const at = yield* select(selectListAt);
  const read = yield* select(selectReadQuery);
  if (at === null || read === null) return;
  if (read.query.columns !== null) return yield* call(chooseInAddress, read.query.page, columns ?? []);
  const key = columnsKey(at);
  const storage = yield* port('storage');
  yield* put(columnsLoaded(withChoice((yield* select(selectLists))?.columns ?? {}, key, columns)));
  // Another tab may have stored its choices for other lists in the meantime.
  const stored = parseColumns(yield* call(storage.read, 'listColumns'));
  yield* call(storage.write, 'listColumns', JSON.stringify(withChoice(stored, key, columns)));
}

/** Without steps in the history, or Back would go through every press. */
function* chooseInAddress(page: number, columns: readonly string[]): SagaGenerator<void> {
  const { top } = yield* select(selectScroll);
  yield* call(changeList, { payload: { change: { columns, page }, replace: true } });
  yield* take(pageMoved);
  // The rows stay where they are.
  yield* put(listScrolled({ step: (yield* select(selectScroll)).step, top }));
}

function withChoice(choices: ColumnChoices, key: string, columns: readonly string[] | null): ColumnChoices {
  const { [key]: _old, ...others } = choices;
  return columns === null ? others : { ...others, [key]: columns };
}

/** Validates stored columns. */
function parseColumns(stored: string | null): ColumnChoices {
  let found: unknown;
  try {
    found = JSON.parse(stored ?? '{}');
  } catch {
    return {};
  }
  if (typeof found !== 'object' || found === null) return {};
  const isChoice = (entry: readonly [string, unknown]): entry is readonly [string, readonly string[]] =>
    Array.isArray(entry[1]) && entry[1].every((name) => typeof name === 'string');
  return Object.fromEntries(Object.entries(found).filter(isChoice));
}
