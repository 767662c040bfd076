import type { SubCategoryCode } from '../../contract/notifications/kinds';

/** The kinds for which the requirements offer no 'All notifications'. */
export const WITHOUT_ALL: readonly SubCategoryCode[] = [
  'TASK_DUE',
  'CANDIDATE_JOB_MATCHING',
  'CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG',
  'COMPANY',
  'AUTOMATED_JOB_UPDATES',
  'DEAL_APPROVAL_STATUS',
  'COMPLIANCE_VERIFIED',
  'JOURNAL_ALERT',
  'BOARD_ALARM',
];
