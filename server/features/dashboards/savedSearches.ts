/** Saved searches. Public ones are visible to the whole organization but only their owner can change them. */
import { types } from 'node:util';
import { sql } from 'kysely';
import type { Dashboard } from '../../../contract/dashboards/filters.endpoints';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import { alphabeticalOrder, type Queries } from '../../database';
import { sqlState } from '../../database/errors';
import { permissionsOf } from '../../identity/permissions';
import type { CurrentSession } from '../../platform/session';
import type { AuditEvent } from '../../../contract/identity/auditEvents';
import type { Audit, ClientInfo } from '../../platform/audit';
import { ApiError } from '../../base/errors';

/** Per user. */
const MAX_SAVED_SEARCHES = 50;

const ANOTHER_DEFAULT = 'Cannot make this search default because it is already set to another search.';
const UNIQUE_VIOLATION = '23505';

type SavedSearch = ResponseOf<'dashboardFilters'>['savedFilters'][number];
/** Of a search that exists, only what is to change. */
export type SearchToSave = BodyOf<'saveDashboardFilter'>;
type WholeSearch = Pick<SearchToSave, 'dashboard'> &
  Required<Pick<SearchToSave, 'searchName' | 'public' | 'default' | 'filter'>>;

export interface Actor {
  readonly session: CurrentSession;
  readonly client: ClientInfo;
}

/** The user's own first, then others', by name. */
export async function readSearches(queries: Queries, userId: string, dashboard: Dashboard): Promise<SavedSearch[]> {
  const { rows } = await sql<SavedSearch>`
    select s.id, s.search_name as "searchName", s.is_public as public, s.is_default and own as default,
      own as "canDeleted", s.filter
    from saved_searches s, lateral (select s.user_id = ${userId}::uuid as own) o
    where s.dashboard = ${dashboard}
    order by own desc, ${alphabeticalOrder('s.search_name')}, s.id`.execute(queries);
  return rows;
}

/** Whether the user may show a saved search to the organization. */
export const mayPublish = async (queries: Queries, userId: string): Promise<boolean> =>
  (await permissionsOf(queries, userId)).includes('DASHBOARD_PUBLIC_FILTER');

/** For making a search public: one that is stays so without. Throws `server.unauthorized`. */
async function requireMayPublish(queries: Queries, userId: string): Promise<void> {
  if (await mayPublish(queries, userId)) return;
  throw new ApiError('server.unauthorized', {
    sentence:
      'You do not have permission to make searches public. Please save it for yourself, or ask your administrator for the permission.',
  });
}

export class SavedSearches {
  constructor(private readonly audit: Audit) {}

  /**
   * A repeated request saves one search. Throws `conflict` for a duplicate name, a second default, or one search too
   * many; `request.invalid` for a filter that is not JSON, or a new search that lacks a part.
   */
  async save(queries: Queries, wanted: SearchToSave, actor: Actor): Promise<string> {
    const { id = null, filter, searchName } = wanted;
    if (filter !== undefined) requireJson(filter);
    const search = { ...wanted, ...(searchName !== undefined && { searchName: searchName.trim() }) };
    try {
      return id === null
        ? await this.create(queries, wholeSearch(search), actor)
        : await this.update(queries, id, search, actor);
    } catch (error) {
      throw asConflict(error, search.searchName ?? '');
    }
  }

  /** Throws ApiError if the search is not the caller's. */
  async delete(queries: Queries, id: string, actor: Actor): Promise<void> {
    const before = await ownSearch(queries, id, actor);
    await queries.deleteFrom('saved_searches').where('id', '=', id).execute();
    await this.record(queries, 'saved_search_deleted', actor, { before: auditDetails(id, before) });
  }

  private async create(queries: Queries, search: WholeSearch, { session, client }: Actor): Promise<string> {
    const { userId, organizationId } = session;
    if (search.public) await requireMayPublish(queries, userId);
    // Serialized per user, or two tabs together could exceed the limit.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`saved_searches/${userId}`}, 0))`.execute(queries);
    const repeated = await savedBefore(queries, search, userId);
    if (repeated !== undefined) return repeated;
    const { n } = await queries
      .selectFrom('saved_searches')
      .where('user_id', '=', userId)
      .where('dashboard', '=', search.dashboard)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    if (n >= MAX_SAVED_SEARCHES) {
      throw new ApiError('conflict', {
        sentence: `You have ${MAX_SAVED_SEARCHES} saved searches, which is the limit. Please delete one first.`,
      });
    }
    const { id } = await queries
      .insertInto('saved_searches')
      .values({ ...rowOf(search), user_id: userId, organization_id: organizationId, dashboard: search.dashboard })
      .returning('id')
      .executeTakeFirstOrThrow();
    await this.record(queries, 'saved_search_created', { session, client }, { after: auditDetails(id, search) });
    return id;
  }

  private async update(queries: Queries, id: string, change: SearchToSave, actor: Actor): Promise<string> {
    const before = await ownSearch(queries, id, actor, change.dashboard);
    // What another tab has saved stays; it can save nothing meanwhile, as the row is locked.
    const after = { ...before, ...change };
    if (after.public && !before.public) await requireMayPublish(queries, actor.session.userId);
    await queries
      .updateTable('saved_searches')
      .set({ ...rowOf(after), updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    await this.record(queries, 'saved_search_updated', actor, {
      before: auditDetails(id, before),
      after: auditDetails(id, after),
    });
    return id;
  }

  private record(
    queries: Queries,
    event: AuditEvent,
    { session, client }: Actor,
    details: { readonly before?: object; readonly after?: object },
  ): Promise<void> {
    const { organizationId, userId, sessionId } = session;
    return this.audit.record(queries, { event, outcome: 'ok', organizationId, userId, sessionId, details, client });
  }
}

/** Throws `request.invalid` unless every part is given. */
function wholeSearch({
  dashboard,
  searchName,
  public: isPublic,
  default: isDefault,
  filter,
}: SearchToSave): WholeSearch {
  if (searchName !== undefined && isPublic !== undefined && isDefault !== undefined && filter !== undefined)
    return { dashboard, searchName, public: isPublic, default: isDefault, filter };
  throw new ApiError('request.invalid', {
    sentence:
      'A new search needs a name, a filter, and whether it is public and the default. Nothing was saved; please send all of them.',
  });
}

/** The same search, saved by a request whose answer was lost: its sender repeats it without the id, not knowing it. */
async function savedBefore(queries: Queries, search: WholeSearch, userId: string): Promise<string | undefined> {
  const { search_name, is_public, is_default, filter } = rowOf(search);
  const before = await queries
    .selectFrom('saved_searches')
    .where('user_id', '=', userId)
    .where('dashboard', '=', search.dashboard)
    .where('search_name', '=', search_name)
    .where('is_public', '=', is_public)
    .where('is_default', '=', is_default)
    .where('filter', '=', filter)
    .select('id')
    .executeTakeFirst();
  return before?.id;
}

const rowOf = ({ searchName, public: isPublic, default: isDefault, filter }: WholeSearch) => ({
  search_name: searchName,
  is_public: isPublic,
  is_default: isDefault,
  filter,
});

/** For the audit: the settings without the filter itself. */
const auditDetails = (id: string, { searchName, public: isPublic, default: isDefault, dashboard }: WholeSearch) => ({
  id,
  dashboard,
  searchName,
  public: isPublic,
  default: isDefault,
});

/** Locks the row. Throws `not.found`, or `server.unauthorized` for a colleague's search. */
async function ownSearch(
  queries: Queries,
  id: string,
  { session }: Actor,
  dashboard?: Dashboard,
): Promise<WholeSearch> {
  const own = await queries
    .selectFrom('saved_searches')
    .where('id', '=', id)
    .where('user_id', '=', session.userId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (own !== undefined && (dashboard === undefined || own.dashboard === dashboard)) {
    const { search_name: searchName, is_public, is_default, filter } = own;
    return { dashboard: own.dashboard, searchName, public: is_public, default: is_default, filter };
  }
  const visible = await queries.selectFrom('saved_searches').where('id', '=', id).select('user_id').executeTakeFirst();
  if (visible === undefined || visible.user_id === session.userId) {
    throw new ApiError('not.found', {
      sentence: 'This saved search is no longer there. Please reload the page to see the current ones.',
    });
  }
  throw new ApiError('server.unauthorized', {
    sentence: 'Only the person who saved this search can change or delete it. Please save one of your own.',
  });
}

function asConflict(error: unknown, name: string): unknown {
  if (sqlState(error) !== UNIQUE_VIOLATION || !types.isNativeError(error) || !('constraint' in error)) return error;
  switch (error.constraint) {
    case 'saved_searches_default':
      return new ApiError('conflict', { sentence: ANOTHER_DEFAULT });
    case 'saved_searches_name':
      return new ApiError('conflict', {
        sentence: `You already have a saved search named '${name}'. Please choose another name.`,
      });
    default:
      return error;
  }
}

/** Checks a text that the app will parse as JSON. Throws `request.invalid` for any other text. */
export function requireJson(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw new ApiError('request.invalid', {
      sentence: "The filter must be JSON text, such as '{}'. Nothing was saved; please send it again as JSON.",
    });
  }
}
