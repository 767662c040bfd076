/** What notifications are about, and in which tab of the panel each stands. */

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

/** The tabs, in the order in which managing organisations see them. */
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

/** Every notification stands in exactly one tab, so that the bell is the sum of the tabs. */
export const tabOf = (category: NotificationCategory): NotificationTab => TAB_OF[category];

export const TAB_LABELS: Readonly<Record<NotificationTab, string>> = {
  JOBSORDERS: 'Job/Orders',
  SUBMISSIONS: 'Submissions',
  COMPLIANCE: 'Compliance',
  ASSIGNMENTS: 'Assignments',
  BACK_OFFICE: 'Back Office',
  BROADCAST: 'Nexus VMS',
};

/** The colour token of a tab's toasts, tags and charts: `--category-<name>`. */
export const TAB_COLOURS: Readonly<Record<NotificationTab, string>> = {
  JOBSORDERS: 'warning',
  SUBMISSIONS: 'primary',
  COMPLIANCE: 'purple',
  ASSIGNMENTS: 'blue',
  BACK_OFFICE: 'success',
  BROADCAST: 'tertiary',
};
