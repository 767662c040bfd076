/** Mail about notifications: to whom, how often, and what it says. */
import { notifyPermissionChange } from '../../../server/features/roles/roleUpdates';
import { send } from '../broadcasts/support';
import { program, useProgram, disputed, uploaded, mailsOf, letTimePass, wanting } from './mailProgram';
import { SECTIONS, API, setActive } from './support';

useProgram();

test('immediate: one mail for each, with its link, and a link that stops that kind', async () => {
  const reader = await wanting();
  await disputed();
  await uploaded();
  const mails = await mailsOf(reader);
  expect(mails.length).toBe(2);
  const { events } = await reader.since(0);
  for (const { notification } of events) {
    const mail = mails.find(({ subject }) => subject === notification?.subject);
    expect(mail?.text).toContain(`/open?notification=${notification?.id}`);
    expect(mail?.text).toContain(`No more emails about '${notification?.subCategoryName}': `);
    expect(mail?.html).toContain(`/open?notification=${notification?.id}"`);
  }
});

test.each(['HOURLY', 'MORNING'] as const)(
  '%s: everything since then in one mail, by tab, with a link each',
  async (mailMode) => {
    const reader = await wanting({ mailMode, timeZone: 'America/Chicago' });
    await disputed();
    await disputed();
    await uploaded();
    expect(await mailsOf(reader)).toEqual([]);
    await letTimePass(reader);
    const mails = await mailsOf(reader);
    expect(mails.map(({ subject }) => subject)).toEqual(['3 notifications: Back Office 2, Compliance 1']);
    const { events } = await reader.since(0);
    for (const { notification } of events) expect(mails[0]?.text).toContain(`/open?notification=${notification?.id}`);
    // Times are in the reader's time zone.
    expect(mails[0]?.text).toMatch(/\d\d\/\d\d\/\d{4} \d+:\d\d [AP]M C[SD]T /);
    expect((await mailsOf(reader)).length).toBe(1);
  },
);

test('a time zone that the database does not know is refused, and stops neither mail nor the change it is about', async () => {
  const reader = await wanting();
  for (const timeZone of ['US/Pacific-New', 'AGT', 'IST']) {
    const body = { mailMode: 'HOURLY', morningAt: '07:00', quietFrom: null, quietTo: null, timeZone };
    const answer = await reader.client.request('PUT', `${API}/channels/settings`, { token: reader.token, body });
    expect([timeZone, answer.status, answer.json['errorMessage']]).toEqual([
      timeZone,
      400,
      'This time zone is not known here. Please choose another one.',
    ]);
  }
  // As after moving to a database with an older list of zones.
  await program.owner
    .updateTable('notification_settings')
    .set({ time_zone: 'US/Pacific-New' })
    .where('user_id', '=', reader.user.id)
    .execute();
  await disputed();
  expect((await mailsOf(reader)).length).toBe(1);
});

test('broadcasts, release notes and role updates are mailed on request, and the link of such a mail stops them', async () => {
  const kinds = ['BROADCAST', 'RELEASE_NOTES', 'ROLE_PERMISSION_UPDATE'];
  const reader = await wanting({}, kinds);
  const other = await wanting({}, []);
  await send(program, { subject: 'Closing time', template: '<p>We close at <b>six</b>.</p>' });
  await send(program, { subject: 'Version 2', release_notes: true });
  await program.server.database.withScope(program.scope(), (queries) =>
    notifyPermissionChange(program.server.app.services.notifier, queries, {
      ...{ organizationId: reader.user.organizationId, roleName: 'Manager', subject: 'You may do more' },
      ...{ added: ['MENU_JOB'], removed: [], changedBy: reader.user.id, userIds: [reader.user.id, other.user.id] },
    }),
  );
  const mails = await mailsOf(reader);
  expect(mails.map(({ subject }) => subject).sort()).toEqual(['Closing time', 'Version 2', 'You may do more']);
  const { events } = await reader.since(0);
  for (const { notification } of events) {
    const mail = mails.find(({ subject }) => subject === notification?.subject);
    expect(mail?.text).toContain(`/open?notification=${notification?.id}`);
    expect(mail?.text).toContain(`No more emails about '${notification?.subCategoryName}': `);
  }
  expect(mails.find(({ subject }) => subject === 'Closing time')?.text).toContain('We close at six.');
  expect(await mailsOf(other)).toEqual([]);
  const link = /No more emails about 'Broadcast': (\S+)/.exec(
    mails.find(({ subject }) => subject === 'Closing time')?.text ?? '',
  )?.[1];
  const stopped = await fetch(program.server.url + new URL(link ?? '').pathname + new URL(link ?? '').search, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(stopped.status).toBe(200);
  await send(program, { subject: 'Closing time again' });
  await send(program, { subject: 'Version 3', release_notes: true });
  expect((await mailsOf(reader)).map(({ subject }) => subject)).toContain('Version 3');
  expect((await mailsOf(reader)).map(({ subject }) => subject)).not.toContain('Closing time again');
});

test('a reminder to accept is one mail, also to users with mail about broadcasts', async () => {
  const reader = await wanting({}, ['BROADCAST']);
  const sender = await program.signedIn('MANAGER', [...SECTIONS, 'BROADCAST_SEND']);
  const id = await send(program, { subject: 'Once' });
  const answer = await sender.client.post(
    `/api-user/v1/broadcasts/${id}/remind`,
    { requestId: crypto.randomUUID() },
    { token: sender.token },
  );
  expect(answer.status).toBe(200);
  expect((await mailsOf(reader)).map(({ subject }) => subject).sort()).toEqual(['Once', 'Reminder: Once']);
});

test('nothing is mailed to a deactivated organization, neither news nor what was waiting; a reactivated one gets the next news', async () => {
  const reader = await wanting({ mailMode: 'HOURLY' }, ['TIMESHEET_DISPUTED'], program, 'SUPPLIER-1');
  const outcomes = async () =>
    (
      await program.owner
        .selectFrom('notification_deliveries')
        .where('user_id', '=', reader.user.id)
        .orderBy('id')
        .select(['status', 'problem'])
        .execute()
    ).map(({ status, problem }) => [status, problem]);
  await disputed();
  await setActive(program, reader, false);
  expect(await disputed()).not.toContain(reader.user.id);
  await letTimePass(reader);
  expect(await mailsOf(reader)).toEqual([]);
  expect(await outcomes()).toEqual([['GIVEN_UP', 'The account is deactivated.']]);
  await setActive(program, reader, true);
  expect(await disputed()).toContain(reader.user.id);
  await letTimePass(reader);
  expect((await mailsOf(reader)).length).toBe(1);
});

test('required mail is sent even if the user has everything else off, and cannot be stopped', async () => {
  const reader = await wanting({}, []);
  await program.publish({ kind: 'assignment', what: 'EARLY_TERMINATION', assignmentId: program.rows.assignment });
  const [mail] = await mailsOf(reader);
  expect(mail?.text).not.toContain('No more emails about');
});
