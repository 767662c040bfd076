/** Checks the alarm rules every half minute, one node at a time: raises, escalates, calms and clears their alarms. */
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { alarmText } from '../../../contract/board/alarmTexts';
import type { AlarmRule } from '../../../contract/board/alarms.endpoints';
import type { OrganizationType } from '../../../contract/base/organizations';
import { instantOf } from '../../base/dates';
import type { Database, Queries } from '../../database';
import type { SharedClock } from '../../platform/clock';
import { repeat } from '../../platform/repeat';
import type { Notifier } from '../notifications/notifier';
import { countOf, facilityName, RULE } from './alarmRules';
import { isOver, isRaised } from './alarmDecision';
import { notifyBoard, type Bus } from './notifyBoard';

const INTERVAL_MS = 30_000;
const MAX_PER_ROUND = 200;
const MINUTE_MS = 60_000;

interface AlarmServices {
  readonly database: Database;
  readonly notifier: Pick<Notifier, 'publish'>;
  readonly bus: Bus;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

interface Due {
  readonly id: string;
  readonly organizationId: string;
  readonly organizationType: OrganizationType;
  readonly tenantId: string;
}

/**
 * Checks rules that have not been checked for 30 s. A failing rule is logged and tried again; the others are still
 * checked, until it is stopped.
 */
export async function checkAlarms(services: AlarmServices, at: Date, stopping?: AbortSignal): Promise<void> {
  const { database, log } = services;
  const { rows } = await sql<Due>`
    select id, organization_id as "organizationId", organization_type as "organizationType", tenant_id as "tenantId"
    from board_alarms_due(${at}, make_interval(secs => ${INTERVAL_MS / 1_000}), ${MAX_PER_ROUND})`.execute(
    database.queries,
  );
  for (const { id, ...scope } of rows) {
    if (stopping?.aborted) return;
    try {
      await database.withScope({ ...scope, userId: null }, (queries) =>
        checkRule(services, queries, id, scope.organizationType, at),
      );
    } catch (error) {
      log.warn({ err: error, rule: id }, 'an alarm rule could not be checked');
    }
  }
}

interface OpenAlarm {
  readonly id: string;
  readonly raised_at: Date;
  readonly acknowledged_at: Date | null;
  readonly escalated_at: Date | null;
  readonly calm_since: Date | null;
}

/** Raises, escalates, calms or clears the alarm of a rule. A rule that another node is checking is skipped. */
async function checkRule(
  { notifier, bus }: AlarmServices,
  queries: Queries,
  ruleId: string,
  organizationType: OrganizationType,
  at: Date,
): Promise<void> {
  const { rows } = await sql<AlarmRule>`
    select ${RULE} from board_alarm_rules r
    where r.id = ${ruleId} and r.is_on
      and (r.checked_at is null or r.checked_at <= ${instantOf(at.getTime() - INTERVAL_MS)}
        or r.checked_at > ${instantOf(at.getTime() + INTERVAL_MS)})
    for update skip locked`.execute(queries);
  const [rule] = rows;
  if (rule === undefined) return;
  await queries.updateTable('board_alarm_rules').set({ checked_at: at }).where('id', '=', ruleId).execute();

  const open: OpenAlarm | undefined = await queries
    .selectFrom('board_alarms')
    .where('rule_id', '=', ruleId)
    .where('cleared_at', 'is', null)
    .select(['id', 'raised_at', 'acknowledged_at', 'escalated_at', 'calm_since'])
    .forUpdate()
    .executeTakeFirst();
  const found = await countOf(queries, rule, at);
  const raised = isRaised(rule, at, found);
  const text = alarmText(rule, await facilityName(queries, rule.facilityId ?? null), found);
  const change = (id: string, what: Partial<Pick<OpenAlarm, 'escalated_at' | 'calm_since'> & { cleared_at: Date }>) =>
    queries.updateTable('board_alarms').set(what).where('id', '=', id).execute();

  const notify = async (alarmId: string, userIds: readonly string[], isEscalated: boolean): Promise<void> => {
    const facts = { alarmId, name: rule.name, text, isEscalated };
    // In the order in which all senders lock the counters of people.
    for (const userId of [...userIds].sort())
      await notifier.publish(queries, { kind: 'alarm', what: 'BOARD_ALARM', ...facts, userId }, { organizationType });
  };
  if (open === undefined) {
    if (!raised) return;
    const { id } = await queries
      .insertInto('board_alarms')
      .values({
        organization_id: sql<string>`app_organization_id()`,
        ...{ rule_id: ruleId, name: rule.name, text, found, raised_at: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await notify(id, rule.recipients, false);
  } else if (!raised) {
    const calmSince = open.calm_since ?? at;
    const over = isOver(rule, at, calmSince);
    if (!over && open.calm_since !== null) return;
    await change(open.id, { calm_since: calmSince, ...(over && { cleared_at: at }) });
  } else {
    const escalates = isToEscalate(rule, open, at);
    if (!escalates && open.calm_since === null) return;
    await change(open.id, { calm_since: null, ...(escalates && { escalated_at: at }) });
    if (escalates) await notify(open.id, rule.escalateTo, true);
  }
  await notifyBoard(bus, queries);
}

const isToEscalate = ({ escalateAfter }: AlarmRule, open: OpenAlarm, at: Date): boolean =>
  escalateAfter !== null &&
  open.acknowledged_at === null &&
  open.escalated_at === null &&
  at.getTime() - open.raised_at.getTime() >= escalateAfter * MINUTE_MS;

/** Runs until it is stopped. */
export const startAlarms = (
  services: AlarmServices & { readonly clock: Pick<SharedClock, 'now'> },
): (() => Promise<void>) =>
  repeat(
    (stopping) =>
      checkAlarms(services, instantOf(services.clock.now()), stopping).catch((error: unknown) =>
        services.log.warn({ err: error }, 'alarm rules could not be read; trying again'),
      ),
    INTERVAL_MS / 3,
  );
