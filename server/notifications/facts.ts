/** What the words of a notification are made of. */
export interface Facts {
  /** Whom it concerns beside the managing organisation. */
  readonly clientId: string | null;
  readonly agencyId: string | null;
  /** The row that the event is about. */
  readonly entityId: string;
  /** What people call that row by; null where it has no number. */
  readonly entityNumber: number | null;
  readonly jobId: string | null;
  readonly jobNumber: number | null;
  /** Specialty and shift. */
  readonly jobTitle: string | null;
  readonly candidateId: string | null;
  readonly candidateNumber: number | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly recruiterId: string | null;
  readonly facility: string | null;
  readonly supplier: string | null;
  /** Name of the document, number of the sheet or the invoice, subject of the message. */
  readonly name: string | null;
  /** In the words of the contract's vocabularies. */
  readonly status: string | null;
  readonly reason: string | null;
  /** 'YYYY-MM-DD': the day that matters here. */
  readonly day: string | null;
  readonly cents: number | null;
}

export const NO_FACTS: Facts = {
  clientId: null,
  agencyId: null,
  entityId: '',
  entityNumber: null,
  jobId: null,
  jobNumber: null,
  jobTitle: null,
  candidateId: null,
  candidateNumber: null,
  firstName: null,
  lastName: null,
  recruiterId: null,
  facility: null,
  supplier: null,
  name: null,
  status: null,
  reason: null,
  day: null,
  cents: null,
};
