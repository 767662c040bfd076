/** What PostgreSQL can leave out of a statement: left joins of tables that it does not read. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { readBy, type AnySource, type Expression } from './source';
import { sources } from './sources';

const queries = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const TENANT = '00000000-0000-4000-8000-000000000001';
const VIEWER = { organizationId: TENANT, organizationType: 'VMS', tenantId: TENANT, userId: null } as const;

/** The kinds of the joins, such as 'left join'; those of a sub-select do not count. */
function kindsOf(joins: Expression): readonly string[] {
  let text = readBy(VIEWER, joins).compile(queries).sql;
  for (let before = ''; before !== text;) [before, text] = [text, text.replace(/\([^()]*\)/g, '')];
  return text.match(/(\w+ )?join( lateral)?/g) ?? [];
}

test.each(Object.entries<AnySource>(sources))('%s has left joins only, and laterals of one row', (_, source) => {
  const sorts = Object.values(source.columns).flatMap((column) => ('sort' in column ? (column.sort.join ?? []) : []));
  const kinds = [source.joins, ...sorts].flatMap(kindsOf);
  expect(kinds.filter((kind) => !['left join', 'left join lateral', 'cross join lateral'].includes(kind))).toEqual([]);
});
