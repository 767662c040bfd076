/** How migrations are run, refused and released. */
import { sql } from 'kysely';
import { openDatabase, type Queries } from '../../../server/database';
import { NO_LOG, type DatabaseLog } from '../../../server/database/pool';
import { MIGRATIONS, type Migration } from '../../../server/database/migrations';
import { vmsOn } from '../support/vms';
import { useMigratedDatabase } from './support/migrated';

const world = useMigratedDatabase();

const statement = (name: string, text: string): Migration => ({
  name,
  up: async (q) => void (await sql.raw(text).execute(q)),
});
const tables = async (prefix: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and starts_with(relname, ${prefix}) order by 1`.execute(
    world.db.owner,
  );
  return rows.map(({ name }) => name);
};

test('a second start finds nothing left to do', async () => {
  expect(await world.run(...MIGRATIONS)).toEqual([]);
});

test('refuses, in one line, a database that a newer version has written', async () => {
  await sql`insert into schema_migrations (name, checksum) values ('9999_future', 'x')`.execute(world.db.owner);
  await expect(openDatabase(world.db.options)).rejects.toThrow(
    /^The database was written by a newer version .*9999_future[^\n]*$/,
  );
});

test('refuses a migration whose text has changed since it was applied', async () => {
  await sql`update schema_migrations set checksum = 'x' where name = '0002_access'`.execute(world.db.owner);
  await expect(openDatabase(world.db.options)).rejects.toThrow(/a different text of the migration 0002_access/);
});

test('a migration that fails halfway rolls back itself and those before it', async () => {
  const good = statement('9000_good', 'create table trial_good (n integer)');
  const bad: Migration = {
    name: '9001_bad',
    up: async (q) => {
      await sql`create table trial_bad (n integer)`.execute(q);
      await sql`select no_such_function()`.execute(q);
    },
  };
  await expect(world.run(...MIGRATIONS, good, bad)).rejects.toMatchObject({ code: '42883' });
  expect(await tables('trial_')).toEqual([]);
  expect(await world.run(...MIGRATIONS, good)).toEqual(['9000_good']);
  expect(await tables('trial_')).toEqual(['trial_good']);
});

test('five servers that start at the same time apply a migration once', async () => {
  const next = statement('9000_once', 'create table trial_once (n integer)');
  const applied = await Promise.all(Array.from({ length: 5 }, () => world.run(...MIGRATIONS, next)));
  expect(applied.flat()).toEqual(['9000_once']);
});

describe('while another transaction has read a table that the update changes', () => {
  const CHANGE = statement('9000_waits', 'alter table organizations add column trial integer');

  const open: (() => Promise<void>)[] = [];
  // Those of a test that failed would keep its database from being closed.
  afterEach(async () => {
    for (const end of open.splice(0)) await end();
  });

  /** A transaction of the owner, as of a backup, or of a request. */
  async function reading(table: string, as: Queries = world.db.owner) {
    const transaction = await as.startTransaction().execute();
    const end = async (): Promise<void> => {
      if (!transaction.isCommitted && !transaction.isRolledBack) await transaction.rollback().execute();
    };
    open.push(end);
    await sql`select count(*) from ${sql.table(table)}`.execute(transaction);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    return { pid: rows[0]?.pid, end };
  }

  /** A log, and what its first warning says, once it is there. */
  function listening() {
    const lines: string[] = [];
    let warned: ((facts: object) => void) | undefined;
    const warning = new Promise<object>((resolve) => (warned = resolve));
    const log: DatabaseLog = {
      ...NO_LOG,
      info: (_, text) => void lines.push(text),
      warn: (facts, text) => {
        lines.push(text);
        warned?.(facts);
      },
    };
    return { log, lines, warning };
  }

  test('a start that has nothing to update does not wait for it', async () => {
    const { end } = await reading('schema_migrations');
    expect(await world.run(...MIGRATIONS)).toEqual([]);
    await end();
  });

  test.each([
    ['a backup', () => world.db.owner],
    ['a request, whose role the owner may not watch', () => world.db.database.queries],
  ])('the update waits for it, names it, and keeps no others waiting: %s', async (_, as) => {
    const bystander = await reading('users');
    const { pid, end } = await reading('organizations', as());
    const { log, lines, warning } = listening();
    const updating = world.runLogged(log, ...MIGRATIONS, CHANGE);
    const { transactions } = (await warning) as { transactions: { pid: number; user: string; application: string }[] };
    expect(transactions).toEqual([expect.objectContaining({ pid, user: expect.any(String) })]);
    // The limits of a test's requests are long: this would otherwise be answered only after `end`, and so never.
    await sql`select count(*) from organizations`.execute(world.db.database.queries);
    // It is still waiting, so it tried again.
    const tried = await reading('organizations');
    await tried.end();
    await end();
    expect(await updating).toEqual(['9000_waits']);
    await bystander.end();
    // Once each, however often it tried.
    expect(lines.slice(0, 2)).toEqual([
      'updating the database schema',
      'the update of the database schema waits until these transactions have ended',
    ]);
    expect(lines.filter((line) => line === lines[0])).toHaveLength(1);
  });

  test('a node that waits for the update of another node says so', async () => {
    const { end } = await reading('organizations');
    const first = listening();
    const updating = world.runLogged(first.log, ...MIGRATIONS, CHANGE);
    await first.warning;
    const second = listening();
    const waiting = world.runLogged(second.log, ...MIGRATIONS, CHANGE);
    expect(await second.warning).toMatchObject({ transactions: [{ pid: expect.any(Number) }] });
    await end();
    expect([...(await updating), ...(await waiting)]).toEqual(['9000_waits']);
  });

  test('`vms migrate` says on standard error what it waits for', async () => {
    await asWrittenByAnEarlierVersion();
    const { pid, end } = await reading('schema_migrations');
    let told: ((line: string) => void) | undefined;
    const line = new Promise<string>((resolve) => (told = resolve));
    const command = vmsOn(world.db)(['migrate'], {}, undefined, told);
    expect(await line).toMatch(
      new RegExp(`^the update of the database schema waits until these transactions have ended: .*"pid":${pid},`),
    );
    await end();
    expect(await command).toMatchObject({ code: 0, out: 'The database is up to date.' });
  });
});

test('the update waits long enough for an autovacuum to make way, and shorter than requests do', async () => {
  const server = await openDatabase({ ...world.db.options, forCommand: true, timeoutFactor: 1 });
  const wait = `current_setting('lock_timeout')::interval`;
  const limits = `select ${wait} as lock_wait, current_setting('deadlock_timeout')::interval as deadlock`;
  await world.run(...MIGRATIONS, statement('9000_limits', `create table trial_limits as ${limits}`));
  const { rows } = await sql`
    select lock_wait > deadlock as "isLonger", lock_wait < ${sql.raw(wait)} as "isShorter" from trial_limits`
    .execute(server.queries)
    .finally(() => server.close());
  expect(rows).toEqual([{ isLonger: true, isShorter: true }]);
});

test('an update that PostgreSQL ends because of a deadlock with a request is tried again', async () => {
  // Numbers that a sequence has given out stay given out after a rollback.
  await sql`create sequence trial_tries`.execute(world.db.owner);
  const once = `if nextval('trial_tries') = 1 then raise 'deadlock detected' using errcode = '40P01'; end if;`;
  const change = statement('9000_deadlock', `do $$ begin ${once} create table trial_after (n integer); end $$`);
  expect(await world.run(...MIGRATIONS, change)).toEqual(['9000_deadlock']);
  expect(await tables('trial_')).toEqual(['trial_after']);
});

test('the app role can use what a later migration adds', async () => {
  await world.run(...MIGRATIONS, statement('9000_later', 'create table trial_later (n integer)'));
  await sql`insert into trial_later values (1)`.execute(world.db.database.queries);
});

/** As left by versions before Kysely's Migrator. */
async function asWrittenByAnEarlierVersion(): Promise<void> {
  await sql`alter table schema_migrations drop column "timestamp"`.execute(world.db.owner);
  await sql`alter table schema_migrations alter column checksum drop default`.execute(world.db.owner);
  await sql`drop table schema_migrations_lock`.execute(world.db.owner);
}

test('a database of an earlier version runs only the new migrations', async () => {
  await asWrittenByAnEarlierVersion();
  expect(await world.run(...MIGRATIONS)).toEqual([]);
  await asWrittenByAnEarlierVersion();
  expect(await world.run(...MIGRATIONS, statement('9000_next', 'create table trial_next (n integer)'))).toEqual([
    '9000_next',
  ]);
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from schema_migrations order by name`.execute(world.db.owner);
  expect(rows.map(({ name }) => name)).toEqual([...MIGRATIONS.map(({ name }) => name), '9000_next']);
  expect(rows.filter(({ checksum }) => checksum.length !== 64)).toEqual([]);
});

test('released migrations execute the statements they were released with', async () => {
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from schema_migrations order by name`.execute(world.db.owner);
  expect(Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]))).toMatchObject(RELEASED);
});

test('nodes of the former version find the functions that they call, while the nodes are upgraded one by one', async () => {
  for (const call of [
    sql`select notification_lock_counters('{}'::uuid[], '{}'::text[])`,
    sql`select forget_record_changes(now())`,
    sql`select count(*) from chat_find('''pruf'':* & ''fung'':*')`,
    sql`select access_sweep(), access_sweep_tries()`,
  ]) {
    await expect(call.execute(world.db.database.queries)).resolves.toMatchObject({ rows: [{}] });
  }
});

/** Never edit: databases have these. */
const RELEASED = {
  '0001_foundation': 'adc9d9db55a47a5c675b01260123a649c970f75685c61b3aa93c6636149cb2b9',
  '0002_access': 'e26122c47f963caff4355d32546d52fc44d8189dc24542f4cc3ce2422cc8cb48',
  '0003_domain': '453ac5458ace8e79f5cb21fe151dfe72028ce84376d7bdb8f16c43207bec3bed',
  '0004_lists': '92d153e7f74391d6361eb472fa76e215cbda65219b99d3f419992754bccaef7d',
  '0005_sso': 'fe340bb4afd8d5c1aebd4a1657295c9b08664dd988f12972b604ba70a806e76f',
  '0006_shell': '3e892721952aadcbb6e485cf56f0836b3e09ce0c0fe9a1ce28de8177744002e3',
  '0007_tasks': '1c42bda43fad554e6be7c84174b1c2bd4220e9d38a1fb4df94c5d931a44fe0e9',
  '0008_notifications': 'c6b2bba2c0720a54abb9132850ff7af4f4e14f5237142d9bae8d64bb00e6fd23',
  '0009_reminders': '3d90734d32dfa449b71a691b11952ac0f4b1aaa56529cb712fde633ca88dfc8d',
  '0010_broadcasts': 'ef0d906830601dad929af739f8b555526e2db12ba85f17388a120b40e097d67e',
  '0011_broadcast_audience': '6a2d4a9a00ffbef6a177cea434f891376572d584b4610dd566291e70b8cfc769',
  '0012_saved_searches': 'c40d3bcb7a708d11ca03bc997b90969723e313b85c3f4a45de4b8241f2b155da',
  '0013_dashboard_counts': '71b1916f29c2195ae2bd0f427b8f26cea1a69e257323ce0a25d1ab84d12a8e56',
  '0014_compliance_counts': '648c5aebbd6f469f969e40dc7ef00d433b32dccc1d0b12323216bb182aef3e5c',
  '0015_kpis': '67a85221291b63705325b1f93df380892e58eeebf3c51e2c508babe846834066',
  '0016_chat_since': '815f6eb8be5a7dc1045a588ca74efd519fafefccaa782a53e3649f1394dc24f5',
  '0017_submission_counts': '0ad1bac42c69c160751c26022ec5c9652278690d8a5cb2fc0efab07c6d42142c',
  '0018_row_counts': 'ffbed1f7250966e86fd13b26c6a8450d737baeaa6631e885ae8fbd7bb6d16aeb',
  '0019_broadcast_logins': 'b9846da8546b77902752f5be806e833c57cae5d124640b8f0dc035b09bb2d760',
  '0020_shared_events': 'e0ef78742ed090d6cda940e2d1c0629ce3054051bb164da7bd487c1467fc4a22',
  '0021_tallies': 'd6d1e04a6d907e37eefdcb95008dbb22a943a64f36930cd3f59e32ebdca64215',
  '0022_plain_names': '8d421182805f2a2f68edce5aca1c8d3b77058be8da0d68c248fbc0076abad7c0',
  '0023_sign_in_tries': '2db9f36dcf89998581937dabfe9c79bb9fea2df16956e777d141c75b046f0eeb',
  '0024_account_mails': '6e5cb8e4e2b6e17dd11fd525c9733d2250ae5e3bf97e9dabe9b972bcb7db1ea5',
  '0025_strong_factors': '8dd104053ea315fbab28c681a93379268f92e0f1d39a79a6516b72be904d71a0',
  '0026_email_changes': 'c84a156fa9c3cc727e964d83cf5d8c4bd0fb25fe632dea365527095827c34535',
  '0027_session_ends': 'b491930d1b753ecc4e76077222e8bcd18bcae7ffe5d5ebce17ab68443bd24eb6',
  '0028_find_account': '8940eeef6133a401d591516639e324fc52e13de936a60a4c4d20227cd43f7bb7',
  '0029_setup_links': '5cb394e4f6669d8bff0191c24ee1287cfb0aa6fde054fea6a4843a05fc0a0ce1',
  '0030_business_dates': 'b38029122b1cbdd97e77c62dd066cbbca023a2b38df0848bbd7722e16b8fe708',
  '0031_tallies_queued': 'c58c258601477d9099bb6bc659391f86e94f0ed9826c7390d68539f30cc76828',
  '0032_administered_organizations': '2dfe1e4db1f051639561af41b56b01ae6d37d982677306a704e2eee956bd64d5',
  '0033_changed_addresses': '238cb36439cf6a1ea62c658579437807d0ae4aea9dc4ae33e9a5becd198ffc58',
  '0034_backup_runs': 'f9d12b2952c9a9db5a7aec9228eba85cbfe4df52880013088fea6f1110abb0eb',
  '0035_touch_sessions': '4946772b84bee8526a8601e413784e63a16f8705d76e353a67da894f1f90743d',
  '0036_kept_queries': 'b4a9ca0c9d18e634005be0c9a9005c980fdd6d9044e8036b9050fc75885fb920',
  '0037_kpi_targets': '3ed3adabc4c8432c772dcadbfae21304d26f794f0aa0267464bd54c5af23bb54',
  '0038_idle_of_organizations': '984a5e2e971430c55e536aae0bb51cbd6a5d5792ed432619232261d3cc47da2f',
  '0039_since_last_look': 'a8a053c78a0d0711d7ffd98b90f00359b71a0dd3884961ae4eb87cf53f8b59f5',
  '0040_audit_trail': '4a04df98d97bd8bfaef4ec8eb20187a9faa4d0694e7576e955459c82b5bf6379',
  '0041_record_events': '581dcfd66f866a0c910dd77225d6d90222fef0fbd3cac4382546757155076d37',
  '0042_last_writes': '8bb7005ffd1f35e123228ddcdaea4c0d96ccf00aab31ee304a79ab5fab757d23',
  '0043_counted_failures': 'edb4ddc9efe1f0c0955fcad5477de1d9f0fbad9f1510156543287b5d886a4e05',
  '0044_record_actions': 'a37dafd0c15102c08d95174a4ac5dd69ce834feb47ebfbc98ba49fbaa200bb80',
  '0045_fold_text': 'a035fa377476c8d2c6370f7e5e4ddfff77121451078f669521e0253787660b1c',
  '0046_list_views': 'ce4a1ef6ea57cad351b4c70dbead730ebd0026d9469fc2680687df0c74797b02',
  '0047_booking_days': '35efb1fc9c299eead9ff2ae9805b0a470698738167289806290c0777d59974ec',
  '0048_timesheet_imports': '049b7b4e84dd8602371c0996071ea4512bdb460be7042dc91cc27924de64636b',
  '0049_record_watches': '4355074cb43aa6331abbee93f09effad9f2bd757ca0d46af7f5b6b4fa188eaa4',
  '0050_codes_of_browsers': '7af32ccb915de06ffc2009ee901daf43d1d10ed606d3dbb4e8e4bec3440ce495',
  '0051_find_people': 'ebb304875273520f0491d3791feb1cbc5e220d9522b483d6f982723aa7f373d5',
  '0052_task_assignment': '3044f7536b598bab058eb3bc15c73b8fa05e6e4b689fee754a2c88246cc32499',
  '0053_company_reach': '067d232d8e0b3f295441375983f51ce307186c92e77d75a55a42b070643f19c6',
  '0054_exact_days_to_submit': '3e17ee4f6904e2a01acc857809fe7eac5fd10803c2a2bd168a42e6be4ba10fca',
  '0055_programs_counted': '63307bed084d5252b73d90f85ca2f7d53a5c266e05283618ef249265f67389d3',
  '0056_notification_states': '6eb9f30e023d5f5bcf0583be5b163659f99a0dbba341f60a65765a4088168f42',
  '0057_chat': 'dd8fb52c970550798051fba9e2a7c137a3bf89f9534d0b64f5b0fa657a038d94',
  '0058_settled_matters': 'b0ddc36ffb1b2e17784c5a8f7f953964351ecf326f151d6fba8ba4de69611756',
  '0062_submissions_are_things': 'bd5228e8e0b7ddfa67b70ed331a91bfe954ba0930ddb91ac7cef3a403fb51cbe',
  '0063_tour': 'a4ba2958da594c1261a51e2234b2cad775cca546fc64d7c89c40864a88ca6a78',
  '0064_settled_elsewhere': '468166ea13a63367eb7dc19bc30270a9eb3b61b23c57be494165a23b387bc269',
  '0066_notification_channels': '9c0173b88f49f82a94823be33b4e2fc6a55717817962130df59df9e147c67b74',
  '0067_broadcast_follow_up': '4ef37fbe686dc3c94ed1f55b039060b4fe90eb397aa5a4c51dd9207daef9126a',
  '0069_board': 'e0864f3a4a7e09d85c3baefdd6279635da032a17c69f1a732123637e75f66beb',
  '0070_jobs_from_indexes': '4af3a8411b5ef9ef7228db827faaeb8ba3aa4f833e770fab646d21310b462cff',
  '0072_board_alarms': 'b2012e2cd27f161e64413489d3ae569cbfa9f9a43faef424d949b2a3db97e23f',
  '0073_find_notifications': '93e3a1f7d5a8c2f03cd461eef7ce04b002ef6f5f5e8badf95888c4c0d86a690e',
  '0075_suppliers_of_jobs': '1060b60be756246c330331ca80fd16bf0e43eab3492be46de0624b0a33a5d52f',
  '0076_jobs_once': '7341316e79a4422c41fca77610022072dc55fb3ca795424176462844d49bc38f',
  '0077_absences': '2ed375e3a8224f4db5f2aef15b45f237abcb33ba81eb490cc70b9b3cd1c4a3a8',
  '0078_deadlines_shown': '4a77d01e8708c6bf2c6b975e7b1ad51aa960a4f9ccefd490985b96f639c74b79',
  '0079_alarms_damped': '927fc7d3ef4d801966b7ca5d6505873f3b8949f825bf1206a5ba1d992b6a24e1',
  '0082_seen_tabs': '684f5f0a2a9310961a848dfbb2b577fac47d68ad24e8b5fa465f6c6ce9612364',
  '0083_broadcasts_delivered': 'c75bc0a5921b9ee6e738cb2022682fe00f8ed9b7af881171f405a83649867e5d',
  '0084_find_rare_words_first': 'ffc048144e80aaac21a84079c1df7bde0bdd7277fee469fbfbf103da43d5ecd3',
  '0085_notifications_planned_once': 'f1caca1448053cddcfaf6dcc432aea21a8d71e4d421187c2121a3bf432ed880c',
  '0086_alarm_recipients': 'd1d8034e2cd69a775019dafa7ddeeef97bfa6dc02c0b721691662c94246eaaf6',
  '0087_events_with_content': 'b0b7523b7a471d28fe2f849ac39f571ae2d6caabfeac883e26ab81918ff618b6',
  '0088_tickets_at_once': '865c869610ec08bb6f37229e67105baa374e0aac254d7ab7caedcf29bda7d2da',
  '0089_few_words_one_by_one': '734c4e24486229d01eb5470e46d7b73a033b9e38a14d87e0bdb623760186de33',
  '0090_record_keys': 'd5d50c0836c5cd2a916be3c8dfc4f87ebc176642d48e27e6bea332f167cde639',
  '0091_unknown_time_zones': '46dee389541feb3914fa5c0e3927783fb1d7afd51204289954fda0c561891503',
  '0092_recipients_and_days': 'd2822c3819ca3560c6318b8ecba2a6175ba2967b7fb89ad92f356f6530e3599f',
  '0093_quiet_hours_and_boards': '647e6d442b3456e2a65b6a17299cddf3d308c4b607cbdec7483979c2760607a6',
  '0094_mails_leased_and_events_reopened': 'db920f344f72fac1d7d4e259c09ecd298641104d1e966b60a0834ff13592eeb6',
  '0095_sent_once_and_late_escalations': 'ac5f573e5626521c1ee2f046b713ebf727d361b3f4c0453348ca2c4a4a69f16b',
  '0096_days_asked_for': '4c3f4da89cb7b5573deba31f6174f888ec22737e80c9dd2e5eaf5a420b9d9d7d',
  '0097_queues_in_steps': '2fc5f4c64290c4cd852bf334a8c571c79ec53f9e8434613631c02416cab4919e',
  '0098_approved_deals': '8337b44922f06a7077da86668213e53f3d0079af46fdac975310ae053f636859',
  '0099_changes_forgotten_in_steps': '27e28b2c0de719efcc512a09be9b860bbfc3d2a2d658056ce2966a3ed15293da',
  '0100_queued_notifications': '2e26ba76f4e6418a77d4808e463c406af4f2870d78671b1334d1f6fda36b67cb',
  '0101_zones_last_seen': '3e40ac2d84d17a89725b9c81e43f77e0521e0e6eb136509bb7d2bd25f9a6f335',
  '0102_board_changes_since': '0305ac2c2b12acf88e53adf03caddcf6afb2ee78522e2cd65c08e84f589fa9e2',
  '0103_audit_of_managers': '135559b3aeee47e06b1b10bcf79d3672f2b62b216a1cf5d38c19f671443637d5',
  '0104_pushes_of_a_browser': '2f23829aaa5bb01831d5217caa8a1934a4358a4cb0c657e4795887c1b870b70b',
  '0105_programs_by_day': 'd1f56433622f81db89d63a9087eec959c4a8fd676e5aca1abced6c0f64231af7',
  '0106_find_chats': 'd5eaaf58cab290d94dd823f7444a988be7c29444cf1a3e6456aebf9842974035',
  '0107_no_logout_at_every_login': '96acb8065ccd8bc5c5f27d123f8542f147dabab6e45d2e7c1e814737c2570e9c',
  '0108_devices_gone_once': '0d40a6dc37414f08b9e5da3fe48e1d9bfca867b2119082a4cca92889062c8092',
  '0109_waiting_mail_and_new_times': '09343cd10f6b2e481371012645c517d8973c4a488c5103198cb5fed3044a82b0',
  '0110_locked_before_changed': '6e6723b83d29887786130a14fcca878e3e4b95d3421de173c8301aaddc1ed854',
  '0111_deliveries_no_longer_due': '432375de2953f1eaa36f035ee9841935b1451ec2d5d4ff5a40f2e3014666ba47',
  '0112_hours_of_the_clock': 'aefaeeb0026d87a40236cab63c8df41413eead332899fc5b30a7e61195bdc24e',
  '0113_not_sent_after_its_end': '33d23bd6ab740259a5487bb1b812a2f2494684a638dfe6b7c2ec9bf77289f463',
  '0114_snoozes_kept_and_alarms_over': 'f9d1dfaa864b7d25a9057ee5da319aed608b5290c5bd91bac23a068700050b64',
  '0115_expired_in_steps': '6be98d50b7b8b1c6fea997d7888a9e6bfb6249edc5aa27d8517b1c52e83167ec',
  '0116_alphabetical_names': 'ed78765dab3b88bcbebe022e5bdba208b98f575062d85bd93a4cc8db25d1a1f3',
  '0117_names_of_functions_in_order': '70a890238c6b8d967bd6d6eb6d2d5418b0e22a6a21981fe84ac82fd9ae0af498',
  '0118_tokens_of_a_secret': '7e0a57e3603adf55f13c70caf6fc17ff1a4437008264ee732a204d29102a5a47',
};
