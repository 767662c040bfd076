/**
 * Tells people of what happened, in the transaction in which it happens: both are there or neither is. Whom it reaches
 * the database decides (`notification_tell`); here it gets its words.
 */
import { sql } from 'kysely';
import { SUB_CATEGORIES, tabOf, type OrganizationType } from '../../contract';
import type { Queries } from '../database';
import type { Keys } from '../keys';
import { notificationMail } from '../mail/texts';
import type { EventBus } from '../realtime/eventBus';
import { audienceOf, permissionsFor } from './audience';
import { contentOf, searchText, type NotificationContent } from './content';
import type { DomainEvent } from './events';
import type { Facts } from './facts';
import { plainText } from './markup';
import { ALL_BY_DEFAULT, OFF_BY_DEFAULT, ON_BY_DEFAULT_FOR } from './preferences';
import { readFacts } from './readFacts';

export interface Teller {
  readonly organizationType: OrganizationType;
  /** Who did it and need not be told; null where nobody of ours did. */
  readonly actorId?: string | null;
}

/** The payload of a notification of PostgreSQL ends at 8,000 bytes. */
const USERS_PER_SIGNAL = 150;

export class Notifier {
  constructor(
    private readonly keys: Pick<Keys, 'seal'>,
    private readonly bus: Pick<EventBus, 'publish'>,
  ) {}

  /** `queries` is a scoped transaction. Answers the ids of those who were told. */
  async publish(queries: Queries, event: DomainEvent, teller: Teller): Promise<readonly string[]> {
    const facts = await readFacts(queries, event);
    const content = contentOf(event, facts);
    const told = await this.tell(queries, event, { facts, content, teller });
    await this.signal(queries, told);
    return told;
  }

  private async tell(
    queries: Queries,
    event: DomainEvent,
    { facts, content, teller }: { facts: Facts; content: NotificationContent; teller: Teller },
  ): Promise<readonly string[]> {
    const { what } = event;
    const { category, required = false, emailRequired = false, config = null } = SUB_CATEGORIES[what];
    const mail = notificationMail(content.subject, plainText(content.template));
    const { rows } = await sql<{ told_user_id: string }>`
      select told_user_id from notification_tell(
        the_category => ${category}, the_sub_category => ${what}, the_tab => ${tabOf(category)},
        the_content => ${JSON.stringify(content)}::json, the_search_text => ${searchText(content)},
        the_audience => ${audienceOf(event, teller.organizationType === 'VMS')},
        the_client => ${facts.clientId}::uuid, the_agency => ${facts.agencyId}::uuid,
        the_person => ${event.kind === 'task' ? event.userId : null}::uuid,
        the_permissions => ${[...permissionsFor(event)]}::text[], the_actor => ${teller.actorId ?? null}::uuid,
        is_required => ${required}, is_email_required => ${emailRequired},
        is_default => ${!OFF_BY_DEFAULT.includes(what)},
        is_default_for => ${[...(ON_BY_DEFAULT_FOR[what] ?? [])]}::text[],
        is_all_default => ${ALL_BY_DEFAULT.includes(what)}, the_config => ${config}::text,
        the_mail_subject => ${this.keys.seal(mail.subject)}::bytea, the_mail_text => ${this.keys.seal(mail.text)}::bytea)
    `.execute(queries);
    return rows.map((row) => row.told_user_id);
  }

  /** Wakes the sockets of these people, on every node, once the transaction is there. */
  async signal(queries: Queries, userIds: readonly string[]): Promise<void> {
    for (let from = 0; from < userIds.length; from += USERS_PER_SIGNAL) {
      await this.bus.publish(queries, { kind: 'told', userIds: userIds.slice(from, from + USERS_PER_SIGNAL) });
    }
  }
}
