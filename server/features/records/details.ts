/** The SQL of details on the pages of records, besides the columns of their list, whose joins it may use. */
import { sql } from 'kysely';
import type { RecordKind } from '../../../contract/records/kinds';
import type { Records } from '../../../contract/records/catalog';
import type { Expression, Sql } from '../lists/source';

export interface DetailSource {
  readonly value: Expression;
  /** The id of the record that it links to. */
  readonly id?: Sql;
}

const detail = (value: Expression, id?: Sql): DetailSource => ({ value, ...(id !== undefined && { id }) });
const own = (column: string): DetailSource => detail(sql.ref(`r.${column}`));

/** A missing or extra detail does not compile. */
const DETAILS: { readonly [K in RecordKind]: { readonly [D in keyof Records[K]['details']]: DetailSource } } = {
  job: {
    manager: detail(sql`d.manager_name`),
    costCenter: detail(sql`d.cost_center`),
    city: detail(sql`f.city`),
    state: detail(sql`f.state`),
    enteredAt: own('created_at'),
  },
  candidate: {},
  submission: {
    assignmentNumber: detail(
      sql`(select x.number from assignments x where x.submission_id = r.id)`,
      sql`(select x.id from assignments x where x.submission_id = r.id)`,
    ),
    qualifiedAt: own('qualified_at'),
    interviewOn: own('interview_on'),
    acceptedAt: own('accepted_at'),
    startDate: detail(sql`j.start_date`),
    endDate: detail(sql`j.end_date`),
  },
  assignment: {
    jobNumber: detail(sql`j.number`, sql`r.job_id`),
    submissionNumber: detail(
      sql`(select x.number from submissions x where x.id = r.submission_id)`,
      sql`r.submission_id`,
    ),
    payRate: own('pay_rate_cents'),
    originalEnd: own('original_end'),
    extensionUntil: own('extension_until'),
    filesCompletedAt: own('files_completed_at'),
  },
  complianceFile: {},
  document: { fileCompletion: detail(sql`a.compliance_percent`) },
  timesheet: {
    billRate: detail(sql`a.bill_rate_cents`),
    shift: detail(sql`a.shift`),
    worked: detail(sql`r.regular_minutes + r.overtime_minutes + r.holiday_minutes`),
    disputedAt: own('disputed_at'),
    disputeResolvedAt: own('dispute_resolved_at'),
  },
  invoice: {},
  reverseInvoice: {},
  facility: {},
  supplier: {},
};

/** The SQL of the details of a kind of records, besides the columns of its list. */
export const detailsOf = (kind: RecordKind): Readonly<Record<string, DetailSource>> => DETAILS[kind];
