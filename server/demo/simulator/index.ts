/** Plays the programme's daily business: one act after the other, through the same services as real ones. */
import { sql } from 'kysely';
import type { Scope } from '../../database';
import type { Services } from '../../services';
import { Random } from '../seed/random';
import { ACTS } from './acts';
import { chatter } from './chatter';

const TENANT_CODE = 'MERIDIAN';
const FOCUS_CODES = ['LAKESIDE', 'SUMMIT'];
const CHAT_SHARE = 0.08;
/** Between two acts, at a pace that people can follow. */
const PAUSE_MS = [8_000, 20_000] as const;

export type SimulatorServices = Pick<Services, 'database' | 'notifier' | 'bus' | 'log'>;

export interface Company {
  readonly scope: Scope;
  readonly focus: readonly string[];
}

/** Undefined where the demo's programme is not there. */
export async function findCompany({ database }: Pick<Services, 'database'>): Promise<Company | undefined> {
  const { rows } = await sql<{ id: string }>`
    select organization_id as "id" from access_find_organization(${TENANT_CODE})`.execute(database.queries);
  const tenantId = rows[0]?.id;
  if (tenantId === undefined) return undefined;
  const scope: Scope = { organizationId: tenantId, organizationType: 'VMS', tenantId, userId: null };
  const focus = await database.withScope(scope, (queries) =>
    queries.selectFrom('organizations').where('code', 'in', FOCUS_CODES).select('id').execute(),
  );
  return { scope, focus: focus.map(({ id }) => id) };
}

/** One act with its notification, in one transaction. False where nothing could be done; the next one may. */
export async function playOnce(
  { database, notifier, bus }: SimulatorServices,
  { scope, focus }: Company,
  random: Random,
): Promise<boolean> {
  const { act } = random.weighted(ACTS, ({ weight }) => weight);
  const talks = random.chance(CHAT_SHARE);
  return database.withScope(scope, async (queries) => {
    const stage = { queries, random, focus };
    if (talks) return chatter(stage, bus);
    const events = await act(stage);
    for (const event of events ?? []) {
      await notifier.publish(queries, event, { organizationType: scope.organizationType });
    }
    return events !== null;
  });
}

/** Goes on until it is stopped; what goes wrong is logged and leaves nothing behind. */
export function startSimulator(services: SimulatorServices, seed = 'the daily business'): () => Promise<void> {
  const random = new Random(`${seed}/${new Date().toISOString()}`);
  const pause = new Random(seed);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let playing: Promise<unknown> = Promise.resolve();
  let company: Company | undefined;

  const play = async (): Promise<void> => {
    try {
      company ??= await findCompany(services);
      if (company) await playOnce(services, company, random);
    } catch (error) {
      services.log.warn({ err: error }, 'the simulator could not act');
    }
    next();
  };
  const next = (): void => {
    if (stopped) return;
    timer = setTimeout(
      () => {
        playing = play();
      },
      pause.between(...PAUSE_MS),
    ).unref();
  };
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await playing;
  };
}
