/** Recipients, permissions and preferences of notifications: over the API, and against the database's own rules. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { SUB_CATEGORIES } from '../../../contract/notifications/kinds';
import type { Notification } from '../../../contract/notifications/notification';
import { API, SECTIONS, sequencesOf, setActive, startProgram, type Place, type Program, type Reader } from './support';

let program: Program;
let stranger: Program;
let manager: Reader;
const ids = {} as Record<Place, string>;
const SENDS = [...SECTIONS, 'NOTIFICATIONS_ACTIVITY_SEND_COMPANY_NOTIFICATIONS'] as const;
const PLACES: readonly Place[] = ['MANAGER', 'FACILITY-1', 'FACILITY-2', 'SUPPLIER-1', 'SUPPLIER-2'];

beforeAll(async () => {
  program = await startProgram('ONE');
  stranger = await startProgram('TWO', program.server);
  for (const place of PLACES) {
    ids[place] = (await program.user(place)).id;
    await stranger.user(place);
  }
  manager = await program.signedIn('MANAGER', SENDS);
});
afterAll(() => program.server.stop());

const placesOf = (notified: readonly string[]): Place[] => PLACES.filter((place) => notified.includes(ids[place]));

describe('who is notified', () => {
  test.each([
    ['a submission', 'submission', 'SUBMISSION_CREATED', ['MANAGER', 'FACILITY-1', 'SUPPLIER-1']],
    ['a document', 'document', 'DOCUMENT_UPLOADED', ['MANAGER', 'FACILITY-1', 'SUPPLIER-1']],
    ['a timesheet', 'timesheet', 'TIMESHEET_SUBMITTED', ['MANAGER', 'FACILITY-1', 'SUPPLIER-1']],
    ['an invoice of a facility', 'invoice', 'INVOICE_ISSUED', ['MANAGER', 'FACILITY-1']],
    ['a posted job', 'job', 'NEW_JOB_POSTED', ['MANAGER', 'FACILITY-1', 'SUPPLIER-1', 'SUPPLIER-2']],
  ] as const)(
    'of %s are its parties, and no one of another supplier, facility or program',
    async (_n, kind, what, places) => {
      const notified = await program.publish({ kind, what, [`${kind}Id`]: program.rows[kind] } as never);
      expect(placesOf(notified)).toEqual(places);
      const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from users u join organizations o on o.id = u.organization_id
      where u.id = any (${[...notified]}::uuid[]) and o.tenant_id <> ${program.world.tenantId}`.execute(program.owner);
      expect(rows[0]?.n).toBe(0);
    },
  );

  test('are users who may open the section and are not disabled', async () => {
    const [without, gone] = [await program.user('MANAGER', ['MENU_JOB']), await program.user('MANAGER')];
    await program.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', gone.id).execute();
    const notified = await program.publish({
      kind: 'timesheet',
      what: 'TIMESHEET_SUBMITTED',
      timesheetId: program.rows.timesheet,
    });
    expect([without.id, gone.id, ids.MANAGER].map((id) => notified.includes(id))).toEqual([false, false, true]);
  });

  test('are users who want it, and everyone if it is required; mail is sent to users who want mail', async () => {
    const reader = await program.signedIn('FACILITY-1');
    const save = (subCategoryCode: string, notification: boolean, emailNotification: boolean) =>
      reader.client.request('PUT', `/api-user/v1/users/${reader.user.id}/notification-preferences`, {
        token: reader.token,
        body: {
          records: [
            { subCategoryCode, notification, emailNotification, mobileNotification: false, allNotification: false },
          ],
        },
      });
    expect((await save('TIMESHEET_SUBMITTED', false, false)).status).toBe(200);
    expect((await save('DOCUMENT_UPLOADED', true, true)).status).toBe(200);
    expect((await save('ASSIGNMENT_BOOKED', false, false)).json['errorMessage']).toMatch(
      /^'Assignment Booked' is required and stays on\. Nothing was saved\.$/,
    );
    const { rows } = program;
    const notified = [
      await program.publish({ kind: 'timesheet', what: 'TIMESHEET_SUBMITTED', timesheetId: rows.timesheet }),
      await program.publish({ kind: 'document', what: 'DOCUMENT_UPLOADED', documentId: rows.document }),
      await program.publish({ kind: 'assignment', what: 'ASSIGNMENT_BOOKED', assignmentId: rows.assignment }),
    ].map((those) => those.includes(reader.user.id));
    expect(notified).toEqual([false, true, true]);
    const mails = await program.server.mailsTo(reader.user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Review needed: RN of A B']);
    expect(mails[0]?.text).toMatch(/\n\nYou get this email because your notification preferences ask for it/);
    await program.publish({ kind: 'assignment', what: 'EARLY_TERMINATION', assignmentId: rows.assignment });
    expect((await program.server.mailsTo(reader.user.email)).length).toBe(2);
  });

  test('of a user’s own action are users who chose all; for a required kind also the acting user', async () => {
    const reader = await program.signedIn('MANAGER');
    const notify = async (): Promise<boolean> =>
      (
        await program.publish(
          { kind: 'document', what: 'DOCUMENT_DECLINED', documentId: program.rows.document },
          'MANAGER',
          reader.user.id,
        )
      ).includes(reader.user.id);
    expect(await notify()).toBe(false);
    await reader.client.request('PUT', `/api-user/v1/users/${reader.user.id}/notification-preferences`, {
      token: reader.token,
      body: {
        records: [
          {
            subCategoryCode: 'DOCUMENT_DECLINED',
            notification: true,
            emailNotification: false,
            mobileNotification: false,
            allNotification: true,
          },
        ],
      },
    });
    expect(await notify()).toBe(true);
  });

  test('are decided by the database: no one can notify about records of others', async () => {
    const { submission } = program.rows;
    const publishing = program.publish(
      { kind: 'submission', what: 'OFFER_MADE', submissionId: submission },
      'SUPPLIER-2',
    );
    await expect(publishing).rejects.toThrow(/the submission of a OFFER_MADE event does not exist/);
    const forging = program.server.database.withScope(program.scope('SUPPLIER-2'), (queries) =>
      sql`select * from notification_send('SUBMISSIONS', 'OFFER_MADE', 'SUBMISSIONS', '{}', '', '{}', 'PARTIES', ${program.world.facility[0].id},
        ${program.world.supplier[0].id}, null, '{}', null, true, false, true, '{}', false, false, null)`.execute(
        queries,
      ),
    );
    await expect(forging).rejects.toMatchObject({ code: '42501' });
  });

  test('are notified only if the change is committed', async () => {
    const before = (await sequencesOf(program.owner, ids.MANAGER)).length;
    const undone = program.server.database.withScope(program.scope(), async (queries) => {
      await program.server.app.services.notifier.publish(
        queries,
        { kind: 'company', what: 'COMPANY', subject: 'x', text: 'x' },
        { organizationType: 'VMS' },
      );
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect((await sequencesOf(program.owner, ids.MANAGER)).length).toBe(before);
  });
});

describe("another user's notifications", () => {
  const calls = ['/count', '', '/search', '/broadcasts/search', '/last-read', '/chat/unread'];
  const bodyFor = (path: string) =>
    path.endsWith('search')
      ? { categoryCode: 'BROADCAST', keyword: '' }
      : path.startsWith('/chat')
        ? { candidateIds: [] }
        : { context: manager.context };

  test.each(calls)('are not found: POST %s', async (path) => {
    for (const userId of [ids['FACILITY-1'], randomUUID()]) {
      const answer = await manager.client.post(`${API}${path}`, { userId, ...bodyFor(path) }, { token: manager.token });
      expect([answer.status, answer.json['errorCode']]).toEqual([404, 'not.found']);
    }
  });

  test('are not found either with another user’s context', async () => {
    const other = await program.signedIn('MANAGER');
    for (const context of [other.context, 'x', `${manager.context}x`]) {
      const answer = await manager.client.post(
        `${API}/count`,
        { userId: manager.user.id, context },
        { token: manager.token },
      );
      expect(answer.status).toBe(404);
    }
  });

  test.each(['notification-preferences', 'notification-configs'])('nor their %s', async (path) => {
    const answer = await manager.client.get(`/api-user/v1/users/${ids['FACILITY-1']}/${path}`, {
      token: manager.token,
    });
    expect(answer.status).toBe(404);
  });
});

describe('a company notification', () => {
  const send = (reader: Reader, requestId: string, body: Record<string, unknown> = {}) =>
    reader.client.post(
      `${API}/company`,
      { subject: 'Holiday', template: 'Closed <b>on</b>\n\nMonday', requestId, ...body },
      { token: reader.token },
    );

  const reach = async (reader: Reader) =>
    (await reader.client.get(`${API}/company/reach`, { token: reader.token })).json as { readonly people: number };

  test('reaches every user of the program once, even if sent repeatedly', async () => {
    const requestId = randomUUID();
    const before = (await sequencesOf(program.owner, ids['SUPPLIER-2'])).length;
    const { people } = await reach(manager);
    const answers = await Promise.all([send(manager, requestId), send(manager, requestId), send(manager, requestId)]);
    expect(answers.map(({ json }) => json)).toEqual(Array(3).fill({ message: 'companyNotificationSent' }));
    expect((await sequencesOf(program.owner, ids['SUPPLIER-2'])).length).toBe(before + 1);
    const { rows } = await sql<{ people: number }>`
      select count(*)::integer as people from notification_events e join notification_contents c on c.id = e.content_id
      where c.content ->> 'subject' = 'Holiday'`.execute(program.owner);
    expect(rows).toEqual([{ people }]);
    const { notifications } = await manager.post<{ notifications: Notification[] }>('/search', {
      categoryCode: 'BROADCAST',
      keyword: 'holiday',
      context: undefined,
    });
    expect(notifications.map(({ categoryCode, subject, template }) => [categoryCode, subject, template])).toEqual([
      ['COMPANY', 'Holiday', '<p>Closed &lt;b&gt;on&lt;/b&gt;</p><p>Monday</p>'],
    ]);
  });

  test('is not mistaken for the first if it is sent again with another text', async () => {
    const requestId = randomUUID();
    await send(manager, requestId);
    const before = (await sequencesOf(program.owner, ids['SUPPLIER-2'])).length;
    for (const other of [{ subject: 'Holidays' }, { template: 'Closed on Tuesday' }]) {
      const { status, json } = await send(manager, requestId, other);
      expect([status, json['errorMessage']]).toEqual([
        409,
        'This notification was already sent, with an earlier text. Please close this, and send your correction as a new notification.',
      ]);
    }
    expect((await send(manager, requestId)).status).toBe(200);
    expect((await sequencesOf(program.owner, ids['SUPPLIER-2'])).length).toBe(before);
  });

  test('reports as recipients the users who want it in the program, or only in the organization', async () => {
    const before = (await reach(manager)).people;
    const supplier = await program.signedIn('SUPPLIER-1', SENDS);
    const ofSupplier = (await reach(supplier)).people;
    const unwilling = await program.user('SUPPLIER-1');
    expect([(await reach(manager)).people, (await reach(supplier)).people]).toEqual([before + 2, ofSupplier + 1]);
    await program.owner
      .insertInto('notification_preferences')
      .values({
        user_id: unwilling.id,
        organization_id: program.scope('SUPPLIER-1').organizationId,
        sub_category_code: 'COMPANY',
        notification: false,
        email_notification: false,
        mobile_notification: false,
        all_notification: false,
      })
      .execute();
    expect([(await reach(manager)).people, (await reach(supplier)).people]).toEqual([before + 1, ofSupplier]);
    await setActive(program, supplier, false);
    expect((await reach(manager)).people).toBe(before + 1 - ofSupplier);
    await setActive(program, supplier, true);
  });

  test('needs the permission', async () => {
    const other = await program.signedIn('MANAGER');
    const counted = await other.client.get(`${API}/company/reach`, { token: other.token });
    expect(counted.json['errorCode']).toBe('server.unauthorized');
    const answer = await send(other, randomUUID());
    expect([answer.status, answer.json['errorCode']]).toEqual([401, 'server.unauthorized']);
  });

  test.each([
    ['no subject', { subject: ' ' }],
    ['no message', { template: '\n' }],
    ['10,001 characters', { template: 'x'.repeat(10_001) }],
  ])('with %s is refused', async (_what, body) => {
    expect((await send(manager, randomUUID(), body)).status).toBe(400);
  });
});

test('a document opens only for its recipients, and only if there is one', async () => {
  const event = {
    kind: 'company',
    what: 'RELEASE_NOTES',
    subject: 'News',
    text: 'Lists',
    documentName: 'News.pdf',
  } as const;
  await program.publish(event);
  await program.announce('without a document');
  const { notifications } = await manager.post<{ notifications: Notification[] }>('/search', {
    categoryCode: 'BROADCAST',
    keyword: '',
    context: undefined,
  });
  const [without, withOne] = notifications as [Notification, Notification];
  const load = (reader: Reader, id: string) => reader.client.get(`${API}/${id}/document`, { token: reader.token });
  const answer = await load(manager, withOne.id);
  expect([answer.status, answer.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  const late = await program.signedIn('MANAGER');
  const others = [await load(manager, without.id), await load(manager, randomUUID()), await load(late, withOne.id)];
  expect(others.map(({ status }) => status)).toEqual([404, 404, 404]);
});

describe('preferences', () => {
  test('are by category, with defaults, and saved all or none', async () => {
    const reader = await program.signedIn('FACILITY-2');
    const path = `/api-user/v1/users/${reader.user.id}/notification-preferences`;
    const rows = async () =>
      (
        (await reader.client.get(path, { token: reader.token })).json as unknown as {
          subCategories: Record<string, unknown>[];
        }[]
      ).flatMap(({ subCategories }) => subCategories);
    const record = (subCategoryCode: string, notification: boolean, emailNotification = false) => ({
      subCategoryCode,
      notification,
      emailNotification,
      mobileNotification: false,
      allNotification: false,
    });
    const save = (records: unknown[]) => reader.client.request('PUT', path, { token: reader.token, body: { records } });
    const before = await rows();
    // Three rows exist only if the organization has the configuration.
    expect(before.length).toBe(Object.keys(SUB_CATEGORIES).length - 3);
    expect((await save([record('JOB_UPDATED', false), record('OFFER_MADE', true, false)])).status).toBe(400);
    expect(await rows()).toEqual(before);
    expect((await save([record('JOB_UPDATED', false), record('OFFER_MADE', false, true)])).json).toEqual({
      message: 'saveUserPreferences',
    });
    const changed = (await rows()).filter((row) => row['id'] !== null);
    expect(changed.map((row) => [row['subCategoryCode'], row['notification'], row['emailNotification']])).toEqual([
      ['JOB_UPDATED', false, false],
      ['OFFER_MADE', false, true],
    ]);
    expect((await save([record('JOB_UPDATED', true), record('JOB_UPDATED', false)])).status).toBe(400);
  });

  test('of one row that are changed in two tabs are all kept', async () => {
    const reader = await program.signedIn('MANAGER');
    const path = `/api-user/v1/users/${reader.user.id}/notification-preferences`;
    const save = async (flags: Record<string, boolean>) => {
      const body = { records: [{ subCategoryCode: 'SUBMISSION_CREATED', ...flags }] };
      const { status, json } = await reader.client.request('PUT', path, { token: reader.token, body });
      return status === 200 ? null : json['errorMessage'];
    };
    const row = async () => {
      const { json } = await reader.client.get(path, { token: reader.token });
      const groups = json as unknown as { subCategories: Record<string, unknown>[] }[];
      const found = groups.flatMap(({ subCategories }) => subCategories);
      const { notification, emailNotification, mobileNotification, allNotification } =
        found.find(({ subCategoryCode }) => subCategoryCode === 'SUBMISSION_CREATED') ?? {};
      return [notification, emailNotification, mobileNotification, allNotification];
    };
    await save({});
    expect(await row()).toEqual([true, false, false, false]);
    await Promise.all([save({ emailNotification: true }), save({ mobileNotification: true })]);
    await save({ allNotification: true });
    expect(await row()).toEqual([true, true, true, true]);

    // The other tab does not show the email that was turned on here.
    await save({ notification: false });
    expect(await row()).toEqual([false, false, true, true]);
    expect(await save({ emailNotification: true })).toBe(
      "Email for 'Candidate Submitted' needs its notification, which is off now. Please open the preferences again. Nothing was saved.",
    );
    await save({ notification: true, emailNotification: true });
    expect(await row()).toEqual([true, true, true, true]);
  });

  test('rows of a configuration exist if the organization has it', async () => {
    await program.owner
      .updateTable('organizations')
      .set({ notification_configs: ['FACEBOOK_REGISTRATION'] })
      .where('id', '=', program.world.facility[0].id)
      .execute();
    const reader = await program.signedIn('FACILITY-1');
    const { json } = await reader.client.get(`/api-user/v1/users/${reader.user.id}/notification-configs`, {
      token: reader.token,
    });
    expect(json).toEqual([
      { label: 'MOBILE_CANDIDATE_REGISTRATION', value: false },
      { label: 'FACEBOOK_REGISTRATION', value: true },
      { label: 'LEAP_PROFILE_CREATED', value: false },
    ]);
  });

  test('the popup setting is saved', async () => {
    const reader = await program.signedIn('FACILITY-2');
    await reader.client.request('PUT', `${API}/popup`, { token: reader.token, body: { checked: false } });
    const row = await program.owner
      .selectFrom('users')
      .where('id', '=', reader.user.id)
      .select('show_popup')
      .executeTakeFirst();
    expect(row?.show_popup).toBe(false);
  });
});
