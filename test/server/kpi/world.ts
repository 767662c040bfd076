/** A program of its own, small and random: what there is in it, in the test's hands and in the database alike. */
import { sql, type Kysely } from 'kysely';
import type { Queries, Schema } from '../../../server/database';

export const DAY_MS = 86_400_000;
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const at = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** mulberry32: the same seed, the same world. */
export function chance(seed: number) {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    int,
    flag: (p = 0.5): boolean => next() < p,
    pick: <T>(of: readonly T[]): T => of[int(0, of.length - 1)] as T,
  };
}

export interface Place {
  readonly tenantId: string;
  readonly clients: readonly string[];
  readonly agencies: readonly string[];
  readonly names: ReadonlyMap<string, string>;
  readonly candidates: readonly { readonly id: string; readonly agency: string }[];
  readonly departments: ReadonlyMap<string, string>;
  readonly common: Record<'profession' | 'specialty' | 'offering' | 'subOffering', string>;
}

/** What is not named gets the table's own value. */
const rows = (table: string, values: readonly object[]) => {
  const named = sql.join(Object.keys(values[0] ?? { id: null }).map((column) => sql.id(column)));
  return sql`insert into ${sql.table(table)} (${named})
    select ${named} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb)`;
};

/** Whoever takes part; the names of the suppliers are not in the order of their ids, and two begin alike. */
export async function makePlace(owner: Kysely<Schema>): Promise<Place> {
  const id = () => crypto.randomUUID();
  const tenantId = id();
  const clients = [id(), id()];
  const agencies = [id(), id(), id(), id()];
  const names = new Map(agencies.map((agency, index) => [agency, `${'DBCA'[index]} Staffing Zq${index}`]));
  const organization = async (self: string, type: 'VMS' | 'CLIENT' | 'AGENCY', name: string) =>
    owner
      .insertInto('organizations')
      .values({ id: self, code: self.slice(0, 8).toUpperCase(), name, type, tenant_id: tenantId })
      .execute();
  await organization(tenantId, 'VMS', 'Random Programme');
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
      time_zone: 'UTC',
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
  return { tenantId, clients, agencies, names, candidates, departments, common };
}

export interface Job {
  readonly id: string;
  readonly client: string;
  readonly type: 'TRAVEL' | 'PERM';
  readonly posted: number;
  readonly closed: number | null;
  readonly filled: boolean;
  readonly positions: number;
  readonly positionsFilled: number;
}
export interface Submission {
  readonly id: string;
  readonly job: Job;
  readonly agency: string;
  readonly candidate: string;
  readonly status: string;
  readonly submitted: number;
  readonly interviewed: number | null;
  readonly offered: number | null;
  readonly accepted: number | null;
  readonly booked: number | null;
}
export interface Assignment {
  readonly id: string;
  readonly submission: Submission;
  readonly status: 'ACTIVE' | 'BOOKED' | 'COMPLETED' | 'EARLY_TERM' | 'CANCELLED' | 'PERM';
  readonly booked: number;
  readonly plannedStart: string;
  readonly actualStart: string | null;
  readonly originalEnd: string;
  readonly plannedEnd: string;
  readonly ended: string | null;
  readonly extensions: number;
  readonly minutes: number;
  readonly rate: number;
  readonly filesCompleted: number | null;
  readonly documents: readonly { readonly reviewed: number | null; readonly declined: number }[];
  readonly timesheets: readonly { readonly week: string; readonly status: string; readonly cents: number }[];
}
export interface World {
  readonly jobs: readonly Job[];
  readonly submissions: readonly Submission[];
  readonly assignments: readonly Assignment[];
}

/** Anything the tables allow, around `now`: also on the first and last day of months and at midnight. */
export function makeWorld(seed: number, now: number, place: Place): World {
  const random = chance(seed);
  const { int, flag, pick } = random;
  const id = () => crypto.randomUUID();
  const later = (from: number, days: number): number => from + int(0, days * 1440) * 60_000;
  const moment = (): number => {
    const some = now - int(0, 430 * 1440) * 60_000;
    return flag(0.2) ? Math.floor(some / DAY_MS) * DAY_MS - int(0, 1) : some;
  };
  const jobs = Array.from({ length: int(2, 6) }, (): Job => {
    const posted = moment();
    const closed = flag(0.7) ? later(posted, 90) : null;
    const positions = int(1, 4);
    return {
      id: id(),
      client: pick(place.clients),
      type: pick(['TRAVEL', 'PERM']),
      posted,
      closed,
      filled: closed !== null && flag(0.7),
      positions,
      positionsFilled: int(0, positions),
    };
  });
  const submissions = jobs.flatMap((job) =>
    place.candidates
      .filter(() => flag(0.3))
      .map(({ id: candidate, agency }): Submission => {
        const submitted = later(job.posted, 60);
        const interviewed = flag(0.6) ? later(submitted, 20) : null;
        const offered = flag(0.6) ? later(submitted, 30) : null;
        const accepted = offered !== null && flag(0.8) ? later(offered, 5) : null;
        const booked = accepted !== null && flag(0.8) ? later(accepted, 40) : null;
        const status = booked !== null ? 'OFFER_ACCEPTED' : pick(['SUBMITTED', 'REJECTED', 'WITHDRAWN', 'REJECTED']);
        return { id: id(), job, agency, candidate, status, submitted, interviewed, offered, accepted, booked };
      }),
  );
  const assignments = submissions.flatMap((submission): Assignment[] => {
    const { booked } = submission;
    if (booked === null) return [];
    const plannedStart = Math.floor(later(booked, 30) / DAY_MS) * DAY_MS;
    const status = pick(['ACTIVE', 'BOOKED', 'COMPLETED', 'COMPLETED', 'EARLY_TERM', 'CANCELLED', 'PERM'] as const);
    const begun = status !== 'BOOKED' && status !== 'CANCELLED';
    const actual = plannedStart + int(-1, 2) * 7 * DAY_MS * (flag() ? 1 : 0);
    const originalEnd = Math.max(plannedStart, actual) + int(7, 180) * DAY_MS;
    const extensions = flag(0.4) ? int(1, 2) : 0;
    const over = status !== 'ACTIVE' && status !== 'BOOKED';
    const saturday = actual + (6 - new Date(actual).getUTCDay()) * DAY_MS;
    return [
      {
        id: id(),
        submission,
        status,
        booked,
        plannedStart: dayOf(plannedStart),
        actualStart: begun ? dayOf(actual) : null,
        originalEnd: dayOf(originalEnd),
        plannedEnd: dayOf(originalEnd + extensions * 28 * DAY_MS),
        ended: over ? dayOf(later(actual, 120)) : null,
        extensions,
        minutes: int(1, 48) * 60,
        rate: int(3_000, 12_000),
        filesCompleted: flag(0.6) ? later(booked, 25) : null,
        documents: Array.from({ length: int(0, 3) }, () => ({
          reviewed: flag(0.8) ? later(booked, 60) : null,
          declined: flag(0.3) ? int(1, 3) : 0,
        })),
        timesheets: Array.from({ length: int(0, 4) }, (_, index) => ({
          week: dayOf(saturday + index * 7 * DAY_MS),
          status: pick(['SAVED', 'SUBMITTED', 'APPROVED', 'FINALIZED']),
          cents: int(0, 900_000),
        })),
      },
    ];
  });
  return { jobs, submissions, assignments };
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
