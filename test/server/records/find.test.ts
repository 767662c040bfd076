/** Records found by what a user types: numbers and names, and none of others. */
import { sql } from 'kysely';
import type { RecordKind } from '../../../contract/records/kinds';
import { startListWorld, type ListWorld } from '../lists/support';
import { FOREIGN, foreignId, type Party } from './support';

let world: ListWorld;
beforeAll(async () => {
  world = await startListWorld();
});
afterAll(() => world.stop());

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

  test('people by prefixes of their names, in any order and without accents; nobody of another organization', async () => {
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
    const foreign = (await foreignId(world, 'candidate', 'AGENCY')) ?? '';
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
    const foreign = (await foreignId(world, 'candidate', 'AGENCY')) ?? '';
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

  test('compliance files and documents of a person whose name many others have, who come before', async () => {
    const { rows } = await sql<{ assignment: string; document: string; candidate: string }>`
      select a.id as assignment, d.id as document, a.candidate_id as candidate
      from assignments a join compliance_documents d on d.assignment_id = a.id
      where a.agency_id = ${world.scopes.AGENCY.organizationId} and a.status = 'ACTIVE' order by d.id desc limit 1`.execute(
      world.owner,
    );
    const { assignment = '', document = '', candidate = '' } = rows[0] ?? {};
    await sql`update compliance_documents set name = 'Zygote waiver' where id = ${document}`.execute(world.owner);
    await sql`update candidates set first_name = 'Zoe', last_name = 'Vexworth' where id = ${candidate}`.execute(
      world.owner,
    );
    const { numAffectedRows } = await sql`
      insert into candidates (id, number, tenant_id, agency_id, first_name, last_name, email, phone, city, state,
        license_state, compact_license, profession_id, specialty_id, years_of_experience, available_from, recruiter_name,
        created_at)
      select gen_random_uuid(), 9000000 + place, tenant_id, agency_id, 'Ann', 'Vexworth', email, phone, city, state,
        license_state, compact_license, profession_id, specialty_id, years_of_experience, available_from, recruiter_name,
        created_at
      from candidates, generate_series(1, 12) place where id = ${candidate}`.execute(world.owner);
    expect(Number(numAffectedRows)).toBe(12);
    for (const party of ['VMS', 'AGENCY'] as const) {
      expect(await idsOf(party, 'vexworth', 'candidate')).toHaveLength(5);
      expect(await idsOf(party, 'vexworth', 'complianceFile')).toContain(assignment);
      expect(await idsOf(party, 'vexworth zygote', 'document')).toEqual([document]);
    }
  });

  test('no record of another organization by its number', async () => {
    for (const kind of ['submission', 'assignment', 'timesheet', 'candidate'] as const) {
      const id = (await foreignId(world, kind, 'AGENCY')) ?? '';
      const { rows } = await sql<{ number: string }>`
        select number from ${sql.table(FOREIGN[kind].AGENCY!.split(' ')[0]!)} where id = ${id}`.execute(world.owner);
      const number = String(rows[0]?.number);
      expect(await idsOf('VMS', number, kind)).toContain(id);
      expect(await idsOf('AGENCY', number, kind)).not.toContain(id);
    }
  });
});
