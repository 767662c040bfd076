/** Views of lists. Shared ones are visible to the whole organization but only their owner can change them. */
import { isDeepStrictEqual, types } from 'node:util';
import { sql } from 'kysely';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import type { AuditEvent } from '../../../contract/identity/auditEvents';
import type { ListName } from '../../../contract/lists/list';
import { LIST_VIEWS_MAX, type ListViewSettings } from '../../../contract/lists/views.endpoints';
import { ApiError } from '../../base/errors';
import { alphabeticalOrder, type Queries, type Scope } from '../../database';
import { sqlState } from '../../database/errors';
import { permissionsOf } from '../../identity/permissions';
import type { Audit, ClientInfo } from '../../platform/audit';
import type { CurrentSession } from '../../platform/session';
import { listOrder, listWhere } from './engine';
import { exportColumns } from './listExport';

const UNIQUE_VIOLATION = '23505';

type View = ResponseOf<'listViews'>['views'][number];
/** Of a view that exists, only what is to change. */
export type ViewToSave = BodyOf<'saveListView'>;

export interface ViewActor {
  readonly session: CurrentSession;
  readonly client: ClientInfo;
}

/** The caller's own first, then those of colleagues, by name. */
export async function readViews(queries: Queries, list: ListName, userId: string): Promise<View[]> {
  const { rows } = await sql<Omit<View, keyof ListViewSettings> & { readonly settings: ListViewSettings }>`
    select v.id, v.name, v.is_shared as shared, v.is_default and own as default, own,
      u.first_name || ' ' || u.last_name as owner, v.settings
    from list_views v join users u on u.id = v.user_id, lateral (select v.user_id = ${userId}::uuid as own) o
    where v.list = ${list}
    order by own desc, ${alphabeticalOrder('v.name')}, v.id`.execute(queries);
  return rows.map(({ settings, ...view }) => ({ ...view, ...(settings as Pick<View, keyof ListViewSettings>) }));
}

/** Whether the user may share views with the organization. */
export const mayShareViews = async (queries: Queries, userId: string): Promise<boolean> =>
  (await permissionsOf(queries, userId)).includes('LIST_SHARE_VIEWS');

export class ListViews {
  constructor(private readonly audit: Audit) {}

  /**
   * A repeated request saves one view. Throws `request.invalid` for filters, columns or an order that the list does not
   * have for the caller, `conflict` for a duplicate name or one view too many.
   */
  async save(queries: Queries, list: ListName, wanted: ViewToSave, scope: Scope, actor: ViewActor): Promise<string> {
    const { userId } = actor.session;
    const id = wanted.viewId ?? null;
    // Serialized per user, or two tabs together could exceed the limit, or create two defaults.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`list_views/${userId}`}, 0))`.execute(queries);
    const own = id === null ? null : await ownView(queries, list, id, userId);
    const view = wholeView(wanted, own);
    if (view.shared && own?.shared !== true) await requireMayShare(queries, userId);
    const { settings } = view;
    const flags = { is_shared: view.shared, is_default: view.default };
    const row = { name: view.name, ...flags, settings: JSON.stringify(settings) };
    const repeated = id === null ? await savedBefore(queries, list, userId, { ...row, settings }) : undefined;
    if (repeated !== undefined) return repeated;
    // What has been saved stays as it is, or a view could not be updated once the list has lost one of its columns.
    if (!isDeepStrictEqual(own?.settings, settings)) checkSettings(list, settings, scope);
    if (wanted.default) {
      await queries
        .updateTable('list_views')
        .set({ is_default: false })
        .where('user_id', '=', userId)
        .where('list', '=', list)
        .execute();
    }
    try {
      const saved = id === null ? await this.create(queries, list, row, actor) : await change(queries, id, row);
      const after = auditDetails(saved, list, view);
      if (own === null) await this.record(queries, 'list_view_created', actor, { after });
      else await this.record(queries, 'list_view_updated', actor, { before: auditDetails(saved, list, own), after });
      return saved;
    } catch (error) {
      throw asConflict(error, row.name);
    }
  }

  /** Throws ApiError if the view is not the caller's. */
  async delete(queries: Queries, list: ListName, id: string, actor: ViewActor): Promise<void> {
    const before = await ownView(queries, list, id, actor.session.userId);
    await queries.deleteFrom('list_views').where('id', '=', id).execute();
    await this.record(queries, 'list_view_deleted', actor, { before: auditDetails(id, list, before) });
  }

  private async create(queries: Queries, list: ListName, row: ViewRow, { session }: ViewActor): Promise<string> {
    const { userId, organizationId } = session;
    const { n } = await queries
      .selectFrom('list_views')
      .where('user_id', '=', userId)
      .where('list', '=', list)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    if (n >= LIST_VIEWS_MAX) {
      throw new ApiError('conflict', {
        sentence: `You have ${LIST_VIEWS_MAX} views of this list, which is the limit. Please delete one first.`,
      });
    }
    const { id } = await queries
      .insertInto('list_views')
      .values({ ...row, list, user_id: userId, organization_id: organizationId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  private record(
    queries: Queries,
    event: AuditEvent,
    { session, client }: ViewActor,
    details: { readonly before?: object; readonly after?: object },
  ): Promise<void> {
    const { organizationId, userId, sessionId } = session;
    return this.audit.record(queries, { event, outcome: 'ok', organizationId, userId, sessionId, details, client });
  }
}

/** Throws `request.invalid` for what the list does not have for the caller. */
function checkSettings(list: ListName, { filters, q, sort, columns }: ListViewSettings, scope: Scope): void {
  listWhere(list, { filters, q }, scope);
  listOrder(list, sort, scope);
  if (columns !== null) exportColumns(list, columns, scope);
}

/** For sharing a view: one that is stays so without. Throws `server.unauthorized`. */
async function requireMayShare(queries: Queries, userId: string): Promise<void> {
  if (await mayShareViews(queries, userId)) return;
  throw new ApiError('server.unauthorized', {
    sentence:
      'You do not have permission to share views. Please save it for yourself, or ask your administrator for the permission.',
  });
}

interface WholeView {
  readonly name: string;
  readonly shared: boolean;
  readonly default: boolean;
  readonly settings: ListViewSettings;
}

/** What a request does not name stays as it is saved. Throws `request.invalid` for a new view that lacks a part. */
function wholeView(wanted: ViewToSave, own: WholeView | null): WholeView {
  const whole = { ...own, ...own?.settings, ...wanted };
  const { name, shared, default: isDefault, part, filters, q, sort, columns } = whole;
  if (
    name === undefined ||
    shared === undefined ||
    isDefault === undefined ||
    part === undefined ||
    filters === undefined ||
    q === undefined ||
    sort === undefined ||
    columns === undefined
  ) {
    throw new ApiError('request.invalid', {
      sentence:
        'A new view needs a name, its settings, and whether it is shared and the default. Nothing was saved; please send all of them.',
    });
  }
  return { name: name.trim(), shared, default: isDefault, settings: { part, filters, q, sort, columns } };
}

/** For the audit: without the settings. */
const auditDetails = (id: string, list: ListName, { name, shared, default: isDefault }: WholeView) => ({
  id,
  list,
  name,
  shared,
  default: isDefault,
});

interface ViewRow {
  readonly name: string;
  readonly is_shared: boolean;
  readonly is_default: boolean;
  readonly settings: string;
}

/** The same view, saved by a request whose answer was lost: the sender, who does not know its id, saves it again. */
async function savedBefore(
  queries: Queries,
  list: ListName,
  userId: string,
  wanted: Omit<ViewRow, 'settings'> & { readonly settings: ListViewSettings },
): Promise<string | undefined> {
  const before = await queries
    .selectFrom('list_views')
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .where('name', '=', wanted.name)
    .select(['id', 'name', 'is_shared', 'is_default', 'settings'])
    .executeTakeFirst();
  if (before === undefined) return undefined;
  const { id, ...stored } = before;
  return isDeepStrictEqual(stored, wanted) ? id : undefined;
}

async function change(queries: Queries, id: string, row: ViewRow): Promise<string> {
  await queries
    .updateTable('list_views')
    .set({ ...row, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  return id;
}

/** Locks the row. Throws `not.found`, or `server.unauthorized` for a colleague's view. */
async function ownView(queries: Queries, list: ListName, id: string, userId: string): Promise<WholeView> {
  const own = await queries
    .selectFrom('list_views')
    .where('id', '=', id)
    .where('list', '=', list)
    .where('user_id', '=', userId)
    .select(['name', 'is_shared as shared', 'is_default as default', 'settings'])
    .forUpdate()
    .executeTakeFirst();
  if (own !== undefined) return own;
  const visible = await queries
    .selectFrom('list_views')
    .where('id', '=', id)
    .where('list', '=', list)
    .select('user_id')
    .executeTakeFirst();
  if (visible === undefined) {
    throw new ApiError('not.found', {
      sentence: 'This view is no longer there. Please reload the page to see the current ones.',
    });
  }
  throw new ApiError('server.unauthorized', {
    sentence: 'Only the person who saved this view can change or delete it. Please save one of your own.',
  });
}

function asConflict(error: unknown, name: string): unknown {
  if (sqlState(error) !== UNIQUE_VIOLATION || !types.isNativeError(error) || !('constraint' in error)) return error;
  if (error.constraint !== 'list_views_name') return error;
  return new ApiError('conflict', {
    sentence: `You already have a view named '${name}'. Please choose another name.`,
  });
}
