/** The timeline of a record: what is in it, page by page, and for whom. */
import { sql } from 'kysely';
import { PERMISSIONS } from '../../../contract/base/permissions';
import type { RecordKind } from '../../../contract/records/kinds';
import { timelineOf } from '../../../server/features/records/timeline';
import { cases } from '../../support/cases';
import { PARTIES, startListWorld, type ListWorld } from '../lists/support';
import { pathOf, type Party } from './support';

let world: ListWorld;
beforeAll(async () => {
  world = await startListWorld();
});
afterAll(() => world.stop());

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
    pathOf(kind, id, `/timeline${after === undefined ? '' : `?after=${after}`}`),
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
  const read = await world.send('VMS', 'GET', pathOf('document', document.id));
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
  const sizes: number[] = [];
  for (let next: string | null | undefined; next !== null;) {
    const page = await eventsOf('VMS', 'job', id, next);
    all.push(...page.events);
    sizes.push(page.events.length);
    next = page.next;
  }
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.slice(0, -1).filter((size) => size !== 50)).toEqual([]);
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
