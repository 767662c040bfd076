/** Who may switch what, and what follows from it. Pure. */
import {
  WITHOUT_ALL,
  type NotificationConfig,
  type OrganizationType,
  type ResponseOf,
  type SubCategoryCode,
  type UserInfo,
} from '../../contract';
import type { Preference, PreferenceGroups } from '../../machines/preferences/preferences.records';

/** The columns of the table, in their order. */
export const COLUMNS = ['notification', 'email', 'mobile', 'all'] as const;
export type Column = (typeof COLUMNS)[number];

export const COLUMN_LABELS: Readonly<Record<Column, string>> = {
  notification: 'Notification',
  email: 'Email',
  mobile: 'Mobile',
  all: 'All Notifications',
};

/** What the rules ask of the person. */
export type Owner = Pick<UserInfo, 'organizationType' | 'userTypeIds' | 'permissions' | 'configureMobileApp'>;

const WITH_MOBILE: readonly OrganizationType[] = ['AGENCY', 'VMS', 'CLIENT'];
const MATCHERS: readonly UserInfo['userTypeIds'][number][] = [
  'ATS_AGENCY_SALES_REPRESENTATIVE',
  'ATS_AGENCY_RECRUITER',
];

export function columnsFor({ organizationType, configureMobileApp }: Owner): readonly Column[] {
  return COLUMNS.filter((column) => {
    if (column === 'mobile') return configureMobileApp && WITH_MOBILE.includes(organizationType);
    return column !== 'all' || organizationType === 'VMS';
  });
}

/** The rows that there are only where a configuration value says so. */
const NEEDS_CONFIG: Readonly<Partial<Record<SubCategoryCode, NotificationConfig>>> = {
  MOBILE_CANDIDATE_REGISTRATION: 'MOBILE_CANDIDATE_REGISTRATION',
  FACEBOOK_REGISTRATION: 'FACEBOOK_REGISTRATION',
  LEAP_PROFILE_CREATED: 'LEAP_PROFILE_CREATED',
};

/** The preferences as they hold: what is required is on, what was never saved is as it is for this kind of person. */
export function asLoaded(
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
  /** Why nobody can change it here; null where they can. */
  readonly locked: string | null;
}

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
  if (row.isAllDisabled || WITHOUT_ALL.includes(row.subCategoryCode)) return 'This kind cannot be changed.';
  return null;
}

/** The row after a press on a cell; the same row where the cell is locked. */
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

/** What is looked for: blanks alone are nothing, and too much is cut. */
export const searchText = (typed: string): string => (typed.trim() === '' ? '' : typed.slice(0, SEARCH_MAX_LENGTH));

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
