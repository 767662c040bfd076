/** A small random program in memory, for the naive sums. worldRows.ts inserts its rows. */

export const DAY_MS = 86_400_000;
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const calendars = new Map<string, Intl.DateTimeFormat>();
/** The local date there: the Swedish format is that of the database. */
export function dayIn(zone: string, ms: number): string {
  const calendar = calendars.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  calendars.set(zone, calendar);
  return calendar.format(ms);
}

/** mulberry32: the same seed gives the same world. */
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
  /** Of each client. */
  readonly zones: ReadonlyMap<string, string>;
  readonly agencies: readonly string[];
  readonly names: ReadonlyMap<string, string>;
  readonly candidates: readonly { readonly id: string; readonly agency: string }[];
  readonly departments: ReadonlyMap<string, string>;
  readonly common: Record<'profession' | 'specialty' | 'offering' | 'subOffering', string>;
}

export interface Job {
  readonly id: string;
  readonly client: string;
  readonly zone: string;
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

/** Any values that the tables allow, around `now`: also on the first and last day of months and at midnight. */
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
    const client = pick(place.clients);
    return {
      id: id(),
      client,
      zone: place.zones.get(client) ?? 'UTC',
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
