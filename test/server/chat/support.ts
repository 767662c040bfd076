/** Users of a program who chat, by the app's calls. */
import { randomUUID } from 'node:crypto';
import type { ChatChanges, ChatMessage, ChatThread } from '../../../contract/chat/chat';
import type { Permission } from '../../../contract/base/permissions';
import { recordDelivery, postMessage } from '../../../server/features/chat/messages';
import type { Answer } from '../support/client';
import { SECTIONS, type Place, type Program, type Reader } from '../notifications/support';

const API = '/api-user/v1/chat';
export const CHATTING: readonly Permission[] = [...SECTIONS, 'CANDIDATE_CHAT_ANSWER'];

export interface Sent {
  readonly text?: string;
  readonly requestId?: string;
  readonly chatFileId?: string;
  readonly position?: number;
}
export interface Found {
  readonly records: readonly { readonly thread: ChatThread; readonly match: string | null }[];
  readonly count: number;
}

export type Talker = ReturnType<typeof talking>;

/** The calls of a signed-in user. */
export function talking(reader: Reader) {
  const { client, token } = reader;
  const get = (path: string) => client.get(`${API}${path}`, { token });
  const json = <T>({ status, text, json: body }: Answer): T => {
    if (status !== 200) throw new Error(`${status} ${text}`);
    return body as T;
  };
  const post = (path: string, body: object) => client.post(`${API}${path}`, body, { token });
  const send = (candidateId: string, { text = '', requestId = randomUUID(), ...more }: Sent) =>
    post(`/candidates/${candidateId}/messages`, { requestId, text, ...more });
  return {
    reader,
    get,
    post,
    changes: async (position?: number) =>
      json<ChatChanges>(await get(position === undefined ? '/changes' : `/changes?position=${position}`)),
    threads: async (query = '') => json<Found>(await get(`/threads?${query}`)),
    messages: async (candidateId: string, query = '') =>
      json<{ thread: ChatThread; messages: ChatMessage[]; more: boolean }>(
        await get(`/candidates/${candidateId}/messages?${query}`),
      ),
    trySending: send,
    send: async (candidateId: string, sent: Sent) =>
      json<{ message: ChatMessage; changes: ChatChanges }>(await send(candidateId, sent)),
    read: async (candidateId: string, number: number, position?: number) =>
      json<ChatChanges>(
        await post(`/candidates/${candidateId}/read`, { number, ...(position !== undefined && { position }) }),
      ),
    tryUploading: (candidateId: string, fileName: string, bytes: Buffer) =>
      client.request('POST', `${API}/candidates/${candidateId}/files?fileName=${encodeURIComponent(fileName)}`, {
        token,
        body: bytes,
        headers: { 'content-type': 'application/octet-stream' },
      }),
  };
}

export async function talker(
  program: Program,
  place: Place,
  permissions: readonly Permission[] = CHATTING,
): Promise<Talker> {
  const made = talking(await program.signedIn(place, permissions));
  await made.changes();
  return made;
}

/** The candidates themselves. */
export const candidateWrites = (program: Program, candidateId: string, text: string): Promise<string> =>
  program.server.database.withScope(program.scope(), (queries) =>
    postMessage(queries, program.server.app.services.bus, { candidateId, text, author: null }),
  );

export const reaches = (program: Program, candidateId: string, delivered: number, seen: number): Promise<void> =>
  program.server.database.withScope(program.scope(), (queries) =>
    recordDelivery(queries, program.server.app.services.bus, { candidateId, delivered, seen }),
  );
