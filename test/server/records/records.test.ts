/** Records by id: each kind, for each kind of organization; own, foreign and missing ones. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { PERMISSIONS } from '../../../contract/base/permissions';
import { records } from '../../../contract/records/catalog';
import { RECORD_KINDS, RECORD_LISTS, type RecordKind } from '../../../contract/records/kinds';
import { TIMELINE_PAGE } from '../../../contract/records/records.endpoints';
import { lists } from '../../../contract/lists/catalog';
import type { ListColumn, ListRow } from '../../../contract/lists/list';
import type { RecordDefinition } from '../../../contract/records/record';
import { timelineOf } from '../../../server/features/records/timeline';
import { cases } from '../../support/cases';
import { PARTIES, startListWorld, type ListWorld } from '../lists/support';
import { openDemoDatabase } from '../support/database';
import { actOnce, recordIds, setState, stored } from './support';

let world: ListWorld;
beforeAll(async () => {
  world = await startListWorld(openDemoDatabase);
});
afterAll(() => world.stop());

type Party = (typeof PARTIES)[number];

/** The organizations that have these records. */
const NEVER: Partial<Record<RecordKind, Party>> = { invoice: 'AGENCY', reverseInvoice: 'CLIENT' };

/** Plain SQL for rows of others, by what an organization is party to. */
const FOREIGN: Readonly<Record<RecordKind, Partial<Record<Party, string>>>> = {
  job: { CLIENT: 'jobs where client_id <> $org', AGENCY: 'jobs where posted_at is null' },
  candidate: {
    CLIENT: 'candidates where id not in (select candidate_id from submissions where client_id = $org)',
    AGENCY: 'candidates where agency_id <> $org',
  },
  submission: { CLIENT: 'submissions where client_id <> $org', AGENCY: 'submissions where agency_id <> $org' },
  assignment: { CLIENT: 'assignments where client_id <> $org', AGENCY: 'assignments where agency_id <> $org' },
  complianceFile: { CLIENT: 'assignments where client_id <> $org', AGENCY: 'assignments where agency_id <> $org' },
  document: {
    CLIENT: 'compliance_documents where client_id <> $org',
    AGENCY: 'compliance_documents where agency_id <> $org',
  },
  timesheet: { CLIENT: 'timesheets where client_id <> $org', AGENCY: 'timesheets where agency_id <> $org' },
  invoice: { CLIENT: 'invoices where client_id is distinct from $org' },
  reverseInvoice: { AGENCY: 'invoices where agency_id is distinct from $org' },
  facility: { CLIENT: 'facilities where id <> $org' },
  supplier: { AGENCY: 'suppliers where id <> $org' },
};

const path = (kind: RecordKind, id: string, more = ''): string => `/api-user/v1/records/${kind}/${id}${more}`;

async function foreignId(kind: RecordKind, party: Party): Promise<string | null> {
  const from = FOREIGN[kind][party];
  if (from === undefined) return null;
  const query = `select id from ${from.replace('$org', `'${world.scopes[party].organizationId}'`)} order by id limit 1`;
  const { rows } = await sql.raw<{ id: string }>(query).execute(world.owner);
  return rows[0]?.id ?? null;
}

const inEachKind = RECORD_KINDS.flatMap((kind) => PARTIES.map((party) => [kind, party] as const));

test.each(inEachKind)(
  'a %s equals its list row, for %s; a foreign and a missing one get the same answer',
  async (kind, party) => {
    const [list] = RECORD_LISTS[kind];
    const { status, json } = await world.post(party, list, 'search', {});
    const absent = await world.send(party, 'GET', path(kind, randomUUID()));
    const foreign = await foreignId(kind, party);
    if (foreign !== null) {
      for (const more of ['', '/timeline', '/tables/x']) {
        const answer = await world.send(party, 'GET', path(kind, foreign, more));
        const missing = await world.send(party, 'GET', path(kind, randomUUID(), more));
        expect([answer.status, answer.text]).toEqual([missing.status, missing.text]);
        expect(answer.status).toBe(status === 200 ? 404 : 401);
      }
    }
    expect(absent.status).toBe(status === 200 ? 404 : 401);
    if (NEVER[kind] === party || status !== 200) return;

    const [row] = json['rows'] as ListRow[];
    expect(row).toBeDefined();
    const id = String(row?.id);
    const read = await world.send(party, 'GET', path(kind, id));
    expect(read.status).toBe(200);
    const page = read.json as { row: ListRow; version: number; counts: Record<string, number> };
    const { version: listed = page.version, ...shown } = row as ListRow;
    expect(page.row).toMatchObject(shown);
    expect(page.version).toBe(listed);
    expect(page.version).toBeGreaterThanOrEqual(1);
    const definition: RecordDefinition = records[kind];
    for (const [name, tab] of Object.entries(definition.tabs)) {
      if (tab.show === 'table') {
        const table = await world.send(party, 'GET', path(kind, id, `/tables/${name}`));
        // Rows of a list require its permission.
        const of = tab.of === undefined ? 200 : (await world.post(party, tab.of, 'total', {})).status;
        expect([name, table.status]).toEqual([name, of]);
      }
      if (tab.show !== 'list') continue;
      const of = await world.post(party, tab.list, 'total', { filters: { [tab.filter]: [id] } });
      // A hidden list has no tab.
      expect([name, page.counts[name]]).toEqual([name, of.status === 200 ? of.json['total'] : undefined]);
    }
    expect((await world.send(party, 'GET', path(kind, id, '/timeline'))).status).toBe(200);
  },
);

test('a column that a list hides from an organization is not on the page of any record for it', () => {
  const hidden = new Map<string, Set<string>>();
  const note = (where: Map<string, Set<string>>, columns: Readonly<Record<string, ListColumn>>) => {
    for (const [name, { hiddenFrom = [] }] of Object.entries(columns)) {
      where.set(name, new Set([...(where.get(name) ?? []), ...hiddenFrom]));
    }
  };
  for (const { columns } of Object.values(lists)) note(hidden, columns);
  const shown = RECORD_KINDS.flatMap((kind) => {
    const { details, tabs }: RecordDefinition = records[kind];
    const tables = Object.values(tabs).flatMap((tab) => (tab.show === 'table' ? [tab.columns] : []));
    return [details, ...tables].flatMap((columns) =>
      Object.entries(columns).flatMap(([name, { hiddenFrom = [] }]) =>
        [...(hidden.get(name) ?? [])].flatMap((type) =>
          hiddenFrom.some((each) => each === type) ? [] : [`${kind}.${name} to ${type}`],
        ),
      ),
    );
  });
  expect(shown).toEqual([]);
});

test('a supplier gets no cost centers, neither of a job nor of a facility’s departments', async () => {
  const { rows } = await sql<{ jobId: string; facilityId: string }>`
    select j.id as "jobId", j.client_id as "facilityId" from jobs j join departments d on d.id = j.department_id
    where j.posted_at is not null and d.cost_center <> '' order by j.id limit 1`.execute(world.owner);
  const [found] = rows;
  if (found === undefined) throw new Error('no posted job of a department with a cost center');
  const fieldsFor = async (party: Party) => {
    const job = await world.send(party, 'GET', path('job', found.jobId));
    const departments = await world.send(party, 'GET', path('facility', found.facilityId, '/tables/departments'));
    return [job, departments].map(({ status, text }) => [status, text.includes('"costCenter"')]);
  };
  expect(await fieldsFor('VMS')).toEqual([
    [200, true],
    [200, true],
  ]);
  expect(await fieldsFor('AGENCY')).toEqual([
    [200, false],
    [200, false],
  ]);
});

test('platform owners are not party to any record', async () => {
  const { rows } = await sql<{ id: string }>`select id from jobs limit 1`.execute(world.owner);
  const answer = await world.send('OWNER', 'GET', path('job', String(rows[0]?.id)));
  expect([answer.status, answer.json['errorCode']]).toEqual([404, 'not.found']);
});

interface Event {
  readonly id: string;
  readonly at: string;
  readonly moment: string | null;
  readonly by: string | null;
  readonly kind: RecordKind;
  readonly recordId: string;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}
const eventsOf = async (party: Party, kind: RecordKind, id: string, after?: string) => {
  const answer = await world.send(
    party,
    'GET',
    path(kind, id, `/timeline${after === undefined ? '' : `?after=${after}`}`),
  );
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return answer.json as { events: Event[]; next: string | null };
};

test('the timeline has what the row does not store: a change, its author and the previous value', async () => {
  const { rows } = await sql<{ id: string; reviewed_by: string; version: number }>`
    select id, reviewed_by, version from compliance_documents where status = 'DECLINED' and reviewed_by is not null
    order by id limit 1`.execute(world.owner);
  const document = rows[0];
  if (document === undefined) throw new Error('no declined document');
  const before = await eventsOf('VMS', 'document', document.id);
  expect(before.events.map(({ moment }) => moment)).toEqual(['reviewed_at', 'uploaded_at']);
  expect(before.events[0]?.by).toBe(document.reviewed_by);

  await sql`update compliance_documents set status = 'PENDING_REVIEW', uploaded_at = now(), uploaded_by = 'Rae Cole',
    reviewed_at = null, reviewed_by = null, decline_reason = null where id = ${document.id}`.execute(world.owner);
  const { events } = await eventsOf('VMS', 'document', document.id);
  expect(events.map(({ moment }) => moment)).toEqual([null, 'reviewed_at', 'uploaded_at']);
  expect(events[0]).toMatchObject({ by: 'Rae Cole' });
  expect(events[0]?.changes).toContainEqual({ field: 'status', before: 'DECLINED', after: 'PENDING_REVIEW' });
  // Earlier events remain.
  expect(events.slice(1)).toEqual(before.events);
  const read = await world.send('VMS', 'GET', path('document', document.id));
  expect(read.json['version']).toBe(document.version + 1);
});

test('events are answered page by page, newest first, each once, if the caller is party to them', async () => {
  const { rows } = await sql<{ id: string }>`
    select s.job_id as id from submissions s join submission_status_history h on h.submission_id = s.id
    where exists (select from submissions o where o.job_id = s.job_id
      and o.agency_id = ${world.scopes.AGENCY.organizationId}::uuid)
    group by 1 order by count(*) desc, 1 limit 1`.execute(world.owner);
  const id = String(rows[0]?.id);
  const all: Event[] = [];
  for (let next: string | null | undefined; next !== null;) {
    const page = await eventsOf('VMS', 'job', id, next);
    all.push(...page.events);
    next = page.next;
  }
  expect(all.length).toBeGreaterThan(TIMELINE_PAGE);
  expect(new Set(all.map((event) => event.id)).size).toBe(all.length);
  expect(all.map(({ at }) => at)).toEqual([...all.map(({ at }) => at)].sort().reverse());
  const { rows: expected } = await sql<{ n: number }>`
    select (select count(*) from submission_status_history h join submissions s on s.id = h.submission_id
      where s.job_id = ${id})::integer as n`.execute(world.owner);
  expect(all.filter(({ moment }) => moment === 'status')).toHaveLength(expected[0]?.n ?? -1);

  const { rows: own } = await sql<{ id: string }>`
    select id from submissions where job_id = ${id} and agency_id = ${world.scopes.AGENCY.organizationId}::uuid`.execute(
    world.owner,
  );
  const seen: Event[] = [];
  for (let next: string | null | undefined; next !== null;) {
    const page = await eventsOf('AGENCY', 'job', id, next);
    seen.push(...page.events);
    next = page.next;
  }
  const submissions = new Set(seen.filter(({ kind }) => kind === 'submission').map(({ recordId }) => recordId));
  expect([...submissions].sort()).toEqual(own.map((each) => each.id).sort());
});

test('all pages together are the same events as one large page', async () => {
  const most = sql`order by count(*) desc, 2 limit ${cases('records of a kind, page by page', { usual: 1, long: 2 })}`;
  const { rows } = await sql<{ kind: RecordKind; id: string }>`
    (select 'job' as kind, job_id as id from submissions group by 2 ${most})
    union all (select 'candidate', candidate_id from submissions group by 2 ${most})
    union all (select 'submission', submission_id from submission_status_history group by 2 ${most})
    union all (select 'complianceFile', assignment_id from compliance_documents group by 2 ${most})`.execute(
    world.owner,
  );
  // Events of the same moment, and statuses from before and after changes were recorded.
  await sql`update submissions set status = 'QUALIFIED' where job_id = ${rows[0]?.id}::uuid`.execute(world.owner);
  await sql`update submissions set status = 'REJECTED', closing_reason = 'Filled' where job_id = ${rows[0]?.id}::uuid`.execute(
    world.owner,
  );
  for (const party of PARTIES) {
    const scope = world.scopes[party];
    for (const { kind, id } of rows) {
      const opened = { kind, id, held: PERMISSIONS };
      const page = (size: number, after?: string) =>
        world.server.database.withScope(scope, (queries) => timelineOf(queries, opened, after, scope, size));
      const large = await page(10_000);
      expect(large.next).toBeNull();
      const events: unknown[] = [];
      for (let next: string | null | undefined; next !== null;) {
        const some = await page(7, next);
        events.push(...some.events);
        next = some.next;
      }
      expect(events).toEqual(large.events);
      const others = large.events.filter((event) => event.recordId !== id);
      expect(others.filter(({ subject }) => subject === null)).toEqual([]);
    }
  }
});

test('the timeline does not show suppliers that a facility has paid', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from invoices where agency_id = ${world.scopes.AGENCY.organizationId}::uuid
      and status = 'REVERSE_INVOICE_PENDING' order by id limit 1`.execute(world.owner);
  const id = String(rows[0]?.id);
  await sql`update invoices set status = 'REVERSE_INVOICE_GOOD_PAY', good_pay_on = current_date where id = ${id}`.execute(
    world.owner,
  );
  expect(JSON.stringify(await eventsOf('VMS', 'reverseInvoice', id))).toContain('GOOD_PAY');
  expect(JSON.stringify(await eventsOf('AGENCY', 'reverseInvoice', id))).not.toMatch(/GOOD_PAY|good_pay/);
});

test('the days of a timesheet and the lines of an invoice add up to the entered and billed amounts', async () => {
  const { rows: sheets } = await sql<{ id: string; minutes: number; bill_cents: number }>`
    select id, regular_minutes + overtime_minutes + holiday_minutes as minutes, bill_cents from timesheets
    where supplier_status <> 'MISSING' order by md5(id::text) limit 40`.execute(world.owner);
  for (const { id, minutes, bill_cents } of sheets) {
    const { json } = await world.send('VMS', 'GET', path('timesheet', id, '/tables/days'));
    const lines = json['rows'] as ListRow[];
    const sum = (column: string, of: (row: ListRow) => boolean) =>
      lines.filter(of).reduce((total, row) => total + Number(row[column] ?? 0), 0);
    expect(sum('total', (row) => row.id.startsWith('day-'))).toBe(minutes);
    expect(sum('amount', (row) => row.id !== 'sum')).toBe(bill_cents);
  }
  const { rows: bills } = await sql<{ id: string; kind: RecordKind; total_cents: number; paid: boolean }>`
    select id, case when client_id is null then 'reverseInvoice' else 'invoice' end as kind, total_cents,
      paid_cents is not null as paid from invoices order by md5(id::text) limit 40`.execute(world.owner);
  for (const { id, kind, total_cents, paid } of bills) {
    const { json } = await world.send('VMS', 'GET', path(kind, id, '/tables/totals'));
    const lines = json['rows'] as ListRow[];
    const parts = lines.filter(({ id: line }) => line !== 'Total' && line !== 'Paid');
    expect(parts.reduce((total, row) => total + Number(row['amount']), 0)).toBe(Number(total_cents));
    expect(lines.some((row) => row.id === 'Paid')).toBe(paid);
  }
});

test.each([0, 90])('with %i minutes on call, a refused expense is not among the days', async (onCall) => {
  const [recordId = ''] = await recordIds(world, 'timesheet');
  await setState(world, 'timesheet', recordId, { status: 'SAVED', expense: 'PENDING' });
  await sql`update timesheets set on_call_minutes = ${onCall}::integer where id = ${recordId}`.execute(world.owner);
  await sql`update assignments set bill_rate_cents = 10000, pay_rate_cents = 5000
    where id = (select assignment_id from timesheets where id = ${recordId})`.execute(world.owner);
  const lines = async (): Promise<string[]> => {
    const { json } = await world.send('CLIENT', 'GET', path('timesheet', recordId, '/tables/days'));
    const rows = (json['rows'] as ListRow[]).filter(({ id }) => !id.startsWith('day-'));
    return rows.map(({ weekday, amount }) => `${String(weekday)} ${String(amount)}`);
  };
  await actOnce(world, 'AGENCY', { kind: 'timesheet', action: 'submit', recordId, input: { minutes: 30 * 60 } });
  const { holiday_minutes: holiday } = await stored(world, 'timesheet', recordId);
  const worked = 30 * 10_000 + (Number(holiday) / 60) * 5_000;
  const paidOnCall = (onCall / 60) * 600;
  const ofCall = onCall > 0 ? [`On call ${paidOnCall}`] : [];
  expect(await lines()).toEqual([...ofCall, 'Expenses 4000', `Week ${worked + paidOnCall + 4_000}`]);
  const refuse = { kind: 'timesheet', action: 'refuseExpense', recordId, input: { reason: 'Not agreed' } } as const;
  expect(await actOnce(world, 'CLIENT', refuse)).toMatchObject({ outcome: 'done' });
  expect(await lines()).toEqual([...ofCall, `Week ${worked + paidOnCall}`]);
});

test('jobs match a candidate for the named reasons', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from candidates where agency_id = ${world.scopes.AGENCY.organizationId}::uuid order by id limit 10`.execute(
    world.owner,
  );
  const WEIGHTS: readonly (readonly [RegExp, number])[] = [
    [/same specialty/, 40],
    [/worked at the facility/, 20],
    [/licensed in/, 15],
    [/available by the start/, 15],
    [/lives in/, 10],
  ];
  let found = 0;
  for (const { id } of rows) {
    const { json } = await world.send('AGENCY', 'GET', path('candidate', id, '/tables/matching'));
    const matches = json['rows'] as ListRow[];
    found += matches.length;
    const percents = matches.map(({ match }) => Number(match));
    expect(percents).toEqual([...percents].sort((a, b) => b - a));
    for (const { match, reasons } of matches) {
      const due = WEIGHTS.reduce((sum, [reason, weight]) => sum + (reason.test(String(reasons)) ? weight : 0), 0);
      expect(match).toBe(due);
    }
  }
  expect(found).toBeGreaterThan(0);
});

test('candidates match a job for the same reasons, are available, and belong to the recruiter if one is given', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from jobs where status = 'OPEN' and openings_filled < openings and posted_at is not null
    order by id limit 6`.execute(world.owner);
  const recruiters = new Set<string>();
  for (const { id } of rows) {
    const matching = async (party: Party, query = '') =>
      (await world.send(party, 'GET', path('job', id, `/tables/matching${query}`))).json['rows'] as ListRow[];
    const all = await matching('VMS');
    for (const row of all) {
      // Conversely, the job is among the candidate's matches, with the same score and reasons.
      const { json } = await world.send('VMS', 'GET', path('candidate', row.id, '/tables/matching'));
      const job = (json['rows'] as ListRow[]).find((each) => each.id === id);
      if (job !== undefined) expect([row['match'], row['reasons']]).toEqual([job['match'], job['reasons']]);
      if (recruiters.size > 3) break;
    }
    const { rows: taken } = await sql<{ id: string }>`
      select c.id from candidates c where c.id = any (${all.map((row) => row.id)}::uuid[]) and (
        c.specialty_id <> (select specialty_id from jobs where id = ${id})
        or exists (select from submissions s where s.candidate_id = c.id and s.job_id = ${id})
        or exists (select from assignments a where a.candidate_id = c.id and a.status in ('BOOKED', 'ACTIVE')))`.execute(
      world.owner,
    );
    expect(taken).toEqual([]);
    const own = await matching('AGENCY');
    expect(own.every((row) => !('supplier' in row))).toBe(true);
    const { rows: of } = await sql<{ id: string; recruiter: string | null; agency: string }>`
      select id, recruiter_id as recruiter, agency_id as agency from candidates
      where id = any (${own.map((row) => row.id)}::uuid[])`.execute(world.owner);
    expect(of.every(({ agency }) => agency === world.scopes.AGENCY.organizationId)).toBe(true);
    for (const recruiter of new Set(of.flatMap((each) => each.recruiter ?? []))) {
      recruiters.add(recruiter);
      const theirs = (await matching('AGENCY', `?recruiterId=${recruiter}`)).map((row) => row.id).sort();
      expect(theirs).toEqual(
        of
          .filter((each) => each.recruiter === recruiter)
          .map((each) => each.id)
          .sort(),
      );
    }
    expect(await matching('AGENCY', `?recruiterId=${randomUUID()}`)).toEqual([]);
  }
  expect(recruiters.size).toBeGreaterThan(0);
});

test('the availability log of a job: the dates given at submission, and each change since', async () => {
  const { rows } = await sql<{ job: string; candidate: string; available: string; submissions: number }>`
    select s.job_id as job, s.candidate_id as candidate, s.available_from::text as available,
      (select count(*)::integer from submissions o where o.job_id = s.job_id) as submissions
    from submissions s join candidates c on c.id = s.candidate_id join jobs j on j.id = s.job_id
    where s.agency_id = ${world.scopes.AGENCY.organizationId} and j.specialty_id = c.specialty_id
    order by s.id limit 1`.execute(world.owner);
  const { job = '', candidate = '', available = '', submissions = 0 } = rows[0] ?? {};
  const log = async (party: Party) =>
    (await world.send(party, 'GET', path('job', job, '/tables/availability'))).json['rows'] as ListRow[];
  const before = await log('VMS');
  expect(before.filter(({ occasion }) => occasion === 'When submitted')).toHaveLength(submissions);
  expect(before.find((row) => row['candidateId'] === candidate)).toMatchObject({
    availableFrom: available,
    before: null,
  });
  await sql`update candidates set available_from = '2031-05-04' where id = ${candidate}`.execute(world.owner);
  const [newest, ...rest] = await log('AGENCY');
  expect(newest).toMatchObject({ candidateId: candidate, availableFrom: '2031-05-04', occasion: 'Changed' });
  const foreign = rest.filter((row) => !before.some(({ id }) => id === row.id));
  expect([foreign, rest.every((row) => !('supplier' in row))]).toEqual([[], true]);
});

test('users who may not see candidates see none through a job', async () => {
  const { rows } = await sql<{ id: string }>`select id from jobs where status = 'OPEN' limit 1`.execute(world.owner);
  const tables = ['matching', 'availability'].map((table) => path('job', String(rows[0]?.id), `/tables/${table}`));
  const { rows: held } = await sql<{ role: string; organization: string; permission: string }>`
    delete from role_permissions where organization_id = ${world.scopes.VMS.organizationId}
      and permission in ('MENU_CANDIDATE', 'SUBMENU_PRN_CANDIDATE_POOL')
    returning role_id as role, organization_id as organization, permission`.execute(world.owner);
  for (const table of tables) expect((await world.send('VMS', 'GET', table)).status).toBe(401);
  for (const { role, organization, permission } of held) {
    await sql`insert into role_permissions (role_id, organization_id, permission)
      values (${role}, ${organization}, ${permission})`.execute(world.owner);
  }
  for (const table of tables) expect((await world.send('VMS', 'GET', table)).status).toBe(200);
});

describe('found by number or name', () => {
  type Found = readonly { readonly kind: RecordKind; readonly id: string }[];
  const found = async (party: Party | 'OWNER', q: string): Promise<Found> => {
    const { status, json } = await world.send(party, 'GET', `/api-user/v1/records?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    return json['records'] as Found;
  };
  const idsOf = async (party: Party, q: string, kind: RecordKind) =>
    (await found(party, q)).filter((each) => each.kind === kind).map(({ id }) => id);

  test('each numbered kind by its number, and by its first digits', async () => {
    const tables = { job: 'jobs', candidate: 'candidates', submission: 'submissions', assignment: 'assignments' };
    for (const [kind, table] of [...Object.entries(tables), ['timesheet', 'timesheets'], ['invoice', 'invoices']]) {
      const only = kind === 'invoice' ? sql`where client_id is not null` : sql``;
      const { rows } = await sql<{ id: string; number: string }>`
        select id, number from ${sql.table(table!)} ${only} order by md5(id::text) limit 3`.execute(world.owner);
      for (const { id, number } of rows) {
        expect((await idsOf('VMS', `#${number}`, kind as RecordKind))[0]).toBe(id);
        const { rows: alike } = await sql<{ number: string }>`
          select number from ${sql.table(table!)} where number::text like ${`${String(number).slice(0, -1)}%`}
            and length(number::text) = ${String(number).length}`.execute(world.owner);
        const many = (await idsOf('VMS', String(number).slice(0, -1), kind as RecordKind)).length;
        expect([kind, many > 0 && many <= 5, alike.length > 0]).toEqual([kind, true, true]);
      }
    }
  });

  test('people by prefixes of their names, in any order and without accents; no foreign people', async () => {
    const { rows } = await sql<{ id: string; agency: string }>`
      select id, agency_id as agency from candidates where agency_id = ${world.scopes.AGENCY.organizationId} limit 1`.execute(
      world.owner,
    );
    const { id = '' } = rows[0] ?? {};
    await sql`update candidates set first_name = 'Émile', last_name = 'Zwölfer' where id = ${id}`.execute(world.owner);
    for (const q of ['zwol', 'EMILE zwölf', 'Zwölfer, Émile', 'em zw']) {
      expect([q, await idsOf('VMS', q, 'candidate')]).toEqual([q, [id]]);
      expect(await idsOf('AGENCY', q, 'candidate')).toEqual([id]);
    }
    expect(await idsOf('VMS', 'mile', 'candidate')).not.toContain(id);
    const { rows: submitted } = await sql`
      select 1 from submissions where candidate_id = ${id} and client_id = ${world.scopes.CLIENT.organizationId}`.execute(
      world.owner,
    );
    expect((await idsOf('CLIENT', 'zwolfer', 'candidate')).length).toBe(Math.min(1, submitted.length));
    const foreign = (await foreignId('candidate', 'AGENCY')) ?? '';
    await sql`update candidates set first_name = 'Émile', last_name = 'Zwölfer' where id = ${foreign}`.execute(
      world.owner,
    );
    expect((await idsOf('VMS', 'zwolfer', 'candidate')).sort()).toEqual([id, foreign].sort());
    expect(await idsOf('AGENCY', 'zwolfer', 'candidate')).toEqual([id]);
    expect(await found('OWNER', 'zwolfer')).toEqual([]);
  });

  test('compliance files by the number or the person of their assignment, documents by their person and name', async () => {
    const { rows } = await sql<{ assignment: string; number: number; document: string }>`
      select a.id as assignment, a.number, d.id as document
      from assignments a join compliance_documents d on d.assignment_id = a.id
      where a.agency_id = ${world.scopes.AGENCY.organizationId} and a.client_id = ${world.scopes.CLIENT.organizationId}
        and a.status = 'ACTIVE' order by d.id limit 1`.execute(world.owner);
    const { assignment = '', number = 0, document = '' } = rows[0] ?? {};
    // No one's name begins like a word of it, as that of a Ms. Bell does for “Hepatitis B”.
    const name = 'Xylene waiver';
    await sql`update compliance_documents set name = ${name} where id = ${document}`.execute(world.owner);
    await sql`update candidates set first_name = 'Ottilie', last_name = 'Quxley' where id =
      (select candidate_id from assignments where id = ${assignment})`.execute(world.owner);
    for (const party of ['VMS', 'CLIENT', 'AGENCY'] as const) {
      expect(await idsOf(party, String(number), 'complianceFile')).toContain(assignment);
      expect(await idsOf(party, 'quxley otti', 'complianceFile')).toContain(assignment);
      for (const q of [`${name} Quxley`, `ottilie quxley ${name.slice(0, 3).toLowerCase()}`]) {
        expect([q, (await idsOf(party, q, 'document')).includes(document)]).toEqual([q, true]);
      }
      expect((await found(party, 'quxley')).filter(({ kind }) => kind === 'document').length).toBeLessThanOrEqual(5);
      expect(await idsOf(party, 'quxley nosuchpaper', 'document')).toEqual([]);
      expect(await idsOf(party, name, 'document')).toEqual([]);
    }
    const foreign = (await foreignId('candidate', 'AGENCY')) ?? '';
    await sql`update candidates set first_name = 'Ottilie', last_name = 'Quxley' where id = ${foreign}`.execute(
      world.owner,
    );
    const kinds = (await found('AGENCY', 'quxley')).filter(
      ({ kind }) => kind === 'document' || kind === 'complianceFile',
    );
    const { rows: own } = await sql<{ id: string }>`
      select a.id from assignments a where a.candidate_id = (select candidate_id from assignments where id = ${assignment})
      union select d.id from compliance_documents d join assignments a on a.id = d.assignment_id
      where a.candidate_id = (select candidate_id from assignments where id = ${assignment})`.execute(world.owner);
    expect(kinds.every(({ id }) => own.some((each) => each.id === id))).toBe(true);
  });

  test('no foreign record by its number', async () => {
    for (const kind of ['submission', 'assignment', 'timesheet', 'candidate'] as const) {
      const id = (await foreignId(kind, 'AGENCY')) ?? '';
      const { rows } = await sql<{ number: string }>`
        select number from ${sql.table(FOREIGN[kind].AGENCY!.split(' ')[0]!)} where id = ${id}`.execute(world.owner);
      const number = String(rows[0]?.number);
      expect(await idsOf('VMS', number, kind)).toContain(id);
      expect(await idsOf('AGENCY', number, kind)).not.toContain(id);
    }
  });
});
