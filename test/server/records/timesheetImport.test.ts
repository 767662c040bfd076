/** Timesheets from a file: imported all or none of them, exactly once, by those who may. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addDays } from '../../../server/base/dates';
import { settleNotifications } from '../../../server/features/records/settleNotifications';
import { checkFile } from '../../../server/features/records/timesheetImport/checkFile';
import { templateLines } from '../../../server/features/records/timesheetImport/importTimesheets';
import type { Kind } from '../lists/support';
import { HEAD, PATH, file, lineOf, slashed, startImportWorld, type ImportWorld, type Sheet } from './importWorld';
import { actOnce, notifiedCodes } from './support';

let { world, missing, send, check, importFile, publishAll, stateOf } = {} as ImportWorld;
beforeAll(async () => {
  ({ world, missing, send, check, importFile, publishAll, stateOf } = await startImportWorld());
});
afterAll(() => world.stop());

test('the completed template is read, and imported once even if two users confirm', async () => {
  const template = await world.send('AGENCY', 'GET', `${PATH}/template`);
  const [head, ...lines] = template.text.replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toBe(HEAD);
  const first = lines.find((line) => line.endsWith(',,,,,,')) ?? '';
  expect((await check(file(first))).lines[0]?.problems).toEqual(['It has no hours.']);
  const filled = `${head}\r\n${first.replace(/(,){6}$/, ',36,4:30,,,12,"$$1,250.50"')}`;
  const before = await notifiedCodes(world);
  const seen = await check(filled);
  expect(seen).toMatchObject({ fileProblem: null, problems: 0, lines: [{ line: 2, worked: 2_430, problems: [] }] });
  const id = String(seen.lines[0]?.timesheetId);
  const [was] = await stateOf([id]);
  expect(was).toMatchObject({ status: expect.stringMatching(/MISSING|SAVED/) as string });

  const requestId = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => importFile(filled, 'AGENCY', requestId)));
  answers.push(await importFile(filled, 'AGENCY', requestId));
  expect(answers.map(({ imported }) => imported)).toEqual([1, 1, 1, 1]);
  const [now] = await stateOf([id]);
  expect(now).toMatchObject({
    status: 'SUBMITTED',
    version: Number(was?.['version']) + 1,
    regular: 2_160,
    overtime: 270,
    miles: 12,
    expenses: 125_050,
    bill: seen.lines[0]?.bill,
  });
  await publishAll();
  expect((await notifiedCodes(world)).slice(before.length)).toEqual(['TIMESHEET_SUBMITTED']);
  const other = await send('AGENCY', `?requestId=${requestId}`, file());
  expect([other.status, other.json['errorCode']]).toEqual([409, 'conflict']);
  // The same file again is a new request, and its conflicts are reported.
  expect(await importFile(filled)).toMatchObject({
    imported: 0,
    lines: [{ problems: ['The timesheet has hours already: it is submitted. Please remove this line from the file.'] }],
  });
});

/** A new user of each of two facilities, whom a line of this file notifies. */
async function readersOfTwo() {
  const { fixtures } = world.server;
  const { rows: sheets } = await sql<{ timesheet: string; facility: string }>`
    select distinct on (client_id) id as timesheet, client_id as facility from timesheets
    where agency_id = ${world.scopes.AGENCY.organizationId} and supplier_status = 'MISSING'
    order by client_id limit 2`.execute(world.owner);
  const readers: string[] = [];
  for (const { facility } of sheets) {
    fixtures.adopt(facility, facility);
    const { id } = await fixtures.user(facility, { userType: 'CLIENT', permissions: ['MENU_TIMESHEET'] });
    await sql`
      insert into notification_counters (user_id, organization_id, last_sequence, last_at)
      values (${id}, ${facility}, 1, date_trunc('milliseconds', now()))`.execute(world.owner);
    readers.push(id);
  }
  const ids = sheets.map(({ timesheet }) => timesheet);
  const known = (await missing(1_000)).filter(({ id }) => ids.includes(id));
  return { readers, ids, content: file(...known.map((sheet) => lineOf(sheet))) };
}

test('an import does not wait for the people whom it notifies; they are notified of each line once', async () => {
  const { readers, ids, content } = await readersOfTwo();
  await world.owner.transaction().execute(async (held) => {
    await sql`select from notification_counters where user_id = any (${readers}::uuid[]) for update`.execute(held);
    expect(await importFile(content)).toMatchObject({ imported: 2 });
  });
  const notified = async () => {
    const { rows } = await sql<{ user: string; about: string }>`
      select e.user_id as user, c.content ->> 'entityId' as about
      from notification_events e join notification_contents c on c.id = e.content_id
      where e.user_id = any (${readers}::uuid[])`.execute(world.owner);
    return rows;
  };
  expect(await notified()).toEqual([]);
  await Promise.all([publishAll(), publishAll(), publishAll()]);
  const expected = readers.map((user, index) => ({ user, about: ids[index] }));
  expect(await notified()).toHaveLength(2);
  expect(await notified()).toEqual(expect.arrayContaining(expected));
  await publishAll();
  expect(await notified()).toHaveLength(2);
});

const queued = async () =>
  (await sql<{ id: string }>`select event ->> 'timesheetId' as id from notification_queue`.execute(world.owner)).rows;

test('an import that fails notifies no one', async () => {
  await publishAll();
  const [sheet] = await missing(1);
  await sql`alter table timesheet_imports add constraint never check (imported < 0) not valid`.execute(world.owner);
  const { status } = await send('AGENCY', `?requestId=${randomUUID()}`, file(lineOf(sheet!)));
  expect(status).toBe(500);
  expect(await queued()).toEqual([]);
  await sql`alter table timesheet_imports drop constraint never`.execute(world.owner);
  expect(await importFile(file(lineOf(sheet!)))).toMatchObject({ imported: 1 });
  expect(await queued()).toEqual([{ id: sheet!.id }]);
});

test('a timesheet that is approved before anyone was notified of it asks no one to approve it', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from timesheets where client_id = ${world.scopes.CLIENT.organizationId}
      and agency_id = ${world.scopes.AGENCY.organizationId} and supplier_status = 'MISSING' limit 1`.execute(
    world.owner,
  );
  const sheet = (await missing(1_000)).find(({ id }) => id === rows[0]?.id);
  expect(await importFile(file(lineOf(sheet!)))).toMatchObject({ imported: 1 });
  const approval = { kind: 'timesheet', action: 'approve', recordId: sheet!.id } as const;
  expect(await actOnce(world, 'CLIENT', approval)).toMatchObject({ outcome: 'done' });
  const outcomes = async () =>
    (
      await sql<{ status: string | null }>`
        select outcome ->> 'status' as status from notification_contents where content ->> 'entityId' = ${sheet!.id}
      `.execute(world.owner)
    ).rows;
  expect(await outcomes()).toEqual([]);
  await publishAll();
  expect(await outcomes()).toEqual([{ status: null }]);
  await settleNotifications(world.server.app.services);
  expect(await outcomes()).toEqual([{ status: 'APPROVED' }]);
});

test('with one wrong line nothing is imported', async () => {
  const sheets = await missing(3);
  const before = await stateOf(sheets.map(({ id }) => id));
  const answer = await importFile(file(...sheets.map((sheet) => lineOf(sheet)), '99999999,,,11/21/2026,8,,,,,'));
  expect(answer).toMatchObject({ imported: 0, problems: 1 });
  expect(answer.lines[3]?.problems).toEqual([
    'There is no assignment 99999999 that you may see. Please check the Assignment ID.',
  ]);
  expect(await stateOf(sheets.map(({ id }) => id))).toEqual(before);
  expect(await importFile(file(...sheets.map((sheet) => lineOf(sheet))))).toMatchObject({ imported: 3, problems: 0 });
});

test('a supplier imports only its own timesheets: those of other suppliers look like missing ones', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from organizations where type = 'AGENCY' and id <> ${world.scopes.AGENCY.organizationId}
      and exists (select from timesheets t where t.agency_id = organizations.id and t.supplier_status = 'MISSING')
    order by id limit 1`.execute(world.owner);
  const [foreign] = await missing(1, rows[0]?.id);
  if (foreign === undefined) throw new Error('no other timesheet is missing');
  const [own] = await missing(1);
  const answer = await importFile(file(lineOf(own!), lineOf(foreign)));
  expect(answer).toMatchObject({
    imported: 0,
    lines: [
      { problems: [] },
      {
        timesheetId: null,
        candidate: null,
        problems: [`There is no assignment ${foreign.assignment} that you may see. Please check the Assignment ID.`],
      },
    ],
  });
  expect((await importFile(file(lineOf(foreign)), 'VMS')).imported).toBe(1);
});

/** A timesheet without hours, with these columns saved. */
async function saved(columns: object): Promise<Sheet> {
  const [sheet] = await missing(1);
  await world.owner
    .updateTable('timesheets')
    .set({ supplier_status: 'SAVED', ...columns })
    .where('id', '=', sheet!.id)
    .execute();
  return sheet!;
}
const SHORT_HEAD = 'Assignment ID,Week Ending,Regular';

test('what a supplier saved stays where the file says nothing, also in the bill; 0 clears it', async () => {
  const sheet = await saved({ on_call_minutes: 120, miles: 40, expense_cents: 12_000 });
  const [before] = await stateOf([sheet.id]);
  const { lines } = await check(`${SHORT_HEAD}\n${sheet.assignment},${sheet.week},8`);
  expect(lines[0]).toMatchObject({ bill: 8 * sheet.rate + 2 * 600 + 12_000, problems: [] });
  const some = `${SHORT_HEAD},Miles,Expenses\n${sheet.assignment},${sheet.week},8,0,`;
  expect((await check(some)).lines[0]?.bill).toBe(lines[0]?.bill);
  expect(await importFile(some)).toMatchObject({ imported: 1 });
  expect(await stateOf([sheet.id])).toEqual([
    {
      ...before,
      status: 'SUBMITTED',
      version: Number(before?.['version']) + 1,
      regular: 480,
      miles: 0,
      expenses: 12_000,
      bill: lines[0]?.bill,
    },
  ]);
});

test('hours that were saved as on call count for the limit of a week', async () => {
  const sheet = await saved({ on_call_minutes: 100 * 60 });
  const problemsOf = async (cells: string) =>
    (await check(`${SHORT_HEAD},On Call\n${sheet.assignment},${sheet.week},${cells}`)).lines[0]?.problems;
  expect(await problemsOf('80,')).toEqual([
    'With the 100 hours on call that were saved, it has more hours than a week. Please enter its On Call hours.',
  ]);
  expect(await problemsOf('80,80')).toEqual([]);
});

test('the template holds what was saved, and is read back as the same', async () => {
  const sheet = await saved({
    regular_minutes: 500,
    overtime_minutes: 90,
    on_call_minutes: 60,
    miles: 12,
    expense_cents: 12_005,
  });
  const { text } = await world.send('AGENCY', 'GET', `${PATH}/template`);
  const lines = text.replace('\uFEFF', '').trim().split('\r\n');
  const line = lines.find((each) => each.startsWith(`${sheet.assignment},`) && each.includes(slashed(sheet.week)));
  expect(line?.split(',').slice(-6)).toEqual(['8.33', '1.5', '', '1', '12', '120.05']);
  expect(await check(file(line!))).toMatchObject({
    problems: 0,
    lines: [{ worked: 590, bill: Math.round(((500 + 1.5 * 90) * sheet.rate) / 60) + 600 + 12_005 }],
  });
});

test('a template that cannot hold all weeks holds the newest', async () => {
  const weeks = (limit: number) =>
    world.server.database.withScope(world.scopes.AGENCY, async (queries) =>
      (await templateLines(queries, limit)).map(({ weekEnding }) => weekEnding),
    );
  const all = await weeks(1_000);
  expect(all.length).toBeGreaterThan(3);
  expect(new Set(all).size).toBeGreaterThan(1);
  expect(all).toEqual([...all].sort().reverse());
  expect(await weeks(3)).toEqual(all.slice(0, 3));
});

test('an import needs the permission to submit, like the action; a facility needs only that for the page', async () => {
  const [sheet] = await missing(1);
  const content = file(lineOf(sheet!));
  const attempts = async (kind: Kind) => [
    (await world.send(kind, 'GET', `${PATH}/template`)).status,
    (await send(kind, '/check', content)).status,
    (await send(kind, `?requestId=${randomUUID()}`, content)).status,
  ];
  const { rows: held } = await sql<{ role_id: string; organization_id: string; permission: string }>`
    delete from role_permissions p using organizations o
    where o.id = p.organization_id and o.type in ('VMS', 'AGENCY', 'CLIENT') and p.permission = 'TIMESHEET_SUBMIT'
    returning p.role_id, p.organization_id, p.permission`.execute(world.owner);
  const before = await stateOf([sheet!.id]);
  expect([await attempts('AGENCY'), await attempts('VMS')]).toEqual([
    [401, 401, 401],
    [401, 401, 401],
  ]);
  expect(await stateOf([sheet!.id])).toEqual(before);
  expect(await attempts('CLIENT')).toEqual([200, 200, 200]);
  await world.owner
    .insertInto('role_permissions')
    .values(held as never)
    .execute();
  expect(await attempts('AGENCY')).toEqual([200, 200, 200]);
});

test('a week can be imported once its last day is over at the facility, wherever its users are', async () => {
  const { rows } = await sql<{ id: string; facility: string; zone: string }>`
    select distinct on (f.id) t.id, f.id as facility, f.time_zone as zone
    from timesheets t join facilities f on f.id = t.client_id
      join assignments a on a.id = t.assignment_id
    where t.agency_id = ${world.scopes.AGENCY.organizationId} and t.week_ending <= coalesce(a.ended_on, t.week_ending)
    order by f.id, t.id limit 2`.execute(world.owner);
  await sql`update timesheets set facility_status = 'MISSING', supplier_status = 'MISSING'
    where id = any (${rows.map(({ id }) => id)}::uuid[])`.execute(world.owner);
  const known = await missing(1_000);
  const [east, west] = rows.map((row) => known.find(({ id }) => id === row.id)!);
  const moveTo = (zones: readonly string[]) =>
    Promise.all(
      rows.map(({ facility }, index) =>
        sql`update facilities set time_zone = ${zones[index]} where id = ${facility}`.execute(world.owner),
      ),
    );
  await moveTo(['America/New_York', 'Pacific/Honolulu']);
  const problemsOf = (sheet: Sheet, at: string, timeZone: string) =>
    world.server.database.withScope(world.scopes.AGENCY, async (queries) => {
      const { answer } = await checkFile(queries, Buffer.from(file(lineOf(sheet))), { at: new Date(at), timeZone });
      return answer.lines[0]?.problems;
    });
  const tooEarly = ['That week has not ended yet. Please import it after its last day.'];
  for (const zone of ['UTC', 'Pacific/Honolulu', 'Pacific/Auckland']) {
    const onSunday = (sheet: Sheet, time: string) => problemsOf(sheet, `${addDays(sheet.week, 1)}T${time}Z`, zone);
    const at = async (time: string) => [await onSunday(east!, time), await onSunday(west!, time)];
    expect([zone, await at('03:59')]).toEqual([zone, [tooEarly, tooEarly]]);
    expect([zone, await at('05:01')]).toEqual([zone, [[], tooEarly]]);
    expect([zone, await at('10:01')]).toEqual([zone, [[], []]]);
  }
  // Without a timesheet, the date is the viewer's.
  const none = { ...east!, week: addDays(east!.week, 7 * 52 * 50) };
  const noon = `${none.week}T12:00Z`;
  expect(await problemsOf(none, noon, 'Pacific/Honolulu')).toEqual(tooEarly);
  expect(await problemsOf(none, noon, 'Pacific/Auckland')).toEqual([
    'The assignment has no timesheet for that week. Please check the Assignment ID and the week.',
  ]);
  await moveTo(rows.map(({ zone }) => zone));
});

test('a week after the end of the assignment is refused with a message', async () => {
  const [sheet] = await missing(1);
  const last = addDays(sheet!.week, -7);
  const ended = (day: string) => sql`
    update assignments set status = 'EARLY_TERM', ended_by = 'FACILITY', ended_on = ${day}::date,
      actual_start = coalesce(actual_start, planned_start), converted_on = null, extension_status = null
    where number = ${sheet!.assignment}`;
  await ended(last).execute(world.owner);
  expect((await check(file(lineOf(sheet!)))).lines[0]?.problems).toEqual([
    `The assignment ended on ${last}, before that week. Please remove this line from the file.`,
  ]);
  await ended(addDays(last, 1)).execute(world.owner);
  expect(await check(file(lineOf(sheet!)))).toMatchObject({ problems: 0 });
});

test('a file that is too large is refused, and so is a user without the permission', async () => {
  expect((await send('AGENCY', '/check', 'x'.repeat(200_001))).status).toBe(413);
  expect((await send('OWNER', '/check', HEAD)).status).toBe(401);
  expect((await world.send('OWNER', 'GET', `${PATH}/template`)).status).toBe(401);
});
