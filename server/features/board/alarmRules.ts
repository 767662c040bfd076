/** The alarm rules of organizations: reading, saving, removing and trying them, and counting what they watch. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import {
  ALARM_RULES_MAX,
  ALARM_TRIED_DAYS,
  type AlarmMeasure,
  type AlarmRule,
  type WatchedCondition,
} from '../../../contract/board/alarms.endpoints';
import { neverRaisedText, reachesNoOneText } from '../../../contract/board/alarmTexts';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import { daysBefore, instantOf, isZone } from '../../base/dates';
import { ApiError } from '../../base/errors';
import { alphabeticalOrder, type Queries } from '../../database';
import type { CurrentSession } from '../../platform/session';
import { raisedWithin } from './alarmDecision';
import { notifyBoard, type Bus } from './notifyBoard';

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
export async function countOf(queries: Queries, rule: WatchedCondition, at: Date): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::integer as found ${within(rule, instantOf(at.getTime() - rule.minutes * MINUTE_MS), at)}
  `.execute(queries);
  return rows[0]?.found ?? 0;
}

/** The columns of an `AlarmRule`, from `board_alarm_rules r`. */
export const RULE = sql`
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
  queries
    .selectFrom('facilities')
    .select(['id', 'name'])
    .orderBy(alphabeticalOrder('name'))
    .orderBy('id')
    .limit(FACILITIES_MAX)
    .execute();

/** The people whom these rules name and who still have an account: a board lists only the first ones by name. */
export async function readNamed(
  queries: Queries,
  rules: readonly Pick<AlarmRule, 'recipients' | 'escalateTo'>[],
): Promise<{ userId: string; name: string }[]> {
  const named = [...new Set(rules.flatMap(({ recipients, escalateTo }) => [...recipients, ...escalateTo]))];
  const { rows } = await sql<{ userId: string; name: string }>`
    select u.id as "userId", u.first_name || ' ' || u.last_name as name from users u
    where u.id = any (${named}::uuid[]) and u.organization_id = (select app_organization_id()) and u.disabled_at is null
    order by ${alphabeticalOrder('u.last_name', 'u.first_name')}, u.id`.execute(queries);
  return rows;
}

/** Null for a rule about all facilities. */
export async function facilityName(queries: Queries, facilityId: string | null): Promise<string | null> {
  if (facilityId === null) return null;
  const known = await queries.selectFrom('facilities').where('id', '=', facilityId).select('name').executeTakeFirst();
  return known?.name ?? 'a facility that is no longer known here';
}

async function checkFacility(queries: Queries, facilityId: string | null): Promise<void> {
  if (facilityId === null) return;
  const known = await queries.selectFrom('facilities').where('id', '=', facilityId).select('id').executeTakeFirst();
  if (known === undefined) throw refused('This facility is no longer known here. Please choose another one.');
}

const refused = (sentence: string) => new ApiError('request.invalid', { sentence });

function checkCondition(rule: WatchedCondition & { readonly isOn?: boolean }): void {
  const { from, to, timeZone } = rule;
  if (!isZone(timeZone)) throw refused('This time zone is not known here. Please choose another one.');
  if ((from === null) !== (to === null)) throw refused('Its hours need both times. Please enter both, or neither.');
  if (from !== null && to !== null && from >= to)
    throw refused('Its hours must end after they begin, on the same day. Please change one of the times.');
  const never = neverRaisedText(rule);
  if (never !== null) throw refused(never);
}

/**
 * Those whom the stored rule names already may have lost their account since, but a rule that is on must reach someone.
 */
async function checkPeople(
  queries: Queries,
  ruleId: string,
  rule: Pick<AlarmRule, 'recipients' | 'escalateAfter' | 'escalateTo' | 'isOn'>,
): Promise<void> {
  const stored = (await readRules(queries)).find((each) => each.ruleId === ruleId);
  const named = stored === undefined ? [] : [...stored.recipients, ...stored.escalateTo];
  const accounts = new Set((await readNamed(queries, [rule])).map(({ userId }) => userId));
  const hasAccount = (userId: string): boolean => accounts.has(userId);
  if ([...rule.recipients, ...rule.escalateTo].some((userId) => !named.includes(userId) && !hasAccount(userId)))
    throw refused('A person chosen here no longer has an account in your organization. Please choose another person.');
  const silence = reachesNoOneText(rule, hasAccount);
  if (silence !== null) throw refused(`${silence} Please choose someone else.`);
}

/**
 * A repeated request changes nothing. Throws ApiError: `request.invalid` with a sentence, `conflict` if the rule has
 * other values in the meantime, `not.found`.
 */
export async function saveRule(
  bus: Bus,
  queries: Queries,
  ruleId: string,
  { version, ...rule }: BodyOf<'saveAlarmRule'>,
  session: CurrentSession,
): Promise<AlarmRule> {
  checkCondition(rule);
  if (rule.escalateAfter !== null && rule.escalateTo.length === 0)
    throw refused('Please choose who is notified if no one acknowledges it, or turn escalation off.');
  await checkFacility(queries, rule.facilityId ?? null);
  await checkPeople(queries, ruleId, rule);
  const wanted = {
    ...rule,
    name: rule.name.trim(),
    count: rule.condition === 'NONE_FOR' ? 0 : rule.count,
    facilityId: rule.facilityId ?? null,
    days: [...rule.days].sort(),
    from: rule.from ?? null,
    to: rule.to ?? null,
    escalateTo: rule.escalateAfter === null ? [] : rule.escalateTo,
  };
  const values = {
    name: wanted.name,
    measure: wanted.measure,
    condition: wanted.condition,
    count: wanted.count,
    minutes: wanted.minutes,
    facility_id: wanted.facilityId,
    calm_minutes: wanted.calmMinutes,
    days: sql<number[]>`${wanted.days}::integer[]`,
    watched_from: wanted.from,
    watched_to: wanted.to,
    time_zone: wanted.timeZone,
    recipients: sql<string[]>`${[...wanted.recipients]}::uuid[]`,
    escalate_after: wanted.escalateAfter,
    escalate_to: sql<string[]>`${[...wanted.escalateTo]}::uuid[]`,
    is_on: wanted.isOn,
    checked_at: null,
  };
  if (version === 0) {
    await sql`select id from organizations where id = (select app_organization_id()) for update`.execute(queries);
    const known = await readRules(queries);
    const added = known.find((each) => each.ruleId === ruleId);
    if (added !== undefined) {
      if (hasValues(added, wanted)) return added;
      throw new ApiError('conflict', {
        sentence: `This rule was already added as '${added.name}', but with other values. Please go back and open it to change it.`,
      });
    }
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
      const stored = (await readRules(queries)).find((each) => each.ruleId === ruleId);
      if (stored === undefined) throw new ApiError('not.found');
      if (hasValues(stored, wanted)) return stored;
      throw new ApiError('conflict', {
        sentence:
          'Another user has changed this rule in the meantime. Please go back and open it again, and make your changes there if you still want them.',
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

/** Whether a rule is stored as wanted: the request is then repeated, because its answer was lost. */
function hasValues(
  { ruleId: _ruleId, version: _version, ...stored }: AlarmRule,
  wanted: Omit<AlarmRule, 'ruleId' | 'version'>,
): boolean {
  return isDeepStrictEqual(stored, wanted);
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
