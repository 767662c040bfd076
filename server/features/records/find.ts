/** Finds records of all kinds by their number or name. */
import { sql } from 'kysely';
import type { ResponseOf } from '../../../contract/endpoints';
import { RECORD_KINDS, RECORD_LISTS, type RecordKind } from '../../../contract/records/kinds';
import { RESULTS_PER_KIND } from '../../../contract/records/records.endpoints';
import { alphabeticalOrder, type Queries, type Scope } from '../../database';
import { permissionsOf } from '../../identity/permissions';
import { listTable, listWhere, readRows, visibleColumns } from '../lists/engine';
import type { Sql } from '../lists/source';
import { definitionOf, mayList } from './engine';

type Found = ResponseOf<'recordsFound'>['records'][number];

/** Kinds that are found by their number. */
const NUMBERED: readonly RecordKind[] = [
  'job',
  'candidate',
  'submission',
  'assignment',
  // Found by the number of their assignment.
  'complianceFile',
  'timesheet',
  'invoice',
  'reverseInvoice',
];
/** How many digits may still be missing. */
const DIGITS_LEFT = 3;
const NUMBER = /^#?([1-9]\d{0,8})$/;
/** A shorter text would match too many names. */
const NAME_MIN_LENGTH = 2;
const WORDS_MAX = 4;
/** The people whose compliance files and documents are looked through: many with a name have none that is wanted. */
const PEOPLE_MAX = 300;

/**
 * The first records of each kind that the caller may see, in the order of the kinds. `queries` are one transaction in
 * the caller's scope.
 */
export async function findRecords(queries: Queries, q: string, scope: Scope): Promise<Found[]> {
  if (scope.userId === null) return [];
  const held = await permissionsOf(queries, scope.userId);
  const text = q.trim().normalize('NFC');
  const number = NUMBER.exec(text)?.[1];
  const found: Found[] = [];
  for (const kind of RECORD_KINDS) {
    const list = RECORD_LISTS[kind].find((each) => mayList(each, held, scope));
    if (list === undefined) continue;
    const visible = listWhere(list, {}, scope);
    const select =
      number === undefined
        ? byName(kind, text, listTable(list), visible)
        : byNumber(kind, Number(number), listTable(list), visible);
    if (select === null) continue;
    const { rows: ids } = await sql<{ id: string }>`${select}`.execute(queries);
    const { name, about, status } = definitionOf(kind);
    const wanted = [name, ...about, ...(status === undefined ? [] : [status])];
    const columns = visibleColumns(list, scope).filter((column) => wanted.includes(column));
    const rows = await readRows(
      queries,
      list,
      ids.map(({ id }) => id),
      columns,
      scope,
    );
    found.push(...rows.map((row) => ({ kind, id: row.id, row })));
  }
  return found;
}

/** The number itself and numbers that begin with it; each range is read only as far as needed. */
function byNumber(kind: RecordKind, number: number, table: Sql, visible: Sql): Sql | null {
  if (!NUMBERED.includes(kind)) return null;
  const ranges = Array.from({ length: DIGITS_LEFT + 1 }, (_, digits) => {
    const from = number * 10 ** digits;
    const to = from + 10 ** digits - 1;
    return sql`(select r.id, r.number from ${table} where ${visible} and r.number between ${from}::bigint and ${to}::bigint
      order by r.number limit ${RESULTS_PER_KIND})`;
  });
  return sql`select x.id from (${sql.join(ranges, sql` union all `)}) x order by x.number limit ${RESULTS_PER_KIND}`;
}

/**
 * People by the beginnings of their names, compliance files and documents by the candidate's; facilities and suppliers,
 * of which there are few, by any part of the name.
 */
function byName(kind: RecordKind, text: string, table: Sql, visible: Sql): Sql | null {
  if (text.length < NAME_MIN_LENGTH) return null;
  const words = text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX);
  if (words.length === 0) return null;
  const most = sql`limit ${RESULTS_PER_KIND}`;
  switch (kind) {
    case 'candidate':
      return sql`select r.id from ${table} join ${people(words, RESULTS_PER_KIND)} found on found.id = r.id
        where ${visible} order by ${alphabeticalOrder('r.last_name', 'r.first_name')}`;
    case 'complianceFile':
      return sql`select r.id from ${table} join ${people(words, PEOPLE_MAX)} found on found.id = r.candidate_id
        where ${visible} order by r.number desc ${most}`;
    case 'document':
      return sql`select x.id from (${sql.join(documentsBy(words, table, visible), sql` union `)}) x
        order by x.waits desc, ${alphabeticalOrder('x.name')}, x.id ${most}`;
    case 'facility':
    case 'supplier': {
      const matches = sql`not exists (select from unnest(${folded(words)}) word where strpos(fold_text(r.name), word) = 0)`;
      return sql`select r.id from ${table} where ${visible} and ${matches} order by ${alphabeticalOrder('r.name')} ${most}`;
    }
    default:
      return null;
  }
}

const folded = (words: readonly string[]): Sql =>
  sql`array(select fold_text(word) from unnest(${[...words]}::text[]) word)`;
const people = (words: readonly string[], most: number): Sql => sql`find_candidates(${folded(words)}, ${most})`;

/**
 * For 'Ward', 'Ward BLS' and 'BLS Ward': one word names the person, the others the document. Documents that wait for
 * review come first.
 */
function documentsBy(words: readonly string[], table: Sql, visible: Sql): Sql[] {
  const ways = words.flatMap((_, at) => [
    { named: words.slice(at), called: words.slice(0, at) },
    ...(at === 0 ? [] : [{ named: words.slice(0, at), called: words.slice(at) }]),
  ]);
  return ways.map(
    ({ named, called }) => sql`
      select r.id, r.name, r.status = 'PENDING_REVIEW' as waits from ${people(named, PEOPLE_MAX)} found
      join assignments of on of.candidate_id = found.id join ${table} on r.assignment_id = of.id
      where ${visible} and not exists (
        select from unnest(${folded(called)}) word where strpos(' ' || fold_text(r.name), ' ' || word) = 0)`,
  );
}
