/** The kinds of records that have a page of their own, by id. */

export const RECORD_KINDS = [
  'job',
  'candidate',
  'submission',
  'assignment',
  'complianceFile',
  'document',
  'timesheet',
  'invoice',
  'facility',
  'supplier',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];
