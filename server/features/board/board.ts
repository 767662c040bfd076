/** The shared state of an organization's notifications, and the handover notes of its shifts. */
import { sql, type RawBuilder } from 'kysely';
import {
  BOARD_ENTRIES_MAX,
  BOARD_NOTIFICATIONS_MAX,
  HANDOVER_DAYS,
  HANDOVERS_MAX,
} from '../../../contract/board/board.endpoints';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import { instantOf, zonedText } from '../../base/dates';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';
import type { CurrentSession } from '../../platform/session';
import { watchRecord } from '../records/watches';
import { readAlarms } from './alarms';
import { boardIdOf, notifyBoard, type Bus } from './notifyBoard';

type Entry = ResponseOf<'acknowledgeEntry'>;
type Handover = ResponseOf<'writeHandover'>;
type Handovers = Required<
  Pick<ResponseOf<'boardState'>, 'handovers' | 'hasOlderHandovers' | 'lastTakenOver' | 'handover'>
>;

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

interface EntryRow extends Omit<Entry, 'acknowledgedAt' | 'assignedAt'> {
  readonly acknowledgedAt: Date;
  readonly assignedAt: Date | null;
}
const entryOf = ({ acknowledgedAt, assignedAt, ...row }: EntryRow): Entry => ({
  ...row,
  acknowledgedAt: acknowledgedAt.toISOString(),
  assignedAt: iso(assignedAt),
});

/** A change becomes visible some seconds later than its time: its transaction is limited to less than this. */
const COMMIT_SECONDS = 60;
/** How many of the newest notifications may have come after `since`, to an entry that was there before. */
const JUST_COME_MAX = 100;
/** After a longer time, more may have changed than is looked through, so everything is read. */
const SINCE_SECONDS = 300;

const newestOfCaller = (most: number) => sql`
  select e.content_id, e.occurred_at from notification_events e
  where e.user_id = (select app_user_id()) and e.content_id is not null and not e.is_moved
  order by e.sequence desc limit ${most}`;

const newestOfOrganization = (narrower: RawBuilder<unknown>, by: RawBuilder<unknown>, most: number) => sql`
  (select b.content_id as id from board_entries b
  where b.organization_id = (select app_organization_id()) and ${narrower} order by ${by} desc limit ${most})`;

/**
 * The shared ids of what may be on the board of the caller. From both sides, so that neither the entries of a large
 * organization nor the notifications of one person are walked through in full.
 */
const candidates = sql`
  ${newestOfOrganization(sql`true`, sql`b.acknowledged_at`, BOARD_NOTIFICATIONS_MAX)}
  union
  select coalesce(c.shared_id, c.id) from (${newestOfCaller(BOARD_NOTIFICATIONS_MAX)}) n
  join notification_contents c on c.id = n.content_id`;

/** The same, of what has changed or has come since. */
function candidatesSince(since: string): RawBuilder<unknown> {
  const start = sql`(${since}::timestamptz - make_interval(secs => ${COMMIT_SECONDS}))`;
  return sql`
    ${newestOfOrganization(sql`b.changed_at > ${start}`, sql`b.changed_at`, BOARD_ENTRIES_MAX)}
    union
    select coalesce(c.shared_id, c.id) from (${newestOfCaller(JUST_COME_MAX)}) n
    join notification_contents c on c.id = n.content_id where n.occurred_at > ${start}`;
}

/**
 * The entries of these of the caller's notifications. Each has the id of the caller's own notification. Limits make
 * PostgreSQL look rows up one by one: it would read all entries or events to join them.
 */
async function readEntries(queries: Queries, wanted: RawBuilder<unknown>): Promise<Entry[]> {
  const { rows } = await sql<EntryRow>`
    select e.content_id as "notificationId", a.first_name || ' ' || a.last_name as "acknowledgedBy",
      b.acknowledged_at as "acknowledgedAt", b.assignee_id as "assigneeId",
      s.first_name || ' ' || s.last_name as "assignee", b.assigned_at as "assignedAt", b.version
    from (${wanted}) wanted
    cross join lateral (
      select * from board_entries x
      where x.organization_id = (select app_organization_id()) and x.content_id = wanted.id limit 1) b
    cross join lateral (
      select b.content_id as id union all
      select c.id from notification_contents c where c.shared_id = b.content_id) own
    cross join lateral (
      select x.content_id from notification_events x
      where x.user_id = (select app_user_id()) and x.content_id = own.id and not x.is_moved limit 1) e
    left join users a on a.id = b.acknowledged_by
    left join users s on s.id = b.assignee_id
    order by b.acknowledged_at desc limit ${BOARD_ENTRIES_MAX}`.execute(queries);
  return rows.map(entryOf);
}

const readEntriesOf = (queries: Queries, notificationId: string): Promise<Entry[]> =>
  readEntries(queries, sql`select notification_shared_id(${notificationId}::uuid) as id`);

/** The entries of those of these notifications that the caller has. */
export const findEntries = async (
  queries: Queries,
  { notificationIds }: BodyOf<'findEntries'>,
): Promise<ResponseOf<'findEntries'>> => ({
  entries: await readEntries(
    queries,
    sql`select notification_shared_id(each) as id from unnest(${[...notificationIds]}::uuid[]) as each`,
  ),
});

interface HandoverRow extends Omit<Handover, 'createdAt' | 'acknowledgedAt'> {
  readonly createdAt: Date;
  readonly acknowledgedAt: Date | null;
}

/** These notes, oldest first. */
async function selectHandovers(queries: Queries, wanted: RawBuilder<unknown>): Promise<Handover[]> {
  const { rows } = await sql<HandoverRow>`
    select h.id as "handoverId", h.note, w.first_name || ' ' || w.last_name as "author", h.created_at as "createdAt",
      a.first_name || ' ' || a.last_name as "acknowledgedBy", h.acknowledged_at as "acknowledgedAt"
    from (${wanted}) h
    left join users w on w.id = h.author_id
    left join users a on a.id = h.acknowledged_by
    order by h.created_at, h.id`.execute(queries);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    acknowledgedAt: iso(row.acknowledgedAt),
  }));
}

async function readHandover(queries: Queries, handoverId: string): Promise<Handover | null> {
  const [handover] = await selectHandovers(
    queries,
    sql`
      select * from board_handovers x
      where x.organization_id = (select app_organization_id()) and x.id = ${handoverId}::uuid`,
  );
  return handover ?? null;
}

/** Only recent ones, so that the index finds them however many an organization has written over the years. */
async function readHandovers(queries: Queries): Promise<Handovers> {
  const recent = sql`
    select * from board_handovers x
    where x.organization_id = (select app_organization_id())
      and x.created_at > now() - make_interval(days => ${HANDOVER_DAYS})`;
  const found = await selectHandovers(
    queries,
    sql`
      (${recent} and x.acknowledged_at is null order by x.created_at desc, x.id desc limit ${HANDOVERS_MAX + 1})
      union all
      (${recent} and x.acknowledged_at is not null order by x.acknowledged_at desc limit 1)`,
  );
  const open = found.filter(({ acknowledgedAt }) => acknowledgedAt === null);
  const lastTakenOver = found.find(({ acknowledgedAt }) => acknowledgedAt !== null) ?? null;
  return {
    handovers: open.slice(-HANDOVERS_MAX),
    hasOlderHandovers: open.length > HANDOVERS_MAX,
    lastTakenOver,
    handover: open.at(-1) ?? lastTakenOver,
  };
}

/**
 * The state of the board, or what has changed of it since, if that is not long ago. Records that the caller has it
 * open, so that they are notified of changes.
 */
export async function readBoard(queries: Queries, last: string | null): Promise<ResponseOf<'boardState'>> {
  const boardId = await boardIdOf(queries);
  await watchRecord(queries, boardId);
  const { rows } = await sql<{ at: Date; isRecent: boolean | null }>`
    select now() as at, ${last}::timestamptz >= now() - make_interval(secs => ${SINCE_SECONDS}) as "isRecent"`.execute(
    queries,
  );
  const since = rows[0]!.isRecent === true ? last : null;
  const entries = await readEntries(queries, since === null ? candidates : candidatesSince(since));
  return {
    boardId,
    asOf: rows[0]!.at.toISOString(),
    entries,
    people: since === null ? await readPeople(queries) : null,
    ...(await readHandovers(queries)),
    alarms: await readAlarms(queries),
  };
}

async function readPeople(queries: Queries): Promise<{ userId: string; name: string }[]> {
  const { rows } = await sql<{ userId: string; name: string }>`
    select user_id as "userId", name from board_people()`.execute(queries);
  return rows;
}

interface Outcome {
  readonly isFirst: boolean | null;
}

async function entryAfter(queries: Queries, notificationId: string): Promise<Entry> {
  const [entry] = await readEntriesOf(queries, notificationId);
  if (entry === undefined) throw new ApiError('not.found');
  return entry;
}

/** Throws ApiError: `not.found`, `conflict` if another user was first. */
export async function acknowledgeEntry(
  bus: Bus,
  queries: Queries,
  notificationId: string,
  session: CurrentSession,
): Promise<Entry> {
  const { rows } = await sql<Outcome>`
    select is_first as "isFirst" from board_acknowledge(${notificationId}::uuid)`.execute(queries);
  if (rows[0] === undefined) throw new ApiError('not.found');
  const entry = await entryAfter(queries, notificationId);
  if (rows[0].isFirst === true) await notifyBoard(bus, queries);
  else if (!(await isAcknowledgedBy(queries, notificationId, session.userId))) {
    throw new ApiError('conflict', { sentence: firstText(entry, session) });
  }
  return entry;
}

/** Whether the caller acknowledged it: a repeated request is not a conflict. */
async function isAcknowledgedBy(queries: Queries, notificationId: string, userId: string): Promise<boolean> {
  const own = await queries
    .selectFrom('board_entries')
    .where('content_id', '=', sql<string>`notification_shared_id(${notificationId}::uuid)`)
    .where('acknowledged_by', '=', userId)
    .select('content_id')
    .executeTakeFirst();
  return own !== undefined;
}

const firstText = ({ acknowledgedBy, acknowledgedAt }: Entry, { timeZone }: CurrentSession): string =>
  `${acknowledgedBy ?? 'A colleague'} was first: acknowledged at ${zonedText(instantOf(acknowledgedAt), timeZone)}.`;

/**
 * Throws ApiError: `not.found`, `conflict` after another change, `request.invalid` for an assignee who did not get the
 * notification.
 */
export async function assignEntry(
  bus: Bus,
  queries: Queries,
  notificationId: string,
  { assigneeId, version }: BodyOf<'assignEntry'>,
  session: CurrentSession,
): Promise<Entry> {
  const { rows } = await sql<Outcome>`
    select is_first as "isFirst" from board_assign(${notificationId}::uuid, ${assigneeId}::uuid, ${version}::integer)
  `.execute(queries);
  const [outcome] = rows;
  if (outcome === undefined) throw new ApiError('not.found');
  if (outcome.isFirst === null) {
    throw new ApiError('request.invalid', {
      sentence: 'This colleague did not receive this notification. Please choose another one.',
    });
  }
  if (outcome.isFirst) {
    await notifyBoard(bus, queries);
    return entryAfter(queries, notificationId);
  }
  const [now] = await readEntriesOf(queries, notificationId);
  const sentence =
    now === undefined
      ? 'It has changed in the meantime. Please reload the board and try again.'
      : now.assignee !== null && now.assignedAt !== null
        ? `${now.assignee} has been assigned to it since ${zonedText(instantOf(now.assignedAt), session.timeZone)}, so nothing was changed.`
        : `${firstText(now, session)} It is unassigned now.`;
  throw new ApiError('conflict', { sentence });
}

/** Writes the note of a shift, once for each request id. Throws ApiError (`not.found` if the caller cannot read it). */
export async function writeHandover(
  bus: Bus,
  queries: Queries,
  { requestId, note }: BodyOf<'writeHandover'>,
): Promise<Handover> {
  const { rows } = await sql<{ id: string }>`
    select board_hand_over(${requestId}::uuid, ${note.trim()}) as id`.execute(queries);
  await notifyBoard(bus, queries);
  const written = await readHandover(queries, rows[0]!.id);
  if (written === null) throw new ApiError('not.found');
  return written;
}

/** Throws ApiError: `not.found`, `conflict` for its author, and if another user was first. */
export async function acknowledgeHandover(
  bus: Bus,
  queries: Queries,
  handoverId: string,
  session: CurrentSession,
): Promise<Handover> {
  const { rows } = await sql<Outcome>`
    select is_first as "isFirst" from board_take_over(${handoverId}::uuid)`.execute(queries);
  const handover = rows[0] === undefined ? null : await readHandover(queries, handoverId);
  if (handover === null) throw new ApiError('not.found');
  if (rows[0]?.isFirst === true) {
    await notifyBoard(bus, queries);
    return handover;
  }
  const own = await queries
    .selectFrom('board_handovers')
    .where('id', '=', handoverId)
    .where('acknowledged_by', '=', session.userId)
    .select('id')
    .executeTakeFirst();
  if (own !== undefined) return handover;
  const { author, acknowledgedAt, acknowledgedBy } = handover;
  throw new ApiError('conflict', {
    sentence:
      acknowledgedAt === null
        ? 'You wrote this note yourself. Please ask a person of the next shift to take it over.'
        : `${acknowledgedBy ?? 'A colleague'} was first: the note from ${author ?? 'a colleague'} was taken over at ${zonedText(instantOf(acknowledgedAt), session.timeZone)}.`,
  });
}
