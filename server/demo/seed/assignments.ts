/**
 * The working life of every candidate over the last year, generated backwards from today: who is active, who is booked,
 * and their earlier assignments. Everything else (jobs, submissions, documents) follows from it.
 */
import { EXTENSION_WINDOW_DAYS } from '../../../contract/base/limits';
import { mondayOnOrAfter, weekEnding, type Day } from './calendar';
import type { Candidate } from './candidates';
import { REASONS, SHIFTS } from './catalog';
import type { Random } from './random';
import type { DemoSize } from './size';
import type { AssignmentStatus } from '../../../contract/base/statuses';
import type { EndedBy } from '../../database/schema/domain';

/** How far back assignments, jobs and timesheets go. */
export const HISTORY_DAYS = 365;
const MEAN_GAP_WEEKS = 26;
const WEEK = 7;
const LONGEST_LEFT_DAYS = 110;
/** Share of completed assignments that became permanent. */
const CONVERTED = 0.015;

export interface Stint {
  readonly candidate: Candidate;
  readonly status: AssignmentStatus;
  readonly extensionDue: boolean;
  /** Days with a fraction. */
  readonly bookedAt: number;
  readonly plannedStart: Day;
  readonly actualStart: Day | null;
  readonly pushedReason: string | null;
  readonly originalEnd: Day;
  readonly plannedEnd: Day;
  readonly endedOn: Day | null;
  readonly endReason: string | null;
  readonly endedBy: EndedBy | null;
  /** How many times it was extended. */
  readonly extensions: number;
  readonly shift: (typeof SHIFTS)[number];
}

/** The past, present and booked assignments of each candidate, relative to today. */
export function buildStints(random: Random, candidates: readonly Candidate[], size: DemoSize, today: Day): Stint[] {
  const order = random.shuffle(candidates);
  return order.flatMap((candidate, index) => {
    const life = new Life(random, candidate, today);
    if (index < size.active) return life.atWork(index < size.extensionDue);
    if (index < size.active + size.booked) return life.booked();
    return life.before(today - life.gap());
  });
}

class Life {
  constructor(
    private readonly random: Random,
    private readonly candidate: Candidate,
    private readonly today: Day,
  ) {}

  /** Days between two assignments. */
  gap(): Day {
    return Math.round(-Math.log(1 - this.random.next()) * MEAN_GAP_WEEKS * WEEK) + WEEK;
  }

  atWork(extensionDue: boolean): Stint[] {
    const { random, today } = this;
    const term = this.term();
    const soonest = extensionDue ? WEEK : EXTENSION_WINDOW_DAYS + WEEK;
    let extensions = this.extensions();
    // It started before today, even if the contract is short.
    while (term * (extensions + 1) < soonest + 3) extensions += 1;
    const length = term * (extensions + 1);
    const left = random.int(
      soonest,
      Math.min(length - 3, extensionDue ? EXTENSION_WINDOW_DAYS - 1 : LONGEST_LEFT_DAYS),
    );
    const stint = this.start(weekEnding(today + left - 6) - length + 2, term, extensions);
    return [{ ...stint, extensionDue }, ...this.before(stint.bookedAt - this.gap())];
  }

  booked(): Stint[] {
    const start = mondayOnOrAfter(this.today + this.random.int(1, 28));
    const stint = this.start(start, this.term(), 0);
    const bookedAt = Math.min(stint.bookedAt, this.today - this.random.between(0.1, 6));
    const next = {
      ...stint,
      status: 'BOOKED',
      bookedAt,
      plannedStart: start,
      actualStart: null,
      pushedReason: null,
    } as const;
    return [next, ...this.before(bookedAt - this.gap())];
  }

  /** All assignments that ended on or before `end`, as far back as the demo goes. */
  before(end: Day): Stint[] {
    const stints: Stint[] = [];
    for (let until = end; until > this.today - HISTORY_DAYS;) {
      const stint = this.ended(weekEnding(Math.floor(until) - 6));
      stints.push(stint);
      until = stint.bookedAt - this.gap();
    }
    return stints;
  }

  private ended(end: Day): Stint {
    const { random } = this;
    const { supplier } = this.candidate;
    const term = this.term();
    const fate = random.next();
    if (fate < supplier.cancelled) return this.cancelled(end, term);
    const extensions = this.extensions();
    const stint = this.start(end - term * (extensions + 1) + 2, term, extensions);
    if (fate < supplier.cancelled + supplier.earlyTerm) {
      const started = stint.actualStart ?? stint.plannedStart;
      const endedOn = Math.round(random.between(started + 3, stint.originalEnd - 5));
      const reason = { endReason: random.pick(REASONS.earlyTerm), endedBy: this.whoEndedIt() };
      return { ...stint, ...reason, extensions: 0, plannedEnd: stint.originalEnd, status: 'EARLY_TERM', endedOn };
    }
    const converted = fate > 1 - CONVERTED;
    return { ...stint, status: converted ? 'PERM' : 'COMPLETED', endedOn: stint.plannedEnd };
  }

  /** An assignment that was cancelled before it began. */
  private cancelled(start: Day, term: number): Stint {
    const { random } = this;
    const stint = this.start(start, term, 0);
    const endedOn = Math.min(Math.ceil(random.between(stint.bookedAt, stint.plannedStart - 1)), this.today - 1);
    const reason = { endReason: random.pick(REASONS.cancelled), endedBy: this.whoEndedIt() };
    return { ...stint, ...reason, status: 'CANCELLED', actualStart: null, pushedReason: null, endedOn };
  }

  private whoEndedIt(): EndedBy {
    return this.random.weighted<EndedBy>(
      ['FACILITY', 'CLINICIAN', 'SUPPLIER'],
      (who) => ({ FACILITY: 5, CLINICIAN: 4, SUPPLIER: 1 })[who],
    );
  }

  /** An assignment that began around `from`, as agreed; the caller decides how it went on. */
  private start(from: Day, term: number, extensions: number): Stint {
    const { random, candidate } = this;
    const actualStart = mondayOnOrAfter(from - 3);
    const pushed = !random.chance(candidate.supplier.onTime);
    const plannedStart = actualStart - (pushed ? WEEK * random.int(1, 2) : 0);
    const originalEnd = weekEnding(actualStart) + term - WEEK;
    return {
      candidate,
      status: 'ACTIVE',
      extensionDue: false,
      bookedAt: plannedStart - random.between(10, 28),
      plannedStart,
      actualStart,
      pushedReason: pushed ? random.pick(REASONS.pushed) : null,
      originalEnd,
      plannedEnd: originalEnd + term * extensions,
      endedOn: null,
      endReason: null,
      endedBy: null,
      extensions,
      shift: random.weighted(SHIFTS, ({ weight }) => weight),
    };
  }

  /** Days of a contract. */
  private term(): number {
    return WEEK * this.random.weighted([13, 8, 4, 26], (weeks) => ({ 13: 78, 8: 12, 4: 4, 26: 6 })[weeks] ?? 0);
  }

  private extensions(): number {
    if (!this.random.chance(this.candidate.supplier.retention)) return 0;
    return this.random.chance(0.25) ? 2 : 1;
  }
}
