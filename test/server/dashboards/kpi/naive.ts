/**
 * Every KPI computed a second time, as with pencil and paper: over arrays, from the documented definitions, sharing
 * only the names of the answers with the server.
 */
import { DAY_MS, dayIn, dayOf, type Assignment, type Job, type World } from './world';

export interface Span {
  readonly from: string;
  readonly to: string;
}
const inside = ({ from, to }: Span, day: string | null): boolean => day !== null && day >= from && day <= to;
const happened = (span: Span, { zone }: Job, ms: number | null): boolean =>
  ms !== null && inside(span, dayIn(zone, ms));
const days = (from: number | null, to: number | null): number[] =>
  from === null || to === null ? [] : [(to - from) / DAY_MS];
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const twoDecimals = (value: number): number => Math.round(value * 100 + 1e-7) / 100;

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : twoDecimals(sum(values) / values.length);
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : twoDecimals((100 * part) / whole);

/** The events in a span. */
export function tally({ jobs, submissions, assignments }: World, span: Span) {
  const closed = jobs.filter((job) => happened(span, job, job.closed));
  const submitted = submissions.filter((each) => happened(span, each.job, each.submitted));
  const booked = submissions.filter((each) => happened(span, each.job, each.booked));
  const started = assignments.filter((each) => inside(span, each.actualStart));
  const ended = (status: Assignment['status']): number =>
    assignments.filter((each) => each.status === status && inside(span, each.ended)).length;
  const dueToEnd = assignments.filter((each) => each.actualStart !== null && inside(span, each.originalEnd));
  const reviewed = assignments.flatMap(({ submission: { job }, documents }) =>
    documents.filter((each) => happened(span, job, each.reviewed)),
  );
  const positionsAskedFor = new Map(submitted.map(({ job, agency }) => [`${job.id} ${agency}`, job.positions]));
  return {
    submitted: submitted.length,
    offered: submitted.filter(({ offered }) => offered !== null).length,
    interviewed: submitted.filter(({ interviewed }) => interviewed !== null).length,
    rejected: submitted.filter(({ status }) => status === 'REJECTED').length,
    bookedOfSubmitted: submitted.filter((each) => each.booked !== null).length,
    positionsAskedFor: sum([...positionsAskedFor.values()]),
    daysToSubmit: submitted.flatMap((each) => days(each.job.posted, each.submitted)),
    positions: sum(closed.map(({ positions }) => positions)),
    positionsFilled: sum(closed.map(({ positionsFilled }) => positionsFilled)),
    daysToFill: closed.filter(({ filled }) => filled).flatMap((job) => days(job.posted, job.closed)),
    reviewed: reviewed.length,
    declined: reviewed.filter(({ declined }) => declined > 0).length,
    dueToEnd: dueToEnd.length,
    retained: dueToEnd.filter(({ extensions, status }) => extensions > 0 || status === 'PERM').length,
    started: started.length,
    pushed: started.filter((each) => (each.actualStart ?? '') > each.plannedStart).length,
    completed: ended('COMPLETED'),
    early: ended('EARLY_TERM'),
    cancelled: ended('CANCELLED'),
    ended: ended('COMPLETED') + ended('EARLY_TERM') + ended('CANCELLED'),
    submittedToBooked: booked.flatMap((each) => days(each.submitted, each.booked)),
    submittedToOffered: booked.flatMap((each) => days(each.submitted, each.offered)),
    offeredToAccepted: booked.flatMap((each) => days(each.offered, each.accepted)),
    offeredToBooked: booked.flatMap((each) => days(each.offered, each.booked)),
    daysToHire: assignments
      .filter((each) => happened(span, each.submission.job, each.booked))
      .flatMap((each) => days(each.submission.submitted, each.booked)),
    daysToComplete: assignments
      .filter((each) => happened(span, each.submission.job, each.filesCompleted))
      .flatMap((each) => days(each.booked, each.filesCompleted)),
    billedCents: sum(
      assignments
        .flatMap(({ timesheets }) => timesheets)
        .filter(({ week, status }) => inside(span, week) && (status === 'APPROVED' || status === 'FINALIZED'))
        .map(({ cents }) => cents),
    ),
  };
}
export type Tally = ReturnType<typeof tally>;

/** Day by day, for the weeks that end in the span. */
export function plannedCents({ assignments }: World, span: Span): number {
  const first = Date.parse(span.from) - 6 * DAY_MS;
  let cents = 0;
  for (let ms = first; ms <= Date.parse(span.to); ms += DAY_MS) {
    const saturday = ms + (6 - new Date(ms).getUTCDay()) * DAY_MS;
    if (!inside(span, dayOf(saturday))) continue;
    const day = dayOf(ms);
    for (const { status, plannedStart, plannedEnd, minutes, rate } of assignments) {
      if (status !== 'CANCELLED' && day >= plannedStart && day <= plannedEnd) cents += (minutes / 60 / 7) * rate;
    }
  }
  return cents;
}

/** The part of a supplier, a facility or a kind of job. */
export function only(
  world: World,
  keeps: (of: { client: string; type: string }, agency: string | null) => boolean,
): World {
  return {
    jobs: world.jobs.filter((job) => keeps(job, null)),
    submissions: world.submissions.filter(({ job, agency }) => keeps(job, agency)),
    assignments: world.assignments.filter(({ submission }) => keeps(submission.job, submission.agency)),
  };
}
