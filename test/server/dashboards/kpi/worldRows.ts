/** The random program in the database. */
import { sql, type Kysely } from 'kysely';
import type { Queries, Schema } from '../../../../server/database';
import type { Place, Submission, World } from './world';

const at = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Omitted columns get the table's default. */
const rows = (table: string, values: readonly object[]) => {
  const named = sql.join(Object.keys(values[0] ?? { id: null }).map((column) => sql.id(column)));
  return sql`insert into ${sql.table(table)} (${named})
    select ${named} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb)`;
};

/**
 * Organizations and candidates; the suppliers' names are not in the order of their ids, and two have the same prefix.
 */
export async function makePlace(owner: Kysely<Schema>): Promise<Place> {
  const id = () => crypto.randomUUID();
  const tenantId = id();
  const clients = [id(), id()];
  const zones = new Map(
    clients.map((client, index) => [client, index === 0 ? 'America/Los_Angeles' : 'Pacific/Kiritimati']),
  );
  const agencies = [id(), id(), id(), id()];
  const names = new Map(agencies.map((agency, index) => [agency, `${'DBCA'[index]} Staffing Zq${index}`]));
  const organization = async (self: string, type: 'VMS' | 'CLIENT' | 'AGENCY', name: string) =>
    owner
      .insertInto('organizations')
      .values({ id: self, code: self.slice(0, 8).toUpperCase(), name, type, tenant_id: tenantId })
      .execute();
  await organization(tenantId, 'VMS', 'Random Program');
  for (const client of clients) await organization(client, 'CLIENT', `Facility ${client.slice(0, 4)}`);
  for (const agency of agencies) await organization(agency, 'AGENCY', names.get(agency) ?? '');
  const common = { profession: id(), specialty: id(), offering: id(), subOffering: id() };
  const tenant = { tenant_id: tenantId };
  const place = { city: 'Denver', state: 'CO' };
  const departments = new Map(clients.map((client) => [client, id()]));
  const candidates = agencies.flatMap((agency) => [1, 2, 3, 4].map(() => ({ id: id(), agency })));
  const insert = (table: string, values: readonly object[]) => rows(table, values).execute(owner);
  await insert(
    'facilities',
    clients.map((client) => ({
      ...tenant,
      ...place,
      id: client,
      name: client,
      health_system: 'One',
      time_zone: zones.get(client),
      beds: 9,
    })),
  );
  await insert(
    'departments',
    clients.map((client) => ({
      ...tenant,
      id: departments.get(client),
      client_id: client,
      name: 'ICU',
      cost_center: '1',
      manager_name: 'M',
    })),
  );
  await insert(
    'suppliers',
    agencies.map((agency) => ({
      ...tenant,
      ...place,
      id: agency,
      name: names.get(agency),
      tier: 'STANDARD',
      fee_basis_points: 100,
      joined_on: '2020-01-01',
    })),
  );
  await insert('professions', [{ ...tenant, id: common.profession, name: 'RN' }]);
  await insert('specialties', [
    {
      ...tenant,
      id: common.specialty,
      profession_id: common.profession,
      name: 'ICU',
      bill_rate_min_cents: 1,
      bill_rate_max_cents: 2,
    },
  ]);
  await insert('offerings', [{ ...tenant, id: common.offering, name: 'O' }]);
  await insert('sub_offerings', [{ ...tenant, id: common.subOffering, offering_id: common.offering, name: 'S' }]);
  await insert(
    'candidates',
    candidates.map((candidate, index) => ({
      ...tenant,
      ...place,
      id: candidate.id,
      agency_id: candidate.agency,
      number: index + 1,
      first_name: 'F',
      last_name: 'L',
      email: 'e',
      phone: 'p',
      license_state: 'CO',
      compact_license: true,
      profession_id: common.profession,
      specialty_id: common.specialty,
      years_of_experience: 1,
      available_from: '2026-01-01',
      recruiter_name: 'R',
      created_at: '2020-01-01',
    })),
  );
  return { tenantId, clients, zones, agencies, names, candidates, departments, common };
}

export async function insertWorld(
  queries: Queries,
  { tenantId, departments, common }: Place,
  world: World,
): Promise<void> {
  const insert = (table: string, values: readonly object[]) => rows(table, values).execute(queries);
  await insert(
    'jobs',
    world.jobs.map((job, index) => ({
      id: job.id,
      number: index + 1,
      tenant_id: tenantId,
      client_id: job.client,
      department_id: departments.get(job.client),
      profession_id: common.profession,
      specialty_id: common.specialty,
      offering_id: common.offering,
      sub_offering_id: common.subOffering,
      job_type: job.type,
      status: job.closed === null ? 'OPEN' : 'CLOSED',
      closure: job.closed === null ? null : job.filled ? 'FILLED' : 'OTHER',
      hot: false,
      shift: 'Day',
      minutes_per_week: 2160,
      start_date: '2026-01-01',
      end_date: '2026-03-01',
      openings: job.positions,
      openings_filled: job.positionsFilled,
      bill_rate_min_cents: 1,
      bill_rate_max_cents: 2,
      created_at: at(job.posted),
      posted_at: at(job.posted),
      closed_at: at(job.closed),
      last_activity_at: at(job.posted),
    })),
  );
  const parties = ({ job, agency }: Submission) => ({ tenant_id: tenantId, client_id: job.client, agency_id: agency });
  await insert(
    'submissions',
    world.submissions.map((s, index) => ({
      ...parties(s),
      id: s.id,
      number: index + 1,
      job_id: s.job.id,
      candidate_id: s.candidate,
      status: s.status,
      status_since: at(s.submitted),
      submitted_at: at(s.submitted),
      interviewed_at: at(s.interviewed),
      offered_at: at(s.offered),
      accepted_at: at(s.accepted),
      booked_at: at(s.booked),
      requested_rate_cents: 1,
      available_from: '2026-01-01',
      recruiter_name: 'R',
      match_percent: 1,
      action_required: false,
    })),
  );
  await insert(
    'assignments',
    world.assignments.map((a, index) => ({
      ...parties(a.submission),
      id: a.id,
      number: index + 1,
      submission_id: a.submission.id,
      job_id: a.submission.job.id,
      candidate_id: a.submission.candidate,
      status: a.status,
      booked_at: at(a.booked),
      planned_start: a.plannedStart,
      actual_start: a.actualStart,
      original_end: a.originalEnd,
      planned_end: a.plannedEnd,
      ended_on: a.ended,
      ended_by: a.status === 'EARLY_TERM' || a.status === 'CANCELLED' ? 'FACILITY' : null,
      converted_on: a.status === 'PERM' ? a.ended : null,
      extensions: a.extensions,
      shift: 'Day',
      minutes_per_week: a.minutes,
      bill_rate_cents: a.rate,
      pay_rate_cents: 1,
      compliance_percent: 50,
      files_completed_at: at(a.filesCompleted),
    })),
  );
  const of = world.assignments.flatMap((a) => a.documents.map((document, index) => ({ a, document, index })));
  await insert(
    'compliance_documents',
    of.map(({ a, document, index }) => ({
      ...parties(a.submission),
      id: crypto.randomUUID(),
      assignment_id: a.id,
      kind: 'LICENSE',
      name: `Document ${index}`,
      status: 'APPROVED',
      due_on: '2026-01-01',
      reviewed_at: at(document.reviewed),
      times_declined: document.declined,
    })),
  );
  const sheets = world.assignments.flatMap((a) => a.timesheets.map((sheet) => ({ a, sheet })));
  await insert(
    'timesheets',
    sheets.map(({ a, sheet }, index) => ({
      ...parties(a.submission),
      id: crypto.randomUUID(),
      number: index + 1,
      assignment_id: a.id,
      week_ending: sheet.week,
      facility_status: sheet.status,
      supplier_status: 'SAVED',
      scheduled_minutes: 1,
      regular_minutes: 0,
      overtime_minutes: 0,
      holiday_minutes: 0,
      on_call_minutes: 0,
      miles: 0,
      expense_cents: 0,
      bill_cents: sheet.cents,
      correction: 0,
    })),
  );
}
