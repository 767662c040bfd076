/**
 * Each recipient of an alarm is notified exactly once on the panel, the phone and by mail, when it is raised and when
 * it escalates; only pushes that would come after its acknowledgment or end are left out. With two nodes whose
 * connections end between any two statements and which may stop after a push, before recording it.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { pino } from 'pino';
import { sql } from 'kysely';
import { deriveKeys } from '../../../server/base/keys';
import { openDatabase, type Database, type Queries } from '../../../server/database';
import { checkAlarms } from '../../../server/features/board/alarmChecks';
import { Deliveries } from '../../../server/features/notifications/channels/deliveries';
import { Notifier } from '../../../server/features/notifications/notifier';
import { Outbox } from '../../../server/platform/mail/outbox';
import { OutsideFetch } from '../../../server/platform/http/outsideFetch';
import { watchRecord } from '../../../server/features/records/watches';
import { boardIdOf } from '../../../server/features/board/notifyBoard';
import { cases, seed } from '../../support/cases';
import { fillWorld, type World } from '../database/support/world';
import { openTestDatabase, type TestDatabase } from '../support/database';
import { Fixtures } from '../support/fixtures';
import { PushService } from '../support/pushService';
import { SECTIONS } from '../notifications/support';

const HISTORIES = cases('histories of an alarm, its calls and its escalation over two nodes that fail', {
  usual: 15,
  long: 1_000,
});
const SEED = seed(11);

const START = Date.parse('2026-03-09T12:00:00Z');
const WITHIN = 10;
const CALM = 4;
const ESCALATES_AFTER = 6;

type Fault = 'none' | 'before it notifies' | 'after it notified' | 'before it commits';
interface Step {
  /** Minutes that pass before this step. */
  readonly minutes: number;
  readonly what: 'dispute' | 'acknowledge' | 'check' | 'deliver';
  readonly faults: readonly [Fault, Fault];
  /** Whether a node stops after sending a push and before recording it. */
  readonly isKilled: boolean;
}

const fault = fc.constantFrom<Fault>(
  'none',
  'none',
  'none',
  'before it notifies',
  'after it notified',
  'before it commits',
);
const history = fc.array(
  fc.record<Step>({
    minutes: fc.integer({ min: 1, max: 5 }),
    what: fc.constantFrom('dispute', 'check', 'check', 'check', 'deliver', 'acknowledge'),
    faults: fc.tuple(fault, fault),
    isKilled: fc.boolean(),
  }),
  { minLength: 12, maxLength: 30 },
);

const keys = deriveKeys('a secret for tests only, long enough to be one');
const log = pino({ level: 'silent' });
let db: TestDatabase;
let world: World;
let pushes: PushService;
let nodes: readonly [Node, Node];
let people: readonly [Called, Called];
let timesheetId: string;

interface Called {
  readonly id: string;
  readonly email: string;
  readonly phone: string;
}

/** One node with its own connections and its own schedule. */
class Node {
  private fault: Fault = 'none';
  private isKilled = false;
  private readonly stop: () => Promise<void>;
  private readonly deliveries: Deliveries;

  constructor(private readonly database: Database) {
    const outside = new OutsideFetch({ ownMachine: true, limitMs: 60_000 });
    this.deliveries = new Deliveries({
      ...{ database, keys, outbox: new Outbox(keys), log },
      sender: { outside, publicUrl: new URL('https://vms.example.org'), contact: 'mailto:vms@example.org' },
      productName: 'VMS',
      hasMailServer: false,
      countPush: () => {
        if (this.isKilled) throw new Error('the node ended');
      },
    });
    this.stop = this.deliveries.start();
  }

  async check(at: Date, failing: Fault): Promise<void> {
    this.fault = failing;
    const notifier = new Notifier({ publish: async () => undefined });
    await checkAlarms(
      {
        database: this.database,
        log,
        bus: {
          publish: async (queries) => {
            if (this.fault === 'before it commits') await endConnection(queries);
          },
        },
        notifier: {
          publish: async (queries, event, publisher) => {
            if (this.fault === 'before it notifies') await endConnection(queries);
            const recipients = await notifier.publish(queries, event, publisher);
            if (this.fault === 'after it notified') await endConnection(queries);
            return recipients;
          },
        },
      },
      at,
    );
  }

  async deliver(isKilled: boolean): Promise<void> {
    this.isKilled = isKilled;
    await this.deliveries.flush();
  }

  async close(): Promise<void> {
    await this.stop();
    await this.database.close();
  }
}

/** As when the node's process ends: the database rolls back what was not committed. */
async function endConnection(queries: Queries): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(queries);
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db.owner);
  await sql`select 1`.execute(queries);
}

beforeAll(async () => {
  db = await openTestDatabase();
  world = await fillWorld(db.owner, 'ONE');
  const fixtures = new Fixtures(db.owner);
  fixtures.adopt('ONE-MANAGER', world.tenantId);
  pushes = new PushService(() => keys.push.publicKey);
  await pushes.start();
  const open = async (): Promise<Node> => new Node(await openDatabase(db.options));
  nodes = [await open(), await open()];
  const called = async (phone: string): Promise<Called> => {
    const { id, email } = await fixtures.user('ONE-MANAGER', { userType: 'VMS', permissions: SECTIONS });
    const of = { user_id: id, organization_id: world.tenantId };
    await db.owner
      .insertInto('notification_preferences')
      .values({
        ...of,
        ...{ sub_category_code: 'BOARD_ALARM', notification: true, all_notification: false, is_mail_refused: false },
        ...{ mobile_notification: true, email_notification: true },
      })
      .execute();
    const { endpoint, p256dh, auth } = pushes.browser(phone).subscription;
    await db.owner
      .insertInto('push_devices')
      .values({
        ...of,
        ...{ session_id: null, name: phone, endpoint_hash: Buffer.from(phone) },
        encrypted_subscription: keys.encrypt(JSON.stringify({ endpoint, keys: { p256dh, auth } })),
      })
      .execute();
    return { id, email, phone };
  };
  people = [await called('called'), await called('called-then')];
  // A user has the board open, so that its changes are published.
  const scope = { organizationId: world.tenantId, organizationType: 'VMS', tenantId: world.tenantId } as const;
  await db.database.withScope({ ...scope, userId: people[0].id }, async (queries) =>
    watchRecord(queries, await boardIdOf(queries)),
  );
  timesheetId = (await db.owner.selectFrom('timesheets').select('id').executeTakeFirstOrThrow()).id;
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await pushes.stop();
  await db.close();
});

/**
 * When it notifies, according to the decision record: an independent model that is given the times of completed checks.
 */
class Expected {
  private disputedAt = -Infinity;
  private raisedAt: number | null = null;
  private calmSince: number | null = null;
  private isAcknowledged = false;
  private hasEscalated = false;
  calls = 0;
  escalations = 0;

  dispute(minute: number): void {
    this.disputedAt = minute;
  }
  acknowledge(): void {
    if (this.raisedAt !== null) this.isAcknowledged = true;
  }
  check(minute: number): void {
    if (minute - this.disputedAt < WITHIN) {
      this.calmSince = null;
      if (this.raisedAt === null) {
        this.raisedAt = minute;
        [this.isAcknowledged, this.hasEscalated] = [false, false];
        this.calls += 1;
      } else if (!this.isAcknowledged && !this.hasEscalated && minute - this.raisedAt >= ESCALATES_AFTER) {
        this.hasEscalated = true;
        this.escalations += 1;
      }
    } else if (this.raisedAt !== null) {
      this.calmSince ??= minute;
      if (minute - this.calmSince >= CALM) this.raisedAt = null;
    }
  }
}

async function live(steps: readonly Step[]): Promise<void> {
  await sql`delete from board_alarms`.execute(db.owner);
  await sql`delete from board_alarm_rules`.execute(db.owner);
  await sql`update timesheets set disputed_at = null`.execute(db.owner);
  // Not truncated: that locks the tables in another order than the nodes, which look for due deliveries all the while.
  await sql`delete from notification_deliveries`.execute(db.owner);
  await sql`delete from notification_events`.execute(db.owner);
  await sql`delete from notification_contents`.execute(db.owner);
  await sql`delete from mail_outbox`.execute(db.owner);
  const already = pushes.received.length;
  const ruleId = randomUUID();
  await sql`
    insert into board_alarm_rules (
      id, organization_id, name, measure, condition, count, minutes, calm_minutes, days, time_zone, recipients, escalate_after,
      escalate_to, is_on)
    values (${ruleId}, ${world.tenantId}, 'Disputes', 'TIMESHEET_DISPUTED', 'MORE_THAN', 0, ${WITHIN}, ${CALM},
      '{1,2,3,4,5,6,7}', 'UTC', array[${people[0].id}::uuid], ${ESCALATES_AFTER}, array[${people[1].id}::uuid], true)`.execute(
    db.owner,
  );
  const expected = new Expected();
  let minute = 0;
  const moment = () => new Date(START + minute * 60_000);
  const isChecked = async (): Promise<boolean> => {
    const { rows } = await sql<{ is: boolean }>`
      select checked_at is not distinct from ${moment()} as is from board_alarm_rules`.execute(db.owner);
    return rows[0]?.is === true;
  };
  for (const { minutes, what, faults, isKilled } of steps) {
    minute += minutes;
    if (what === 'dispute') {
      await sql`update timesheets set disputed_at = ${moment()} where id = ${timesheetId}`.execute(db.owner);
      expected.dispute(minute);
    } else if (what === 'acknowledge') {
      await sql`
        update board_alarms set acknowledged_by = ${people[0].id}, acknowledged_at = ${moment()}
        where cleared_at is null and acknowledged_at is null`.execute(db.owner);
      expected.acknowledge();
    } else if (what === 'check') {
      await Promise.all(nodes.map((node, at) => node.check(moment(), faults[at === 0 ? 0 : 1])));
      // A check whose node stopped has no effect.
      if (await isChecked()) expected.check(minute);
    } else {
      await Promise.all([nodes[0].deliver(isKilled), nodes[1].deliver(false)]);
    }
  }
  for (let open = true; open;) {
    const { rows } = await sql`
      update notification_deliveries set next_attempt_at = now() where status in ('PENDING', 'FAILED') returning id`.execute(
      db.owner,
    );
    open = rows.length > 0;
    if (open) await Promise.all(nodes.map((node) => node.deliver(false)));
  }
  await expectCalls(people[0], expected.calls, 'Alarm: Disputes', already);
  await expectCalls(people[1], expected.escalations, 'Not acknowledged: Disputes', already);
}

async function expectCalls(who: Called, times: number, subject: string, already: number): Promise<void> {
  const { rows: listed } = await sql<{ id: string; subject: string }>`
    select e.content_id as id, c.content ->> 'subject' as subject
    from notification_events e join notification_contents c on c.id = e.content_id
    where e.user_id = ${who.id} order by e.sequence`.execute(db.owner);
  expect(listed.map((each) => each.subject)).toEqual(Array(times).fill(subject));
  const { rows: delivered } = await sql<{ id: string; channel: string; status: string; isRaised: boolean }>`
    select d.content_id as id, d.channel, d.status, a.acknowledged_at is null and a.cleared_at is null as "isRaised"
    from notification_deliveries d join notification_contents c on c.id = d.content_id
    join board_alarms a on a.id = (c.content ->> 'entityId')::uuid
    where d.user_id = ${who.id} order by d.channel, d.id`.execute(db.owner);
  for (const channel of ['MAIL', 'PUSH']) {
    const of = delivered.filter((each) => each.channel === channel);
    expect(of.map(({ id }) => id).sort()).toEqual(listed.map(({ id }) => id).sort());
    const mayBeLeftOut = (each: (typeof of)[number]) =>
      channel === 'PUSH' && !each.isRaised && each.status === 'GIVEN_UP';
    expect(of.filter((each) => each.status !== 'SENT' && !mayBeLeftOut(each))).toEqual([]);
  }
  // A push sent twice, because its node stopped before recording it, has the same tag and topic, so it is shown once.
  const received = pushes.received.slice(already).filter(({ browser }) => browser === who.phone);
  for (const { message, topic } of received) expect(topic).toBe(String(message['id']).replaceAll('-', ''));
  const got = new Set(received.map(({ message }) => String(message['id'])));
  expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([...got]));
  const sent = delivered.filter(({ channel, status }) => channel === 'PUSH' && status === 'SENT');
  expect([...got]).toEqual(expect.arrayContaining(sent.map(({ id }) => id)));
  const mails = await db.owner
    .selectFrom('mail_outbox')
    .where('recipient', '=', who.email)
    .select('encrypted_subject')
    .execute();
  expect(mails.map((mail) => keys.decrypt(mail.encrypted_subject ?? Buffer.alloc(0)))).toEqual(
    Array(times).fill(subject),
  );
}

test('an alarm and its escalation notify each recipient exactly once on each channel', async () => {
  await fc.assert(fc.asyncProperty(history, live), { seed: SEED, numRuns: HISTORIES, endOnFailure: true });
});
