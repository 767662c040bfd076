/** The chosen columns are stored in this browser, per list. */
import { LIST_NAMES } from '../../../contract/lists/list';
import { port } from '../../base/ports/ports';
import { call, put, select, type SagaGenerator } from '../../base/runtime/effects';
import { columnsRecalled, type ColumnChoices, type listColumnsChosen } from './lists.slice';
import { selectLists } from './lists.selectors';

/** Reads the stored choices; damaged ones count as none. */
export function* recallColumns(): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* put(columnsRecalled(parseColumns(yield* call(storage.read, 'listColumns'))));
}

/** Applies and stores a choice; null goes back to the default. */
export function* chooseColumns({ payload }: ReturnType<typeof listColumnsChosen>): SagaGenerator<void> {
  const storage = yield* port('storage');
  const { [payload.list]: _old, ...others } = (yield* select(selectLists))?.columns ?? {};
  const choices = payload.columns === null ? others : { ...others, [payload.list]: payload.columns };
  yield* put(columnsRecalled(choices));
  yield* call(storage.write, 'listColumns', JSON.stringify(choices));
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
  const given = found as Readonly<Record<string, unknown>>;
  const isChoice = (value: unknown): value is readonly string[] =>
    Array.isArray(value) && value.every((name) => typeof name === 'string');
  return Object.fromEntries(
    LIST_NAMES.flatMap((list) => {
      const choice = Object.hasOwn(given, list) ? given[list] : undefined;
      return isChoice(choice) ? [[list, choice]] : [];
    }),
  );
}
