/** How a user arranged the home dashboard. Saving twice is the same as saving once. */
import { sql } from 'kysely';
import { WIDGETS } from '../../../contract/dashboards/widgets';
import type { ResponseOf } from '../../../contract/endpoints';
import { ApiError } from '../../base/errors';
import type { Queries, Scope } from '../../database';
import { requireJson } from './savedSearches';

const CARDS = '';

type Preferences = Pick<ResponseOf<'dashboardFilters'>, 'widgetStatuses' | 'widgetPreferences'>;

/** The user's cards and their statuses, as saved; empty if never saved. */
export async function readPreferences(queries: Queries, userId: string): Promise<Preferences> {
  const rows = await queries
    .selectFrom('dashboard_preferences')
    .where('user_id', '=', userId)
    .orderBy('widget_type')
    .select(['widget_type as value', 'filter as label'])
    .execute();
  return {
    widgetPreferences: rows.find(({ value }) => value === CARDS)?.label ?? '',
    widgetStatuses: rows.filter(({ value }) => value !== CARDS),
  };
}

/** `filter` is the JSON of the arrangement. Returns the saved row's id; throws `server.unauthorized` without a user. */
export const saveCards = (queries: Queries, scope: Scope, filter: string): Promise<string> =>
  save(queries, scope, CARDS, filter);

/** Throws `request.invalid` for an unknown card, and for a text that is not JSON. */
export async function saveStatuses(
  queries: Queries,
  scope: Scope,
  widgetType: string,
  filter: string,
): Promise<string> {
  if (!(WIDGETS as readonly string[]).includes(widgetType)) {
    throw new ApiError('request.invalid', {
      sentence: `There is no card '${widgetType}'. Please reload the page and try again.`,
    });
  }
  return save(queries, scope, widgetType, filter);
}

async function save(
  queries: Queries,
  { userId, organizationId }: Scope,
  widgetType: string,
  filter: string,
): Promise<string> {
  if (userId === null) throw new ApiError('server.unauthorized');
  requireJson(filter);
  const { id } = await queries
    .insertInto('dashboard_preferences')
    .values({ user_id: userId, organization_id: organizationId, widget_type: widgetType, filter })
    .onConflict((there) => there.columns(['user_id', 'widget_type']).doUpdateSet({ filter, updated_at: sql`now()` }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
