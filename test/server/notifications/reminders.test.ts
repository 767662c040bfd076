/** Due items notify once, despite restarts and several nodes. */
import { sql } from 'kysely';
import { TIME_ZONE_HEADER } from '../../../contract/base/values';
import type { Notification } from '../../../contract/notifications/notification';
import type { Notifier } from '../../../server/features/notifications/notifier';
import { REMINDER_JOBS } from '../../../server/features/notifications/reminders/reminderJobs';
import { runReminderJobs, startReminders } from '../../../server/features/notifications/reminders/reminders';
import { until } from '../database/support/processes';
import { API, startProgram, type Program, type Reader } from './support';

let program: Program;
let manager: Reader;
let supplier: Reader;
const NOON = new Date('2026-03-10T12:00:00Z');
const at = (days: number): Date => new Date(NOON.getTime() + days * 86_400_000);
const look = (now = NOON): Promise<number> => runReminderJobs(program.server.app.services, now);

beforeAll(async () => {
  program = await startProgram();
  manager = await program.signedIn('MANAGER');
  supplier = await program.signedIn('SUPPLIER-1');
});
afterAll(() => program.server.stop());

/** Whether the only one that this job finds can still be claimed after this change. */
async function isClaimedAfter(job: string, now: Date, change: () => Promise<unknown>): Promise<boolean> {
  const { database } = program.server;
  const { find } = REMINDER_JOBS.find(({ name }) => name === job)!;
  const due = await database.withScope(program.scope(), (queries) => find(queries, now, 10));
  expect(due).toHaveLength(1);
  await change();
  const { rows } = await database.withScope(program.scope(), (queries) => due[0]!.claim.execute(queries));
  return rows.length > 0;
}

async function subjectsOf(reader: Reader, code: string): Promise<string[]> {
  const { rows } = await sql<{ content: Notification }>`
    select c.content from notification_events e join notification_contents c on c.id = e.content_id
    where e.user_id = ${reader.user.id} and c.sub_category_code = ${code} order by e.sequence`.execute(program.owner);
  return rows.map(({ content }) => content.subject);
}

const addTask = (title: string, due_on: string, facts: { assignee_id?: string; status?: 'OPEN' | 'DONE' } = {}) =>
  program.owner
    .insertInto('tasks')
    .values({
      tenant_id: program.world.tenantId,
      organization_id: program.world.tenantId,
      assignee_id: manager.user.id,
      title,
      kind: 'INTERVIEW',
      due_on,
      ...(facts.status === 'DONE' && { done_at: NOON, done_by: 'R' }),
      ...facts,
    })
    .execute();

describe('a task', () => {
  test('that is due notifies its assignee once, even if two nodes check at the same time', async () => {
    await addTask('Call the unit', '2026-03-10');
    await addTask('Later', '2026-03-11');
    await addTask('Done', '2026-03-10', { status: 'DONE' });
    await addTask('Long ago', '2026-03-01');
    await Promise.all([look(), look(), look()]);
    await look();
    expect(await subjectsOf(manager, 'TASK_DUE')).toEqual(['Task due Mar 10, 2026: Call the unit']);
    await look(at(1));
    expect((await subjectsOf(manager, 'TASK_DUE')).slice(1)).toEqual(['Task due Mar 11, 2026: Later']);
    expect(await subjectsOf(supplier, 'TASK_DUE')).toEqual([]);
  });

  test('is due by the day of its assignee, and by UTC for a zone that the database does not know', async () => {
    const setZone = (time_zone: string) => {
      const settings = { user_id: manager.user.id, organization_id: program.world.tenantId, time_zone };
      return program.owner
        .insertInto('notification_settings')
        .values({ ...settings, mail_mode: 'AT_ONCE', morning_at: '07:00', quiet_from: null, quiet_to: null })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ time_zone }))
        .execute();
    };
    const before = (await subjectsOf(manager, 'TASK_DUE')).length;
    const since = async () => (await subjectsOf(manager, 'TASK_DUE')).slice(before);
    await setZone('Pacific/Honolulu');
    await addTask('In Hawaii', '2027-03-11');
    await look(new Date('2027-03-11T09:59:00Z'));
    expect(await since()).toEqual([]);
    await look(new Date('2027-03-11T10:00:00Z'));
    expect(await since()).toEqual(['Task due Mar 11, 2027: In Hawaii']);
    await setZone('Pacific/Auckland');
    await addTask('In New Zealand', '2027-03-12');
    await look(new Date('2027-03-11T10:59:00Z'));
    expect((await since()).slice(1)).toEqual([]);
    await look(new Date('2027-03-11T11:00:00Z'));
    expect((await since()).slice(1)).toEqual(['Task due Mar 12, 2027: In New Zealand']);
    await setZone('US/Pacific-New');
    await addTask('Nowhere', '2027-03-13');
    await look(new Date('2027-03-12T23:59:00Z'));
    expect((await since()).slice(2)).toEqual([]);
    await look(new Date('2027-03-13T00:00:00Z'));
    expect((await since()).slice(2)).toEqual(['Task due Mar 13, 2027: Nowhere']);
  });

  test('of an assignee who has chosen no zone is due by the day of the browser that they signed in with', async () => {
    const reader = await program.signedIn('MANAGER');
    const signIn = (zone: string) =>
      reader.client.get(`/api-user/v1/users/${reader.user.userName}/info`, {
        token: reader.token,
        headers: { [TIME_ZONE_HEADER]: zone },
      });
    const settingsZone = async (): Promise<unknown> => {
      const { json } = await reader.client.get(`${API}/channels`, { token: reader.token });
      return (json['settings'] as { timeZone: string }).timeZone;
    };
    const due = (day: string, title: string) => addTask(title, day, { assignee_id: reader.user.id });
    expect(await settingsZone()).toBe('UTC');
    expect((await signIn('Pacific/Honolulu')).status).toBe(200);
    // Nodes may know it, but the tables do not take abbreviations.
    expect((await signIn('EST5EDT')).status).toBe(200);
    expect(await settingsZone()).toBe('Pacific/Honolulu');
    await due('2027-03-11', 'At the beach');
    await look(new Date('2027-03-11T09:59:00Z'));
    expect(await subjectsOf(reader, 'TASK_DUE')).toEqual([]);
    await look(new Date('2027-03-11T10:00:00Z'));
    expect(await subjectsOf(reader, 'TASK_DUE')).toEqual(['Task due Mar 11, 2027: At the beach']);
    await signIn('Pacific/Auckland');
    await due('2027-03-12', 'At home');
    await look(new Date('2027-03-11T10:59:00Z'));
    expect((await subjectsOf(reader, 'TASK_DUE')).slice(1)).toEqual([]);
    await look(new Date('2027-03-11T11:00:00Z'));
    expect((await subjectsOf(reader, 'TASK_DUE')).slice(1)).toEqual(['Task due Mar 12, 2027: At home']);
  });

  test('that was finished, moved or handed over after it was found notifies no one', async () => {
    const other = await program.user('MANAGER');
    const changes = [
      { status: 'DONE', done_at: NOON, done_by: 'R' },
      { due_on: '2029-06-05' },
      { assignee_id: other.id },
    ] as const;
    for (const [index, change] of changes.entries()) {
      const title = `Soon changed ${index}`;
      await addTask(title, '2029-05-05');
      const update = () => program.owner.updateTable('tasks').set(change).where('title', '=', title).execute();
      expect(await isClaimedAfter('tasks', new Date('2029-05-05T12:00:00Z'), update)).toBe(false);
      await program.owner.deleteFrom('tasks').where('title', '=', title).execute();
    }
  });

  test('is due by the clock of the database, whatever the clock of the node shows', async () => {
    await addTask('Much later', '2031-05-05');
    const { services } = program.server.app;
    const noonThen = { now: () => Date.parse('2031-05-05T12:00:00Z') };
    const stop = startReminders({ ...services, config: { notificationDays: 36_500 }, clock: noonThen });
    const isSent = async () => (await subjectsOf(manager, 'TASK_DUE')).includes('Task due May 5, 2031: Much later');
    await until(isSent, 'the reminder of 2031').finally(stop);
  });
});

describe('a document that expires', () => {
  /** What this reader is told of the document from now on. */
  const announcementsTo = async (reader: Reader): Promise<() => Promise<string[]>> => {
    const before = (await subjectsOf(reader, 'DOCUMENT_EXPIRING')).length;
    return async () => (await subjectsOf(reader, 'DOCUMENT_EXPIRING')).slice(before);
  };
  const until = (day: string | null) =>
    sql`update compliance_documents set status = 'APPROVED', expires_on = ${day}::date
      where id = ${program.rows.document}`.execute(program.owner);

  test('is announced 30, 7 and 1 days before, once each, to its parties; after a renewal it starts over', async () => {
    const [ofSupplier, ofManager] = [await announcementsTo(supplier), await announcementsTo(manager)];
    await until('2026-04-09');
    const counts: number[] = [];
    for (const days of [-1, 0, 1, 4, 22, 23, 28, 29, 29, 30]) {
      await look(at(days));
      counts.push((await ofSupplier()).length);
    }
    expect(counts).toEqual([0, 1, 1, 1, 1, 2, 2, 3, 3, 3]);
    expect((await ofManager())[0]).toBe('RN of A B expires Apr 9, 2026');
    await until('2026-05-09');
    await look(at(30));
    expect((await ofSupplier()).slice(3)).toEqual(['RN of A B expires May 9, 2026']);
    await until(null);
  });

  test('is announced at the next mark if the server was down for longer than a weekend', async () => {
    const ofSupplier = await announcementsTo(supplier);
    await until('2026-08-01');
    await look(new Date('2026-07-10T00:00:00Z'));
    await look(new Date('2026-07-28T00:00:00Z'));
    expect(await ofSupplier()).toEqual(['RN of A B expires Aug 1, 2026']);
    await until(null);
  });

  test('is announced by the day of its facility, also on the last one', async () => {
    const ofSupplier = await announcementsTo(supplier);
    // Midnight in Chicago is at 5:00 UTC.
    await until('2027-09-30');
    await look(new Date('2027-08-31T04:59:00Z'));
    expect(await ofSupplier()).toHaveLength(0);
    await look(new Date('2027-08-31T05:00:00Z'));
    expect(await ofSupplier()).toHaveLength(1);
    await look(new Date('2027-10-01T04:59:00Z'));
    expect(await ofSupplier()).toHaveLength(2);
    await until(null);
  });

  describe('is no longer valid', () => {
    const stateOf = async () => {
      const { rows } = await sql<{ status: string; percent: number; completed: Date | null }>`
        select d.status, a.compliance_percent as percent, a.files_completed_at as completed
        from compliance_documents d join assignments a on a.id = d.assignment_id
        where d.id = ${program.rows.document}`.execute(program.owner);
      return rows[0];
    };
    const completed = new Date('2026-03-01T12:00:00Z');
    const expiredSubjects = async (reader: Reader) =>
      (await subjectsOf(reader, 'DOCUMENT_EXPIRING')).filter((subject) => subject.includes('expired'));
    const setAssignment = (status: string) =>
      sql`update assignments set status = ${status}, compliance_percent = 100, files_completed_at = ${completed},
        ended_on = case when ${status} = 'COMPLETED' then planned_end end
        where id = ${program.rows.assignment}`.execute(program.owner);
    const before = { status: 'APPROVED', percent: 100, completed };
    let was = '';
    beforeAll(async () => {
      const { rows } = await sql<{ status: string }>`
        select status from assignments where id = ${program.rows.assignment}`.execute(program.owner);
      was = rows[0]?.status ?? '';
    });
    beforeEach(() => setAssignment(was));
    afterAll(async () => {
      await setAssignment(was);
      await until(null);
    });

    test('from the day after at its facility: it is expired, its file incomplete, and its parties learn it once', async () => {
      await until('2027-10-30');
      // In Chicago it is still the last day.
      await look(new Date('2027-10-31T04:59:00Z'));
      expect(await stateOf()).toEqual(before);
      const dayAfter = new Date('2027-10-31T05:00:00Z');
      await Promise.all([look(dayAfter), look(dayAfter), look(dayAfter)]);
      await look(dayAfter);
      // The file was complete on that day of the past, whatever expires since.
      expect(await stateOf()).toEqual({ status: 'EXPIRED', percent: 0, completed });
      for (const reader of [manager, supplier]) {
        expect(await expiredSubjects(reader)).toEqual(['RN of A B expired Oct 30, 2027']);
      }
      const { rows } = await sql`
        select actor, action, changes from record_events where record_id = ${program.rows.document}
        order by id desc limit 1`.execute(program.owner);
      expect(rows).toEqual([{ actor: null, action: null, changes: { status: ['APPROVED', 'EXPIRED'] } }]);
    });

    test('also after more than a weekend, which is not announced any more', async () => {
      const known = await expiredSubjects(supplier);
      await until('2027-10-20');
      await look(new Date('2027-10-31T05:00:00Z'));
      expect(await stateOf()).toMatchObject({ status: 'EXPIRED', percent: 0 });
      expect(await expiredSubjects(supplier)).toEqual(known);
    });

    test('after its assignment has ended: the file stays as complete as it was, and no one is told', async () => {
      const known = await expiredSubjects(supplier);
      await setAssignment('COMPLETED');
      await until('2027-10-30');
      await look(new Date('2027-10-31T05:00:00Z'));
      expect(await stateOf()).toEqual({ status: 'EXPIRED', percent: 100, completed });
      expect(await expiredSubjects(supplier)).toEqual(known);
    });

    test('unless it was renewed after it was found', async () => {
      await until('2027-10-30');
      const renew = () => until('2028-10-30');
      expect(await isClaimedAfter('expired documents', new Date('2027-10-31T05:00:00Z'), renew)).toBe(false);
      expect(await stateOf()).toEqual(before);
    });
  });
});

test('a document that was renewed or declined after it was found is not announced', async () => {
  const now = new Date('2029-06-01T12:00:00Z');
  const set = (values: object) =>
    program.owner.updateTable('compliance_documents').set(values).where('id', '=', program.rows.document).execute();
  for (const change of [{ expires_on: '2030-06-02' }, { status: 'DECLINED' }]) {
    await set({ expires_on: '2029-06-02' });
    expect(await isClaimedAfter('documents', now, () => set(change))).toBe(false);
  }
  await set({ status: 'APPROVED', expires_on: '2029-06-02' });
  expect(await isClaimedAfter('documents', now, () => Promise.resolve())).toBe(true);
  await set({ expires_on: null });
});

test('an assignment that ends soon at its facility requests a decision once', async () => {
  // Midnight in Chicago is at 5:00 UTC.
  await look(new Date('2026-05-11T04:59:00Z'));
  expect(await subjectsOf(supplier, 'EXTENSION_DUE')).toEqual([]);
  await Promise.all([look(new Date('2026-05-11T05:00:00Z')), look(new Date('2026-05-11T05:00:00Z'))]);
  expect(await subjectsOf(supplier, 'EXTENSION_DUE')).toEqual(['Extend A B? The assignment ends Jun 1, 2026']);
  const { rows } = await sql<{ due: string }>`
    select extension_decision_due::text as due from assignments where id = ${program.rows.assignment}`.execute(
    program.owner,
  );
  expect(rows[0]?.due).toBe('2026-05-25');
});

test('an invoice is past due the day after at its facility, which is notified once, as the manager is', async () => {
  const before = await subjectsOf(manager, 'INVOICE_PAST_DUE');
  const since = async () => (await subjectsOf(manager, 'INVOICE_PAST_DUE')).slice(before.length);
  await sql`update invoices set status = 'INVOICE_DUE', due_on = '2026-09-01' where number in (10, 20)`.execute(
    program.owner,
  );
  // Midnight is at 5:00 UTC at the other facility, in Chicago, and at 7:00 at this one.
  await sql`update facilities set time_zone = 'America/Los_Angeles' where id = ${program.world.facility[0].id}`.execute(
    program.owner,
  );
  await look(new Date('2026-09-02T04:59:00Z'));
  expect(await since()).toEqual([]);
  await look(new Date('2026-09-02T05:00:00Z'));
  expect(await since()).toEqual(['Invoice 20 is past due']);
  await look(new Date('2026-09-02T06:59:00Z'));
  expect(await since()).toEqual(['Invoice 20 is past due']);
  await Promise.all([look(new Date('2026-09-02T07:00:00Z')), look(new Date('2026-09-02T07:00:00Z'))]);
  expect((await since()).sort()).toEqual(['Invoice 10 is past due', 'Invoice 20 is past due']);
  expect(await subjectsOf(supplier, 'INVOICE_PAST_DUE')).toEqual([]);
});

test('a new job finds matching candidates and former ones; once filled, it closes automatically', async () => {
  const recruiter = await program.signedIn('SUPPLIER-2');
  await sql`update users set agency_user_type = 'ATS_AGENCY_RECRUITER', user_type = 'AGENCY' where id = ${recruiter.user.id}`.execute(
    program.owner,
  );
  await sql`update candidates set recruiter_id = ${recruiter.user.id} where id = ${program.world.candidateOf[1]}`.execute(
    program.owner,
  );
  // The other supplier's candidate is available again and would return.
  await sql`update assignments set status = 'COMPLETED', ended_on = planned_end, rehire = true
    where candidate_id = ${program.world.candidateOf[1]}`.execute(program.owner);
  const { rows: jobs } = await sql<{ id: string }>`
    update jobs set status = 'OPEN', posted_at = ${at(200)}, start_date = '2026-10-01', end_date = '2026-12-01'
    where number in (11, 21) returning id`.execute(program.owner);
  expect(jobs.length).toBe(2);
  await Promise.all([look(at(200)), look(at(200))]);
  expect((await subjectsOf(recruiter, 'CANDIDATE_JOB_MATCHING')).sort()).toEqual([
    'A B matches Job 11',
    'A B matches Job 21',
  ]);
  expect(await subjectsOf(recruiter, 'PREFERRED_CLIENT_MATCHING')).toEqual(['A B prefers F2']);
  expect(await subjectsOf(supplier, 'CANDIDATE_JOB_MATCHING')).toEqual([]);
  const { events } = await recruiter.since(0);
  const match = events.find(({ notification }) => notification?.subCategoryCode === 'CANDIDATE_JOB_MATCHING');
  expect(match?.notification?.recruiterId).toBe(recruiter.user.id);

  await sql`update jobs set openings_filled = openings where number = 11`.execute(program.owner);
  await Promise.all([look(at(200)), look(at(200))]);
  expect((await subjectsOf(manager, 'AUTOMATED_JOB_UPDATES')).length).toBe(1);
  const { rows } = await sql<{ status: string }>`select status from jobs where number = 11`.execute(program.owner);
  expect(rows[0]?.status).toBe('CLOSED');
});

test('one that fails is logged; the others are sent, and it is retried next time', async () => {
  const now = new Date('2027-02-15T12:00:00Z');
  // Whatever else is due by then.
  await look(now);
  const before = (await subjectsOf(manager, 'TASK_DUE')).length;
  const since = async () => (await subjectsOf(manager, 'TASK_DUE')).slice(before).sort();
  const logged = program.server.log.length;
  const [first, second] = ['Task due Feb 15, 2027: Ask the unit', 'Task due Feb 15, 2027: Book the room'];
  await addTask('Ask the unit', '2027-02-15');
  await addTask('Book the room', '2027-02-15');

  const { services } = program.server.app;
  const publish = jest
    .fn((...event: Parameters<Notifier['publish']>) => services.notifier.publish(...event))
    .mockRejectedValueOnce(new Error('no'));
  expect(await runReminderJobs({ ...services, notifier: { publish } as unknown as Notifier }, now)).toBe(1);
  expect(publish).toHaveBeenCalledTimes(2);
  const sent = await since();
  expect([[first], [second]]).toContainEqual(sent);
  expect(program.server.log.slice(logged).join('')).toContain('a reminder could not be published');
  expect(await look(now)).toBe(1);
  expect(await since()).toEqual([first, second]);
  expect(await look(now)).toBe(0);
});

test('a job that fails is logged with its program; the later ones and those of other programs are done', async () => {
  const other = await startProgram('TWO', program.server);
  const logged = program.server.log.length;
  const [first, ...later] = REMINDER_JOBS.map((job) => jest.spyOn(job, 'find'));
  first!.mockRejectedValue(new Error('no'));
  await look(new Date('2027-02-15T13:00:00Z'));
  const failures = program.server.log.slice(logged).filter((line) => line.includes('due reminders could not be found'));
  for (const { world } of [program, other])
    expect(failures.filter((line) => line.includes('"tasks"') && line.includes(world.tenantId))).toHaveLength(1);
  for (const find of later) expect(find).toHaveBeenCalledTimes(2);
  jest.restoreAllMocks();
});
