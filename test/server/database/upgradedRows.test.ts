/** What rows of earlier versions become in an upgrade: none is lost. */
import { RawNode, sql, type RawBuilder } from 'kysely';
import { MIGRATIONS } from '../../../server/database/migrations';
import { enterScope } from '../../../server/database/scope';
import { Fixtures } from '../support/fixtures';
import { fillWorld } from './support/world';
import { ORGANIZATION, useEarlierDatabase } from './support/migrated';

/** The tests are in the order of their schemas. */
const world = useEarlierDatabase();

/** Some way before the newest, so that there is something to upgrade. */
const UPGRADED_BY = '0046_list_views';

test('a database with the earlier names keeps its rows, and no longer uses those names', async () => {
  await world.before('0022_plain_names');
  await sql`insert into organizations (id, tenant_id, type, code, name) values (${ORGANIZATION}, ${ORGANIZATION}, 'VMS', 'ONE', 'One')`.execute(
    world.owner,
  );
  const tags = { messageTags: [{ text: 'The "colour": red', colour: '#1f5fa8' }] };
  await sql`
    insert into notification_contents (tenant_id, category_code, sub_category_code, content, search_text)
    values (${ORGANIZATION}, 'SUBMISSIONS', 'OFFER_MADE', ${JSON.stringify(tags)}::json, '')`.execute(world.owner);
  await world.run(...MIGRATIONS.filter(({ name }) => name <= '0022_plain_names'));
  const { rows: contents } = await sql<{ content: object }>`select content from notification_contents`.execute(
    world.owner,
  );
  expect(contents).toEqual([{ content: { messageTags: [{ text: 'The "colour": red', color: '#1f5fa8' }] } }]);
  const { rows } = await sql`
    select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and pg_get_functiondef(p.oid) ~ '_box|told|_tell|_anew|PROGRAMME'`.execute(world.owner);
  expect(rows).toEqual([]);
  const { rows: open } = await sql<{ name: string }>`
    select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace
      and p.proname = any (array['rebuild_tallies', 'rebuild_submission_counts', 'file_counts_begin'])
      and has_function_privilege('public', p.oid, 'execute')`.execute(world.owner);
  expect(open).toEqual([]);
});

test('an upgrade of an earlier schema with rows in it loses none of them, in any column', async () => {
  await world.before(UPGRADED_BY);
  await fillWorld(world.owner, 'OLD');
  await new Fixtures(world.owner).user('PEOPLE', { permissions: ['MENU_JOB'] });
  const { rows: had } = await sql<{ id: string; table: string; columns: number[] }>`
    select c.oid::text as id, c.relname as "table", array_agg(a.attnum::integer) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'schema_migrations%'
    group by 1, 2`.execute(world.owner);
  /** The rows of each table, in its former columns; both may be renamed. */
  const rowsOf = async () => {
    const found: Record<string, readonly string[]> = {};
    for (const { id, table, columns } of had) {
      const { rows: names } = await sql<{ table: string; columns: string }>`
        select a.attrelid::regclass::text as "table", string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
        from pg_attribute a where a.attrelid = ${id}::oid and a.attnum = any (${columns}::smallint[]) group by 1`.execute(
        world.owner,
      );
      const [now] = names;
      if (now === undefined) throw new Error(`The table ${table} is gone.`);
      const { rows } = await sql<{ row: string }>`
        select row(${sql.raw(now.columns)})::text as "row" from ${sql.raw(now.table)} order by 1`.execute(world.owner);
      found[table] = rows.map(({ row }) => row);
    }
    return found;
  };
  const before = await rowsOf();
  expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(15);
  const since = MIGRATIONS.map(({ name }) => name).filter((name) => name >= UPGRADED_BY);
  expect(await world.run(...MIGRATIONS)).toEqual(since);
  const after = await rowsOf();
  for (const [table, rows] of Object.entries(before)) {
    expect({ table, rows: after[table]?.filter((row) => rows.includes(row)) }).toEqual({ table, rows });
  }
  const { rows: counted } = await sql`
    select (select sum(microseconds_to_submit) from submission_days where kind = 'PROGRAM')
        = (select sum((1000000 * extract(epoch from s.submitted_at - j.posted_at))::bigint)
          from submissions s join jobs j on j.id = s.job_id) as exact,
      not exists (select from submission_jobs r join jobs j on j.id = r.job_id where r.openings <> j.openings) as offered,
      (select count(*) from submission_jobs where openings > 0) > 0 as some`.execute(world.owner);
  expect(counted).toEqual([{ exact: true, offered: true, some: true }]);
});

test('alarms from before the history have the text of their rules', async () => {
  await world.before('0079');
  const { tenantId } = await fillWorld(world.owner, 'OLD');
  await sql`
    with rules as (
      insert into board_alarm_rules (
        id, organization_id, name, measure, condition, count, minutes, days, time_zone, tell, escalate_to, is_on)
      select gen_random_uuid(), ${tenantId}, v.name, v.measure, v.condition, v.count, v.minutes, '{1}', 'UTC', '{}', '{}', true
      from (values ('Many', 'TIMESHEET_DISPUTED', 'MORE_THAN', 10, 60), ('None', 'JOB_POSTED', 'NONE_FOR', 0, 120))
        as v (name, measure, condition, count, minutes) returning id)
    insert into board_alarms (organization_id, rule_id, found, raised_at) select ${tenantId}, id, 12, now() from rules`.execute(
    world.owner,
  );
  await world.run(...MIGRATIONS);
  const { rows } = await sql`
    select a.name, a.text, r.calm_minutes as calm from board_alarms a join board_alarm_rules r on r.id = a.rule_id
    order by 1`.execute(world.owner);
  expect(rows).toEqual([
    { name: 'Many', text: '12 timesheets were disputed within 60 min, more than 10.', calm: 5 },
    { name: 'None', text: 'No job was posted for 120 min.', calm: 5 },
  ]);
});

test('viewed tabs are marked as seen', async () => {
  await world.before('0082_seen_tabs');
  await fillWorld(world.owner, 'OLD');
  const { id: userId, organizationId } = await new Fixtures(world.owner).user('PEOPLE', {
    permissions: ['MENU_JOB'],
  });
  await sql`
    insert into notification_counters (user_id, organization_id, last_sequence, last_at, looked)
    values (${userId}, ${organizationId}, 2, date_trunc('milliseconds', now()), '{"BROADCAST": 1}')`.execute(
    world.owner,
  );
  await sql`
    insert into notification_events (user_id, organization_id, sequence, occurred_at, change) values
      (${userId}, ${organizationId}, 1, date_trunc('milliseconds', now()), '{"looked":{"tab":"BROADCAST","fresh":2}}'),
      (${userId}, ${organizationId}, 2, date_trunc('milliseconds', now()), '{"changed":{"tab":"BROADCAST"}}')`.execute(
    world.owner,
  );
  await world.run(...MIGRATIONS);
  const { rows } = await sql`
    select e.change, c.seen_up_to as "seenUpTo" from notification_events e join notification_counters c using (user_id)
    where e.user_id = ${userId} order by e.sequence`.execute(world.owner);
  expect(rows).toEqual([
    { change: { tabSeen: { tab: 'BROADCAST', fresh: 2 } }, seenUpTo: { BROADCAST: 1 } },
    { change: { changed: { tab: 'BROADCAST' } }, seenUpTo: { BROADCAST: 1 } },
  ]);
  const { rows: functions } = await sql`
    select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and pg_get_functiondef(p.oid) ~ 'looked'`.execute(world.owner);
  expect(functions).toEqual([]);
});

test('a broadcast sent before pushes and mail existed is not sent again, and its reminder is sent as today', async () => {
  await world.before('0083_broadcasts_delivered');
  const { tenantId } = await fillWorld(world.owner, 'OLD');
  const fixtures = new Fixtures(world.owner);
  fixtures.adopt('OLD-MANAGER', tenantId);
  const { id: userId } = await fixtures.user('OLD-MANAGER', { userType: 'VMS', permissions: ['MENU_JOB'] });
  await sql`
    insert into notification_preferences (user_id, organization_id, sub_category_code, notification, mobile_notification,
      email_notification, all_notification) values (${userId}, ${tenantId}, 'BROADCAST', true, true, true, false)`.execute(
    world.owner,
  );
  await sql`
    insert into push_devices (user_id, organization_id, endpoint_hash, encrypted_subscription, name)
    values (${userId}, ${tenantId}, 'hash', 'subscription', 'Phone')`.execute(world.owner);
  const inScope = (work: RawBuilder<unknown>) =>
    world.owner.transaction().execute(async (queries) => {
      await enterScope(queries, { organizationId: tenantId, organizationType: 'VMS', tenantId, userId });
      await work.execute(queries);
    });
  const broadcast = async (subject: string): Promise<string> => {
    const { rows } = await sql<{ id: string }>`
      insert into broadcasts (organization_id, tenant_id, request_id, subject, template, display_frequency, sticky,
        release_notes, force_logout, organization_types, organization_ids, send_at)
      values (${tenantId}, ${tenantId}, gen_random_uuid(), ${subject}, '<p>News</p>', 'IMMEDIATE', false, false, false,
        '{}', array[${tenantId}::uuid], now() - interval '1 second') returning id`.execute(world.owner);
    const id = rows[0]?.id ?? '';
    await inScope(sql`select * from broadcast_send(${id}, ${JSON.stringify({ subject })}::json, ${subject})`);
    return id;
  };
  const left = async (): Promise<unknown[]> => {
    const { rows } = await sql`
      select e.sequence::integer as sequence, c.content ->> 'subject' as subject,
        (select array_agg(d.channel order by d.channel) from notification_deliveries d
         where d.user_id = e.user_id and d.content_id = e.content_id) as "deliveredBy"
      from notification_events e join notification_contents c on c.id = e.content_id where e.user_id = ${userId}
      order by e.sequence`.execute(world.owner);
    return rows;
  };

  const old = await broadcast('Sent before');
  const before = { sequence: 1, subject: 'Sent before', deliveredBy: null };
  expect(await left()).toEqual([before]);
  await world.run(...MIGRATIONS);
  expect(await left()).toEqual([before]);
  await inScope(sql`
    select * from broadcast_remind(${old}, gen_random_uuid(), ${JSON.stringify({ subject: 'Reminder' })}::json, 'Reminder',
      'subject', 'text', interval '1 hour')`);
  await broadcast('Sent after');
  expect(await left()).toEqual([
    before,
    { sequence: 2, subject: 'Reminder', deliveredBy: ['PUSH'] },
    { sequence: 3, subject: 'Sent after', deliveredBy: ['MAIL', 'PUSH'] },
  ]);
  const { rows: mails } = await sql`select user_id as "userId" from mail_outbox where user_id = ${userId}`.execute(
    world.owner,
  );
  expect(mails).toEqual([{ userId }]);
});

test('stored notifications get the key of their record; those without a record are unchanged', async () => {
  await world.before('0090_record_keys');
  await sql`insert into organizations (id, tenant_id, type, code, name) values (${ORGANIZATION}, ${ORGANIZATION}, 'VMS', 'ONE', 'One')`.execute(
    world.owner,
  );
  const stored = [{ subject: 'A', thing: 'job:1' }, { subject: 'B', thing: null }, { subject: 'C' }];
  for (const content of stored)
    await sql`
      insert into notification_contents (tenant_id, category_code, sub_category_code, content, search_text)
      values (${ORGANIZATION}, 'JOB', 'JOB_UPDATED', ${JSON.stringify(content)}::json, '')`.execute(world.owner);
  await world.run(...MIGRATIONS);
  const { rows } = await sql`
    select content, record_key as "key" from notification_contents order by content ->> 'subject'`.execute(world.owner);
  expect(rows).toEqual([
    { content: { subject: 'A', recordKey: 'job:1' }, key: 'job:1' },
    { content: { subject: 'B', recordKey: null }, key: null },
    { content: { subject: 'C' }, key: null },
  ]);
});

test('extensions and interviews from before keep the day in their note, and a requested extension is counted', async () => {
  await world.before('0096_days_asked_for');
  await fillWorld(world.owner, 'OLD');
  const acted = (action: string, note: string, change: RawBuilder<unknown>): Promise<void> =>
    world.owner.transaction().execute(async (queries) => {
      await sql`
        select set_config('app.action', ${action}, true), set_config('app.reason', ${note}, true)`.execute(queries);
      await change.execute(queries);
    });
  const [assignment, submission] = [
    sql`(select min(id::text)::uuid from assignments)`,
    sql`(select min(id::text)::uuid from submissions)`,
  ];
  await sql`
    update assignments set status = 'ACTIVE', actual_start = planned_start, ended_on = null, ended_by = null,
      extension_status = null where id = ${assignment}`.execute(world.owner);
  await acted(
    'requestExtension',
    'Until 2027-01-31',
    sql`update assignments set extension_status = 'REQUESTED' where id = ${assignment}`,
  );
  await acted(
    'interview',
    'Interview on 2026-12-03',
    sql`update submissions set status = 'INTERVIEWING', interviewed_at = now() where id = ${submission}`,
  );

  await world.run(...MIGRATIONS);
  const { rows } = await sql`
    select (select extension_until::text from assignments where id = ${assignment}) as "until",
      (select interview_on::text from submissions where id = ${submission}) as "interview"`.execute(world.owner);
  expect(rows).toEqual([{ until: '2027-01-31', interview: '2026-12-03' }]);
  const counted = async (): Promise<unknown[]> => {
    await sql`select fold_tallies()`.execute(world.owner);
    return (await sql`select * from assignment_days where n <> 0 order by 1, 2, 3, 4, 5, 6, 7, 8`.execute(world.owner))
      .rows;
  };
  const moved = await counted();
  expect(moved.filter((row) => (row as { extension_status: unknown }).extension_status === 'DUE').length).toBe(3);
  await sql`select rebuild_tallies()`.execute(world.owner);
  expect(moved).toEqual(await counted());
});

test('an approval from before is kept with its time, and empty weeks after an early end are gone', async () => {
  await world.before('0098_approved_deals');
  await fillWorld(world.owner, 'OLD');
  await world.owner.transaction().execute(async (queries) => {
    await sql`select set_config('app.action', 'approveDeal', true)`.execute(queries);
    await sql`update submissions set requested_rate_cents = requested_rate_cents - 1 where number = 1`.execute(queries);
  });
  await sql`
    update assignments set status = 'EARLY_TERM', ended_by = 'FACILITY',
      ended_on = (case number when 1 then '2026-02-23' else '2026-02-24' end)::date`.execute(world.owner);

  await world.run(...MIGRATIONS);
  const { rows } = await sql`
    select s.number::integer, s.version, s.deal_approved_at is not distinct from (
        select max(e.at) from record_events e where e.record_id = s.id) as "isKept",
      (select count(*)::integer from timesheets t where t.number = s.number) as sheets
    from submissions s order by s.number`.execute(world.owner);
  expect(rows).toEqual([
    { number: 1, version: 2, isKept: true, sheets: 0 },
    { number: 2, version: 1, isKept: true, sheets: 1 },
  ]);
});

test('what managers do to users of their suppliers is in their audit, before an upgrade and by nodes of the former version; all else is where it was', async () => {
  await world.before('0103_audit_of_managers');
  const { tenantId, supplier } = await fillWorld(world.owner, 'OLD');
  const fixtures = new Fixtures(world.owner);
  await fixtures.organization('PLATFORM', { type: 'OWNER' });
  fixtures.adopt('MANAGER', tenantId);
  fixtures.adopt('SUPPLIER', supplier[0].id);
  const other = await fillWorld(world.owner, 'OTHER');
  fixtures.adopt('OTHER-MANAGER', other.tenantId);
  const manager = await fixtures.user('MANAGER');
  const acts = [
    [manager, supplier[0].id, 'manager at supplier'],
    [manager, tenantId, 'manager at home'],
    [await fixtures.user('OTHER-MANAGER'), supplier[0].id, 'manager at supplier of another'],
    [await fixtures.user('SUPPLIER', { userType: 'AGENCY' }), supplier[0].id, 'supplier at home'],
    [await fixtures.user('PLATFORM', { userType: 'OWNER' }), supplier[0].id, 'owner at supplier'],
    [{ id: null }, supplier[0].id, 'unknown user at supplier'],
    [{ id: null }, null, 'no one'],
  ] as const;
  /** As nodes of the former version do, which do not know the new columns. */
  const record = async (): Promise<void> => {
    for (const [{ id }, organizationId, reason] of acts) {
      await sql`
        insert into audit_events (event, outcome, organization_id, user_id, reason)
        values ('user_updated', 'ok', ${organizationId}, ${id}, ${reason})`.execute(world.owner);
    }
  };
  await record();
  await world.run(...MIGRATIONS);
  await record();
  const { rows } = await sql`select reason, audited_by as "by" from audit_events order by id`.execute(world.owner);
  const expected = [
    { reason: 'manager at supplier', by: tenantId },
    { reason: 'manager at home', by: tenantId },
    { reason: 'manager at supplier of another', by: supplier[0].id },
    { reason: 'supplier at home', by: supplier[0].id },
    { reason: 'owner at supplier', by: supplier[0].id },
    { reason: 'unknown user at supplier', by: supplier[0].id },
    { reason: 'no one', by: null },
  ];
  expect(rows).toEqual([...expected, ...expected]);
});

test('the chat can be read by nodes of the former version while the words of its messages are indexed', async () => {
  await world.before('0106_find_chats');
  const { up } = MIGRATIONS.find(({ name }) => name === '0106_find_chats')!;
  const locked: boolean[] = [];
  /** In another connection, after each statement. */
  const look = async () => {
    const { rows } = await sql<{ isLocked: boolean }>`
      select exists (select from pg_locks l join pg_class c on c.oid = l.relation and c.relname = 'chat_messages'
        where l.mode = 'AccessExclusiveLock') as "isLocked"`.execute(world.owner);
    locked.push(...rows.map(({ isLocked }) => isLocked));
  };
  const statements: string[] = [];
  await world.owner.transaction().execute((transaction) =>
    up(
      transaction.withPlugin({
        transformQuery: ({ node }) => {
          if (RawNode.is(node)) statements.push(node.sqlFragments.join(''));
          return node;
        },
        transformResult: ({ result }) => look().then(() => result),
      }) as never,
    ),
  );
  const indexed = statements.findIndex((text) => text.includes('create index') && text.includes('chat_messages'));
  expect([indexed >= 0, locked[indexed], locked.at(-1)]).toEqual([true, false, true]);
});

test('a broadcast that signed people out after each of their sign-ins no longer does, and no node can write another', async () => {
  await world.before('0107_no_logout_at_every_login');
  await sql`insert into organizations (id, tenant_id, type, code, name) values (${ORGANIZATION}, ${ORGANIZATION}, 'VMS', 'ONE', 'One')`.execute(
    world.owner,
  );
  const write = (frequency: string) =>
    sql`
      insert into broadcasts (organization_id, tenant_id, request_id, subject, template, display_frequency, sticky,
        release_notes, force_logout, organization_types, organization_ids, send_at)
      values (${ORGANIZATION}, ${ORGANIZATION}, gen_random_uuid(), 'News', '<p>News</p>', ${frequency}, true, false, true,
        array['VMS'], '{}', now())`.execute(world.owner);
  for (const frequency of ['EVERY_LOGIN', 'IMMEDIATE', 'NEXT_LOGIN']) await write(frequency);
  await world.run(...MIGRATIONS);
  const { rows } = await sql`
    select display_frequency as "frequency", force_logout as "signsOut", sticky from broadcasts order by 1`.execute(
    world.owner,
  );
  expect(rows).toEqual([
    { frequency: 'EVERY_LOGIN', signsOut: false, sticky: true },
    { frequency: 'IMMEDIATE', signsOut: true, sticky: true },
    { frequency: 'NEXT_LOGIN', signsOut: true, sticky: true },
  ]);
  await expect(write('EVERY_LOGIN')).rejects.toMatchObject({ constraint: 'broadcasts_no_logout_at_every_login' });
});

test('mail about notifications that waits is told apart from other mail', async () => {
  await world.before('0109_waiting_mail_and_new_times');
  const { id } = await new Fixtures(world.owner).user('PEOPLE');
  for (const recipient of ['code@example.org', 'news@example.org']) {
    await sql`
      insert into mail_outbox (organization_id, user_id, recipient, encrypted_subject, encrypted_text)
      select organization_id, id, ${recipient}, 'A', 'B' from users where id = ${id}`.execute(world.owner);
  }
  await sql`
    with news as (
      insert into notification_contents (tenant_id, category_code, sub_category_code, content, search_text)
      select organization_id, 'SUBMISSIONS', 'OFFER_MADE', '{}', '' from users where id = ${id} returning id)
    insert into notification_deliveries (
      user_id, organization_id, content_id, channel, mode, is_held, next_attempt_at, mail_id)
    select m.user_id, m.organization_id, news.id, 'MAIL', 'AT_ONCE', false, now(), m.id
    from mail_outbox m cross join news where m.recipient = 'news@example.org'`.execute(world.owner);
  await world.run(...MIGRATIONS);
  const { rows } = await sql`
    select recipient, is_notification as "isNotification" from mail_outbox order by recipient`.execute(world.owner);
  expect(rows).toEqual([
    { recipient: 'code@example.org', isNotification: false },
    { recipient: 'news@example.org', isNotification: true },
  ]);
});
