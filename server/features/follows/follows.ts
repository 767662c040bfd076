/** What a person follows and mutes, and the choices that a notification or a record offers. */
import { sql } from 'kysely';
import { FOLLOWS_MAX, type Followed, type FollowMode } from '../../../contract/notifications/channels.endpoints';
import { SUB_CATEGORIES, type SubCategoryCode } from '../../../contract/notifications/kinds';
import { isRecordKind } from '../../../contract/records/kinds';
import { ApiError } from '../../base/errors';
import type { Queries, Scope } from '../../database';
import type { NotificationContent } from '../notifications/content';
import { subjectsOf } from '../notifications/subjects';
import { definitionOf, openRecord } from '../records/engine';

type Caller = Scope & { readonly userId: string };

/** The choices for a notification. Throws `not.found` if it was not sent to the caller. */
export async function choicesOfNotification(queries: Queries, caller: Caller, id: string): Promise<Followed[]> {
  const { rows } = await sql<{ content: NotificationContent; clientId: string | null; agencyId: string | null }>`
    select c.content, c.agency_id as "agencyId",
      -- That of a match is no party to it.
      coalesce(c.client_id, (
        select j.client_id from jobs j where j.id = nullif(c.content ->> 'jobId', '')::uuid)) as "clientId"
    from notification_events e join notification_contents c on c.id = e.content_id
    where e.user_id = (select app_user_id()) and e.content_id = ${id}::uuid and not e.is_moved`.execute(queries);
  const [found] = rows;
  if (found === undefined) throw new ApiError('not.found');
  const { content, clientId, agencyId } = found;
  const choices: Followed[] = [];
  for (const subject of subjectsOf({ ...content, clientId, agencyId })) {
    const label = await labelOf(queries, caller, subject);
    if (label !== null) choices.push({ subject, label, mode: null });
  }
  return withModes(queries, caller, choices);
}

/** The choice for a subject. Throws `not.found` if the caller may not see it. */
export async function choiceOf(queries: Queries, caller: Caller, subject: string): Promise<Followed[]> {
  const label = await labelOf(queries, caller, subject);
  if (label === null) throw new ApiError('not.found');
  return withModes(queries, caller, [{ subject, label, mode: null }]);
}

/** Throws `not.found` if the caller may not see it, `request.invalid` if they follow and mute too many subjects. */
export async function setFollow(
  queries: Queries,
  caller: Caller,
  { subject, mode }: { readonly subject: string; readonly mode: FollowMode | null },
): Promise<void> {
  if (mode === null) {
    await queries
      .deleteFrom('notification_follows')
      .where('user_id', '=', caller.userId)
      .where('subject', '=', subject)
      .execute();
    return;
  }
  const label = await labelOf(queries, caller, subject);
  if (label === null) throw new ApiError('not.found');
  const { rows } = await sql<{ others: number }>`
    select count(*)::integer as "others" from notification_follows
    where user_id = ${caller.userId} and subject <> ${subject}`.execute(queries);
  if ((rows[0]?.others ?? 0) >= FOLLOWS_MAX) {
    throw new ApiError('request.invalid', {
      sentence: `You follow and mute ${FOLLOWS_MAX} things already. Please remove some under Notification Delivery first.`,
    });
  }
  const values = { is_muted: mode === 'MUTE', label };
  await queries
    .insertInto('notification_follows')
    .values({ user_id: caller.userId, organization_id: caller.organizationId, subject, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'subject']).doUpdateSet(values))
    .execute();
}

/** The subject's name: 'Job 1042', the name of a facility, the name of a kind. Null if the caller may not see it. */
async function labelOf(queries: Queries, caller: Caller, subject: string): Promise<string | null> {
  const [kind = '', id = ''] = subject.split(':');
  if (kind === 'kind') return SUB_CATEGORIES[id as SubCategoryCode]?.name ?? null;
  if (!isRecordKind(kind)) return null;
  try {
    const { row } = await openRecord(queries, kind, id, caller);
    const { noun, name } = definitionOf(kind);
    const value = row[name];
    return typeof value === 'number' ? `${noun} ${value}` : String(value);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

async function withModes(queries: Queries, { userId }: Caller, choices: readonly Followed[]): Promise<Followed[]> {
  if (choices.length === 0) return [];
  const rows = await queries
    .selectFrom('notification_follows')
    .where('user_id', '=', userId)
    .where(
      'subject',
      'in',
      choices.map(({ subject }) => subject),
    )
    .select(['subject', 'is_muted'])
    .execute();
  const modes = new Map(rows.map(({ subject, is_muted }) => [subject, is_muted ? 'MUTE' : 'FOLLOW'] as const));
  return choices.map((choice) => ({ ...choice, mode: modes.get(choice.subject) ?? null }));
}
