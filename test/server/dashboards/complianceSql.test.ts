/** The statement that counts compliance bands is the one documented in compliance.card.ts. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Schema } from '../../../server/database';
import { complianceWidget } from '../../../server/features/dashboards/home/compliance.card';
import { dashboardQuery } from '../../../server/features/dashboards/query';

const TENANT = '00000000-0000-4000-8000-000000000001';
const MANAGER = { organizationId: TENANT, organizationType: 'VMS', tenantId: TENANT, userId: null } as const;

/** Statements with their parameters inserted, one line each. */
async function statementsOf(work: (queries: Kysely<Schema>) => Promise<unknown>): Promise<readonly string[]> {
  const statements: string[] = [];
  const queries = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query: { sql, parameters } }) =>
      void statements.push(
        sql.replace(/\$(\d+)/g, (_, nth: string) => String(parameters[Number(nth) - 1])).replace(/\s+/g, ' '),
      ),
  });
  await work(queries);
  return statements;
}

it('counts the bands of active assignments in one statement', async () => {
  const statements = await statementsOf((queries) =>
    complianceWidget(dashboardQuery(queries, MANAGER, {}, new Date('2026-01-15T12:00:00Z')), ['ACTIVE']),
  );
  expect(statements).toHaveLength(1);
  const [bands = '', inReview = '', expiring = ''] = (statements[0] ?? '').split(' cross join ');
  const counted = [...bands.matchAll(/sum\(r\.n\) filter \(where \(*(.+?)\)+, 0\)::bigint as "(\w+)"/g)];
  expect(counted.map(([, condition = '', code]) => [code, condition.replaceAll('::integer', '')])).toEqual([
    ['FILES_DUE', 'r.documents_due > 0'],
    ['LESS_TWENTYFIVE', 'r.compliance_percent between 0 and 24'],
    ['TWENTYFIVE_FIFTY', 'r.compliance_percent between 25 and 50'],
    ['FIFTY_SEVENTYFIVE', 'r.compliance_percent between 51 and 75'],
    ['SEVENTYFIVE_NINTYNINE', 'r.compliance_percent between 76 and 99'],
    ['HUNDRED', 'r.compliance_percent between 100 and 100'],
  ]);
  expect(bands).toMatch(/ from "assignment_days" union all .* "assignment_days_queue"\) r where .*r\.status = ACTIVE/);
  expect(inReview).toMatch(/ from "document_days" union all .* r where .*r\.status = 'PENDING_REVIEW'/);
  expect(expiring).toMatch(/ from "document_days" union all .* r where .*"r"\."status" = 'APPROVED'/);
});
