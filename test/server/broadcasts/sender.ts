/** One who sends broadcasts and follows them up by the endpoints of a broadcast's page. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Permission } from '../../../contract/base/permissions';
import { LiveClient } from '../notifications/liveClient';
import { SECTIONS, startProgram, type Place, type Program, type Reader } from '../notifications/support';
import type { Answer } from '../support/client';
import { send } from './support';

export const MAY_SEND: readonly Permission[] = [...SECTIONS, 'BROADCAST_SEND'];
export const BROADCASTS = '/api-user/v1/broadcasts';

export class Sender {
  readonly #clients: LiveClient[] = [];

  constructor(
    readonly program: Program,
    readonly reader: Reader,
  ) {}

  static async start(): Promise<Sender> {
    const program = await startProgram('ONE');
    return new Sender(program, await program.signedIn('MANAGER', MAY_SEND));
  }

  /** A broadcast to two users of a facility and one of a supplier, all signed in. */
  async sent(wanted: Parameters<typeof send>[1] = {}): Promise<{ id: string; readers: [Reader, Reader, Reader] }> {
    const places: readonly Place[] = ['FACILITY-1', 'FACILITY-1', 'SUPPLIER-1'];
    const readers: Reader[] = [];
    for (const place of places) readers.push(await this.program.signedIn(place));
    const id = await send(this.program, {
      organization_types: [],
      organization_ids: readers.map((r) => r.user.organizationId),
      ...wanted,
    });
    return { id, readers: readers as [Reader, Reader, Reader] };
  }

  recipients(id: string, query = '', by = this.reader): Promise<Answer> {
    return by.client.get(`${BROADCASTS}/${id}/recipients${query}`, { token: by.token });
  }

  async read(id: string): Promise<Record<string, unknown>> {
    return (await this.reader.client.get(`${BROADCASTS}/${id}`, { token: this.reader.token })).json;
  }

  remind(id: string, requestId: string = randomUUID(), by = this.reader): Promise<Answer> {
    return by.client.post(`${BROADCASTS}/${id}/remind`, { requestId }, { token: by.token });
  }

  setDeadline(id: string, body: object, by = this.reader): Promise<Answer> {
    return by.client.request('PUT', `${BROADCASTS}/${id}/deadline`, { token: by.token, body });
  }

  cancel(id: string): Promise<Answer> {
    return this.post(`${BROADCASTS}/${id}/cancel`, {});
  }

  post(path: string, body: object): Promise<Answer> {
    return this.reader.client.post(path, body, { token: this.reader.token });
  }

  /** An open page of the reader, until `closePages`. */
  async listen({ client, token }: Reader): Promise<LiveClient> {
    const ticket = async () =>
      String((await client.get('/api-websocket/v1/websocket/wscontext', { token })).json['context']);
    const page = new LiveClient(() => this.program.server.url, ticket);
    this.#clients.push(page);
    await page.start();
    return page;
  }

  closePages(): void {
    this.#clients.splice(0).forEach((client) => client.stop());
  }
}

/** Whether the page was notified of a change of the broadcast. */
export const isNotifiedOf = ({ messages }: LiveClient, id: string): boolean =>
  messages.some((message) => 'recordIds' in message && message.recordIds.includes(id));

export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + 60_000; !(await isSo()); await delay(20))
    if (Date.now() > end) throw new Error(`not within a minute: ${what}`);
}

export const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

export const subjectsOf = async (reader: Reader): Promise<string[]> =>
  (await reader.since(0)).events.flatMap((event) => ('notification' in event ? [event.notification.subject] : []));
