/** The alarm rules of organizations, checked by one node at a time, and what is raised. */
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import {
  ALARM_RULES_MAX,
  ALARM_TRIED_DAYS,
  type Alarm,
  type AlarmMeasure,
  type AlarmRule,
  type WatchedCondition,
} from '../../../contract/board/alarms.endpoints';
import { alarmText } from '../../../contract/board/alarmTexts';
import type { OrganizationType } from '../../../contract/base/organizations';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import { daysBefore, instantOf, isZone, zonedText } from '../../base/dates';
import { ApiError } from '../../base/errors';
import type { Database, Queries } from '../../database';
import type { CurrentSession } from '../../platform/session';
import type { Notifier } from '../notifications/notifier';
import { isRaised, raisedWithin } from './alarms.rules';
import { notifyBoard, type Bus } from './notifyBoard';

const EVERY_MS = 30_000;
const MOST_A_ROUND = 200;
const MINUTE_MS = 60_000;
const TIMES_SHOWN = 10;

/** Where each event has its time. */
const COUNTED: Readonly<Record<AlarmMeasure, readonly [table: string, column: string]>> = {
  TIMESHEET_SUBMITTED: ['timesheets', 'submitted_at'],
  TIMESHEET_APPROVED: ['timesheets', 'approved_at'],
  TIMESHEET_DISPUTED: ['timesheets', 'disputed_at'],
  SUBMISSION_CREATED: ['submissions', 'submitted_at'],
  DOCUMENT_UPLOADED: ['compliance_documents', 'uploaded_at'],
  DOCUMENT_REVIEWED: ['compliance_documents', 'reviewed_at'],
  JOB_POSTED: ['jobs', 'posted_at'],
};

const within = (measure: AlarmMeasure, after: Date, until: Date) => {
  const [table, column] = COUNTED[measure];
  return sql`from ${sql.table(table)} t where t.tenant_id = (select app_tenant_id())
    and t.${sql.ref(column)} > ${after} and t.${sql.ref(column)} <= ${until}`;
};

/** As far as the organization of the scope sees the records. */
async function countOf(queries: Queries, { measure, minutes }: WatchedCondition, at: Date): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::integer as found ${within(measure, instantOf(at.getTime() - minutes * MINUTE_MS), at)}
  `.execute(queries);
  return rows[0]?.found ?? 0;
}

const RULE = sql`
  r.id as "ruleId", r.version, r.name, r.measure, r.condition, r.count, r.minutes, r.days, r.watched_from as "from",
  r.watched_to as "to", r.time_zone as "timeZone", r.tell, r.escalate_after as "escalateAfter",
  r.escalate_to as "escalateTo", r.is_on as "isOn"`;

/** In the order in which they were added. */
export async function readRules(queries: Queries): Promise<AlarmRule[]> {
  const { rows } = await sql<AlarmRule>`
    select ${RULE} from board_alarm_rules r
    where r.organization_id = (select app_organization_id()) order by r.created_at, r.id`.execute(queries);
  return rows;
}

const refused = (sentence: string) => new ApiError('request.invalid', { sentence });

function checkCondition({ from, to, timeZone }: WatchedCondition): void {
  if (!isZone(timeZone)) throw refused('This time zone is not known here. Please choose another one.');
  if ((from === null) !== (to === null)) throw refused('Its hours need both times, or none of them.');
  if (from !== null && to !== null && from >= to)
    throw refused('Its hours must end later on the same day than they begin. Please change one of the times.');
}

async function checkPeople(queries: Queries, userIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ missing: number }>`
    select count(*)::integer as missing from unnest(${[...userIds]}::uuid[]) as wanted (id)
    where wanted.id not in (select user_id from board_people())`.execute(queries);
  if ((rows[0]?.missing ?? 0) > 0)
    throw refused('Somebody chosen here has no account in your organization any more. Please choose somebody else.');
}

/** Throws ApiError (`request.invalid` with what is wrong, `conflict` where somebody was faster, `not.found`). */
export async function saveRule(
  bus: Bus,
  queries: Queries,
  ruleId: string,
  { version, ...rule }: BodyOf<'saveAlarmRule'>,
  session: CurrentSession,
): Promise<AlarmRule> {
  checkCondition(rule);
  if (rule.escalateAfter !== null && rule.escalateTo.length === 0)
    throw refused('Please choose who is told when nobody acknowledges it, or let it not escalate.');
  await checkPeople(queries, [...rule.tell, ...rule.escalateTo]);
  const values = {
    name: rule.name.trim(),
    measure: rule.measure,
    condition: rule.condition,
    count: rule.condition === 'NONE_FOR' ? 0 : rule.count,
    minutes: rule.minutes,
    days: sql<number[]>`${[...rule.days].sort()}::integer[]`,
    watched_from: rule.from ?? null,
    watched_to: rule.to ?? null,
    time_zone: rule.timeZone,
    tell: sql<string[]>`${[...rule.tell]}::uuid[]`,
    escalate_after: rule.escalateAfter,
    escalate_to: sql<string[]>`${rule.escalateAfter === null ? [] : [...rule.escalateTo]}::uuid[]`,
    is_on: rule.isOn,
    checked_at: null,
  };
  if (version === 0) {
    await sql`select id from organizations where id = (select app_organization_id()) for update`.execute(queries);
    const known = await readRules(queries);
    const same = known.find((each) => each.ruleId === ruleId);
    // The answer was lost, and it is asked for again.
    if (same !== undefined) return same;
    if (known.length >= ALARM_RULES_MAX)
      throw refused(`There are ${ALARM_RULES_MAX} rules already. Please remove some first.`);
    const { numInsertedOrUpdatedRows } = await queries
      .insertInto('board_alarm_rules')
      .values({ id: ruleId, organization_id: session.organizationId, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw new ApiError('not.found');
  } else {
    const { numUpdatedRows } = await queries
      .updateTable('board_alarm_rules')
      .set({ ...values, version: version + 1 })
      .where('id', '=', ruleId)
      .where('organization_id', '=', session.organizationId)
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      if (!(await readRules(queries)).some((each) => each.ruleId === ruleId)) throw new ApiError('not.found');
      throw new ApiError('conflict', {
        sentence: 'Somebody has changed this rule meanwhile. Please look at it again, and save what you still want.',
      });
    }
    // It was raised by what the rule said before.
    await queries
      .updateTable('board_alarms')
      .set({ cleared_at: sql<Date>`now()` })
      .where('rule_id', '=', ruleId)
      .where('cleared_at', 'is', null)
      .execute();
  }
  await notifyBoard(bus, queries);
  const saved = (await readRules(queries)).find((each) => each.ruleId === ruleId);
  if (saved === undefined) throw new ApiError('not.found');
  return saved;
}

/** Throws `not.found`. */
export async function removeRule(bus: Bus, queries: Queries, ruleId: string, session: CurrentSession): Promise<void> {
  const { numDeletedRows } = await queries
    .deleteFrom('board_alarm_rules')
    .where('id', '=', ruleId)
    .where('organization_id', '=', session.organizationId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new ApiError('not.found');
  await notifyBoard(bus, queries);
}

/** Throws `request.invalid`. */
export async function tryRule(queries: Queries, rule: WatchedCondition, at: Date): Promise<ResponseOf<'tryAlarmRule'>> {
  checkCondition(rule);
  const from = daysBefore(at, ALARM_TRIED_DAYS);
  const since = instantOf(from.getTime() - rule.minutes * MINUTE_MS);
  const [, column] = COUNTED[rule.measure];
  const { rows } = await sql<{ at: Date }>`
    select t.${sql.ref(column)} as at ${within(rule.measure, since, at)} order by 1`.execute(queries);
  const times = rows.map((row) => row.at.getTime());
  const raised = raisedWithin(rule, times, from, at);
  const newest = raised.slice(-TIMES_SHOWN).reverse();
  return { times: raised.length, raised: newest.map((each) => each.toISOString()) };
}

interface AlarmRow extends WatchedCondition {
  readonly alarmId: string;
  readonly name: string;
  readonly found: number;
  readonly raisedAt: Date;
  readonly acknowledgedBy: string | null;
  readonly acknowledgedAt: Date | null;
  readonly escalatedAt: Date | null;
}

/** What is raised now in the caller's organization, `only` one of it; the newest first. */
export async function readAlarms(queries: Queries, only: string | null = null): Promise<Alarm[]> {
  const { rows } = await sql<AlarmRow>`
    select ${RULE}, a.id as "alarmId", a.found, a.raised_at as "raisedAt", a.acknowledged_at as "acknowledgedAt",
      u.first_name || ' ' || u.last_name as "acknowledgedBy", a.escalated_at as "escalatedAt"
    from board_alarms a join board_alarm_rules r on r.id = a.rule_id
    left join users u on u.id = a.acknowledged_by
    where a.organization_id = (select app_organization_id()) and a.cleared_at is null
      and (${only}::uuid is null or a.id = ${only}::uuid)
    order by a.raised_at desc, a.id`.execute(queries);
  return rows.map((row) => ({
    alarmId: row.alarmId,
    name: row.name,
    text: alarmText(row, row.found),
    raisedAt: row.raisedAt.toISOString(),
    acknowledgedBy: row.acknowledgedBy,
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    escalatedAt: row.escalatedAt?.toISOString() ?? null,
  }));
}

/** Throws ApiError (`not.found` where it is not raised any more, `conflict` where somebody else was first). */
export async function acknowledgeAlarm(
  bus: Bus,
  queries: Queries,
  alarmId: string,
  session: CurrentSession,
): Promise<Alarm> {
  const { numUpdatedRows } = await queries
    .updateTable('board_alarms')
    .set({ acknowledged_by: session.userId, acknowledged_at: sql<Date>`date_trunc('milliseconds', clock_timestamp())` })
    .where('id', '=', alarmId)
    .where('cleared_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .executeTakeFirst();
  const [alarm] = await readAlarms(queries, alarmId);
  if (alarm === undefined) throw new ApiError('not.found');
  if (numUpdatedRows > 0n) {
    await notifyBoard(bus, queries);
    return alarm;
  }
  const own = await queries
    .selectFrom('board_alarms')
    .where('id', '=', alarmId)
    .where('acknowledged_by', '=', session.userId)
    .select('id')
    .executeTakeFirst();
  if (own !== undefined) return alarm;
  throw new ApiError('conflict', {
    sentence: `${alarm.acknowledgedBy ?? 'A colleague'} was first: acknowledged at ${zonedText(instantOf(alarm.acknowledgedAt ?? alarm.raisedAt), session.timeZone)}.`,
  });
}

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

/** Checks what has not been checked for 30 s. One rule that fails is logged and tried again; the others are checked. */
export async function checkAlarms(services: AlarmServices, at: Date): Promise<void> {
  const { database, log } = services;
  const { rows } = await sql<Due>`
    select id, organization_id as "organizationId", organization_type as "organizationType", tenant_id as "tenantId"
    from board_alarms_due(${at}, make_interval(secs => ${EVERY_MS / 1_000}), ${MOST_A_ROUND})`.execute(
    database.queries,
  );
  for (const { id, ...scope } of rows) {
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
}

/** Raises, escalates or clears. Another node that checks it at the same time passes it over. */
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
      and (r.checked_at is null or r.checked_at <= ${instantOf(at.getTime() - EVERY_MS)})
    for update skip locked`.execute(queries);
  const [rule] = rows;
  if (rule === undefined) return;
  await queries.updateTable('board_alarm_rules').set({ checked_at: at }).where('id', '=', ruleId).execute();

  const open: OpenAlarm | undefined = await queries
    .selectFrom('board_alarms')
    .where('rule_id', '=', ruleId)
    .where('cleared_at', 'is', null)
    .select(['id', 'raised_at', 'acknowledged_at', 'escalated_at'])
    .forUpdate()
    .executeTakeFirst();
  const found = await countOf(queries, rule, at);
  const raised = isRaised(rule, at, found);

  const tell = async (alarmId: string, userIds: readonly string[], isEscalated: boolean): Promise<void> => {
    const facts = { alarmId, name: rule.name, text: alarmText(rule, found), isEscalated };
    for (const userId of userIds)
      await notifier.publish(queries, { kind: 'alarm', what: 'BOARD_ALARM', ...facts, userId }, { organizationType });
  };
  if (open === undefined) {
    if (!raised) return;
    const { id } = await queries
      .insertInto('board_alarms')
      .values({ organization_id: sql<string>`app_organization_id()`, rule_id: ruleId, found, raised_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tell(id, rule.tell, false);
  } else if (!raised) {
    await queries.updateTable('board_alarms').set({ cleared_at: at }).where('id', '=', open.id).execute();
  } else if (isToEscalate(rule, open, at)) {
    await queries.updateTable('board_alarms').set({ escalated_at: at }).where('id', '=', open.id).execute();
    await tell(open.id, rule.escalateTo, true);
  } else {
    return;
  }
  await notifyBoard(bus, queries);
}

const isToEscalate = ({ escalateAfter }: AlarmRule, open: OpenAlarm, at: Date): boolean =>
  escalateAfter !== null &&
  open.acknowledged_at === null &&
  open.escalated_at === null &&
  at.getTime() - open.raised_at.getTime() >= escalateAfter * MINUTE_MS;

/** Runs until it is stopped. */
export function startAlarms(services: AlarmServices): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const round = async (): Promise<void> => {
    await checkAlarms(services, instantOf(Date.now())).catch((error: unknown) =>
      services.log.warn({ err: error }, 'alarm rules could not be read; trying again'),
    );
    if (!stopped) timer = setTimeout(again, EVERY_MS / 3).unref();
  };
  const again = (): void => void (running = round());
  again();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
