/** The chosen columns are stored in this browser, per list. */
import { LIST_NAMES } from '../../../contract/lists/list';
import { port } from '../../base/ports/ports';
import { call, put, select, type SagaGenerator } from '../../base/runtime/effects';
import { columnsRecalled, type ColumnChoices, type listColumnsChosen } from './lists.slice';
import { selectLists } from './lists.selectors';

type Choice = ReturnType<typeof listColumnsChosen>['payload'];

/** Reads the stored choices; damaged ones count as none. */
export function* recallColumns(): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* put(columnsRecalled(parseColumns(yield* call(storage.read, 'listColumns'))));
}

/** Applies and stores a choice; null goes back to the default. */
export function* chooseColumns({ payload }: ReturnType<typeof listColumnsChosen>): SagaGenerator<void> {
  const storage = yield* port('storage');
  yield* put(columnsRecalled(withChoice((yield* select(selectLists))?.columns ?? {}, payload)));
  // Another tab may have stored its choices for other lists in the meantime.
  const stored = parseColumns(yield* call(storage.read, 'listColumns'));
  yield* call(storage.write, 'listColumns', JSON.stringify(withChoice(stored, payload)));
}

function withChoice(choices: ColumnChoices, { list, columns }: Choice): ColumnChoices {
  const { [list]: _old, ...others } = choices;
  return columns === null ? others : { ...others, [list]: columns };
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
