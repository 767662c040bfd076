/**
 * Random preferences, rules, follows and faults: whatever a push service answers, and wherever the server is killed, each
 * channel delivers what it should exactly once, and nothing else.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { pino } from 'pino';
import { Counter } from 'prom-client';
import { sql } from 'kysely';
import type { Queries } from '../../../server/database';
import type { SubCategoryCode } from '../../../contract/notifications/categories';
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
import { PushService, type PushAnswer } from '../support/pushService';
import { SECTIONS } from './support';

const HISTORIES = cases('people with other preferences, rules and faults of their channels', {
  usual: 60,
  long: 10_000,
});
const BATCH = 100;
const SEED = seed(7);

/** What concerns people, and what is addressed to them. */
const CONCERNING = ['TIMESHEET_DISPUTED', 'DOCUMENT_UPLOADED', 'EARLY_TERMINATION'] as const;
const ADDRESSED = ['BROADCAST', 'RELEASE_NOTES', 'ROLE_PERMISSION_UPDATE'] as const;
const KINDS = [...CONCERNING, ...ADDRESSED] as const;
type Kind = (typeof KINDS)[number];
/** `REMINDED` is a broadcast, and then a reminder to accept it, which is mailed to everybody in any case. */
type Happening = Kind | 'REMINDED';
/**
 * Of the requirements: early terminations are always listed and mailed, what is addressed is always listed; uploads never
 * come to the phone by preference.
 */
const REQUIRED: readonly Kind[] = ['EARLY_TERMINATION', ...ADDRESSED];
const MAIL_REQUIRED: readonly Kind[] = ['EARLY_TERMINATION'];
const NOT_MOBILE: readonly Kind[] = ['DOCUMENT_UPLOADED'];

interface Rule {
  readonly kind: Kind | null;
  readonly here: boolean | null;
  readonly toast: 'STICKY' | 'QUIET' | null;
  readonly push: boolean | null;
  readonly mail: 'NONE' | 'AT_ONCE' | 'HOURLY' | 'MORNING' | null;
}
type Stance = 'FOLLOW' | 'MUTE' | null;
type Fault = PushAnswer | 'killed';

interface Person {
  readonly preferences: Readonly<Record<Kind, readonly [on: boolean, push: boolean, mail: boolean] | null>>;
  readonly stances: Readonly<Record<'record' | 'facility' | 'kind' | 'broadcasts', Stance>>;
  readonly rules: readonly Rule[];
  readonly mode: 'AT_ONCE' | 'HOURLY' | 'MORNING' | null;
  readonly isQuietNow: boolean;
  /** What each device's service says, one after the other. */
  readonly devices: readonly (readonly Fault[])[];
  readonly refuses: Kind | null;
  readonly events: readonly Happening[];
}

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const stance = oneOf<Stance>('FOLLOW', 'MUTE', null, null);
const fault = oneOf<Fault>(
  { status: 201 },
  { status: 429, retryAfter: '120' },
  { status: 500 },
  { status: 503 },
  { status: 410 },
  { status: 404 },
  'hang',
  'killed',
);
const preference = fc.option(fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()));
/** Role updates are not offered for the phone. */
const preferenceOf = (kind: Kind) =>
  kind === 'ROLE_PERMISSION_UPDATE' ? fc.option(fc.tuple(fc.boolean(), fc.constant(false), fc.boolean())) : preference;
const person: fc.Arbitrary<Person> = fc.record({
  preferences: fc.record({
    TIMESHEET_DISPUTED: preferenceOf('TIMESHEET_DISPUTED'),
    DOCUMENT_UPLOADED: preferenceOf('DOCUMENT_UPLOADED'),
    EARLY_TERMINATION: preferenceOf('EARLY_TERMINATION'),
    BROADCAST: preferenceOf('BROADCAST'),
    RELEASE_NOTES: preferenceOf('RELEASE_NOTES'),
    ROLE_PERMISSION_UPDATE: preferenceOf('ROLE_PERMISSION_UPDATE'),
  }),
  stances: fc.record({ record: stance, facility: stance, kind: stance, broadcasts: stance }),
  rules: fc.array(
    fc.record({
      kind: oneOf<Kind | null>(...KINDS, null),
      here: oneOf(true, false, null),
      toast: oneOf<Rule['toast']>('STICKY', 'QUIET', null),
      push: oneOf(true, false, null),
      mail: oneOf<Rule['mail']>('NONE', 'AT_ONCE', 'HOURLY', 'MORNING', null),
    }),
    { maxLength: 2 },
  ),
  mode: oneOf<Person['mode']>('AT_ONCE', 'HOURLY', 'MORNING', null),
  isQuietNow: fc.boolean(),
  devices: fc.array(fc.array(fault, { maxLength: 4 }), { maxLength: 2 }),
  refuses: oneOf<Kind | null>(...KINDS, null, null, null),
  events: fc.array(oneOf<Happening>(...KINDS, 'REMINDED'), { minLength: 1, maxLength: 3 }),
});

interface Wanted {
  readonly kind: Kind;
  readonly isListed: boolean;
  readonly isPushed: boolean;
  readonly mailed: string | null;
  readonly isGathered: boolean;
}

/** What should come, by the words of the decision, and not by those of the database. */
function expected(who: Person, event: Happening): readonly Wanted[] {
  if (event !== 'REMINDED') return [expectedOf(who, event)];
  const broadcast = expectedOf(who, 'BROADCAST');
  return [broadcast, { ...broadcast, mailed: null, isGathered: false }];
}

function expectedOf(who: Person, kind: Kind): Wanted {
  const required = REQUIRED.includes(kind);
  const isMailRequired = MAIL_REQUIRED.includes(kind);
  const isOfPlace = CONCERNING.some((each) => each === kind);
  const [on, push, mail] = who.preferences[kind] ?? [true, false, false];
  // What is said about events of one record is said of the first of the kinds only; see `subject`.
  const choices = [
    kind === KINDS[0] ? who.stances.record : null,
    isOfPlace ? who.stances.facility : null,
    kind === KINDS[0] ? who.stances.kind : null,
    kind === 'BROADCAST' ? who.stances.broadcasts : null,
  ];
  const chosen = choices.find((each) => each !== null) ?? null;
  const rule = who.rules.find(
    (each) => (each.kind === null || each.kind === kind) && (each.here === null || (each.here && isOfPlace)),
  );
  const isMuted = chosen === 'MUTE';
  const isListed = required || (!isMuted && (chosen === 'FOLLOW' || rule !== undefined || on));
  const isRefused = who.refuses === kind && !isMailRequired;
  const mode = who.mode ?? 'AT_ONCE';
  let mailed: string | null = isListed && !isMuted && !isRefused && mail ? mode : null;
  if (isListed && !isMuted && !isRefused && rule?.mail != null) mailed = rule.mail === 'NONE' ? null : rule.mail;
  if (isMailRequired) {
    const asked = isMuted || isRefusedRequired(who, kind) ? null : (rule?.mail ?? null);
    mailed = asked === null || asked === 'NONE' ? mode : asked;
  }
  return {
    kind,
    isListed,
    isPushed: isListed && !isMuted && (rule?.push ?? (push && !NOT_MOBILE.includes(kind))),
    mailed,
    isGathered: mailed !== null && (mailed !== 'AT_ONCE' || who.isQuietNow),
  };
}
/** A refusal of required mail does not stop it; nor does a rule then say when. */
const isRefusedRequired = ({ refuses }: Person, kind: Kind): boolean => refuses === kind;

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
    // The server ends here: sent, and not noted.
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

async function eventOf(kind: (typeof CONCERNING)[number]): Promise<DomainEvent> {
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
    // Around now, wherever that is in the day.
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

/** Due on three nodes at once, of which one ends before it commits. Answers its id. */
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
      await sendBroadcast({ notifier, audit }, queries, id, CLIENT);
      if (ends) throw new Error('the node ends here');
    });
  const nodes = await Promise.allSettled([send(true), send(false), send(false)]);
  expect(nodes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  return id;
}

/** The same request twice, as after a lost answer. */
async function remind(id: string, userId: string): Promise<void> {
  const services = { notifier, audit, keys, bus: BUS, config: { publicUrl: new URL('https://vms.example.org') } };
  const session: CurrentSession = {
    ...{ sessionId: randomUUID(), organizationId: world.tenantId, organizationType: 'VMS', tenantId: world.tenantId },
    ...{ userId, userName: 'ada', userType: 'VMS', state: 'live', mustChangePassword: false },
    ...{ endReason: null, idleSeconds: 0 },
  };
  const requestId = randomUUID();
  for (let time = 0; time < 2; time++)
    await inScope((queries) => remindBroadcast(services, queries, id, { requestId }, session, CLIENT));
}

/** As often as somebody would have to wait at most. */
const ROUNDS = 16;

async function live(who: Person): Promise<void> {
  const { userId, names } = await settle(who);
  // Killed after the n-th try of a device, as its list of faults says.
  const tries = new Map<string, number>();
  isKilled = (address) => {
    const name = address.split('/').at(-1) ?? '';
    const at = tries.get(name) ?? 0;
    tries.set(name, at + 1);
    return who.devices[names.indexOf(name)]?.[at] === 'killed';
  };
  doomed = 0;
  const hour = await hourThere();
  for (const event of who.events) {
    await happen(event, userId);
    await deliveries.flush();
  }
  for (let round = 0; round < ROUNDS; round++) {
    const { numAffectedRows } = await sql`
      update notification_deliveries set next_attempt_at = now()
      where user_id = ${userId} and status in ('PENDING', 'FAILED')`.execute(db.owner);
    if (numAffectedRows === 0n) break;
    await deliveries.flush();
  }
  await check(who, userId, names, hour === (await hourThere()));
}

/** Mail that waits for the next hour is due in between where one begins. */
async function hourThere(): Promise<number> {
  const { rows } = await sql<{ hour: number }>`select extract(hour from now())::integer as hour`.execute(db.owner);
  return rows[0]?.hour ?? 0;
}

async function check(who: Person, userId: string, names: readonly string[], isSameHour: boolean): Promise<void> {
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
  // Nothing is left open.
  expect(sent.filter(({ status }) => status !== 'SENT' && status !== 'GIVEN_UP')).toEqual([]);

  const pushed = listed.filter((_, at) => wanted.filter((each) => each.isListed)[at]?.isPushed).map(({ id }) => id);
  for (const name of names) {
    const mine = sent.filter(({ deviceName }) => deviceName === name);
    expect(new Set(mine.map(({ contentId }) => contentId))).toEqual(
      // A device that is gone by then gets no row of what is sent later.
      new Set(pushed.filter((id) => mine.some(({ contentId }) => contentId === id) || !isGone(who, names, name))),
    );
    expect(mine.length).toBe(new Set(mine.map(({ contentId }) => contentId)).size);
    // What was taken by the service more than once carries the same tag and topic, so that it is shown once.
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
  const texts = all.filter((text) => !text.includes('waits for you to accept the broadcast'));
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

/** Whether its service has ever said so. */
const isGone = (who: Person, names: readonly string[], name: string): boolean =>
  (who.devices[names.indexOf(name)] ?? []).some(
    (each) => typeof each === 'object' && (each.status === 404 || each.status === 410),
  );

const batches = Array.from({ length: Math.ceil(HISTORIES / BATCH) }, (_, at) => at);
test.each(batches)('batch %d: each channel delivers exactly once', async (batch) => {
  await fc.assert(fc.asyncProperty(person, live), {
    seed: SEED + batch,
    numRuns: Math.min(BATCH, HISTORIES - batch * BATCH),
    endOnFailure: true,
  });
});
