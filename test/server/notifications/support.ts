/** A program with users: two facilities and two suppliers, each of which sees its own records. */
import { sql, type Kysely } from 'kysely';
import type { OrganizationType, UserType } from '../../../contract/base/organizations';
import type { Permission } from '../../../contract/base/permissions';
import type { NotificationRule } from '../../../contract/notifications/channels.endpoints';
import type { NotificationEvent } from '../../../contract/notifications/notification';
import type { Queries, Schema, Scope } from '../../../server/database';
import type { DomainEvent } from '../../../server/features/notifications/events';
import { fillWorld, type World } from '../database/support/world';
import type { Answer, TestClient } from '../support/client';
import type { FixtureUser } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';

export const SECTIONS: readonly Permission[] = [
  'MENU_JOB',
  'MENU_SUBMISSIONS',
  'MENU_COMPLIANCE',
  'MENU_ASSIGNMENTS',
  'MENU_TIMESHEET',
  'MENU_CANDIDATE',
];

export type Place = 'MANAGER' | 'FACILITY-1' | 'FACILITY-2' | 'SUPPLIER-1' | 'SUPPLIER-2';
const TYPES = { MANAGER: 'VMS', FACILITY: 'CLIENT', SUPPLIER: 'AGENCY' } as const;

export interface Program {
  readonly server: TestServer;
  readonly owner: Kysely<Schema>;
  readonly world: World;
  readonly rows: Readonly<Record<'job' | 'submission' | 'document' | 'assignment' | 'timesheet' | 'invoice', string>>;
  /** As the managing organization, or the given one. */
  scope(place?: Place, userId?: string | null): Scope;
  user(place: Place, permissions?: readonly Permission[]): Promise<FixtureUser>;
  signedIn(place: Place, permissions?: readonly Permission[]): Promise<Reader>;
  /** Publishes it in a separate transaction; returns the recipients. */
  publish(event: DomainEvent, place?: Place, actorId?: string): Promise<readonly string[]>;
  announce(subject: string): Promise<readonly string[]>;
}

/** A signed-in user and their calls. */
export interface Reader {
  readonly user: FixtureUser;
  readonly client: TestClient;
  readonly token: string;
  readonly context: string;
  post<T>(path: string, body?: Record<string, unknown>): Promise<T>;
  since(sequence: number): Promise<{ events: NotificationEvent[]; sequence: number; reset: boolean }>;
}

export const API = '/api-user/v1/notifications';

export async function startProgram(code = 'ONE', running?: TestServer): Promise<Program> {
  const server = running ?? (await startTestServer());
  const owner = server.owner;
  const world = await fillWorld(owner, code);
  const ids: Record<Place, string> = {
    MANAGER: world.tenantId,
    'FACILITY-1': world.facility[0].id,
    'FACILITY-2': world.facility[1].id,
    'SUPPLIER-1': world.supplier[0].id,
    'SUPPLIER-2': world.supplier[1].id,
  };
  for (const [place, id] of Object.entries(ids)) server.fixtures.adopt(`${code}-${place}`, id);
  const first = async (table: 'submissions' | 'assignments' | 'compliance_documents' | 'timesheets'): Promise<string> =>
    (await owner.selectFrom(table).where('client_id', '=', ids['FACILITY-1']).select('id').executeTakeFirstOrThrow())
      .id;
  const ofFacility = (table: 'jobs' | 'invoices') =>
    owner.selectFrom(table).where('client_id', '=', ids['FACILITY-1']).orderBy('number').select('id');
  const rows = {
    job: (await ofFacility('jobs').executeTakeFirstOrThrow()).id,
    invoice: (await ofFacility('invoices').executeTakeFirstOrThrow()).id,
    submission: await first('submissions'),
    assignment: await first('assignments'),
    document: await first('compliance_documents'),
    timesheet: await first('timesheets'),
  };
  const typeOf = (place: Place): OrganizationType => TYPES[place.split('-')[0] as keyof typeof TYPES];

  const scope: Program['scope'] = (place = 'MANAGER', userId = null) => ({
    organizationId: ids[place],
    organizationType: typeOf(place),
    tenantId: world.tenantId,
    userId,
  });
  const user: Program['user'] = (place, permissions = SECTIONS) =>
    server.fixtures.user(`${code}-${place}`, { userType: typeOf(place) as UserType, permissions });
  const publish: Program['publish'] = (event, place = 'MANAGER', actorId) =>
    server.database.withScope(scope(place, actorId), (queries) =>
      server.app.services.notifier.publish(queries, event, {
        organizationType: typeOf(place),
        actorId: actorId ?? null,
      }),
    );
  return {
    server,
    owner,
    world,
    rows,
    scope,
    user,
    publish,
    announce: (subject) => publish({ kind: 'company', what: 'COMPANY', subject, text: `About ${subject}` }),
    signedIn: async (place, permissions) => readerOf(server, await user(place, permissions)),
  };
}

/** Deactivates the reader's organization, or reactivates it; unlike the platform's, without ending its sessions. */
export const setActive = ({ owner }: Program, { user }: Reader, active: boolean) =>
  owner
    .updateTable('organizations')
    .set({ disabled_at: active ? null : new Date() })
    .where('id', '=', user.organizationId)
    .execute();

export async function readerOf(server: TestServer, user: FixtureUser): Promise<Reader> {
  const client = server.client();
  const { access_token: token } = await client.signedIn(user);
  const { json } = await client.get(`${API}/context`, { token });
  const context = String(json['context']);
  const post = async <T>(path: string, body: Record<string, unknown> = {}): Promise<T> => {
    const answer = await client.post(`${API}${path}`, { userId: user.id, context, ...body }, { token });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.json as T;
  };
  const since: Reader['since'] = async (sequence) =>
    (await client.get(`${API}/since/${sequence}`, { token })).json as never;
  return { user, client, token, context, post, since };
}

export const wholeRule = (rule: Partial<NotificationRule>): NotificationRule => ({
  ...{ kinds: [], facilityId: null, supplierId: null, words: '', toast: null, push: null, mail: null },
  ...rule,
});

export const rulesVersionOf = async ({ client, token }: Reader): Promise<string> =>
  String((await client.get(`${API}/channels`, { token })).json['rulesVersion']);

/** Instead of the stored ones, or of those of an earlier version. */
export async function saveRules(
  reader: Reader,
  rules: readonly Partial<NotificationRule>[],
  version?: string,
): Promise<Answer> {
  const body = { rules: rules.map(wholeRule), version: version ?? (await rulesVersionOf(reader)) };
  return reader.client.request('PUT', `${API}/rules`, { token: reader.token, body });
}

/** Fast: inserts events of one user without texts, directly as rows. */
export async function sequencesOf(owner: Queries, userId: string): Promise<number[]> {
  const { rows } = await sql<{ sequence: string }>`
    select sequence from notification_events where user_id = ${userId} order by sequence`.execute(owner);
  return rows.map(({ sequence }) => Number(sequence));
}

export const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);
