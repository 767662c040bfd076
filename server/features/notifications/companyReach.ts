/** How many people a company notification reaches. Other organizations' people are counted by the database's owner. */
import { sql } from 'kysely';
import type { OrganizationType } from '../../../contract/base/organizations';
import type { Queries } from '../../database';
import { audienceOf } from './events';
import { OFF_BY_DEFAULT } from './preferences';

/** With the rules of `notification_send` for these notifications. */
export async function countCompanyReach(
  queries: Queries,
  { organizationType }: { readonly organizationType: OrganizationType },
): Promise<number> {
  const audience = audienceOf({ kind: 'company', what: 'COMPANY', subject: '', text: '' }, organizationType === 'VMS');
  const { rows } = await sql<{ people: number }>`
    select company_notification_reach(${audience}, ${!OFF_BY_DEFAULT.includes('COMPANY')}) as "people"`.execute(
    queries,
  );
  return rows[0]?.people ?? 0;
}
