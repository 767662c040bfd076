/** Categories of notifications, and the tab of the panel that each is in. */

/** Absent document name. */
export const NO_DOCUMENT = 'xdummyFilex';

export const NOTIFICATION_CATEGORIES = [
  'JOBSORDERS',
  'JOB',
  'SUBMISSIONS',
  'COMPLIANCE',
  'ASSIGNMENTS',
  'BACK_OFFICE',
  'BROADCAST',
  'COMPANY',
] as const;
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number];

/** In the order in which managing organizations see them. */
export const NOTIFICATION_TABS = [
  'JOBSORDERS',
  'SUBMISSIONS',
  'COMPLIANCE',
  'ASSIGNMENTS',
  'BACK_OFFICE',
  'BROADCAST',
] as const;
export type NotificationTab = (typeof NOTIFICATION_TABS)[number];

export const DEFAULT_TAB: NotificationTab = 'SUBMISSIONS';

const TAB_OF: Readonly<Record<NotificationCategory, NotificationTab>> = {
  JOBSORDERS: 'JOBSORDERS',
  JOB: 'JOBSORDERS',
  SUBMISSIONS: 'SUBMISSIONS',
  COMPLIANCE: 'COMPLIANCE',
  ASSIGNMENTS: 'ASSIGNMENTS',
  BACK_OFFICE: 'BACK_OFFICE',
  BROADCAST: 'BROADCAST',
  COMPANY: 'BROADCAST',
};

/** Every category is in exactly one tab, so the bell's count is the sum of the tabs. */
export const tabOf = (category: NotificationCategory): NotificationTab => TAB_OF[category];

export const TAB_LABELS: Readonly<Record<NotificationTab, string>> = {
  JOBSORDERS: 'Job/Orders',
  SUBMISSIONS: 'Submissions',
  COMPLIANCE: 'Compliance',
  ASSIGNMENTS: 'Assignments',
  BACK_OFFICE: 'Back Office',
  BROADCAST: 'Nexus VMS',
};

/** The color token of a tab's toasts, tags and charts: `--category-<name>`. */
export const TAB_COLORS: Readonly<Record<NotificationTab, string>> = {
  JOBSORDERS: 'warning',
  SUBMISSIONS: 'primary',
  COMPLIANCE: 'purple',
  ASSIGNMENTS: 'blue',
  BACK_OFFICE: 'success',
  BROADCAST: 'tertiary',
};
