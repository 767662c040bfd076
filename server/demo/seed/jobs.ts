/** Jobs filled by the assignments, and many that are open or were closed unfilled. */
import type { Insertable } from 'kysely';
import type { JobStatus } from '../../../contract/base/statuses';
import type { Schema } from '../../database';
import type { JobType } from '../../database/schema/domain';
import { HISTORY_DAYS, type Stint } from './assignments';
import { instant, isoDay, mondayOnOrAfter, weekEnding, type Day } from './calendar';
import { offeringOf, REASONS, SHIFTS } from './catalog';
import type { Catalog, Parties, Specialty } from './organizations';
import type { Random } from './random';
import type { DemoSize } from './size';

/** Share of open jobs. */
const WITHOUT_SUBMISSIONS = 0.42;
/** Share of openings of closed jobs that were filled. */
const FILL_RATE = 0.72;
const FIRST_NUMBER = 100_001;
const NUMBERS_PER_BATCH = 10_000;
/** Assignments of one specialty booked within this many days may share a job. */
const SAME_JOB_DAYS = 9;
const JOB_TYPES: Readonly<Record<JobType, number>> = { TRAVEL: 80, LOCAL_CONTRACT: 13, PER_DIEM: 5, PERM: 2 };

export interface Job extends Insertable<Schema['jobs']> {
  readonly specialty: Specialty;
  readonly managerName: string;
  /** Days with a fraction. */
  readonly posted: number | null;
  readonly closed: number | null;
  /** The assignments that filled it. */
  readonly stints: readonly Stint[];
  /** Whether there are other submissions. */
  readonly wanted: boolean;
}

interface Draft {
  readonly status: JobStatus;
  readonly specialty: Specialty;
  readonly posted: number | null;
  readonly created: number;
  readonly closed?: number;
  readonly stints?: readonly Stint[];
  readonly openings: number;
  readonly wanted: boolean;
}

export interface JobSetting {
  readonly catalog: Catalog;
  readonly parties: Parties;
  readonly salesRepIds: readonly string[];
  readonly size: DemoSize;
  readonly batch: number;
  readonly today: Day;
}

/** Jobs in the order in which they were created, with the stints that fill them. */
export function buildJobs(random: Random, setting: JobSetting, stints: readonly Stint[]): Job[] {
  const drafts = draftJobs(random, setting, stints).sort((a, b) => a.created - b.created);
  const units = new Map(
    setting.catalog.specialties.map((specialty) => [specialty.id, departmentsFor(specialty, setting.parties)]),
  );
  return drafts.map((draft, index) => {
    const department = random.pick(units.get(draft.specialty.id) ?? []);
    return toJob(random, setting, draft, department, FIRST_NUMBER + setting.batch * NUMBERS_PER_BATCH + index);
  });
}

/** Specialties without a unit of their own go to the general ward. */
function departmentsFor({ department }: Specialty, { departments }: Parties): Parties['departments'] {
  const own = departments.filter(({ name }) => name === department);
  return own.length > 0 ? own : departments.filter(({ name }) => name === 'Medical Surgical');
}

function draftJobs(random: Random, { catalog, size, today }: JobSetting, stints: readonly Stint[]): Draft[] {
  const specialty = (): Specialty => random.weighted(catalog.specialties, ({ weight }) => weight);
  const filled = groupStints(random, stints).map((group) => filledJob(random, group, today));
  const filledOpenings = stints.length;
  const unfilled: Draft[] = [];
  for (let missing = (filledOpenings * (1 - FILL_RATE)) / FILL_RATE; missing > 0;) {
    const openings = random.weighted([1, 2, 3], (n) => 4 - n);
    missing -= openings;
    const posted = today - random.between(20, HISTORY_DAYS);
    const closed = Math.min(posted + random.between(10, 60), today - 0.5);
    unfilled.push({
      status: 'CLOSED',
      specialty: specialty(),
      posted,
      created: posted - 2,
      closed,
      openings,
      wanted: random.chance(0.6),
    });
  }
  const openSoFar = filled.filter(({ status }) => status === 'OPEN').length;
  const withoutSubmissions = Math.round(size.openJobs * WITHOUT_SUBMISSIONS);
  const open = Array.from({ length: size.openJobs - openSoFar }, (_, index): Draft => {
    const wanted = index >= withoutSubmissions;
    // Jobs without submissions are mostly new.
    const posted = today - (wanted ? random.spread(1, 11, 60) : random.spread(0.2, 5, 45));
    return {
      status: 'OPEN',
      specialty: specialty(),
      posted,
      created: posted - 2,
      openings: random.weighted([1, 2, 3, 4, 5, 6], (n) => 7 - n),
      wanted,
    };
  });
  const toDecide: readonly (readonly [JobStatus, number])[] = [
    ['PENDING_APPROVAL', size.jobsToApprove],
    ['PENDING_REVIEW', size.jobsToReview],
  ];
  const waiting = toDecide.flatMap(([status, count]) =>
    Array.from({ length: count }, (): Draft => ({
      status,
      specialty: specialty(),
      posted: null,
      created: today - random.spread(0.2, 2, 8),
      openings: random.int(1, 3),
      wanted: false,
    })),
  );
  const setAside: readonly (readonly [JobStatus, number])[] = [
    ['ON_HOLD', size.jobsOnHold],
    ['EXTENSION', size.extensionJobs],
  ];
  const aside = setAside.flatMap(([status, count]) =>
    Array.from({ length: count }, (): Draft => {
      const posted = today - random.between(10, 70);
      return {
        status,
        specialty: specialty(),
        posted,
        created: posted - 2,
        openings: random.int(1, 2),
        wanted: status === 'ON_HOLD',
      };
    }),
  );
  return [...filled, ...unfilled, ...open, ...waiting, ...aside];
}

function groupStints(random: Random, stints: readonly Stint[]): Stint[][] {
  const groups: Stint[][] = [];
  const latest = new Map<string, { group: Stint[]; size: number }>();
  for (const stint of [...stints].sort((a, b) => a.bookedAt - b.bookedAt)) {
    const key = stint.candidate.specialty.id;
    const last = latest.get(key);
    const first = last?.group[0];
    if (last && first && last.group.length < last.size && stint.bookedAt - first.bookedAt < SAME_JOB_DAYS) {
      last.group.push(stint);
    } else {
      const group = [stint];
      groups.push(group);
      latest.set(key, { group, size: random.weighted([1, 2, 3], (n) => 4 - n) });
    }
  }
  return groups;
}

function filledJob(random: Random, group: readonly Stint[], today: Day): Draft {
  const [first, last] = [group[0] as Stint, group[group.length - 1] as Stint];
  const posted = Math.min(last.bookedAt - random.spread(9, 17, 35), first.bookedAt - 4);
  const base = {
    specialty: first.candidate.specialty,
    posted,
    created: posted - random.between(0.5, 4),
    stints: group,
    wanted: true,
  };
  if (last.bookedAt > today - 10 && random.chance(0.3))
    return { ...base, status: 'OPEN', openings: group.length + random.int(1, 2) };
  return { ...base, status: 'CLOSED', openings: group.length, closed: Math.min(last.bookedAt + 0.05, today - 0.01) };
}

function toJob(
  random: Random,
  { catalog, parties, salesRepIds, today }: JobSetting,
  draft: Draft,
  department: Parties['departments'][number],
  number: number,
): Job {
  const { specialty, status, openings, created, posted, closed, stints = [] } = draft;
  const [offeringName, subName] = offeringOf(specialty.profession, specialty.department);
  const offering = catalog.offerings.find(({ name }) => name === offeringName);
  const sub = catalog.subOfferings.find(({ offering_id, name }) => offering_id === offering?.id && name === subName);
  const first = stints[0];
  const start = first?.plannedStart ?? mondayOnOrAfter(Math.ceil(created) + random.int(21, 50));
  const shift = first?.shift ?? random.weighted(SHIFTS, ({ weight }) => weight);
  const low = Math.round(random.between(specialty.bill_rate_min_cents, specialty.bill_rate_max_cents - 800) / 25) * 25;
  const jobTypes = Object.keys(JOB_TYPES) as JobType[];
  const job_type = random.weighted(jobTypes, (type) => (first && type === 'PERM' ? 0 : JOB_TYPES[type]));
  return {
    id: random.uuid(),
    number,
    tenant_id: department.tenant_id,
    client_id: department.client_id,
    department_id: department.id,
    profession_id: specialty.profession_id,
    specialty_id: specialty.id,
    offering_id: offering?.id ?? '',
    sub_offering_id: sub?.id ?? '',
    job_type,
    status,
    closure: status === 'CLOSED' ? (first ? 'FILLED' : 'OTHER') : null,
    hot: status === 'OPEN' && random.chance(0.08),
    shift: shift.name,
    minutes_per_week: shift.hoursPerWeek * 60,
    start_date: isoDay(start),
    end_date: isoDay(first?.originalEnd ?? weekEnding(start) + 12 * 7),
    openings,
    openings_filled: stints.length,
    bill_rate_min_cents: low,
    bill_rate_max_cents: low + random.int(8, 24) * 50,
    sales_rep_id: random.pick(salesRepIds),
    created_at: instant(created),
    posted_at: posted === null ? null : instant(posted),
    closed_at: closed === undefined ? null : instant(closed),
    closing_reason: status === 'CLOSED' && !first ? random.pick(REASONS.jobClosed) : null,
    last_activity_at: instant(closed ?? random.between(posted ?? created, today)),
    specialty,
    managerName: parties.departments.find(({ id }) => id === department.id)?.manager_name ?? department.manager_name,
    posted,
    closed: closed ?? null,
    stints,
    wanted: draft.wanted,
  };
}
