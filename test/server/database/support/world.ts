/**
 * A program with two facilities and two suppliers; each supplier has one candidate at work, each at another facility.
 */
import { randomUUID } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import type { Schema } from '../../../../server/database';

export interface Party {
  readonly id: string;
}

export interface World {
  readonly tenantId: string;
  readonly facility: readonly [Party, Party];
  readonly supplier: readonly [Party, Party];
  /** The candidate at work at each facility. */
  readonly candidateOf: readonly [string, string];
}

const NOW = '2026-03-02T12:00:00Z';
const DAY = '2026-03-02';
const LATER = '2026-06-01';

export async function fillWorld(owner: Kysely<Schema>, code: string): Promise<World> {
  const tenant_id = randomUUID();
  const add = async <T extends keyof Schema>(table: T, row: Insertable<Schema[T]>): Promise<void> => {
    await owner.insertInto(table).values(row).execute();
  };
  const organization = async (
    type: 'VMS' | 'CLIENT' | 'AGENCY',
    name: string,
    id: string = randomUUID(),
  ): Promise<Party> => {
    await add('organizations', {
      id,
      code: `${code}-${name}`.toUpperCase(),
      name: `${name} of ${code}`,
      type,
      tenant_id,
    });
    return { id };
  };
  await organization('VMS', 'manager', tenant_id);
  await add('users', {
    organization_id: tenant_id,
    user_name: 'someone',
    email: 's@x.example',
    first_name: 'S',
    last_name: 'O',
    user_type: 'VMS',
  });
  const [profession_id, specialty_id, offering_id, sub_offering_id] = [
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
  ];
  await add('professions', { id: profession_id, tenant_id, name: 'Nurse' });
  await add('specialties', {
    id: specialty_id,
    tenant_id,
    profession_id,
    name: 'ICU',
    bill_rate_min_cents: 9_000,
    bill_rate_max_cents: 12_000,
  });
  await add('offerings', { id: offering_id, tenant_id, name: 'Nursing' });
  await add('sub_offerings', { id: sub_offering_id, tenant_id, offering_id, name: 'Critical care' });

  const work = async (index: 1 | 2): Promise<{ facility: Party; supplier: Party; candidate: string }> => {
    const facility = await organization('CLIENT', `facility-${index}`);
    const supplier = await organization('AGENCY', `supplier-${index}`);
    const [client_id, agency_id, department_id, candidate_id] = [facility.id, supplier.id, randomUUID(), randomUUID()];
    const parties = { tenant_id, client_id, agency_id };
    await add('facilities', {
      id: client_id,
      tenant_id,
      name: `F${index}`,
      health_system: 'H',
      city: 'C',
      state: 'MN',
      time_zone: 'America/Chicago',
      beds: 9,
    });
    await add('departments', {
      id: department_id,
      tenant_id,
      client_id,
      name: 'ICU',
      cost_center: '1',
      manager_name: 'M',
    });
    await add('suppliers', {
      id: agency_id,
      tenant_id,
      name: `S${index}`,
      tier: 'STANDARD',
      city: 'C',
      state: 'MN',
      fee_basis_points: 300,
      joined_on: DAY,
    });
    await add('candidates', {
      id: candidate_id,
      number: index,
      tenant_id,
      agency_id,
      first_name: 'A',
      last_name: 'B',
      email: 'a@b.example',
      phone: '1',
      city: 'C',
      state: 'MN',
      license_state: 'MN',
      compact_license: false,
      profession_id,
      specialty_id,
      years_of_experience: 3,
      available_from: DAY,
      recruiter_name: 'R',
      created_at: NOW,
    });
    const job = (number: number, posted: boolean) => ({
      id: randomUUID(),
      number,
      tenant_id,
      client_id,
      department_id,
      profession_id,
      specialty_id,
      offering_id,
      sub_offering_id,
      job_type: 'TRAVEL' as const,
      status: posted ? ('OPEN' as const) : ('PENDING_APPROVAL' as const),
      shift: '7a-7p',
      minutes_per_week: 2_160,
      start_date: DAY,
      end_date: LATER,
      openings: 1,
      bill_rate_min_cents: 9_000,
      bill_rate_max_cents: 10_000,
      created_at: NOW,
      posted_at: posted ? NOW : null,
      last_activity_at: NOW,
    });
    const [open, waiting] = [job(index * 10, true), job(index * 10 + 1, false)];
    await add('jobs', open);
    await add('jobs', waiting);
    const [submission_id, assignment_id] = [randomUUID(), randomUUID()];
    await add('submissions', {
      id: submission_id,
      number: index,
      ...parties,
      job_id: open.id,
      candidate_id,
      status: 'OFFER_ACCEPTED',
      status_since: NOW,
      submitted_at: NOW,
      requested_rate_cents: 9_500,
      available_from: DAY,
      recruiter_name: 'R',
      match_percent: 80,
    });
    await add('submission_status_history', { submission_id, position: 0, ...parties, status: 'SUBMITTED', at: NOW });
    await add('assignments', {
      id: assignment_id,
      number: index,
      ...parties,
      submission_id,
      job_id: open.id,
      candidate_id,
      status: 'ACTIVE',
      booked_at: NOW,
      planned_start: DAY,
      actual_start: DAY,
      original_end: LATER,
      planned_end: LATER,
      shift: '7a-7p',
      minutes_per_week: 2_160,
      bill_rate_cents: 9_500,
      pay_rate_cents: 5_000,
      compliance_percent: 100,
    });
    await add('compliance_documents', {
      id: randomUUID(),
      ...parties,
      assignment_id,
      kind: 'LICENSE',
      name: 'RN',
      status: 'APPROVED',
      due_on: DAY,
    });
    await add('timesheets', {
      id: randomUUID(),
      number: index,
      ...parties,
      assignment_id,
      week_ending: DAY,
      facility_status: 'SAVED',
      supplier_status: 'SAVED',
      scheduled_minutes: 2_160,
    });
    const invoice = (number: number) => ({
      id: randomUUID(),
      number,
      tenant_id,
      period_start: DAY,
      period_end: DAY,
      items: 1,
      minutes: 60,
      amount_cents: 100,
      total_cents: 100,
      emailed_to: 'b@x.example',
      issued_on: DAY,
      due_on: LATER,
    });
    await add('invoices', { ...invoice(index * 10), client_id, status: 'INVOICE_DUE' });
    await add('invoices', { ...invoice(index * 10 + 1), agency_id, status: 'REVERSE_INVOICE_PENDING' });
    return { facility, supplier, candidate: candidate_id };
  };
  const [first, second] = [await work(1), await work(2)];
  return {
    tenantId: tenant_id,
    facility: [first.facility, second.facility],
    supplier: [first.supplier, second.supplier],
    candidateOf: [first.candidate, second.candidate],
  };
}
