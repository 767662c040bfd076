/** The demo data: amounts, distribution and reproducibility. */
import { hash, verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { seedDemo } from '../../../server/demo/seed';
import { dayOf, isoDay } from '../../../server/demo/seed/calendar';
import { buildCandidates } from '../../../server/demo/seed/candidates';
import { buildCatalog, buildParties } from '../../../server/demo/seed/organizations';
import { Random } from '../../../server/demo/seed/random';
import { DEMO_PASSWORD, DEMO_USERS } from '../../../server/demo/users';
import { openTestDatabase, type TestDatabase } from '../support/database';
import { PASSWORD } from '../support/fixtures';
import { startTestServer, type TestServer } from '../support/server';
import { fingerprints, writes } from './support/fingerprints';
import { entriesOf, PEOPLE } from './support/menuEntries';

const TODAY = new Date('2026-03-18T15:00:00Z');
const quickly = (password: string) => Promise.resolve(`hash of ${password}`);
let db: TestDatabase;

beforeAll(async () => {
  db = await openTestDatabase();
  await seedDemo(db.database, { today: TODAY });
});
afterAll(() => db.close());

async function value(query: string, from = db): Promise<number> {
  const { rows } = await sql.raw<{ value: string | number | null }>(`select (${query}) as value`).execute(from.owner);
  return Number(rows[0]?.value);
}
const day = `date '2026-03-18'`;
const share = (condition: string, of: string): string =>
  `select 100.0 * count(*) filter (where ${condition}) / count(*) from ${of}`;
const median = (what: string, of: string): string =>
  `select percentile_cont(0.5) within group (order by ${what}) from ${of}`;
const days = (from: string, to: string): string => `extract(epoch from ${to} - ${from}) / 86400`;

test.each([
  ['facilities', 'select count(*) from facilities', 12],
  ['suppliers', 'select count(*) from suppliers', 40],
  ['candidates', 'select count(*) from candidates', 2_500],
  ['open jobs', `select count(*) from jobs where status = 'OPEN'`, 650],
  ['people at work', `select count(*) from assignments where status = 'ACTIVE'`, 900],
  ['people booked', `select count(*) from assignments where status = 'BOOKED'`, 140],
  ['extensions due', `select count(*) from assignments where extension_status = 'DUE'`, 85],
  [
    'assignments that end within 21 days',
    `select count(*) from assignments where status = 'ACTIVE' and planned_end <= ${day} + 21`,
    85,
  ],
  [
    'broadcasts with their notification',
    `select count(distinct b.id) from broadcasts b join notification_contents c on c.content->>'entityId' = b.id::text
     join notification_events e on e.content_id = c.id and e.tab = 'BROADCAST' and e.occurred_at = b.sent_at`,
    3,
  ],
])('there are exactly as many %s as intended', async (_what, query, expected) => {
  expect(await value(query)).toBe(expected);
});

const recent = `timesheets where week_ending > ${day} - 30`;
const ended = `assignments where ended_on > ${day} - 365`;

test.each([
  [
    'departments of the facility with the fewest',
    'select min(n) from (select count(*) as n from departments group by client_id) x',
    8,
    14,
  ],
  [
    'departments of the facility with the most',
    'select max(n) from (select count(*) as n from departments group by client_id) x',
    8,
    14,
  ],
  [
    'percent of open jobs without submissions',
    share('not exists (select from submissions s where s.job_id = j.id)', `jobs j where status = 'OPEN'`),
    41,
    43,
  ],
  ['percent of submissions qualified', share('qualified_at is not null', 'submissions'), 60, 64],
  ['percent of submissions interviewed', share('interviewed_at is not null', 'submissions'), 36, 40],
  ['percent of submissions offered', share('offered_at is not null', 'submissions'), 22, 26],
  ['percent of submissions accepted', share('accepted_at is not null', 'submissions'), 18, 20],
  ['percent of submissions booked', share('booked_at is not null', 'submissions'), 16.5, 17.5],
  ['submissions per offer', 'select count(*)::numeric / count(offered_at) from submissions', 3.8, 4.6],
  [
    'hours from posting to submission, median',
    median(`${days('j.posted_at', 's.submitted_at')} * 24`, 'submissions s join jobs j on j.id = s.job_id'),
    7,
    12,
  ],
  ['days from submission to booking, median', median(days('submitted_at', 'booked_at'), 'submissions'), 3, 15],
  ['days to complete a file, median', median(days('booked_at', 'files_completed_at'), 'assignments'), 8, 10],
  ['days to fill a job, median', median(days('posted_at', 'closed_at'), `jobs where closure = 'FILLED'`), 15, 19],
  [
    'percent of openings of closed jobs filled',
    `select 100.0 * sum(openings_filled) / sum(openings) from jobs where status = 'CLOSED'`,
    55,
    85,
  ],
  [
    'percent of starts on time',
    share('actual_start <= planned_start', 'assignments where actual_start is not null'),
    82,
    96,
  ],
  ['percent of ended assignments that ended early', share(`status = 'EARLY_TERM'`, ended), 2, 7],
  ['percent of ended assignments that were cancelled', share(`status = 'CANCELLED'`, ended), 4, 11],
  ['percent of ended assignments that were completed', share(`status = 'COMPLETED'`, ended), 82, 93],
  [
    'percent of assignments extended',
    share('extensions > 0', `assignments where status in ('ACTIVE', 'COMPLETED', 'PERM')`),
    35,
    60,
  ],
  [
    'percent of reviewed documents declined',
    share('times_declined > 0', 'compliance_documents where reviewed_at is not null'),
    4,
    18,
  ],
  [
    'percent of bookings with the eight largest suppliers',
    `select 100.0 * sum(n) filter (where place <= 8) / sum(n) from (select count(*) as n, row_number() over (order by count(*) desc) as place from assignments group by agency_id) x`,
    55,
    65,
  ],
  ['timesheets of the last week', `select count(*) from timesheets where week_ending = date '2026-03-14'`, 800, 900],
  ['percent of timesheets missing', share(`supplier_status = 'MISSING'`, recent), 3, 5],
  ['percent of timesheets saved', share(`supplier_status = 'SAVED'`, recent), 5, 7],
  ['percent of timesheets submitted', share(`supplier_status = 'SUBMITTED'`, recent), 20, 24],
  ['percent of timesheets approved', share(`supplier_status = 'APPROVED'`, recent), 26, 30],
  ['percent of timesheets finalized', share(`supplier_status = 'FINALIZED'`, recent), 38, 42],
  ['percent of timesheets disputed', share('disputed_at is not null', 'timesheets'), 1, 2],
  ['percent of invoices past due', share(`status = 'INVOICE_PAST_DUE'`, 'invoices where client_id is not null'), 4, 8],
  ['days until an invoice is due, at least', 'select min(due_on - issued_on) from invoices', 30, 45],
  [
    'millions of dollars of work in a month',
    `select sum(bill_cents) * 52 / 12 / count(distinct week_ending) / 1e8 from timesheets`,
    12,
    16,
  ],
])('%s is realistic', async (_what, query, least, most) => {
  const found = await value(query);
  expect({ found, fits: found >= least && found <= most }).toEqual({ found, fits: true });
});

test.each([
  [
    'a broadcast that a user accepted but that is not in their panel',
    `select count(*) from broadcast_recipients r join notification_counters k on k.user_id = r.user_id where not exists (
       select from notification_events e join notification_contents c on c.id = e.content_id
       where e.user_id = r.user_id and c.content->>'entityId' = r.broadcast_id::text)`,
  ],
  [
    'anything in the future that should have happened',
    `select count(*) from submissions where greatest(submitted_at, status_since, booked_at, closed_at) > ${day}`,
  ],
  [
    'a stage reached before the one before it',
    `select count(*) from submissions where least(qualified_at - submitted_at, interviewed_at - qualified_at, offered_at - interviewed_at, accepted_at - offered_at, booked_at - accepted_at, closed_at - submitted_at) < interval '0'`,
  ],
  [
    'anybody at work in two places',
    `select count(*) from assignments a join assignments b on a.candidate_id = b.candidate_id and a.id < b.id and a.actual_start is not null and b.actual_start is not null and a.actual_start <= coalesce(b.ended_on, b.planned_end) and b.actual_start <= coalesce(a.ended_on, a.planned_end)`,
  ],
  [
    'a file whose percentage is not that of its documents',
    `select count(*) from assignments a join (select assignment_id, floor(100.0 * count(*) filter (where status = 'APPROVED') / count(*)) as p from compliance_documents group by 1) d on d.assignment_id = a.id where p <> compliance_percent`,
  ],
  [
    'a document issued after it was uploaded, reviewed before that, or either in the future',
    `select count(*) from compliance_documents where issued_on > uploaded_at or reviewed_at < uploaded_at or greatest(uploaded_at, reviewed_at) > ${day} + 1`,
  ],
  [
    'a status that its history does not end with',
    `select count(*) from submissions s where status <> (select h.status from submission_status_history h where h.submission_id = s.id order by position desc limit 1)`,
  ],
  [
    'an invoice that is not the sum of its timesheets',
    `select count(*) from invoices i join (select invoice_id, sum(bill_cents) as cents, count(*) as n from timesheets group by 1) t on t.invoice_id = i.id where cents <> amount_cents or n <> items`,
  ],
  [
    'a filled job with another number of bookings',
    `select count(*) from jobs j where openings_filled <> (select count(*) from assignments a where a.job_id = j.id)`,
  ],
  [
    'a timesheet outside its assignment',
    `select count(*) from timesheets t join assignments a on a.id = t.assignment_id where week_ending < actual_start or week_ending - 6 > coalesce(ended_on, planned_end)`,
  ],
])('there is no case of %s', async (_what, query) => {
  expect(await value(query)).toBe(0);
});

test('every user on the sign-in screen exists, in the right organization and state', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select o.code || '/' || u.user_name as who, u.two_factor_enabled as code, c.password_generated as generated,
      coalesce(c.locked_until > now() + interval '10 years', false) as locked, u.allowed_addresses is not null as limited,
      c.password_hash is not null as password
    from users u join organizations o on o.id = u.organization_id join user_credentials c on c.user_id = u.id`.execute(
    db.owner,
  );
  const people = new Map(rows.map(({ who, ...facts }) => [who, facts]));
  expect([...people.keys()]).toEqual(
    expect.arrayContaining(DEMO_USERS.map(({ userName, organizationCode }) => `${organizationCode}/${userName}`)),
  );
  const plain = { code: false, generated: false, locked: false, limited: false, password: true };
  expect(people.get('MERIDIAN/vms.manager')).toEqual(plain);
  expect(people.get('MERIDIAN/vms.twofactor')).toEqual({ ...plain, code: true });
  expect(people.get('MERIDIAN/vms.temporary')).toEqual({ ...plain, generated: true });
  expect(people.get('MERIDIAN/vms.locked')).toEqual({ ...plain, locked: true });
  expect(people.get('MERIDIAN/vms.blocked')).toEqual({ ...plain, limited: true });
  expect(people.get('LAKESIDE/client.strong')).toEqual({ ...plain, code: true });
  expect(people.get('LAKESIDE/sso.user')).toEqual({ ...plain, password: false });
});

test('a further batch leaves room for the candidates that are registered before it is added', async () => {
  const [random, today] = [new Random('a further batch'), dayOf(TODAY)];
  const { specialties } = buildCatalog(random, 'a program');
  const { suppliers } = buildParties(random, 'a program', 1, today);
  const numbers = buildCandidates(random, suppliers, specialties, 2_500, 1, today).map(({ number }) => Number(number));
  expect(Math.min(...numbers)).toBeGreaterThan((await value('select max(number) from candidates')) + 90_000);
});

test('each has a separate hash of the shown password', async () => {
  const rows = await db.owner
    .selectFrom('user_credentials')
    .select('password_hash')
    .where('password_hash', 'is not', null)
    .execute();
  const hashes = rows.map(({ password_hash }) => password_hash ?? '');
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashes.every((hash) => hash.startsWith('$argon2id$v=19$m=47104,t=1,p=1$'))).toBe(true);
  expect(await verify(hashes[0] ?? '', DEMO_PASSWORD)).toBe(true);
});

test('the analyst has no permission for invoices, booked compliance and the supplier tab; the manager has all', async () => {
  const permissionsOf = async (name: string): Promise<string[]> => {
    const rows = await db.owner
      .selectFrom('users as u')
      .innerJoin('user_roles as ur', 'ur.user_id', 'u.id')
      .innerJoin('role_permissions as p', 'p.role_id', 'ur.role_id')
      .select('p.permission')
      .where('u.user_name', '=', name)
      .execute();
    return rows.map(({ permission }) => permission);
  };
  const withheld = [
    'VMS_DASHBOARD_INVOICE_DASHBOARD_WIDGET',
    'VMS_DASHBOARD_NEXUS_DASHBOARD_BOOKED_COMPLIANCE',
    'VMS_DASHBOARD_KPI_DASHBOARD_SUPPLIER_WIDGET',
  ];
  const [analyst, manager] = [await permissionsOf('vms.analyst'), await permissionsOf('vms.manager')];
  expect(analyst).toContain('VMS_DASHBOARD_NEXUS_DASHBOARD_SUBMISSIONS');
  expect(analyst.filter((permission) => withheld.includes(permission))).toEqual([]);
  expect(manager).toEqual(expect.arrayContaining(withheld));
});

test('the same seed gives the same rows on the same day, on any machine at any hour; seeding again changes nothing', async () => {
  expect(await fingerprints(db)).toMatchSnapshot();
  const written = await writes(db);
  expect(await seedDemo(db.database, { today: TODAY, hashPassword: quickly })).toBe(0);
  expect(await writes(db)).toEqual(written);
});

// These use the demo, so they are the last.
describe('the menu entries of each kind of user lead to rows, never to an empty page:', () => {
  let server: TestServer;
  beforeAll(async () => {
    const quick = await hash(PASSWORD, { algorithm: 2, memoryCost: 1_024, timeCost: 1, parallelism: 1 });
    await db.owner.updateTable('user_credentials').set({ password_hash: quick }).execute();
    server = await startTestServer({}, async () => ({ ...db, close: async () => undefined }));
  });
  afterAll(() => server.stop());

  test.each(PEOPLE.map(({ userName }) => userName))('every entry of %s', async (userName) => {
    const { count, problems } = await entriesOf(server, userName, isoDay(dayOf(TODAY)), 'others');
    expect(count).toBeGreaterThan(1);
    expect(problems).toEqual([]);
  });
});
