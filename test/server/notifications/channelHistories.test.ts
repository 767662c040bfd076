/**
 * Random preferences, rules, follows and faults: for any answer of a push service, and any point at which the server is
 * killed, each channel delivers exactly what it should, exactly once.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { pino } from 'pino';
import { Counter } from 'prom-client';
import { sql } from 'kysely';
import type { Queries } from '../../../server/database';
import type { SubCategoryCode } from '../../../contract/notifications/kinds';
import { deriveKeys } from '../../../server/base/keys';
import { Deliveries } from '../../../server/features/notifications/channels/deliveries';
import type { DomainEvent } from '../../../server/features/notifications/events';
import { Notifier } from '../../../server/features/notifications/notifier';
import { remindBroadcast } from '../../../server/features/broadcasts/followUp';
import { sendBroadcast } from '../../../server/features/broadcasts/send';
import { notifyPermissionChange } from '../../../server/features/roles/roleUpdates';
import { Audit } from '../../../server/platform/audit';
import type { CurrentSession } from '../../../server/platform/session';
import { Outbox } from '../../../server/platform/mail/outbox';
import { OutsideFetch } from '../../../server/platform/http/outsideFetch';
import { cases, seed } from '../../support/cases';
import { fillWorld, type World } from '../database/support/world';
import { openTestDatabase, type TestDatabase } from '../support/database';
import { Fixtures } from '../support/fixtures';
import { PushService } from '../support/pushService';
import { expected, KINDS, person, type Concerning, type Happening, type Person } from './channelPeople';
import { SECTIONS } from './support';

const HISTORIES = cases('people with other preferences, rules and faults of their channels', {
  usual: 40,
  long: 10_000,
});
const BATCH = 100;
const SEED = seed(7);

let db: TestDatabase;
let world: World;
let fixtures: Fixtures;
let pushes: PushService;
const keys = deriveKeys('a secret for tests only, long enough to be one');
const BUS = { publish: async () => undefined };
const notifier = new Notifier(BUS);
let isKilled: (address: string) => boolean = () => false;
let doomed = 0;
let deliveries: Deliveries;
let stopDeliveries: () => Promise<void>;

beforeEach(async () => {
  db = await openTestDatabase();
  world = await fillWorld(db.owner, 'ONE');
  fixtures = new Fixtures(db.owner);
  fixtures.adopt('ONE-MANAGER', world.tenantId);
  pushes = new PushService(() => keys.push.publicKey);
  await pushes.start();
  const outside = new OutsideFetch({ ownMachine: true, limitMs: 250 });
  deliveries = new Deliveries({
    ...{ database: db.database, keys, outbox: new Outbox(keys), log: pino({ level: 'silent' }) },
    sender: {
      outside: {
        postBytes: async (address, bytes, headers) => {
          const isLast = isKilled(address);
          const answer = await outside.postBytes(address, bytes, headers);
          if (isLast) doomed += 1;
          return answer;
        },
      },
      publicUrl: new URL('https://vms.example.org'),
      contact: 'mailto:vms@example.org',
    },
    productName: 'VMS',
    hasMailServer: false,
    // The server stops here: sent, but not recorded.
    countPush: () => {
      if (doomed === 0) return;
      doomed -= 1;
      throw new Error('killed');
    },
  });
  stopDeliveries = deliveries.start();
});
afterEach(async () => {
  await stopDeliveries();
  await pushes.stop();
  await db.close();
});

async function eventOf(kind: Concerning): Promise<DomainEvent> {
  const first = async (table: 'timesheets' | 'compliance_documents' | 'assignments') =>
    (
      await db.owner
        .selectFrom(table)
        .where('client_id', '=', world.facility[0].id)
        .orderBy('id')
        .select('id')
        .executeTakeFirstOrThrow()
    ).id;
  switch (kind) {
    case 'TIMESHEET_DISPUTED':
      return { kind: 'timesheet', what: kind, timesheetId: await first('timesheets') };
    case 'DOCUMENT_UPLOADED':
      return { kind: 'document', what: kind, documentId: await first('compliance_documents') };
    case 'EARLY_TERMINATION':
      return { kind: 'assignment', what: kind, assignmentId: await first('assignments') };
  }
}

async function settle(
  who: Person,
): Promise<{ readonly userId: string; readonly email: string; readonly names: string[] }> {
  const user = await fixtures.user('ONE-MANAGER', { userType: 'VMS', permissions: SECTIONS });
  const of = { user_id: user.id, organization_id: world.tenantId };
  for (const kind of KINDS) {
    const row = who.preferences[kind];
    const isRefused = who.refuses === kind;
    if (row === null && !isRefused) continue;
    const [on, push, mail] = row ?? [true, false, false];
    await db.owner
      .insertInto('notification_preferences')
      .values({
        ...of,
        sub_category_code: kind satisfies SubCategoryCode,
        ...{ notification: on, mobile_notification: push, email_notification: mail, all_notification: false },
        is_mail_refused: isRefused,
      })
      .execute();
  }
  const timesheet = await eventOf('TIMESHEET_DISPUTED');
  const subjects = {
    record: `timesheet:${timesheet.kind === 'timesheet' ? timesheet.timesheetId : ''}`,
    facility: `facility:${world.facility[0].id}`,
    kind: 'kind:TIMESHEET_DISPUTED',
    broadcasts: 'kind:BROADCAST',
  };
  for (const [name, chosen] of Object.entries(who.stances)) {
    if (chosen === null) continue;
    const subject = subjects[name as keyof typeof subjects];
    await db.owner
      .insertInto('notification_follows')
      .values({ ...of, subject, is_muted: chosen === 'MUTE', label: name })
      .execute();
  }
  for (const [position, rule] of who.rules.entries()) {
    await db.owner
      .insertInto('notification_rules')
      .values({
        ...of,
        position,
        kinds: rule.kind === null ? [] : [rule.kind],
        facility_id: rule.here === null ? null : world.facility[rule.here ? 0 : 1].id,
        ...{ supplier_id: null, words: '', toast: rule.toast, push: rule.push, mail: rule.mail },
      })
      .execute();
  }
  if (who.mode !== null || who.isQuietNow) {
    // Around the current time of day.
    await sql`
      insert into notification_settings (user_id, organization_id, mail_mode, morning_at, quiet_from, quiet_to, time_zone)
      select ${user.id}, ${world.tenantId}, ${who.mode ?? 'AT_ONCE'}, '07:00',
        case when ${who.isQuietNow} then (t.here - interval '3 hours')::time end,
        case when ${who.isQuietNow} then (t.here + interval '3 hours')::time end, 'UTC'
      from (select date_trunc('minute', now() at time zone 'UTC') as here) t`.execute(db.owner);
  }
  const names: string[] = [];
  for (const faults of who.devices) {
    const name = randomUUID();
    const { endpoint, p256dh, auth } = pushes.browser(name).subscription;
    pushes.answers.set(
      name,
      faults.map((each) => (each === 'killed' ? { status: 201 } : each)),
    );
    await db.owner
      .insertInto('push_devices')
      .values({
        ...of,
        ...{ session_id: null, name },
        endpoint_hash: Buffer.from(name),
        encrypted_subscription: keys.encrypt(JSON.stringify({ endpoint, keys: { p256dh, auth } })),
      })
      .execute();
    names.push(name);
  }
  return { userId: user.id, email: user.email, names };
}

const inScope = <T>(work: (queries: Queries) => Promise<T>): Promise<T> =>
  db.database.withScope(
    { organizationId: world.tenantId, organizationType: 'VMS', tenantId: world.tenantId, userId: null },
    work,
  );

async function happen(event: Happening, userId: string): Promise<void> {
  if (event === 'BROADCAST' || event === 'REMINDED') {
    const id = await broadcastTo(false);
    if (event === 'REMINDED') await remind(id, userId);
  } else if (event === 'RELEASE_NOTES') {
    await broadcastTo(true);
  } else if (event === 'ROLE_PERMISSION_UPDATE') {
    const change = { roleName: 'Manager', subject: 'What you may do', changedBy: userId, removed: [] };
    await inScope((queries) =>
      notifyPermissionChange(notifier, queries, {
        ...change,
        ...{ organizationId: world.tenantId, added: ['MENU_JOB'], userIds: [userId] },
      }),
    );
  } else {
    const concerning = await eventOf(event);
    await inScope((queries) => notifier.publish(queries, concerning, { organizationType: 'VMS' }));
  }
}

const audit = new Audit(
  pino({ level: 'silent' }),
  new Counter({ name: 'audit', help: 'audit', labelNames: ['event', 'outcome'], registers: [] }),
);
const CLIENT = { address: '127.0.0.1', device: 'Test' } as const;

/** Due on three nodes at the same time, one of which stops before committing. Returns its id. */
async function broadcastTo(isReleaseNotes: boolean): Promise<string> {
  const id = randomUUID();
  await db.owner
    .insertInto('broadcasts')
    .values({
      id,
      ...{ organization_id: world.tenantId, tenant_id: world.tenantId, request_id: randomUUID(), created_by: null },
      ...{ subject: 'News', template: '<p>Something is new.</p>', display_frequency: 'IMMEDIATE', document_id: null },
      ...{ sticky: false, release_notes: isReleaseNotes, force_logout: false },
      ...{ organization_types: [], organization_ids: [world.tenantId], send_at: new Date(Date.now() - 1_000) },
    })
    .execute();
  const send = (ends: boolean) =>
    inScope(async (queries) => {
      await sendBroadcast({ notifier, audit, bus: BUS }, queries, id, CLIENT);
      if (ends) throw new Error('the node ends here');
    });
  const nodes = await Promise.allSettled([send(true), send(false), send(false)]);
  expect(nodes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  return id;
}

/** The same request twice, as after a lost answer. */
async function remind(id: string, userId: string): Promise<void> {
  const config = { publicUrl: new URL('https://vms.example.org') };
  const services = { notifier, audit, keys, bus: BUS, clock: { now: Date.now }, config };
  const session: CurrentSession = {
    ...{ sessionId: randomUUID(), organizationId: world.tenantId, organizationType: 'VMS', tenantId: world.tenantId },
    ...{ userId, userName: 'ada', userType: 'VMS', state: 'live', mustChangePassword: false },
    ...{ endReason: null, idleSeconds: 0 },
  };
  const requestId = randomUUID();
  for (let time = 0; time < 2; time++)
    await inScope((queries) => remindBroadcast(services, queries, id, { requestId }, session, CLIENT));
}

/** As often as the longest wait requires. */
const ROUNDS = 16;

async function live(who: Person): Promise<void> {
  const { userId, names } = await settle(who);
  // Killed after the n-th attempt of a device, as its list of faults says.
  const tries = new Map<string, number>();
  const answersOf = (name: string) => (who.devices[names.indexOf(name)] ?? []).slice(0, tries.get(name) ?? 0);
  isKilled = (address) => {
    const name = address.split('/').at(-1) ?? '';
    const at = tries.get(name) ?? 0;
    tries.set(name, at + 1);
    return who.devices[names.indexOf(name)]?.[at] === 'killed';
  };
  /** Whether its service has reported this. */
  const isGone = (name: string) =>
    answersOf(name).some((each) => typeof each === 'object' && (each.status === 404 || each.status === 410));
  doomed = 0;
  const hour = await hourThere();
  for (const event of who.events) {
    await happen(event, userId);
    await deliveries.flush();
  }
  await sql`update notification_settings set quiet_from = null, quiet_to = null where user_id = ${userId}`.execute(
    db.owner,
  );
  for (let round = 0; round < ROUNDS; round++) {
    const { numAffectedRows } = await sql`
      update notification_deliveries set next_attempt_at = now()
      where user_id = ${userId} and status in ('PENDING', 'FAILED')`.execute(db.owner);
    if (numAffectedRows === 0n) break;
    await deliveries.flush();
  }
  await check(who, { userId, names, isGone }, hour === (await hourThere()));
  // Later messages to all users need not reach them, too.
  await db.owner.deleteFrom('users').where('id', '=', userId).execute();
}

/** Mail that waits for the next hour is due if an hour begins in the meantime. */
async function hourThere(): Promise<number> {
  const { rows } = await sql<{ hour: number }>`select extract(hour from now())::integer as hour`.execute(db.owner);
  return rows[0]?.hour ?? 0;
}

interface Settled {
  readonly userId: string;
  readonly names: readonly string[];
  readonly isGone: (name: string) => boolean;
}

async function check(who: Person, { userId, names, isGone }: Settled, isSameHour: boolean): Promise<void> {
  const wanted = who.events.flatMap((event) => expected(who, event));
  const { rows: listed } = await sql<{ id: string; code: string }>`
    select e.content_id as id, c.sub_category_code as code
    from notification_events e join notification_contents c on c.id = e.content_id
    where e.user_id = ${userId} order by e.sequence`.execute(db.owner);
  expect(listed.map(({ code }) => code)).toEqual(wanted.filter(({ isListed }) => isListed).map(({ kind }) => kind));

  const { rows: sent } = await sql<{ contentId: string; channel: string; status: string; deviceName: string | null }>`
    select d.content_id as "contentId", d.channel, d.status, p.name as "deviceName"
    from notification_deliveries d left join push_devices p on p.id = d.device_id
    where d.user_id = ${userId} order by d.id`.execute(db.owner);
  // Everything is sent, except to devices that are gone.
  const isGivenUp = ({ channel, status, deviceName }: (typeof sent)[number]) =>
    channel === 'PUSH' && status === 'GIVEN_UP' && deviceName !== null && isGone(deviceName);
  expect(sent.filter((each) => each.status !== 'SENT' && !isGivenUp(each))).toEqual([]);

  const pushed = listed.filter((_, at) => wanted.filter((each) => each.isListed)[at]?.isPushed).map(({ id }) => id);
  for (const name of names) {
    const mine = sent.filter(({ deviceName }) => deviceName === name);
    expect(new Set(mine.map(({ contentId }) => contentId))).toEqual(
      // A device that is gone by then gets no row for later messages.
      new Set(pushed.filter((id) => mine.some(({ contentId }) => contentId === id) || !isGone(name))),
    );
    expect(mine.length).toBe(new Set(mine.map(({ contentId }) => contentId)).size);
    // A push accepted more than once has the same tag and topic, so it is shown once.
    const received = pushes.received.filter(({ browser }) => browser === name);
    for (const { message, topic } of received) expect(topic).toBe(String(message['id']).replaceAll('-', ''));
    const shown = new Set(received.map(({ message }) => message['id']));
    for (const { contentId, status } of mine) {
      if (status === 'SENT') expect(shown).toContain(contentId);
    }
    expect([...shown].filter((id) => !pushed.includes(String(id)))).toEqual([]);
  }

  const mails = await db.owner
    .selectFrom('mail_outbox')
    .where('user_id', '=', userId)
    .select('encrypted_text')
    .execute();
  const all = mails.map(({ encrypted_text }) => keys.decrypt(encrypted_text ?? Buffer.alloc(0)));
  const texts = all.filter((text) => !text.includes('is waiting for you to accept the broadcast'));
  expect(all.length - texts.length).toBe(who.events.filter((event) => event === 'REMINDED').length);
  const inMail = texts.flatMap((text) =>
    [...text.matchAll(/\/open\?notification=([0-9a-f-]{36})/g)].map((match) => match[1]),
  );
  expect(new Set(inMail).size).toBe(inMail.length);
  expect(inMail.length).toBe(wanted.filter(({ mailed }) => mailed !== null).length);
  const alone = wanted.filter(({ mailed, isGathered }) => mailed !== null && !isGathered).length;
  const gathered = wanted.filter(({ isGathered }) => isGathered).length;
  if (isSameHour) expect(texts.length).toBe(alone + (gathered > 0 ? 1 : 0));
}

const batches = Array.from({ length: Math.ceil(HISTORIES / BATCH) }, (_, at) => at);
test.each(batches)('batch %d: each channel delivers exactly once', async (batch) => {
  await fc.assert(fc.asyncProperty(person, live), {
    seed: SEED + batch,
    numRuns: Math.min(BATCH, HISTORIES - batch * BATCH),
    endOnFailure: true,
  });
});
