/** The demo's data with a real server and signed-in users. */
import type { Kysely } from 'kysely';
import type { ListName } from '../../../contract/lists/list';
import type { Schema, Scope } from '../../../server/database';
import type { Answer } from '../support/client';
import { openDemoDatabase } from '../support/database';
import { startTestServer, type TestServer } from '../support/server';

export const PEOPLE = {
  VMS: ['vms.manager', 'MERIDIAN'],
  CLIENT: ['client.manager', 'LAKESIDE'],
  AGENCY: ['agency.recruiter', 'SUMMIT'],
  OWNER: ['owner.admin', 'PLATFORM'],
} as const;
export type Kind = keyof typeof PEOPLE;
export const PARTIES = ['VMS', 'CLIENT', 'AGENCY'] as const satisfies readonly Kind[];

export interface ListWorld {
  readonly server: TestServer;
  /** Sees every row. */
  readonly owner: Kysely<Schema>;
  readonly scopes: Readonly<Record<Kind, Scope>>;
  post(
    kind: Kind,
    list: ListName | string,
    call: 'search' | 'total' | 'ids' | 'counts' | 'totals' | 'groups' | 'export' | 'workbook',
    body?: object,
  ): Promise<Answer>;
  options(kind: Kind, list: ListName): Promise<Answer>;
  /** Any call, as one of these users. */
  send(
    kind: Kind,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  stop(): Promise<void>;
}

export async function startListWorld(): Promise<ListWorld> {
  const server = await startTestServer({}, openDemoDatabase);
  const owner = server.owner;
  const people = await Promise.all(
    Object.entries(PEOPLE).map(async ([kind, [userName, organizationCode]]) => {
      const client = server.client();
      const { access_token: token } = await client.signedIn({
        id: '',
        organizationId: '',
        userName,
        organizationCode,
        email: '',
      });
      return [kind, { client, token, scope: await scopeOf(owner, userName, organizationCode) }] as const;
    }),
  );
  const of = Object.fromEntries(people) as Record<Kind, (typeof people)[number][1]>;
  return {
    server,
    owner,
    scopes: Object.fromEntries(people.map(([kind, { scope }]) => [kind, scope])) as Record<Kind, Scope>,
    post: (kind, list, call, body = {}) =>
      of[kind].client.post(`/api-user/v1/lists/${list}/${call}`, body, { token: of[kind].token }),
    options: (kind, list) => of[kind].client.get(`/api-user/v1/lists/${list}/options`, { token: of[kind].token }),
    send: (kind, method, path, body, headers) =>
      of[kind].client.request(method, path, {
        token: of[kind].token,
        ...(body && { body }),
        ...(headers && { headers }),
      }),
    stop: () => server.stop(),
  };
}

async function scopeOf(owner: Kysely<Schema>, userName: string, code: string): Promise<Scope> {
  const row = await owner
    .selectFrom('users as u')
    .innerJoin('organizations as o', 'o.id', 'u.organization_id')
    .where('u.user_name', '=', userName)
    .where('o.code', '=', code)
    .select(['u.id as userId', 'o.id as organizationId', 'o.type as organizationType', 'o.tenant_id as tenantId'])
    .executeTakeFirstOrThrow();
  return row;
}
