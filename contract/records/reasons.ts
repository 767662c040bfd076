/** Suggested reasons for actions on records. */
export const REASONS = {
  rejected: [
    'Position filled',
    'Experience does not match',
    'Failed screening',
    'Rate too high',
    'Unit manager declined',
  ],
  withdrawn: ['Accepted another offer', 'Personal reasons', 'No longer available'],
  offerRejected: ['Pay', 'Schedule', 'Location', 'Accepted another offer'],
  cancelled: ['Low census', 'Budget', 'Personal reasons', 'Credentials lapsed'],
  earlyTerm: ['Performance', 'Attendance', 'Low census', 'Personal reasons', 'Credentials lapsed'],
  jobClosed: ['Budget', 'Filled internally', 'Low census', 'Requirement changed'],
  jobOnHold: ['Budget', 'Low census', 'Requirement changed'],
  documentDeclined: ['Illegible', 'Expired', 'Wrong document', 'Signature missing', 'Incomplete'],
  dispute: ['Hours differ from schedule', 'Missed meal break', 'Wrong rate', 'Overtime not approved'],
  disputeAnswered: ['Hours are right', 'Corrected with the unit', 'Rate corrected'],
  expenseRefused: ['Receipt missing', 'Not agreed', 'Over the limit'],
  adjusted: ['Hours reported late', 'Meal break corrected', 'Entered wrongly'],
  extensionDeclined: ['Low census', 'Budget', 'Personal reasons', 'Performance'],
} as const;
