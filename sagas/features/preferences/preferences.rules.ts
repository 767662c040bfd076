/** Which notification preferences can be changed, and how changes affect each other. Pure. */
import type { OrganizationType } from '../../../contract/base/organizations';
import type { ResponseOf } from '../../../contract/endpoints';
import type { UserInfo } from '../../../contract/identity/ownSession.endpoints';
import {
  WITHOUT_ALL_OPTION,
  type NotificationConfig,
  type SubCategoryCode,
} from '../../../contract/notifications/kinds';
import type { Preference, PreferenceGroups } from '../../../machines/preferences/changedRecords';

/** The columns of the table, in order. */
export const COLUMNS = ['notification', 'email', 'mobile', 'all'] as const;
export type Column = (typeof COLUMNS)[number];

export const COLUMN_LABELS: Readonly<Record<Column, string>> = {
  notification: 'Notification',
  email: 'Email',
  mobile: 'Mobile',
  all: 'All Notifications',
};

/** What the rules depend on about the user. */
export type Owner = Pick<UserInfo, 'organizationType' | 'userTypeIds' | 'permissions' | 'configureMobileApp'>;

const WITH_MOBILE: readonly OrganizationType[] = ['AGENCY', 'VMS', 'CLIENT'];
const MATCHERS: readonly UserInfo['userTypeIds'][number][] = [
  'ATS_AGENCY_SALES_REPRESENTATIVE',
  'ATS_AGENCY_RECRUITER',
];

/** The columns of the dialog for this organization type. */
export function columnsFor({ organizationType, configureMobileApp }: Owner): readonly Column[] {
  return COLUMNS.filter((column) => {
    if (column === 'mobile') return configureMobileApp && WITH_MOBILE.includes(organizationType);
    return column !== 'all' || organizationType === 'VMS';
  });
}

/** Rows that exist only with a configuration value. */
const NEEDS_CONFIG: Readonly<Partial<Record<SubCategoryCode, NotificationConfig>>> = {
  MOBILE_CANDIDATE_REGISTRATION: 'MOBILE_CANDIDATE_REGISTRATION',
  FACEBOOK_REGISTRATION: 'FACEBOOK_REGISTRATION',
  LEAP_PROFILE_CREATED: 'LEAP_PROFILE_CREATED',
};

/** The effective preferences: required ones are on, unsaved ones have the default for this user type. */
export function effectivePreferences(
  groups: PreferenceGroups,
  configs: ResponseOf<'notificationConfigs'>,
  owner: Owner,
): PreferenceGroups {
  const on = new Set(configs.filter(({ value }) => value).map(({ label }) => label));
  const isThere = ({ subCategoryCode }: Preference) => {
    const needed = NEEDS_CONFIG[subCategoryCode];
    return needed === undefined || on.has(needed);
  };
  return groups
    .map((group) => ({
      ...group,
      subCategories: group.subCategories.filter(isThere).map((row) => rowAsLoaded(row, owner)),
    }))
    .filter(({ subCategories }) => subCategories.length > 0);
}

function rowAsLoaded(row: Preference, owner: Owner): Preference {
  const isMatching = row.subCategoryCode === 'CANDIDATE_JOB_MATCHING' && row.id === null;
  const isForMatcher = isMatching && owner.userTypeIds.some((type) => MATCHERS.includes(type));
  const isAutomated = row.subCategoryCode === 'AUTOMATED_JOB_UPDATES' && row.id === null;
  return {
    ...row,
    notification: row.notification || row.requiredNotification || isForMatcher,
    emailNotification: row.emailNotification || row.emailRequiredNotification,
    allNotification: row.allNotification || isAutomated,
  };
}

export interface Cell {
  readonly checked: boolean;
  /** Why it cannot be changed here; null if it can. */
  readonly locked: string | null;
}

/** Whether a box is checked, and why it cannot be changed; null if it can. */
export function cellOf(row: Preference, column: Column, owner: Owner): Cell {
  switch (column) {
    case 'notification':
      return { checked: row.notification, locked: row.requiredNotification ? 'Required: it is always on.' : null };
    case 'email':
      return { checked: row.emailNotification, locked: emailLock(row) };
    case 'mobile':
      return {
        checked: row.mobileNotification,
        locked: row.isUseInVmsMobile ? null : 'The mobile app does not show this.',
      };
    case 'all':
      return { checked: row.allNotification, locked: allLock(row, owner) };
  }
}

function emailLock(row: Preference): string | null {
  if (row.emailRequiredNotification) return 'Required: this email is always sent.';
  return row.notification ? null : 'Turn its notification on first.';
}

function allLock(row: Preference, { organizationType, permissions }: Owner): string | null {
  if (organizationType !== 'VMS') return 'Only the managing organization can change this.';
  if (permissions.includes('NOTIFICATIONS_DISABLE_ALL_NOTIFICATIONS'))
    return 'Your role does not allow changing this. Your administrator can help.';
  if (row.isAllDisabled || WITHOUT_ALL_OPTION.includes(row.subCategoryCode)) return 'This kind cannot be changed.';
  return null;
}

/** The row after a cell is pressed; unchanged if the cell is locked. */
export function toggled(row: Preference, column: Column, owner: Owner): Preference {
  const { checked, locked } = cellOf(row, column, owner);
  if (locked !== null) return row;
  switch (column) {
    case 'notification': {
      const stays = row.emailRequiredNotification;
      return { ...row, notification: !checked, emailNotification: (!checked || stays) && row.emailNotification };
    }
    case 'email':
      return { ...row, emailNotification: !checked };
    case 'mobile':
      return { ...row, mobileNotification: !checked };
    case 'all':
      return { ...row, allNotification: !checked };
  }
}

/** The groups with one box changed. */
export function withToggled(
  groups: PreferenceGroups,
  code: SubCategoryCode,
  column: Column,
  owner: Owner,
): PreferenceGroups {
  return groups.map((group) => ({
    ...group,
    subCategories: group.subCategories.map((row) => (row.subCategoryCode === code ? toggled(row, column, owner) : row)),
  }));
}

export const SEARCH_MAX_LENGTH = 100;

/** The search text, cut to its maximum length; blank text is none. */
export const searchText = (typed: string): string => (typed.trim() === '' ? '' : typed.slice(0, SEARCH_MAX_LENGTH));

/** The kinds whose name contains the text; all without a text. */
export function found(groups: PreferenceGroups, search: string): PreferenceGroups {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return groups;
  return groups
    .map((group) => ({
      ...group,
      subCategories: group.subCategories.filter((row) => row.subCategoryName.toLowerCase().includes(wanted)),
    }))
    .filter(({ subCategories }) => subCategories.length > 0);
}

/** The pure rules that the dialog renders with. */
export type { Preference, PreferenceGroups } from '../../../machines/preferences/changedRecords';
