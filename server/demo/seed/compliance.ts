/** The compliance file of each assignment: complete before most starts, late for some, growing for booked ones. */
import type { Insertable } from 'kysely';
import type { ComplianceDocumentStatus } from '../../../contract/base/statuses';
import type { Schema } from '../../database';
import { instant, isoDay, type Day } from './calendar';
import { DOCUMENTS, REASONS } from './catalog';
import type { Random } from './random';
import type { Submission } from './submissions';

type Row = Insertable<Schema['compliance_documents']>;

/** Completion of active files: percent from, to, and share in percent. */
const AT_WORK = [
  [100, 100, 70],
  [76, 99, 18],
  [51, 75, 8],
  [25, 50, 3],
  [0, 24, 1],
] as const;
/** Shares of unapproved documents by status, in percent. */
const OPEN_STATUSES: Readonly<Record<Exclude<ComplianceDocumentStatus, 'APPROVED'>, number>> = {
  DUE: 48,
  PENDING_REVIEW: 32,
  DECLINED: 12,
  EXPIRED: 8,
};
const SOON_DAYS = 15;
const EXPIRES_SOON = 0.03;

export interface ComplianceFile {
  /** Share of approved documents, rounded down. */
  readonly percent: number;
  /** Days with a fraction; null while something is missing. */
  readonly completedAt: number | null;
  readonly documents: readonly Row[];
}

/** The documents that one assignment needs, and how many percent of them are approved; none without a booking. */
export function buildFile(
  random: Random,
  { row, stint }: Submission,
  assignmentId: string,
  today: Day,
): ComplianceFile {
  if (stint === undefined) return { percent: 0, completedAt: null, documents: [] };
  const { supplier } = stint.candidate;
  const booked = stint.bookedAt;
  const days = random.spread(5, supplier.fileDays, 16);
  const required = DOCUMENTS.slice(0, random.int(14, DOCUMENTS.length));
  const approved = Math.floor((required.length * target(random, stint.status, (today - booked) / days)) / 100);
  const complete = approved === required.length;
  const order = random.shuffle(required.map((_, index) => index));
  const documents = required.map(([name, kind, validDays], index): Row => {
    const position = order.indexOf(index);
    const status = position < approved ? 'APPROVED' : openStatus(random, stint.status, validDays);
    // The last approved document completes the file.
    const reviewed = Math.min(
      booked + days * (position === approved - 1 ? 1 : random.between(0.25, 0.98)),
      today - 0.02,
    );
    const uploaded = status !== 'DUE';
    const decided = uploaded && status !== 'PENDING_REVIEW';
    const declined = status === 'DECLINED' || (decided && random.chance(supplier.declined));
    const id = random.uuid();
    const firstUploaded = uploaded ? booked + (reviewed - booked) * random.between(0.4, 0.9) : null;
    const reviewedBy = decided ? random.pick(REVIEWERS) : null;
    const declineReason = declined ? random.pick(REASONS.documentDeclined) : null;
    const valid = validity(random, status, validDays, uploaded, today);
    // One issued since then was uploaded again.
    const uploadedAt = firstUploaded && Math.max(firstUploaded, valid === null ? 0 : valid.from + HANDED_IN_AFTER);
    return {
      id,
      tenant_id: row.tenant_id,
      client_id: row.client_id,
      agency_id: row.agency_id,
      assignment_id: assignmentId,
      kind,
      name,
      status,
      due_on: isoDay(stint.plannedStart - 3),
      uploaded_at: uploadedAt === null ? null : instant(uploadedAt),
      uploaded_by: uploaded ? row.recruiter_name : null,
      reviewed_at: decided ? instant(Math.max(reviewed, (uploadedAt ?? 0) + 0.01)) : null,
      reviewed_by: reviewedBy,
      times_declined: declined ? 1 : 0,
      decline_reason: declineReason,
      issued_on: valid === null ? null : isoDay(valid.from),
      expires_on: valid === null ? null : isoDay(valid.to),
    };
  });
  return {
    percent: Math.floor((approved * 100) / required.length),
    completedAt: complete ? Math.min(booked + days, today - 0.02) : null,
    documents,
  };
}

/** The fewest days from the issue of a document to its upload; even the newest document is older than this. */
const HANDED_IN_AFTER = 0.5;

const REVIEWERS = ['Dana Brooks', 'Priya Iyer', 'Marcus Hale', 'Elise Thornton'];

/** The percentage of approved documents. `progress` is the time since booking relative to the time it takes. */
function target(random: Random, status: string, progress: number): number {
  if (status === 'BOOKED' || status === 'CANCELLED')
    return Math.min(100, Math.max(0, progress * 100 * random.between(0.6, 1.1)));
  if (status !== 'ACTIVE' || progress < 1) return 100;
  const [from, to] = random.weighted(AT_WORK, ([, , weight]) => weight);
  return from === 100 ? 100 : random.int(from, to);
}

function openStatus(random: Random, assignment: string, validDays: number | null): ComplianceDocumentStatus {
  const statuses = Object.keys(OPEN_STATUSES) as (keyof typeof OPEN_STATUSES)[];
  const canExpire = assignment === 'ACTIVE' && validDays !== null;
  return random.weighted(statuses, (status) => (status === 'EXPIRED' && !canExpire ? 0 : OPEN_STATUSES[status]));
}

/** The first and last day on which a document is valid; null without a date. */
function validity(
  random: Random,
  status: ComplianceDocumentStatus,
  validDays: number | null,
  uploaded: boolean,
  today: Day,
): { readonly from: Day; readonly to: Day } | null {
  if (!uploaded || validDays === null) return null;
  const soon = random.chance(EXPIRES_SOON);
  const left =
    status === 'EXPIRED'
      ? -random.int(1, 20)
      : soon
        ? random.int(0, SOON_DAYS)
        : random.int(SOON_DAYS + 1, validDays - 1);
  return { from: today + left - validDays, to: today + left };
}
