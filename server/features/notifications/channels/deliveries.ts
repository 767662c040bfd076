/**
 * Sends the pushes and mail that `notification_send` has queued. A delivery is leased for one attempt, and its outcome
 * is stored afterwards. If a server dies in between, another one repeats the attempt, which the browser shows as the
 * same notification.
 */
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { PushSubscription } from 'web-push';
import type { Database } from '../../../database';
import type { Keys } from '../../../base/keys';
import type { Outbox } from '../../../platform/mail/outbox';
import type { NotificationContent } from '../content';
import { groupsOf, writeMail, type MailedNotification } from './notificationMails';
import { MAX_ATTEMPTS, sendPush, type PushOutcome, type PushSender } from './push';
import { PushServices } from './pushServices';

const ROUND_MS = 5_000;
const PUSHES_AT_ONCE = 20;
const PEOPLE_AT_ONCE = 50;
/** Longer than any attempt. */
const LEASE_SECONDS = 60;

interface DeliveryServices {
  readonly database: Pick<Database, 'queries'>;
  readonly keys: Keys;
  readonly outbox: Outbox;
  readonly log: FastifyBaseLogger;
  readonly sender: Omit<PushSender, 'keys'>;
  readonly productName: string;
  /** Without one, mail is only stored, and counts as delivered. */
  readonly hasMailServer: boolean;
  readonly countPush: (outcome: string) => void;
}

interface ClaimedPush {
  readonly id: string;
  readonly attempt: number;
  readonly subscription: Buffer;
  readonly contentId: string;
  readonly content: NotificationContent;
  readonly isGone: boolean;
}

/** Does its work when it is woken, one round after the other. A round that fails is reported; the next one goes on. */
class Rounds {
  private running: Promise<void> | undefined;
  private again = false;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly onError: (error: unknown) => void,
  ) {}

  wake(): void {
    this.again = true;
    this.running ??= this.run();
  }

  /** Resolves when no round is under way. */
  async ended(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    while (this.again) {
      this.again = false;
      await this.work().catch(this.onError);
    }
    this.running = undefined;
  }
}

export class Deliveries {
  private readonly mails = new Rounds(
    () => this.queueMails(),
    (error) => this.services.log.warn({ err: error }, 'mail could not be queued; trying again'),
  );
  private readonly pushes = new Rounds(
    () => this.claimPushes(),
    (error) => this.services.log.warn({ err: error }, 'pushes could not be claimed; trying again'),
  );
  private readonly underWay = new Set<Promise<void>>();
  private readonly pushServices: PushServices;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly services: DeliveryServices) {
    this.pushServices = new PushServices(services.sender.outside);
  }

  /** Checks every few seconds, and whenever it is woken. Returns a function that stops it. */
  start(): () => Promise<void> {
    this.timer = setInterval(() => this.wake(), ROUND_MS).unref();
    this.wake();
    return async () => {
      this.stopped = true;
      clearInterval(this.timer);
      await this.ended();
    };
  }

  /** Call when something may be due. */
  readonly wake = (): void => {
    if (this.timer === undefined || this.stopped) return;
    this.mails.wake();
    this.pushes.wake();
  };

  /** Resolves once everything that is due by now was attempted. */
  async flush(): Promise<void> {
    this.wake();
    await this.ended();
  }

  private async ended(): Promise<void> {
    await Promise.all([this.mails.ended(), this.pushes.ended()]);
    // Each that ends makes room for others.
    while (this.underWay.size > 0) {
      await Promise.all(this.underWay);
      await this.pushes.ended();
    }
  }

  /** As many as are free. Each push that ends makes room for the next, whatever the others wait for. */
  private async claimPushes(): Promise<void> {
    const free = PUSHES_AT_ONCE - this.underWay.size;
    if (free === 0 || this.stopped) return;
    const { rows } = await sql<ClaimedPush>`
      select delivery_id::text as "id", attempt, encrypted_subscription as "subscription", content_id as "contentId",
        content, is_gone as "isGone"
      from notification_claim_pushes(${free}, ${LEASE_SECONDS})`.execute(this.services.database.queries);
    for (const push of rows) {
      const sending = this.push(push)
        .catch((error: unknown) => {
          this.services.log.warn({ err: error }, 'the result of a push could not be stored; trying again');
        })
        .finally(() => {
          this.underWay.delete(sending);
          if (!this.stopped) this.pushes.wake();
        });
      this.underWay.add(sending);
    }
  }

  private async push(push: ClaimedPush): Promise<void> {
    const { id, attempt } = push;
    const { database, log } = this.services;
    const outcome = await this.outcomeOf(push);
    this.services.countPush(outcome.kind.toLowerCase());
    const problem = outcome.kind === 'SENT' ? null : outcome.problem;
    if (problem !== null)
      log.warn({ delivery: id, attempt, outcome: outcome.kind, problem }, 'a push was not delivered');
    await sql`
      select notification_finish_push(${id}::bigint, ${attempt}, ${outcome.kind}, ${problem},
        ${outcome.kind === 'FAILED' ? outcome.retrySeconds : 0})`.execute(database.queries);
  }

  private async outcomeOf({ attempt, subscription, contentId, content, isGone }: ClaimedPush): Promise<PushOutcome> {
    const { keys, sender } = this.services;
    if (isGone) return { kind: 'GIVEN_UP', problem: 'This device was signed out.' };
    if (attempt > MAX_ATTEMPTS)
      return { kind: 'GIVEN_UP', problem: `It could not be delivered in ${MAX_ATTEMPTS} attempts.` };
    const opened = keys.tryDecrypt(subscription);
    if (opened === undefined)
      return { kind: 'GONE', problem: 'Please turn push notifications on again on this device.' };
    const parsed = JSON.parse(opened) as PushSubscription;
    return sendPush(
      { ...sender, outside: this.pushServices, keys: keys.push },
      { contentId, content, attempt, subscription: parsed },
    );
  }

  private async queueMails(): Promise<void> {
    while (!this.stopped) {
      const people = await this.services.database.queries.transaction().execute(async (queries) => {
        const { rows } = await sql<MailedNotification & { readonly isDisabled: boolean }>`
          select delivery_id::text as "deliveryId", user_id as "userId", organization_name as "organizationName", theme,
            contact, mode, is_held as "isHeld", kind, content_id as "contentId", content, occurred_at as "occurredAt",
            time_zone as "timeZone", is_disabled as "isDisabled"
          from notification_due_mails(${PEOPLE_AT_ONCE})`.execute(queries);
        const gone = rows.filter(({ isDisabled }) => isDisabled).map(({ deliveryId }) => deliveryId);
        if (gone.length > 0)
          await sql`select notification_drop_mails(${gone}::bigint[], 'The account is deactivated.')`.execute(queries);
        for (const group of groupsOf(rows.filter(({ isDisabled }) => !isDisabled))) {
          const [first, ...more] = group;
          if (first !== undefined) await this.queueMail(queries, [first, ...more]);
        }
        return new Set(rows.map(({ userId }) => userId)).size;
      });
      if (people > 0) this.services.outbox.wake();
      if (people < PEOPLE_AT_ONCE) return;
    }
  }

  private async queueMail(
    queries: Database['queries'],
    group: readonly [MailedNotification, ...MailedNotification[]],
  ): Promise<void> {
    const { keys, sender, productName, hasMailServer } = this.services;
    const { subject, text, html, unsubscribe } = writeMail({ keys, publicUrl: sender.publicUrl, productName }, group);
    await sql`
      select notification_queue_mail(${group.map(({ deliveryId }) => deliveryId)}::bigint[], ${group[0].userId}::uuid,
        ${keys.encrypt(subject)}::bytea, ${keys.encrypt(text)}::bytea, ${keys.encrypt(html)}::bytea,
        ${unsubscribe === null ? null : keys.encrypt(unsubscribe)}::bytea, ${!hasMailServer})`.execute(queries);
  }
}
