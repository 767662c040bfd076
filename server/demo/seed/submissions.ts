/** Submissions per job, how far each got, and when. Seventeen of a hundred are booked. */
import type { Insertable } from 'kysely';
import type { SubmissionStatus } from '../../../contract/base/statuses';
import type { Schema } from '../../database';
import type { Stint } from './assignments';
import { HOUR_IN_DAYS, instant, isoDay, type Day } from './calendar';
import type { Candidate } from './candidates';
import { REASONS } from './catalog';
import type { Job } from './jobs';
import type { Random } from './random';

type Row = Insertable<Schema['submissions']>;
type HistoryRow = Insertable<Schema['submission_status_history']>;

const INTERVIEW_IN_DAYS = 3;
const STAGES = ['SUBMITTED', 'QUALIFIED', 'INTERVIEWING', 'OFFERED', 'OFFER_ACCEPTED'] as const;
const BOOKED_PERCENT = 17;
/** Of a hundred submissions that are not booked, how many end at each stage. */
const LEFT_AT_STAGE = [38, 24, 14, 5, 2];
/** Statuses of undecided submissions to open jobs. */
const STILL_WAITING = 0.75;
const FIRST_NUMBER = 500_001;
const NUMBERS_PER_BATCH = 100_000;

interface Draft {
  readonly job: Job;
  readonly candidate: Candidate;
  readonly stint?: Stint;
  /** When each stage was reached, in order. */
  readonly reached: readonly number[];
  readonly end?: { readonly status: SubmissionStatus; readonly at: number; readonly reason: string };
}

export interface Submission {
  readonly row: Row;
  readonly job: Job;
  readonly stint: Stint | undefined;
}

/** Those that led to stints and those that did not, in the order of submission, with the history of their statuses. */
export function buildSubmissions(
  random: Random,
  jobs: readonly Job[],
  candidates: readonly Candidate[],
  batch: number,
  today: Day,
): { submissions: Submission[]; history: HistoryRow[] } {
  const drafts = jobs.flatMap((job) => job.stints.map((stint) => booked(random, job, stint)));
  drafts.push(
    ...others(random, jobs, candidates, Math.round((drafts.length * (100 - BOOKED_PERCENT)) / BOOKED_PERCENT), today),
  );
  drafts.sort((a, b) => (a.reached[0] ?? 0) - (b.reached[0] ?? 0));
  const submissions = drafts.map((draft, index) => ({
    row: toRow(random, draft, FIRST_NUMBER + batch * NUMBERS_PER_BATCH + index, today),
    job: draft.job,
    stint: draft.stint,
  }));
  const history = drafts.flatMap((draft, index) => toHistory(draft, (submissions[index] as Submission).row));
  return { submissions, history };
}

function booked(random: Random, job: Job, stint: Stint): Draft {
  const end = stint.bookedAt;
  const begin = Math.max((job.posted ?? 0) + 2 * HOUR_IN_DAYS, end - random.spread(3, 7, 15));
  const reached = [
    0,
    random.between(0.05, 0.2),
    random.between(0.3, 0.5),
    random.between(0.55, 0.75),
    random.between(0.8, 0.95),
  ];
  return { job, stint, candidate: stint.candidate, reached: reached.map((part) => begin + (end - begin) * part) };
}

/** The other submissions: some to open or abandoned jobs, most to filled ones. */
function others(
  random: Random,
  jobs: readonly Job[],
  candidates: readonly Candidate[],
  count: number,
  today: Day,
): Draft[] {
  const bySpecialty = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const known = bySpecialty.get(candidate.specialty.id);
    if (known) known.push(candidate);
    else bySpecialty.set(candidate.specialty.id, [candidate]);
  }
  const wanted = jobs.filter((job) => job.wanted);
  const unfilled = wanted.filter(({ stints }) => stints.length === 0);
  const filled = wanted.filter(({ stints }) => stints.length > 0);
  const drafts: Draft[] = [];
  const submit = (job: Job, most: number): void => {
    const known = bySpecialty.get(job.specialty.id) ?? [];
    const taken = new Set(job.stints.map(({ candidate }) => candidate.id));
    for (let left = Math.min(most, known.length - taken.size); left > 0; left -= 1) {
      let candidate = random.pick(known);
      while (taken.has(candidate.id)) candidate = random.pick(known);
      taken.add(candidate.id);
      drafts.push(notBooked(random, job, candidate, today));
    }
  };
  for (const job of unfilled) submit(job, Math.round(random.spread(1, 3, 9)));
  for (let index = 0; index < filled.length && drafts.length < count; index += 1) {
    const each = (count - drafts.length) / (filled.length - index);
    submit(filled[index] as Job, Math.floor(each * random.between(0.5, 1.5) + random.next()));
  }
  return drafts;
}

function notBooked(random: Random, job: Job, candidate: Candidate, today: Day): Draft {
  const posted = job.posted ?? today;
  const deadline = Math.min(job.closed ?? today, today);
  const delay = random.spread(2, candidate.supplier.submitHours, 60) * HOUR_IN_DAYS;
  const submitted = Math.min(posted + delay, posted + (deadline - posted) * random.between(0.3, 0.9));
  const last = random.weighted([0, 1, 2, 3, 4], (stage) => LEFT_AT_STAGE[stage] ?? 0);
  const reached = [submitted];
  for (let stage = 1; stage <= last; stage += 1)
    reached.push((reached[stage - 1] ?? submitted) + random.between(0.3, 2));
  const inTime = reached.filter((at) => at < deadline);
  const decided = (reached[last] ?? submitted) + random.between(1, 5);
  const waits = job.closed === null && random.chance(STILL_WAITING);
  if (!waits && inTime.length === reached.length && decided < deadline) {
    return { job, candidate, reached, end: { ...ending(random, last), at: decided } };
  }
  if (job.closed === null) return { job, candidate, reached: inTime };
  const at = job.closed + random.next() * (today - job.closed) * 0.02;
  return { job, candidate, reached: inTime, end: { status: 'REJECTED', reason: REASONS.rejected[0], at } };
}

function ending(random: Random, stage: number): { status: SubmissionStatus; reason: string } {
  if (stage === 3) return { status: 'OFFER_REJECTED', reason: random.pick(REASONS.offerRejected) };
  if (stage === 4 || random.chance(0.22)) return { status: 'WITHDRAWN', reason: random.pick(REASONS.withdrawn) };
  return { status: 'REJECTED', reason: random.pick(REASONS.rejected) };
}

function toRow(random: Random, { job, candidate, stint, reached, end }: Draft, number: number, today: Day): Row {
  const at = (stage: number): string | null => {
    const moment = reached[stage];
    return moment === undefined ? null : instant(moment);
  };
  const status = end?.status ?? STAGES[reached.length - 1] ?? 'SUBMITTED';
  const waits = end === undefined && stint === undefined;
  const since = end?.at ?? reached[reached.length - 1] ?? 0;
  return {
    id: random.uuid(),
    number,
    tenant_id: job.tenant_id,
    client_id: job.client_id,
    agency_id: candidate.agency_id,
    job_id: job.id,
    candidate_id: candidate.id,
    status,
    status_since: instant(since),
    submitted_at: instant(reached[0] ?? 0),
    qualified_at: at(1),
    interviewed_at: at(2),
    interview_on: interviewDay(reached, end),
    offered_at: at(3),
    accepted_at: at(4),
    booked_at: stint ? instant(stint.bookedAt) : null,
    closed_at: end ? instant(end.at) : null,
    closing_reason: end?.reason ?? null,
    requested_rate_cents:
      Math.round(
        (job.bill_rate_min_cents + random.next() * (job.bill_rate_max_cents - job.bill_rate_min_cents) * 1.1) / 25,
      ) * 25,
    available_from: isoDay(Math.floor(reached[0] ?? today) + random.int(7, 28)),
    recruiter_name: candidate.recruiter_name,
    match_percent: Math.min(99, Math.round(random.between(stint ? 75 : 45, 100))),
    action_required: waits && today - since > 2 && random.chance(0.6),
  };
}

/** The day of the interview: that of the next step or, without one, the day that the form proposes. */
function interviewDay(reached: Draft['reached'], end: Draft['end']): string | null {
  const [, , scheduled, offered] = reached;
  return scheduled === undefined ? null : isoDay(Math.floor(offered ?? end?.at ?? scheduled + INTERVIEW_IN_DAYS));
}

function toHistory({ reached, end }: Draft, row: Row): HistoryRow[] {
  const { id, tenant_id, client_id, agency_id } = row;
  const steps = reached.map((at, stage) => ({ status: STAGES[stage] ?? 'SUBMITTED', at }));
  const all = end ? [...steps, { status: end.status, at: end.at }] : steps;
  return all.map(({ status, at }, position) => ({
    submission_id: id,
    position,
    tenant_id,
    client_id,
    agency_id,
    status,
    at: instant(at),
  }));
}
