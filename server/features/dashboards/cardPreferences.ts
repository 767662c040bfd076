/** How a user arranged the home dashboard. Saving twice is the same as saving once. */
import { sql } from 'kysely';
import { WIDGETS } from '../../../contract/dashboards/widgets';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import { ApiError } from '../../base/errors';
import type { Queries, Scope } from '../../database';
import { requireJson } from './savedSearches';

const CARDS = '';

type StatusesToSave = BodyOf<'saveStatusPreferences'>;
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

/**
 * Returns the saved row's id. Throws `conflict` if another text than `before` is saved, `server.unauthorized` without
 * a user, and `request.invalid` for a text that is not JSON.
 */
export const saveCards = (queries: Queries, scope: Scope, wanted: BodyOf<'saveWidgetPreferences'>): Promise<string> =>
  save(queries, scope, { ...wanted, widgetType: CARDS }, 'Your cards have been arranged');

/** As `saveCards`; also throws `request.invalid` for an unknown card. */
export async function saveStatuses(queries: Queries, scope: Scope, wanted: StatusesToSave): Promise<string> {
  if (!(WIDGETS as readonly string[]).includes(wanted.widgetType)) {
    throw new ApiError('request.invalid', {
      sentence: `There is no card '${wanted.widgetType}'. Please reload the page and try again.`,
    });
  }
  return save(queries, scope, wanted, 'The statuses of this card have been chosen');
}

async function save(
  queries: Queries,
  { userId, organizationId }: Scope,
  { widgetType, filter, before }: StatusesToSave,
  done: string,
): Promise<string> {
  if (userId === null) throw new ApiError('server.unauthorized');
  requireJson(filter);
  const saved = await queries
    .insertInto('dashboard_preferences')
    .values({ user_id: userId, organization_id: organizationId, widget_type: widgetType, filter })
    .onConflict((there) => {
      const replaced = there.columns(['user_id', 'widget_type']).doUpdateSet({ filter, updated_at: sql`now()` });
      // What is already as wanted was saved by a request whose answer was lost.
      return before === undefined ? replaced : replaced.where('dashboard_preferences.filter', 'in', [before, filter]);
    })
    .returning('id')
    .executeTakeFirst();
  if (saved !== undefined) return saved.id;
  throw new ApiError('conflict', {
    sentence: `${done} in another tab or browser meanwhile, so this change was not saved. Please repeat it.`,
  });
}
