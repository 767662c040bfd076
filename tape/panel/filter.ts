/** Filters the listed entries by text, kind and saga. */
import { choice, element } from './element';
import { KINDS, type Kind, type Row } from './trace';

const sagaOfRow = ({ lineage }: Row) => lineage.at(-1) ?? '';

export interface Filter {
  readonly fields: readonly HTMLElement[];
  /** To be called with each row in order, so that the fields offer its values. */
  readonly note: (row: Row) => void;
  /** Forgets the rows. */
  readonly clear: () => void;
  /** Updates the options of the fields. */
  readonly offer: () => void;
  /** The same list as long as neither the rows nor the fields change. */
  readonly of: (rows: readonly Row[]) => readonly Row[];
}

/** `change` is called when a field changes. */
export function createFilter(change: () => void): Filter {
  const search = element('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search entries' });
  search.addEventListener('input', change);
  const kind = choice('Kind of entry', 'All kinds', change);
  const saga = choice('Saga', 'All sagas', change);
  const kinds = new Set<Kind>();
  const sagas = new Set<string>();
  const texts = new WeakMap<Row, string>();
  let last: { readonly key: string; readonly rows: readonly Row[]; readonly found: readonly Row[] } | null = null;

  const textOf = (row: Row): string => {
    const known = texts.get(row);
    if (known !== undefined) return known;
    const text = `${row.text} ${row.lineage.join(' ')} ${JSON.stringify(row.entry)}`.toLowerCase();
    texts.set(row, text);
    return text;
  };
  return {
    fields: [search, kind.root, saga.root],
    note(row) {
      kinds.add(row.kind);
      sagas.add(sagaOfRow(row));
    },
    clear() {
      kinds.clear();
      sagas.clear();
      last = null;
    },
    offer() {
      kind.offer(KINDS.filter((one) => kinds.has(one)));
      saga.offer([...sagas].filter(Boolean).sort());
    },
    of(rows) {
      const word = search.value.trim().toLowerCase();
      const [ofKind, ofSaga] = [kind.root.value, saga.root.value];
      if (word === '' && ofKind === '' && ofSaga === '') return rows;
      const key = JSON.stringify([rows.length, word, ofKind, ofSaga]);
      if (last?.key === key && last.rows === rows) return last.found;
      const found = rows.filter(
        (row) =>
          (ofKind === '' || row.kind === ofKind) &&
          (ofSaga === '' || sagaOfRow(row) === ofSaga) &&
          textOf(row).includes(word),
      );
      last = { key, rows, found };
      return found;
    },
  };
}
