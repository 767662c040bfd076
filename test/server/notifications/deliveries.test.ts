/** Slow push services, failures and a stop: mail and other people's pushes do not wait for them. */
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { sql } from 'kysely';
import { deriveKeys } from '../../../server/base/keys';
import { Deliveries } from '../../../server/features/notifications/channels/deliveries';
import { OutsideTimeoutError } from '../../../server/platform/http/outsideFetch';
import { Outbox } from '../../../server/platform/mail/outbox';
import { until } from '../database/support/processes';
import { fillWorld, type World } from '../database/support/world';
import { openTestDatabase, type TestDatabase } from '../support/database';
import { Fixtures, type FixtureUser } from '../support/fixtures';
import { Browser } from '../support/pushService';

const keys = deriveKeys('a secret for tests only, long enough to be one');
let db: TestDatabase;
let world: World;
let fixtures: Fixtures;
let user: FixtureUser;
let outbox: Outbox;
let deliveries: Deliveries;
let stop: () => Promise<void>;
/** The names of the browsers that pushes were posted to. */
let posted: string[];
let answerSilent: () => void;
/** Ends the wait for the silent push service; later pushes wait for it again. */
let timeSilentOut: () => void;
let logged: string;

beforeEach(async () => {
  db = await openTestDatabase();
  world = await fillWorld(db.owner, 'ONE');
  fixtures = new Fixtures(db.owner);
  fixtures.adopt('ONE-MANAGER', world.tenantId);
  user = await fixtures.user('ONE-MANAGER');
  [posted, logged] = [[], ''];
  const silence = new Promise<void>((resolve) => (answerSilent = resolve));
  const waiting: ((error: Error) => void)[] = [];
  timeSilentOut = () => waiting.splice(0).forEach((giveUp) => giveUp(new OutsideTimeoutError('no answer')));
  outbox = new Outbox(keys);
  deliveries = new Deliveries({
    ...{ database: db.database, keys, outbox },
    log: pino({ level: 'warn' }, { write: (line) => void (logged += line) }),
    sender: {
      outside: {
        postBytes: async (endpoint) => {
          const name = endpoint.split('/').at(-1) ?? '';
          posted.push(name);
          if (name.startsWith('silent'))
            await Promise.race([silence, new Promise<never>((_, giveUp) => waiting.push(giveUp))]);
          return { status: 201, retryAfter: undefined };
        },
      },
      publicUrl: new URL('https://vms.example.org'),
      contact: 'mailto:vms@example.org',
    },
    productName: 'VMS',
    hasMailServer: false,
    countPush: () => undefined,
  });
});
afterEach(async () => {
  answerSilent();
  await stop();
  await db.close();
});

async function contentId(): Promise<string> {
  const content = { subject: 'News', template: '<p>Something is new.</p>' };
  const { rows } = await sql<{ id: string }>`
    insert into notification_contents (tenant_id, category_code, sub_category_code, content, search_text)
    values (${world.tenantId}, 'COMPANY', 'COMPANY', ${JSON.stringify(content)}, '') returning id`.execute(db.owner);
  return rows[0]!.id;
}

/** One due push to each of these new browsers, in this order. */
async function pushTo(...names: readonly string[]): Promise<void> {
  const content = await contentId();
  for (const name of names) {
    const service = name.startsWith('silent') ? 'https://silent.example.net' : 'https://push.example.org';
    const { endpoint, p256dh, auth } = new Browser(name, `${service}/${name}`).subscription;
    const subscription = keys.encrypt(JSON.stringify({ endpoint, keys: { p256dh, auth } }));
    await sql`
      with device as (
        insert into push_devices (user_id, organization_id, endpoint_hash, encrypted_subscription, name)
        values (${user.id}, ${world.tenantId}, ${randomBytes(32)}, ${subscription}, ${name}) returning id)
      insert into notification_deliveries (
        user_id, organization_id, content_id, channel, device_id, mode, is_held, next_attempt_at)
      select ${user.id}, ${world.tenantId}, ${content}, 'PUSH', device.id, 'AT_ONCE', false, clock_timestamp()
      from device`.execute(db.owner);
  }
}

async function mailTo(who: FixtureUser): Promise<void> {
  await sql`
    insert into notification_deliveries (user_id, organization_id, content_id, channel, mode, is_held, next_attempt_at)
    values (${who.id}, ${world.tenantId}, ${await contentId()}, 'MAIL', 'AT_ONCE', false, now())`.execute(db.owner);
}

const countOf = async (what: 'mail_outbox' | 'sent' | 'failed' | 'untried'): Promise<number> => {
  const from = {
    mail_outbox: sql`mail_outbox`,
    sent: sql`notification_deliveries where channel = 'PUSH' and status = 'SENT'`,
    failed: sql`notification_deliveries where channel = 'PUSH' and status = 'FAILED'`,
    untried: sql`notification_deliveries where status = 'PENDING' and attempts = 0 and mail_id is null`,
  };
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${from[what]}`.execute(db.owner);
  return rows[0]!.n;
};
const named = (name: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${name}-${at}`);
const isPosted = (...names: readonly string[]): Promise<void> =>
  until(() => names.every((name) => posted.includes(name)), `a push to ${names.join(' and ')}`, 30_000);

test('mail does not wait for a push service that does not answer', async () => {
  const silent = named('silent', 20);
  await pushTo(...silent);
  stop = deliveries.start();
  await isPosted(...silent);
  await mailTo(user);
  deliveries.wake();
  await until(async () => (await countOf('mail_outbox')) === 1, 'the mail is queued', 30_000);
  expect(await countOf('sent')).toBe(0);
});

test('pushes do not wait for other devices whose push service does not answer', async () => {
  const silent = named('silent', 19);
  await pushTo(...silent, 'phone', 'tablet');
  stop = deliveries.start();
  await isPosted(...silent, 'phone', 'tablet');
  await pushTo('laptop');
  deliveries.wake();
  await isPosted('laptop');
  answerSilent();
  await deliveries.flush();
  expect([posted.length, await countOf('sent')]).toEqual([22, 22]);
});

test('a push service that leaves pushes unanswered holds up no other; one at a time tries it, until it answers', async () => {
  const silentPosted = () => posted.filter((name) => name.startsWith('silent')).length;
  const tryAgain = async () => {
    await sql`update notification_deliveries set next_attempt_at = now() where status = 'FAILED'`.execute(db.owner);
    deliveries.wake();
  };
  await pushTo(...named('silent', 45), 'phone');
  stop = deliveries.start();
  await until(() => posted.length === 20, 'as many as are sent at once');
  timeSilentOut();
  await isPosted('phone');
  await until(async () => (await countOf('failed')) === 44, 'all others to it have failed');
  expect(silentPosted()).toBe(21);
  timeSilentOut();
  await until(async () => (await countOf('failed')) === 45, 'the one that tried it has failed, too');
  await pushTo('tablet');
  await tryAgain();
  await isPosted('tablet');
  expect(silentPosted()).toBe(22);
  answerSilent();
  await until(async () => {
    await tryAgain();
    return (await countOf('sent')) === 47;
  }, 'all are sent once it has answered');
});

test('a stop during a backlog waits for the pushes under way; the others stay for another node', async () => {
  await pushTo(...named('silent', 45));
  stop = deliveries.start();
  await until(() => posted.length === 20, 'as many as are sent at once');
  const stopped = stop();
  answerSilent();
  await stopped;
  expect([posted.length, await countOf('sent'), await countOf('untried')]).toEqual([20, 20, 25]);
});

test('a stop during a backlog of mail ends after the people whose mail is being queued', async () => {
  for (let each = 0; each < 60; each += 1) await mailTo(await fixtures.user('ONE-MANAGER'));
  const isStopped = new Promise<void>((resolve, reject) => outbox.onWake(() => void stop().then(resolve, reject)));
  stop = deliveries.start();
  await isStopped;
  expect([await countOf('mail_outbox'), await countOf('untried')]).toEqual([50, 10]);
});

test('while mail cannot be queued, pushes are sent, and a stop waits for them', async () => {
  await sql`
    create function refuse_mail() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
    db.owner,
  );
  await sql`
    create trigger refuse before insert on mail_outbox for each row execute function refuse_mail()`.execute(db.owner);
  await pushTo('silent');
  await mailTo(user);
  stop = deliveries.start();
  await isPosted('silent');
  await until(() => logged.includes('trying again'), 'the failure is logged');
  let isStopped = false;
  const stopped = stop().then(() => (isStopped = true));
  // Anything else than the push would have ended by then.
  await countOf('sent');
  expect(isStopped).toBe(false);
  answerSilent();
  await stopped;
  expect(await countOf('sent')).toBe(1);
});
