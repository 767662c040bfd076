/** A broadcast that is overdue for some recipients: one node notifies the people whom its sender chose, once. */
import { sql } from 'kysely';
import type { Queries } from '../../database';
import { searchText, type NotificationContent } from '../notifications/content';
import type { ClientInfo } from '../../platform/audit';
import { escalationContent } from './content';
import type { SendingServices } from './send';

/** An organization's administrators get this many names, as they have no other list of them. */
const NAMES_SHOWN = 50;

interface Overdue {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly people: number;
  readonly names: readonly string[];
  readonly administrators: readonly string[];
}

/** Returns how many people were notified; undefined if another node was first. `queries` are in the sender's scope. */
export async function escalateBroadcast(
  { notifier, audit }: SendingServices,
  queries: Queries,
  id: string,
  client: ClientInfo,
): Promise<number | undefined> {
  const broadcast = await queries
    .selectFrom('broadcasts as b')
    .innerJoin('organizations as o', 'o.id', 'b.organization_id')
    .where('b.id', '=', id)
    .select(['b.tenant_id', 'b.organization_id', 'b.created_by', 'b.subject', 'b.accept_by', 'b.escalate_to', 'o.name'])
    .executeTakeFirst();
  if (broadcast === undefined || broadcast.accept_by === null) return undefined;
  const { rows: organizations } = await sql<Overdue>`
    select organization_id as "organizationId", organization_name as "organizationName", people, names, administrators
    from broadcast_overdue_in(${id}::uuid, ${NAMES_SHOWN})`.execute(queries);
  const people = organizations.reduce((sum, each) => sum + each.people, 0);
  const claimed = await sql<{ isMine: boolean }>`
    select broadcast_claim_escalation(${id}::uuid, ${people}) as "isMine"`.execute(queries);
  if (claimed.rows[0]?.isMine !== true) return undefined;
  const notified = new Set<string>();
  const notifyPeople = async (content: NotificationContent, userIds: readonly string[]): Promise<void> => {
    const others = userIds.filter((userId) => !notified.has(userId));
    if (others.length === 0) return;
    await sql`
      select broadcast_escalate(
        ${id}::uuid, ${JSON.stringify(content)}::json, ${searchText(content)}, ${others}::uuid[])`.execute(queries);
    for (const userId of others) notified.add(userId);
  };
  const of = {
    id,
    subject: broadcast.subject,
    tenantId: broadcast.tenant_id,
    sender: broadcast.name,
    acceptBy: broadcast.accept_by,
  };
  if (people > 0 && broadcast.escalate_to.includes('SENDERS')) {
    const { rows } = await sql<{ ids: readonly string[] }>`select broadcast_senders() as ids`.execute(queries);
    const names = organizations.map(({ organizationName, people: n }) => `${organizationName} (${n})`);
    await notifyPeople(escalationContent(of, { people, names }), rows[0]?.ids ?? []);
  }
  if (broadcast.escalate_to.includes('ADMINISTRATORS')) {
    for (const { people: n, names, administrators } of organizations)
      await notifyPeople(escalationContent(of, { people: n, names, unnamed: n - names.length }), administrators);
  }
  await notifier.notified(queries, [...notified]);
  await audit.record(queries, {
    event: 'broadcast_escalated',
    outcome: 'ok',
    organizationId: broadcast.organization_id,
    userId: broadcast.created_by,
    details: { after: { broadcastId: id, subject: broadcast.subject, people, notified: notified.size } },
    client,
  });
  return notified.size;
}
