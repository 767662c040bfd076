/** The alarm rules of organizations, which one node at a time checks, and the alarms they raise. */
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import {
  ALARM_RULES_MAX,
  ALARM_TRIED_DAYS,
  PAST_ALARMS_PAGE,
  type Alarm,
  type AlarmMeasure,
  type AlarmRule,
  type PastAlarm,
  type WatchedCondition,
} from '../../../contract/board/alarms.endpoints';
import { alarmText } from '../../../contract/board/alarmTexts';
import type { OrganizationType } from '../../../contract/base/organizations';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import { daysBefore, instantOf, isZone, zonedText } from '../../base/dates';
import { ApiError } from '../../base/errors';
import type { Database, Queries } from '../../database';
import type { SharedClock } from '../../platform/clock';
import type { CurrentSession } from '../../platform/session';
import type { Notifier } from '../notifications/notifier';
import { isOver, isRaised, raisedWithin } from './alarms.rules';
import { notifyBoard, type Bus } from './notifyBoard';

const EVERY_MS = 30_000;
const MOST_A_ROUND = 200;
const MINUTE_MS = 60_000;
const TIMES_SHOWN = 10;
const FACILITIES_MAX = 1_000;

/** The table and the column with the time of each event. */
const COUNTED: Readonly<Record<AlarmMeasure, readonly [table: string, column: string]>> = {
  TIMESHEET_SUBMITTED: ['timesheets', 'submitted_at'],
  TIMESHEET_APPROVED: ['timesheets', 'approved_at'],
  TIMESHEET_DISPUTED: ['timesheets', 'disputed_at'],
  SUBMISSION_CREATED: ['submissions', 'submitted_at'],
  DOCUMENT_UPLOADED: ['compliance_documents', 'uploaded_at'],
  DOCUMENT_REVIEWED: ['compliance_documents', 'reviewed_at'],
  JOB_POSTED: ['jobs', 'posted_at'],
};

const within = ({ measure, facilityId }: WatchedCondition, after: Date, until: Date) => {
  const [table, column] = COUNTED[measure];
  const there = facilityId === null ? sql`` : sql`and t.client_id = ${facilityId}`;
  return sql`from ${sql.table(table)} t where t.tenant_id = (select app_tenant_id())
    and t.${sql.ref(column)} > ${after} and t.${sql.ref(column)} <= ${until} ${there}`;
};

/** The number of events of records that the scope's organization may see. */
async function countOf(queries: Queries, rule: WatchedCondition, at: Date): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::integer as found ${within(rule, instantOf(at.getTime() - rule.minutes * MINUTE_MS), at)}
  `.execute(queries);
  return rows[0]?.found ?? 0;
}

const RULE = sql`
  r.id as "ruleId", r.version, r.name, r.measure, r.condition, r.count, r.minutes,
  r.facility_id as "facilityId", r.calm_minutes as "calmMinutes", r.days, r.watched_from as "from",
  r.watched_to as "to", r.time_zone as "timeZone", r.recipients, r.escalate_after as "escalateAfter",
  r.escalate_to as "escalateTo", r.is_on as "isOn"`;

/** The rules in the order in which they were added. */
export async function readRules(queries: Queries): Promise<AlarmRule[]> {
  const { rows } = await sql<AlarmRule>`
    select ${RULE} from board_alarm_rules r
    where r.organization_id = (select app_organization_id()) order by r.created_at, r.id`.execute(queries);
  return rows;
}

/** The facilities that a rule can be about: those that the organization may see. */
export const readFacilities = (queries: Queries): Promise<{ id: string; name: string }[]> =>
  queries.selectFrom('facilities').select(['id', 'name']).orderBy('name').orderBy('id').limit(FACILITIES_MAX).execute();

async function facilityName(queries: Queries, facilityId: string | null): Promise<string | null> {
  if (facilityId === null) return null;
  const known = await queries.selectFrom('facilities').where('id', '=', facilityId).select('name').executeTakeFirst();
  return known?.name ?? 'a facility that is not known here any more';
}

async function checkFacility(queries: Queries, facilityId: string | null): Promise<void> {
  if (facilityId === null) return;
  const known = await queries.selectFrom('facilities').where('id', '=', facilityId).select('id').executeTakeFirst();
  if (known === undefined) throw refused('This facility is not known here any more. Please choose another one.');
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

/** Throws ApiError: `request.invalid` with a sentence, `conflict` after another change, `not.found`. */
export async function saveRule(
  bus: Bus,
  queries: Queries,
  ruleId: string,
  { version, ...rule }: BodyOf<'saveAlarmRule'>,
  session: CurrentSession,
): Promise<AlarmRule> {
  checkCondition(rule);
  if (rule.escalateAfter !== null && rule.escalateTo.length === 0)
    throw refused('Please choose who is notified when nobody acknowledges it, or let it not escalate.');
  await checkFacility(queries, rule.facilityId ?? null);
  await checkPeople(queries, [...rule.recipients, ...rule.escalateTo]);
  const values = {
    name: rule.name.trim(),
    measure: rule.measure,
    condition: rule.condition,
    count: rule.condition === 'NONE_FOR' ? 0 : rule.count,
    minutes: rule.minutes,
    facility_id: rule.facilityId ?? null,
    calm_minutes: rule.calmMinutes,
    days: sql<number[]>`${[...rule.days].sort()}::integer[]`,
    watched_from: rule.from ?? null,
    watched_to: rule.to ?? null,
    time_zone: rule.timeZone,
    recipients: sql<string[]>`${[...rule.recipients]}::uuid[]`,
    escalate_after: rule.escalateAfter,
    escalate_to: sql<string[]>`${rule.escalateAfter === null ? [] : [...rule.escalateTo]}::uuid[]`,
    is_on: rule.isOn,
    checked_at: null,
  };
  if (version === 0) {
    await sql`select id from organizations where id = (select app_organization_id()) for update`.execute(queries);
    const known = await readRules(queries);
    const same = known.find((each) => each.ruleId === ruleId);
    // The request is repeated, because its answer was lost.
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
    // The alarm was raised by the earlier version of the rule.
    await clearAlarmOf(queries, ruleId);
  }
  await notifyBoard(bus, queries);
  const saved = (await readRules(queries)).find((each) => each.ruleId === ruleId);
  if (saved === undefined) throw new ApiError('not.found');
  return saved;
}

const clearAlarmOf = (queries: Queries, ruleId: string) =>
  queries
    .updateTable('board_alarms')
    .set({ cleared_at: sql<Date>`now()` })
    .where('rule_id', '=', ruleId)
    .where('cleared_at', 'is', null)
    .execute();

/** Removes a rule and clears its alarm, which stays among the past alarms. Throws `not.found`. */
export async function removeRule(bus: Bus, queries: Queries, ruleId: string, session: CurrentSession): Promise<void> {
  // Locks the rule first, in the same order as a check.
  await sql`select id from board_alarm_rules where id = ${ruleId} for update`.execute(queries);
  await clearAlarmOf(queries, ruleId);
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
  await checkFacility(queries, rule.facilityId ?? null);
  const from = daysBefore(at, ALARM_TRIED_DAYS);
  const since = instantOf(from.getTime() - rule.minutes * MINUTE_MS);
  const [, column] = COUNTED[rule.measure];
  const { rows } = await sql<{ at: Date }>`
    select t.${sql.ref(column)} as at ${within(rule, since, at)} order by 1`.execute(queries);
  const times = rows.map((row) => row.at.getTime());
  const raised = raisedWithin(rule, times, from, at);
  const newest = raised.slice(-TIMES_SHOWN).reverse();
  return { times: raised.length, raised: newest.map((each) => each.toISOString()) };
}

interface AlarmRow {
  readonly alarmId: string;
  readonly name: string;
  readonly text: string;
  readonly raisedAt: Date;
  readonly acknowledgedBy: string | null;
  readonly acknowledgedAt: Date | null;
  readonly escalatedAt: Date | null;
}

const ALARM = sql`
  a.id as "alarmId", a.name, a.text, a.raised_at as "raisedAt", u.first_name || ' ' || u.last_name as "acknowledgedBy",
  a.acknowledged_at as "acknowledgedAt", a.escalated_at as "escalatedAt"`;

const alarmOf = (row: AlarmRow) => ({
  alarmId: row.alarmId,
  name: row.name,
  text: row.text,
  raisedAt: row.raisedAt.toISOString(),
  acknowledgedBy: row.acknowledgedBy,
  acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
  escalatedAt: row.escalatedAt?.toISOString() ?? null,
});

/** The alarms raised now in the caller's organization, newest first; `only` one of them. */
export async function readAlarms(queries: Queries, only: string | null = null): Promise<Alarm[]> {
  const { rows } = await sql<AlarmRow & { readonly calmSince: Date | null }>`
    select ${ALARM}, a.calm_since as "calmSince"
    from board_alarms a left join users u on u.id = a.acknowledged_by
    where a.organization_id = (select app_organization_id()) and a.cleared_at is null
      and (${only}::uuid is null or a.id = ${only}::uuid)
    order by a.raised_at desc, a.id`.execute(queries);
  return rows.map((row) => ({ ...alarmOf(row), calmSince: row.calmSince?.toISOString() ?? null }));
}

/** Cleared alarms, newest first; the ones before `before`, if given. */
export async function readPastAlarms(
  queries: Queries,
  before: string | null,
): Promise<{ readonly alarms: PastAlarm[]; readonly hasMore: boolean }> {
  const { rows } = await sql<AlarmRow & { readonly endedAt: Date }>`
    select ${ALARM}, coalesce(a.calm_since, a.cleared_at) as "endedAt"
    from board_alarms a left join users u on u.id = a.acknowledged_by
    where a.organization_id = (select app_organization_id()) and a.cleared_at is not null
      and (${before}::uuid is null
        or (a.raised_at, a.id) < (select b.raised_at, b.id from board_alarms b where b.id = ${before}::uuid))
    order by a.raised_at desc, a.id desc limit ${PAST_ALARMS_PAGE + 1}`.execute(queries);
  const alarms = rows
    .slice(0, PAST_ALARMS_PAGE)
    .map((row) => ({ ...alarmOf(row), endedAt: row.endedAt.toISOString() }));
  return { alarms, hasMore: rows.length > PAST_ALARMS_PAGE };
}

/** Throws ApiError: `not.found` if it is no longer raised, `conflict` if another user was first. */
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

/**
 * Checks rules that have not been checked for 30 s. A failing rule is logged and tried again; the others are still
 * checked.
 */
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
      and (r.checked_at is null or r.checked_at <= ${instantOf(at.getTime() - EVERY_MS)}
        or r.checked_at > ${instantOf(at.getTime() + EVERY_MS)})
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
    for (const userId of userIds)
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
export function startAlarms(
  services: AlarmServices & { readonly clock: Pick<SharedClock, 'now'> },
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const round = async (): Promise<void> => {
    await checkAlarms(services, instantOf(services.clock.now())).catch((error: unknown) =>
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
