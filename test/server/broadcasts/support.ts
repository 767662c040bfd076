/** Broadcasts in a program with users, sent without the composing calls. */
import { randomUUID } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import type { PendingBroadcast, PendingRoleUpdate } from '../../../contract/broadcasts/broadcast';
import type { Schema } from '../../../server/database';
import { sendBroadcast } from '../../../server/features/broadcasts/send';
import { readerOf, type Place, type Program, type Reader } from '../notifications/support';
import type { Answer } from '../support/client';

export const CLIENT = { address: '127.0.0.1', device: 'Test' } as const;

type Wanted = Partial<Insertable<Schema['broadcasts']>>;

/** Writes one that is due and sends it; returns its id. */
export async function send(program: Program, wanted: Wanted = {}, place: Place = 'MANAGER'): Promise<string> {
  const { organizationId, tenantId } = program.scope(place);
  const id = randomUUID();
  await program.owner
    .insertInto('broadcasts')
    .values({
      id,
      organization_id: organizationId,
      tenant_id: tenantId,
      request_id: randomUUID(),
      created_by: null,
      subject: 'News',
      template: '<p>Something is new.</p>',
      display_frequency: 'IMMEDIATE',
      document_id: null,
      sticky: false,
      release_notes: false,
      force_logout: false,
      organization_types: ['VMS', 'CLIENT', 'AGENCY'],
      organization_ids: [],
      send_at: new Date(Date.now() - 1_000),
      ...wanted,
    })
    .execute();
  await sendNow(program, id, place);
  return id;
}

/** The number of recipients; undefined if it had already been sent. */
export const sendNow = (program: Program, id: string, place: Place = 'MANAGER'): Promise<number | undefined> =>
  program.server.database.withScope(program.scope(place), (queries) =>
    sendBroadcast(program.server.app.services, queries, id, CLIENT),
  );

export async function pendingOf(reader: Reader, entityIds: readonly string[] = []): Promise<PendingBroadcast[]> {
  const body = { userId: reader.user.id, entityIds };
  const answer = await reader.client.post('/api-user/v1/notifications/broadcasts/immediate', body, {
    token: reader.token,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json['broadcasts'] as PendingBroadcast[];
}

/** The same user in a new session. */
export async function again({ owner, server }: Program, { user }: Reader): Promise<Reader> {
  await owner
    .updateTable('sessions')
    .set({ ended_at: new Date(), end_reason: 'signed_out' })
    .where('user_id', '=', user.id)
    .where('ended_at', 'is', null)
    .execute();
  return readerOf(server, user);
}

export const idsOf = (items: ReadonlyArray<{ readonly entityId: string }>): string[] =>
  items.map(({ entityId }) => entityId);

export const view = (program: Program, reader: Reader, entityId: string, other: object = {}): Promise<Answer> =>
  reader.client.post(
    '/api-user/v1/notifications/broadcasts/viewed',
    { userId: reader.user.id, entityId, tenantId: program.world.tenantId, ...other },
    { token: reader.token },
  );

export async function roleUpdatesOf(reader: Reader): Promise<PendingRoleUpdate[]> {
  const body = { userId: reader.user.id, organizationId: reader.user.organizationId, entityIds: [] };
  const answer = await reader.client.post('/api-user/v1/notifications/role-permissions/immediate', body, {
    token: reader.token,
  });
  return answer.json['roleUpdates'] as PendingRoleUpdate[];
}

export const countOf = async (program: Program, table: string, column: string, id: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(program.owner);
  return rows[0]?.n ?? -1;
};
