/** Alarms: those raised now, the past ones, and who has acknowledged them. */
import { sql } from 'kysely';
import { PAST_ALARMS_PAGE, type Alarm, type PastAlarm } from '../../../contract/board/alarms.endpoints';
import { instantOf, zonedText } from '../../base/dates';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';
import type { CurrentSession } from '../../platform/session';
import { notifyBoard, type Bus } from './notifyBoard';

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
