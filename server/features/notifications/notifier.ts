/**
 * Notifies users of domain events, in the transaction of the event. The database chooses the recipients
 * (`notification_send`); the text is composed here.
 */
import { sql } from 'kysely';
import type { OrganizationType } from '../../../contract/base/organizations';
import { tabOf } from '../../../contract/notifications/categories';
import { SUB_CATEGORIES } from '../../../contract/notifications/kinds';
import type { Queries } from '../../database';
import { afterCommit } from '../../database/afterCommit';
import type { EventBus } from '../../platform/eventBus/eventBus';
import { publishToUsers } from '../../platform/eventBus/publishToUsers';
import { contentOf, searchText, type NotificationContent } from './content';
import { audienceOf, permissionsFor, type DomainEvent } from './events';
import { readFacts, type Facts } from './facts';
import { subjectsOf } from './subjects';
import { ALL_BY_DEFAULT, OFF_BY_DEFAULT, ON_BY_DEFAULT_FOR } from './preferences';

export interface Publisher {
  readonly organizationType: OrganizationType;
  /** The user who caused the event and is not notified; null for the system. */
  readonly actorId?: string | null;
}

/** Events whose record can be locked before they are published; see queuedNotifications.ts of the records. */
export type QueueableEvent = Extract<DomainEvent, { readonly kind: 'timesheet' }>;

export class Notifier {
  private onQueued: () => void = () => undefined;

  constructor(
    private readonly bus: Pick<EventBus, 'publish'>,
    /** Called when pushes or mail may be due. Servers also check every few seconds. */
    private readonly onDeliveries: () => void = () => undefined,
  ) {}

  /** `queries` is a scoped transaction. Returns the ids of the recipients. Throws like `readFacts`. */
  async publish(queries: Queries, event: DomainEvent, publisher: Publisher): Promise<readonly string[]> {
    const facts = await readFacts(queries, event);
    const content = contentOf(event, facts);
    const recipients = await this.deliver(queries, event, { facts, content, publisher });
    await this.notified(queries, recipients);
    return recipients;
  }

  /**
   * Publishes these events after the commit, each in a transaction of its own: for a transaction that causes many. The
   * publisher is the organization of the scope.
   */
  async queue(
    queries: Queries,
    events: readonly QueueableEvent[],
    { actorId = null }: Pick<Publisher, 'actorId'>,
  ): Promise<void> {
    if (events.length === 0) return;
    const rows = events.map((event) => ({
      tenant_id: sql<string>`app_tenant_id()`,
      organization_id: sql<string>`app_organization_id()`,
      actor_id: actorId,
      event: JSON.stringify(event),
    }));
    await queries.insertInto('notification_queue').values(rows).execute();
    afterCommit(queries, () => this.onQueued());
  }

  /** `wake` is called when events were queued on this node. */
  whenQueued(wake: () => void): void {
    this.onQueued = wake;
  }

  private async deliver(
    queries: Queries,
    event: DomainEvent,
    { facts, content, publisher }: { facts: Facts; content: NotificationContent; publisher: Publisher },
  ): Promise<readonly string[]> {
    const { what } = event;
    const { category, required = false, emailRequired = false, mobile = false, config = null } = SUB_CATEGORIES[what];
    const { rows } = await sql<{ recipient_id: string }>`
      select recipient_id from notification_send(
        the_category => ${category}, the_sub_category => ${what}, the_tab => ${tabOf(category)},
        the_content => ${JSON.stringify(content)}::json, the_search_text => ${searchText(content)},
        the_subjects => ${[...subjectsOf({ ...content, clientId: facts.clientId ?? facts.facilityId, agencyId: facts.agencyId })]}::text[],
        the_audience => ${audienceOf(event, publisher.organizationType === 'VMS', facts)},
        the_client => ${facts.clientId}::uuid, the_agency => ${facts.agencyId}::uuid,
        the_person => ${event.kind === 'task' || event.kind === 'alarm' ? event.userId : null}::uuid,
        the_permissions => ${[...permissionsFor(event)]}::text[], the_actor => ${publisher.actorId ?? null}::uuid,
        is_required => ${required}, is_email_required => ${emailRequired},
        is_default => ${!OFF_BY_DEFAULT.includes(what)},
        is_default_for => ${[...(ON_BY_DEFAULT_FOR[what] ?? [])]}::text[],
        is_all_default => ${ALL_BY_DEFAULT.includes(what)}, is_mobile => ${mobile}, the_config => ${config}::text)
    `.execute(queries);
    return rows.map((row) => row.recipient_id);
  }

  /** Call after writing notifications of these users. On commit, their sockets and the deliveries are woken. */
  async notified(queries: Queries, userIds: readonly string[]): Promise<void> {
    await this.signal(queries, userIds);
    afterCommit(queries, this.onDeliveries);
  }

  /** Wakes the sockets of these users on all nodes when the transaction commits. */
  async signal(queries: Queries, userIds: readonly string[]): Promise<void> {
    await publishToUsers(this.bus, queries, { kind: 'notified' }, userIds);
  }
}
