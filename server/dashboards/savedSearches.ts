/** Searches that people keep. Public ones are read by the whole organisation and changed by whoever saved them. */
import { sql } from 'kysely';
import { types } from 'node:util';
import type { BodyOf, ResponseOf } from '../../contract';
import type { Dashboard } from '../../contract/dashboardFilters.endpoints';
import type { Audit, AuditEvent, ClientInfo } from '../access/audit';
import type { SessionStanding } from '../access/lookups';
import { permissionsOf } from '../access/permissions';
import type { Queries } from '../database';
import { sqlState } from '../database/errors';
import { ApiError } from '../http/errors';

export const MAX_SAVED_SEARCHES = 50;

export const ANOTHER_DEFAULT = 'Cannot make this search default because it is already set to another search.';
const UNIQUE_VIOLATION = '23505';

type SavedSearch = ResponseOf<'dashboardFilters'>['savedFilters'][number];
export type SearchToSave = BodyOf<'saveDashboardFilter'>;

export interface By {
  readonly session: SessionStanding;
  readonly client: ClientInfo;
}

/** One's own first, then those of others, by name. */
export async function readSearches(queries: Queries, userId: string, dashboard: Dashboard): Promise<SavedSearch[]> {
  const { rows } = await sql<SavedSearch>`
    select s.id, s.search_name as "searchName", s.is_public as public, s.is_default and own as default,
      own as "canDeleted", s.filter
    from saved_searches s, lateral (select s.user_id = ${userId}::uuid as own) o
    where s.dashboard = ${dashboard}
    order by own desc, lower(s.search_name), s.id`.execute(queries);
  return rows;
}

export const mayPublish = async (queries: Queries, userId: string): Promise<boolean> =>
  (await permissionsOf(queries, userId)).includes('DASHBOARD_PUBLIC_FILTER');

export class SavedSearches {
  constructor(private readonly audit: Audit) {}

  /** Throws `conflict` for a name that is taken, a second default and one search too many. */
  async save(queries: Queries, asked: SearchToSave, by: By): Promise<string> {
    const { userId } = by.session;
    if (asked.public && !(await mayPublish(queries, userId))) {
      throw new ApiError('server.unauthorized', {
        sentence: 'You may not make searches public. Please save it for yourself.',
      });
    }
    const search = { ...asked, searchName: asked.searchName.trim() };
    const id = asked.id ?? null;
    try {
      return id === null ? await this.create(queries, search, by) : await this.update(queries, id, search, by);
    } catch (error) {
      throw asConflict(error, search.searchName);
    }
  }

  async delete(queries: Queries, id: string, by: By): Promise<void> {
    const before = await ownSearch(queries, id, by);
    await queries.deleteFrom('saved_searches').where('id', '=', id).execute();
    await this.record(queries, 'saved_search_deleted', by, { before });
  }

  private async create(queries: Queries, search: SearchToSave, { session, client }: By): Promise<string> {
    const { userId, organizationId } = session;
    // One at a time for each person, or two tabs would get past the limit together.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`saved_searches/${userId}`}, 0))`.execute(queries);
    const { n } = await queries
      .selectFrom('saved_searches')
      .where('user_id', '=', userId)
      .where('dashboard', '=', search.dashboard)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    if (n >= MAX_SAVED_SEARCHES) {
      throw new ApiError('conflict', {
        sentence: `You have ${MAX_SAVED_SEARCHES} saved searches, which is as many as there can be. Please delete one first.`,
      });
    }
    const { id } = await queries
      .insertInto('saved_searches')
      .values({ ...rowOf(search), user_id: userId, organization_id: organizationId, dashboard: search.dashboard })
      .returning('id')
      .executeTakeFirstOrThrow();
    await this.record(queries, 'saved_search_created', { session, client }, { after: told(id, search) });
    return id;
  }

  private async update(queries: Queries, id: string, search: SearchToSave, by: By): Promise<string> {
    const before = await ownSearch(queries, id, by, search.dashboard);
    await queries
      .updateTable('saved_searches')
      .set({ ...rowOf(search), updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    await this.record(queries, 'saved_search_updated', by, { before, after: told(id, search) });
    return id;
  }

  private record(
    queries: Queries,
    event: AuditEvent,
    { session, client }: By,
    details: { readonly before?: object; readonly after?: object },
  ): Promise<void> {
    const { organizationId, userId, sessionId } = session;
    return this.audit.record(queries, { event, outcome: 'ok', organizationId, userId, sessionId, details, client });
  }
}

const rowOf = ({ searchName, public: isPublic, default: isDefault, filter }: SearchToSave) => ({
  search_name: searchName,
  is_public: isPublic,
  is_default: isDefault,
  filter,
});

/** For the audit: what was called and shown how, without what was searched for. */
const told = (
  id: string,
  { searchName, public: isPublic, default: isDefault, dashboard }: Omit<SearchToSave, 'filter'>,
) => ({
  id,
  dashboard,
  searchName,
  public: isPublic,
  default: isDefault,
});

/** Locked until the transaction ends. Throws `not.found`, or `server.unauthorized` for a colleague's. */
async function ownSearch(queries: Queries, id: string, { session }: By, dashboard?: Dashboard): Promise<object> {
  const own = await queries
    .selectFrom('saved_searches')
    .where('id', '=', id)
    .where('user_id', '=', session.userId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (own !== undefined && (dashboard === undefined || own.dashboard === dashboard)) {
    const { search_name: searchName, is_public, is_default } = own;
    return told(id, { dashboard: own.dashboard, searchName, public: is_public, default: is_default });
  }
  const visible = await queries.selectFrom('saved_searches').where('id', '=', id).select('user_id').executeTakeFirst();
  if (visible === undefined || visible.user_id === session.userId) {
    throw new ApiError('not.found', {
      sentence: 'This saved search is no longer there. Please reload the page to see those that are.',
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
