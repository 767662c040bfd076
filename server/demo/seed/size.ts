/** How much a batch of the demo holds. Submissions, documents, timesheets and invoices follow from these numbers. */

export interface DemoSize {
  readonly candidates: number;
  /** Of the candidates: those at work, those among them whose extension has to be decided, and those who are booked. */
  readonly active: number;
  readonly extensionDue: number;
  readonly booked: number;
  readonly openJobs: number;
  readonly jobsToApprove: number;
  readonly jobsToReview: number;
  readonly jobsOnHold: number;
  readonly extensionJobs: number;
}

const DEMO: DemoSize = {
  candidates: 2_500,
  active: 900,
  extensionDue: 85,
  booked: 140,
  openJobs: 650,
  jobsToApprove: 28,
  jobsToReview: 34,
  jobsOnHold: 45,
  extensionJobs: 60,
};

/** `share` is above 0 and at most 1, which is the whole demo. */
export function demoSize(share: number): DemoSize {
  const part = (count: number): number => Math.ceil(count * share);
  return {
    candidates: part(DEMO.candidates),
    active: part(DEMO.active),
    extensionDue: part(DEMO.extensionDue),
    booked: part(DEMO.booked),
    openJobs: part(DEMO.openJobs),
    jobsToApprove: part(DEMO.jobsToApprove),
    jobsToReview: part(DEMO.jobsToReview),
    jobsOnHold: part(DEMO.jobsOnHold),
    extensionJobs: part(DEMO.extensionJobs),
  };
}
