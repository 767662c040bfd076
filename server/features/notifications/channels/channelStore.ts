/** The caller's pushes, mail and rules, in their own scope. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { BodyOf, ResponseOf } from '../../../../contract/endpoints';
import {
  PUSH_DEVICES_MAX,
  RULE_TRIED_DAYS,
  type NotificationChannels,
  type NotificationRule,
  type NotificationSettings,
} from '../../../../contract/notifications/channels.endpoints';
import type { Keys } from '../../../base/keys';
import { ApiError } from '../../../base/errors';
import { alphabeticalOrder, isZoneOfDatabase, sqlState, type Queries } from '../../../database';
import type { CurrentSession } from '../../../platform/session';

/** As many as the app shows. */
const DELIVERIES_SHOWN = 20;
const MAX_NAMED = 1_000;
const INSUFFICIENT_PRIVILEGE = '42501';
const MORNING_BY_DEFAULT = '07:00';

type Answer = Omit<NotificationChannels, 'publicKey'>;

/** One statement per part, in one transaction. */
export async function readChannels(queries: Queries, session: CurrentSession): Promise<Answer> {
  const [devices, deliveries, follows, rules, refused] = await Promise.all([
    readDevices(queries, session),
    readDeliveries(queries),
    queries
      .selectFrom('notification_follows')
      .where('user_id', '=', session.userId)
      .orderBy('created_at', 'desc')
      .select(['subject', 'label', 'is_muted'])
      .execute(),
    readRules(queries, session.userId),
    queries
      .selectFrom('notification_preferences')
      .where('user_id', '=', session.userId)
      .where('is_mail_refused', '=', true)
      .orderBy('sub_category_code')
      .select('sub_category_code')
      .execute(),
  ]);
  return {
    settings: await readSettings(queries, session),
    devices,
    deliveries,
    follows: follows.map(({ subject, label, is_muted }) => ({ subject, label, mode: is_muted ? 'MUTE' : 'FOLLOW' })),
    rules,
    rulesVersion: versionOf(rules),
    mailRefused: refused.map(({ sub_category_code }) => sub_category_code),
    facilities: await named(queries, 'facilities'),
    suppliers: await named(queries, 'suppliers'),
  };
}

const named = (queries: Queries, table: 'facilities' | 'suppliers'): Promise<{ id: string; name: string }[]> =>
  queries
    .selectFrom(table)
    .select(['id', 'name'])
    .orderBy(alphabeticalOrder('name'))
    .orderBy('id')
    .limit(MAX_NAMED)
    .execute();

/** 'HH:MM' of what the database has. */
const minutes = (time: string): string => time.slice(0, 5);

async function readSettings(queries: Queries, session: CurrentSession): Promise<NotificationSettings> {
  const row = await queries
    .selectFrom('notification_settings')
    .where('user_id', '=', session.userId)
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) {
    const timeZone = session.timeZone ?? (await zoneLastSeen(queries, session)) ?? 'UTC';
    return { mailMode: 'AT_ONCE', morningAt: MORNING_BY_DEFAULT, quietFrom: null, quietTo: null, timeZone };
  }
  return {
    mailMode: row.mail_mode,
    morningAt: minutes(row.morning_at),
    quietFrom: row.quiet_from && minutes(row.quiet_from),
    quietTo: row.quiet_to && minutes(row.quiet_to),
    timeZone: row.time_zone,
  };
}

/** By which the server reminds a user who has chosen no zone. */
async function zoneLastSeen(queries: Queries, { userId }: CurrentSession): Promise<string | null> {
  const row = await queries.selectFrom('users').where('id', '=', userId).select('time_zone').executeTakeFirst();
  return row?.time_zone ?? null;
}

/** The times also apply to what waits. Throws `request.invalid` with what is wrong. */
export async function saveSettings(
  queries: Queries,
  session: CurrentSession,
  changed: BodyOf<'saveNotificationSettings'>,
): Promise<void> {
  // What another tab has saved stays; it can save nothing meanwhile.
  await lockOfUser(queries, session, 'notification_settings');
  const wanted = { ...(await readSettings(queries, session)), ...changed };
  const { mailMode, morningAt, quietFrom, quietTo, timeZone } = wanted;
  if (!(await isZoneOfDatabase(queries, timeZone))) {
    throw new ApiError('request.invalid', { sentence: 'This time zone is not known here. Please choose another one.' });
  }
  if ((quietFrom === null) !== (quietTo === null)) {
    throw new ApiError('request.invalid', { sentence: 'Quiet hours need both times. Please enter both, or neither.' });
  }
  if (quietFrom !== null && quietFrom === quietTo) {
    throw new ApiError('request.invalid', {
      sentence: 'Quiet hours cannot begin and end at the same time. Please change one of them.',
    });
  }
  const values = {
    mail_mode: mailMode,
    morning_at: morningAt,
    quiet_from: quietFrom,
    quiet_to: quietTo,
    time_zone: timeZone,
  };
  await queries
    .insertInto('notification_settings')
    .values({ user_id: session.userId, organization_id: session.organizationId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  await sql`select notification_reschedule()`.execute(queries);
}

/** One transaction of the user at a time, until it ends. */
async function lockOfUser(
  queries: Queries,
  { userId }: CurrentSession,
  table: 'notification_settings' | 'notification_rules',
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table}/${userId}`}, 0))`.execute(queries);
}

/** A digest and quiet hours need a time zone: that of the browser in which they were chosen, if it is known here. */
async function keepZone(queries: Queries, session: CurrentSession): Promise<void> {
  const zone = session.timeZone ?? 'UTC';
  await queries
    .insertInto('notification_settings')
    .values({
      user_id: session.userId,
      organization_id: session.organizationId,
      mail_mode: 'AT_ONCE',
      morning_at: MORNING_BY_DEFAULT,
      quiet_from: null,
      quiet_to: null,
      time_zone: (await isZoneOfDatabase(queries, zone)) ? zone : 'UTC',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function readDevices(queries: Queries, session: CurrentSession): Promise<Answer['devices']> {
  const rows = await queries
    .selectFrom('push_devices')
    .where('user_id', '=', session.userId)
    .where('gone_at', 'is', null)
    .orderBy('created_at', 'desc')
    .select(['id', 'name', 'created_at', 'session_id'])
    .execute();
  return rows.map(({ id, name, created_at, session_id }) => ({
    id,
    name,
    since: created_at.toISOString(),
    isCurrent: session_id === session.sessionId,
  }));
}

async function readDeliveries(queries: Queries): Promise<Answer['deliveries']> {
  const { rows } = await sql<
    Omit<Answer['deliveries'][number], 'createdAt' | 'dueAt' | 'doneAt'> & {
      readonly createdAt: Date;
      readonly dueAt: Date;
      readonly doneAt: Date | null;
    }
  >`
    select d.id::text as "id", d.channel, c.content ->> 'subject' as "subject", d.status, d.problem, p.name as "device",
      d.created_at as "createdAt", d.next_attempt_at as "dueAt", d.done_at as "doneAt", d.attempts
    from notification_deliveries d join notification_contents c on c.id = d.content_id
    left join push_devices p on p.id = d.device_id
    where d.user_id = (select app_user_id()) order by d.id desc limit ${DELIVERIES_SHOWN}`.execute(queries);
  return rows.map(({ createdAt, dueAt, doneAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    dueAt: dueAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  }));
}

/**
 * Returns its id. Beyond the maximum, the oldest device is removed. Throws `session.ended` if the session has ended in
 * the meantime.
 */
export async function keepDevice(
  queries: Queries,
  session: CurrentSession,
  keys: Keys,
  { endpoint, p256dh, auth, name }: BodyOf<'addPushDevice'> & { readonly name: string },
): Promise<string> {
  const subscription = keys.encrypt(JSON.stringify({ endpoint, keys: { p256dh, auth } }));
  const hash = createHash('sha256').update(endpoint).digest();
  const { rows } = await sql<{ id: string }>`
    select notification_keep_device(${session.sessionId}::uuid, ${hash}::bytea, ${subscription}::bytea, ${name},
      ${PUSH_DEVICES_MAX}) as "id"`
    .execute(queries)
    .catch((error: unknown) => {
      if (sqlState(error) === INSUFFICIENT_PRIVILEGE) throw new ApiError('session.ended', { reason: 'expired' });
      throw error;
    });
  return rows[0]?.id ?? '';
}

/**
 * After a sign-in in the browser of this device: its pushes continue with the caller's new session, or end if the
 * device was another user's.
 */
export async function bindDeviceToSession(queries: Queries, session: CurrentSession, deviceId: string): Promise<void> {
  await sql`select notification_meet_device(${session.sessionId}::uuid, ${deviceId}::uuid)`.execute(queries);
}

/** Throws `not.found` if it is another user's or was removed. */
export async function removeDevice(queries: Queries, session: CurrentSession, deviceId: string): Promise<void> {
  const { numUpdatedRows } = await queries
    .updateTable('push_devices')
    .set({ gone_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', deviceId)
    .where('user_id', '=', session.userId)
    .where('gone_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ApiError('not.found');
}

async function readRules(queries: Queries, userId: string): Promise<NotificationRule[]> {
  const rows = await queries
    .selectFrom('notification_rules')
    .where('user_id', '=', userId)
    .orderBy('position')
    .select(['kinds', 'facility_id', 'supplier_id', 'words', 'toast', 'push', 'mail'])
    .execute();
  return rows.map(({ facility_id, supplier_id, ...rule }) => ({
    ...rule,
    facilityId: facility_id,
    supplierId: supplier_id,
  }));
}

/** The same for the same rules in the same order. */
function versionOf(rules: readonly NotificationRule[]): string {
  const facts = rules.map((rule) => {
    const { kinds, facilityId, supplierId, toast, push, mail } = rule;
    return [kinds, facilityId, supplierId, wordsOf(rule), toast, push, mail];
  });
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}

/**
 * Replaces all rules, and returns their version. A repeated request changes nothing. Throws ApiError: `not.found` for a
 * facility or supplier the caller does not see, `request.invalid`, `conflict` without a version and if the rules are
 * others than those of `version` by now.
 */
export async function saveRules(
  queries: Queries,
  session: CurrentSession,
  { rules, version }: BodyOf<'saveNotificationRules'>,
): Promise<string> {
  if (version === undefined) {
    throw new ApiError('conflict', {
      sentence:
        'Your rules were not saved, because this page was opened before an update. Please reload the page, then enter them again.',
    });
  }
  for (const rule of rules) await requirePlaces(queries, rule);
  if (rules.some(({ toast, push, mail }) => toast === null && push === null && mail === null)) {
    throw new ApiError('request.invalid', {
      sentence: 'A rule has no effect yet. Please choose what it does, or remove it. Nothing was saved.',
    });
  }
  await keepZone(queries, session);
  // Serialized per user, or two tabs would both replace the same rules.
  await lockOfUser(queries, session, 'notification_rules');
  const stored = versionOf(await readRules(queries, session.userId));
  if (stored === versionOf(rules)) return stored;
  if (stored !== version) {
    throw new ApiError('conflict', {
      sentence:
        'Your rules were not saved, because they have been changed since you opened them, for example in another tab. What you have entered is still here.',
    });
  }
  await queries.deleteFrom('notification_rules').where('user_id', '=', session.userId).execute();
  if (rules.length > 0) await insertRules(queries, session, rules);
  return versionOf(await readRules(queries, session.userId));
}

async function insertRules(
  queries: Queries,
  session: CurrentSession,
  rules: readonly NotificationRule[],
): Promise<void> {
  await queries
    .insertInto('notification_rules')
    .values(
      rules.map((rule, position) => ({
        user_id: session.userId,
        organization_id: session.organizationId,
        position,
        kinds: rule.kinds,
        facility_id: rule.facilityId,
        supplier_id: rule.supplierId,
        words: wordsOf(rule),
        toast: rule.toast,
        push: rule.push,
        mail: rule.mail,
      })),
    )
    .execute();
}

const wordsOf = ({ words }: NotificationRule): string => words.trim().toLowerCase();

async function requirePlaces(queries: Queries, { facilityId, supplierId }: NotificationRule): Promise<void> {
  const isThere = async (table: 'facilities' | 'suppliers', id: string | null): Promise<boolean> =>
    id === null || (await queries.selectFrom(table).where('id', '=', id).select('id').executeTakeFirst()) !== undefined;
  if (!(await isThere('facilities', facilityId)) || !(await isThere('suppliers', supplierId))) {
    throw new ApiError('not.found');
  }
}

/**
 * How many of the caller's notifications the rule matches, ignoring their other rules. Throws ApiError (`not.found`)
 * for a facility or supplier the caller does not see.
 */
export async function tryRule(queries: Queries, rule: NotificationRule): Promise<ResponseOf<'tryNotificationRule'>> {
  await requirePlaces(queries, rule);
  const { rows } = await sql<{ matched: number; of: number; subjects: string[] | null }>`
    with got as (
      select e.sequence, c.content ->> 'subject' as subject, notification_rule_matches(
        ${rule.kinds}::text[], ${rule.facilityId}::uuid, ${rule.supplierId}::uuid, ${wordsOf(rule)},
        c.sub_category_code, c.client_id, c.agency_id, c.search_text) as matches
      from notification_events e join notification_contents c on c.id = e.content_id
      where e.user_id = (select app_user_id()) and not e.is_moved
        and e.occurred_at > now() - make_interval(days => ${RULE_TRIED_DAYS})
    )
    select count(*) filter (where matches)::integer as "matched", count(*)::integer as "of", (
      select array_agg(s.subject order by s.sequence desc) from (
        select subject, sequence from got where matches order by sequence desc limit 5) s) as "subjects"
    from got`.execute(queries);
  const { matched = 0, of = 0, subjects = null } = rows[0] ?? {};
  return { matched, of, subjects: subjects ?? [] };
}
