import type { Queries, Scope } from '../../database';
import { exportHead } from './exportHead';

const SCOPE: Scope = { organizationId: '', tenantId: '', organizationType: 'VMS', userId: null };
/** None of these filters reads the database. */
const NO_QUERIES = {} as Queries;

test.each([
  ['startDate', '2026-01-01..2026-02-28', '01/01/2026 - 02/28/2026'],
  ['startDate', '2026-01-01..', 'from 01/01/2026'],
  ['startDate', '..2026-02-28', 'up to 02/28/2026'],
  ['billRate', '10..20.50', '10 - 20.50'],
  ['billRate', '10..', 'from 10'],
  ['billRate', '..20.50', 'up to 20.50'],
  ['billRate', '-5..', 'from -5'],
])('the filter %s with %s reads %s', async (filter, value, text) => {
  const [, line] = await exportHead(
    NO_QUERIES,
    'jobs',
    { filters: { [filter]: [value] }, head: true, facility: undefined },
    1,
    SCOPE,
  );
  expect(line?.[1]).toBe(text);
});
