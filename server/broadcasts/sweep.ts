/** Looks for broadcasts that have come due, and sends each once: whichever node comes second finds it sent. */
import { sql } from 'kysely';
import type { OrganizationType } from '../../contract';
import type { Services } from '../services';
import { sendBroadcast } from './send';

const EVERY_MS = 5_000;
const MOST_A_ROUND = 50;
/** Nobody's device: the server did it. */
const SERVER = { address: '', device: 'server' } as const;

type SweepServices = Pick<Services, 'database' | 'notifier' | 'audit' | 'log'>;

interface Due {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationType: OrganizationType;
  readonly tenantId: string;
}

/** Answers how many it sent. One that cannot be sent is logged and tried again; the others are sent. */
export async function sendDueBroadcasts(services: SweepServices): Promise<number> {
  const { database, log } = services;
  const { rows } = await sql<Due>`
    select id, organization_id as "organizationId", organization_type as "organizationType", tenant_id as "tenantId"
    from broadcast_due(${MOST_A_ROUND})`.execute(database.queries);
  let sent = 0;
  for (const { id, ...scope } of rows) {
    try {
      const told = await database.withScope({ ...scope, userId: null }, (queries) =>
        sendBroadcast(services, queries, id, SERVER),
      );
      if (told !== undefined) sent += 1;
    } catch (error) {
      log.warn({ err: error, broadcast: id }, 'a broadcast that is due could not be sent');
    }
  }
  await sql`select broadcast_sweep()`.execute(database.queries);
  return sent;
}

/** Goes on until it is stopped. */
export function startBroadcasts(services: SweepServices): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const round = async (): Promise<void> => {
    await sendDueBroadcasts(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'broadcasts that are due could not be found; they are looked for again'),
    );
    if (!stopped) timer = setTimeout(again, EVERY_MS).unref();
  };
  const again = (): void => void (running = round());
  again();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
