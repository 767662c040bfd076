/** Plays the programme's daily business: one act after the other, through the same services as real ones. */
import { sql } from 'kysely';
import type { Scope } from '../../database';
import type { Services } from '../../services';
import { Random } from '../seed/random';
import { ACTS } from './acts';
import { chatter } from './chatter';
import type { Act } from './stage';

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

/** An act with what it makes people hear, in one transaction. False where nothing could be done; the next one may. */
export async function perform(
  { database, notifier }: Pick<SimulatorServices, 'database' | 'notifier'>,
  { scope, focus }: Company,
  random: Random,
  act: Act,
): Promise<boolean> {
  return database.withScope(scope, async (queries) => {
    const events = await act({ queries, random, focus });
    for (const event of events ?? []) {
      await notifier.publish(queries, event, { organizationType: scope.organizationType });
    }
    return events !== null;
  });
}

/** Whatever comes next: somebody does something, or a candidate writes. */
export async function playOnce(services: SimulatorServices, company: Company, random: Random): Promise<boolean> {
  const { act } = random.weighted(ACTS, ({ weight }) => weight);
  if (!random.chance(CHAT_SHARE)) return perform(services, company, random, act);
  const { scope, focus } = company;
  return services.database.withScope(scope, (queries) => chatter({ queries, random, focus }, services.bus));
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
