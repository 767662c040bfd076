/** The filter options of a dashboard that the caller may see. */
import { sql } from 'kysely';
import { offersChoice } from '../../../contract/dashboards/filter';
import type { ResponseOf } from '../../../contract/endpoints';
import { JOB_TYPE_OPTIONS } from '../../../contract/base/statuses';
import { alphabeticalOrder, todayOf, type Queries, type Scope } from '../../database';
import { lookupOptions, type LookupOption } from '../lists/lookups';
import { allOf, oneOfIds, partyTo } from '../lists/predicates';
import { timeFrameOptions } from './period';

type Options = ResponseOf<'dashboardFilters'>;
type Choice = Options['clientNames'][number];

const toChoice = ({ value, label }: LookupOption): Choice => ({ value, label });

/** The part of the answer that depends only on the user's organization and zone. */
export async function filterOptions(
  queries: Queries,
  scope: Scope,
): Promise<Omit<Options, 'savedFilters' | 'widgetStatuses' | 'widgetPreferences' | 'canPublish'>> {
  const look = (name: Parameters<typeof lookupOptions>[1]) => lookupOptions(queries, name, scope);
  const offerings = await look('offerings');
  const subOfferings = await look('subOfferings');
  return {
    professions: (await look('professions')).map(toChoice),
    specialties: (await look('specialties')).map(({ parent = '', ...option }) => ({ ...option, professionId: parent })),
    jobTypes: JOB_TYPE_OPTIONS.map(toChoice),
    organizationOfferingDTO: offerings.flatMap((offering) =>
      subOfferings
        .filter(({ parent }) => parent === offering.value)
        .map((sub) => ({
          value: `${offering.label} - ${sub.label}`,
          offeringId: offering.value,
          subofferingId: sub.value,
          offering: offering.label,
          subOffering: sub.label,
        })),
    ),
    ...(offersChoice('agencyIds', scope.organizationType) && { agencyNames: (await look('suppliers')).map(toChoice) }),
    ...(offersChoice('salesRepIds', scope.organizationType) && { salesRep: (await look('salesReps')).map(toChoice) }),
    clientNames: (await look('facilities')).map(toChoice),
    divisions: await divisions(queries, scope),
    timeFrames: timeFrameOptions(todayOf(scope)),
  };
}

async function divisions(queries: Queries, scope: Scope): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select r.health_system as value, r.health_system as label from facilities r
    where ${partyTo(scope, 'r', { client: 'id' })} group by r.health_system
    order by ${alphabeticalOrder('r.health_system')}`.execute(queries);
  return rows;
}

/** Departments of these facilities, or of all that the caller may see; equal names get the facility's name added. */
export async function departmentOptions(
  queries: Queries,
  scope: Scope,
  clientIds: readonly string[],
): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select r.id as value,
      case when count(*) over (partition by r.name) > 1 then r.name || ' (' || f.name || ')' else r.name end as label
    from departments r join facilities f on f.id = r.client_id
    where ${allOf([
      partyTo(scope, 'r', { client: 'client_id' }),
      ...(clientIds.length > 0 ? [oneOfIds(sql`r.client_id`, clientIds)] : []),
    ])}
    order by ${alphabeticalOrder('r.name', 'f.name')}, r.id`.execute(queries);
  return rows;
}
