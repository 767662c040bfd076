/** Simulates the program's daily business, one action after the other, through the same services as real ones. */
import { sql } from 'kysely';
import type { Scope, Database } from '../../database';
import { Random } from '../seed/random';
import { SIMULATED_ACTIONS } from './actions';
import { reactToMessages, writeAsCandidate } from './chatMessages';
import type { SimulatedAction } from './actionContext';
import { ActionRefused } from '../../features/records/actions/effects';
import type { Notifier } from '../../features/notifications/notifier';
import type { EventBus } from '../../platform/eventBus/eventBus';
import type { FastifyBaseLogger } from 'fastify';

export interface SimulatorServices {
  readonly database: Database;
  readonly notifier: Notifier;
  readonly bus: EventBus;
  readonly log: FastifyBaseLogger;
}

const TENANT_CODE = 'MERIDIAN';
const FOCUS_CODES = ['LAKESIDE', 'SUMMIT'];
const CHAT_SHARE = 0.08;
/** Pause between two actions, at a pace people can follow. */
const PAUSE_MS = [25_000, 60_000] as const;

export interface Company {
  readonly scope: Scope;
  /** Organizations with demo users: their rows are chosen more often. */
  readonly focus: readonly string[];
}

/** Undefined when the demo program does not exist. */
export async function findCompany({ database }: Pick<SimulatorServices, 'database'>): Promise<Company | undefined> {
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

/**
 * Runs an action and publishes its events in one transaction. False if there was nothing to act on. Throws every error
 * other than a refusal.
 */
export async function runAction(
  { database, notifier, bus }: Pick<SimulatorServices, 'database' | 'notifier' | 'bus'>,
  { scope, focus }: Company,
  random: Random,
  action: SimulatedAction,
): Promise<boolean> {
  try {
    return await database.withScope(scope, async (queries) => {
      const events = await action({ queries, random, focus, bus });
      for (const event of events ?? []) {
        await notifier.publish(queries, event, { organizationType: scope.organizationType });
      }
      return events !== null;
    });
  } catch (error) {
    if (error instanceof ActionRefused) return false;
    throw error;
  }
}

/** Runs the next action: a business action or a chat message. */
export async function runNextAction(services: SimulatorServices, company: Company, random: Random): Promise<boolean> {
  const { action } = random.weighted(SIMULATED_ACTIONS, ({ weight }) => weight);
  if (!random.chance(CHAT_SHARE)) return runAction(services, company, random, action);
  const { scope, focus } = company;
  const { bus } = services;
  return services.database.withScope(scope, (queries) => writeAsCandidate({ queries, random, focus, bus }));
}

/** How often candidates look at what was written to them. */
const ANSWER_MS = 1_000;

function startAnswering(services: SimulatorServices, random: Random): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let answering: Promise<void> = Promise.resolve();
  let company: Company | undefined;
  const look = async (): Promise<void> => {
    try {
      company ??= await findCompany(services);
      const scope = company?.scope;
      const { bus, database } = services;
      if (scope) await database.withScope(scope, (queries) => reactToMessages({ queries, random, bus }));
    } catch (error) {
      services.log.warn({ err: error }, 'simulated candidates could not answer');
    }
    if (!stopped) timer = setTimeout(again, ANSWER_MS).unref();
  };
  const again = (): void => void (answering = look());
  timer = setTimeout(again, ANSWER_MS).unref();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await answering;
  };
}

/** Runs until it is stopped. A failed action is logged and rolled back. */
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
      if (company) await runNextAction(services, company, random);
    } catch (error) {
      services.log.warn({ err: error }, 'a simulated action failed');
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
  const stopAnswering = startAnswering(services, new Random(`${seed}/answers/${new Date().toISOString()}`));
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await Promise.all([playing, stopAnswering()]);
  };
}
