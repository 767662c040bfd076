/** The rules of notification preferences: defaults, and what may be changed. No database. */
import type { AgencyUserType, OrganizationType } from '../../../contract/base/organizations';
import type { Permission } from '../../../contract/base/permissions';
import type { BodyOf, ResponseOf } from '../../../contract/endpoints';
import {
  SUB_CATEGORIES,
  SUB_CATEGORY_CODES,
  WITHOUT_ALL_OPTION,
  type NotificationConfig,
  type SubCategory,
  type SubCategoryCode,
} from '../../../contract/notifications/kinds';

export type PreferenceGroups = ResponseOf<'notificationPreferences'>;
export type Preference = PreferenceGroups[number]['subCategories'][number];
/** The flags of a row to be saved; those that are absent stay as they are. */
export type PreferenceChange = BodyOf<'saveNotificationPreferences'>['records'][number];
export type PreferenceRecord = Required<PreferenceChange>;

/** The user whose preferences these are. */
export interface PreferenceOwner {
  readonly organizationType: OrganizationType;
  readonly agencyUserType: AgencyUserType | null;
  readonly permissions: readonly Permission[];
  /** Optional rows that the organization has. */
  readonly configs: readonly NotificationConfig[];
}

export interface SavedPreference extends PreferenceRecord {
  readonly id: string;
}

/** Off by default, except for the users whose work it is. */
export const OFF_BY_DEFAULT: readonly SubCategoryCode[] = [
  'CANDIDATE_JOB_MATCHING',
  'CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG',
];
/** Kinds that are on for these agency users, and off for all others, until they choose. */
export const ON_BY_DEFAULT_FOR: Readonly<Partial<Record<SubCategoryCode, readonly AgencyUserType[]>>> = {
  CANDIDATE_JOB_MATCHING: ['ATS_AGENCY_SALES_REPRESENTATIVE', 'ATS_AGENCY_RECRUITER'],
};
export const ALL_BY_DEFAULT: readonly SubCategoryCode[] = ['AUTOMATED_JOB_UPDATES'];

/** Whether the owner cannot choose notifications about all records for this kind. */
export function isAllDisabled(code: SubCategoryCode, owner: PreferenceOwner): boolean {
  return (
    owner.organizationType !== 'VMS' ||
    WITHOUT_ALL_OPTION.includes(code) ||
    owner.permissions.includes('NOTIFICATIONS_DISABLE_ALL_NOTIFICATIONS')
  );
}

/** Whether the owner's organization has the module that this kind belongs to. */
function isOffered({ config }: SubCategory, owner: PreferenceOwner): boolean {
  return config === undefined || owner.configs.includes(config);
}

/** The effective row: the saved one, else the default, with required settings enforced. */
export function preferenceOf(
  code: SubCategoryCode,
  owner: PreferenceOwner,
  saved: SavedPreference | undefined,
): Preference {
  const { name, required = false, emailRequired = false, mobile = false } = SUB_CATEGORIES[code];
  const notification = required || (saved?.notification ?? isOnByDefault(code, owner));
  return {
    id: saved?.id ?? null,
    subCategoryCode: code,
    subCategoryName: name,
    notification,
    emailNotification: emailRequired || (notification && (saved?.emailNotification ?? false)),
    mobileNotification: mobile && (saved?.mobileNotification ?? false),
    allNotification: saved?.allNotification ?? ALL_BY_DEFAULT.includes(code),
    requiredNotification: required,
    emailRequiredNotification: emailRequired,
    isUseInVmsMobile: mobile,
    isAllDisabled: isAllDisabled(code, owner),
  };
}

function isOnByDefault(code: SubCategoryCode, { agencyUserType }: PreferenceOwner): boolean {
  if (agencyUserType !== null && ON_BY_DEFAULT_FOR[code]?.includes(agencyUserType)) return true;
  return !OFF_BY_DEFAULT.includes(code);
}

/** All rows of a user by category, in the order of the contract. */
export function preferenceGroups(owner: PreferenceOwner, saved: readonly SavedPreference[]): PreferenceGroups {
  const byCode = new Map(saved.map((row) => [row.subCategoryCode, row]));
  const groups: PreferenceGroups = [];
  for (const code of SUB_CATEGORY_CODES) {
    const { category } = SUB_CATEGORIES[code];
    if (!isOffered(SUB_CATEGORIES[code], owner)) continue;
    let group = groups.find(({ categoryCode }) => categoryCode === category);
    if (group === undefined) groups.push((group = { categoryCode: category, subCategories: [] }));
    group.subCategories.push(preferenceOf(code, owner, byCode.get(code)));
  }
  return groups;
}

/** The change with what follows from it: without its notification, an email is off, too, unless it is required. */
export function completed(change: PreferenceChange, current: Preference | undefined): PreferenceChange {
  const turnsOff = change.notification === false && current?.emailRequiredNotification !== true;
  return turnsOff ? { emailNotification: false, ...change } : change;
}

/** Why a change cannot be saved, as a sentence; null when it can. `current` is the row as it is now. */
export function refusalOf(change: PreferenceChange, current: Preference | undefined): string | null {
  if (current === undefined) return `Your organization does not have the row ${change.subCategoryCode}.`;
  const name = `'${current.subCategoryName}'`;
  const record = { ...current, ...change };
  if (current.requiredNotification && !record.notification) return `${name} is required and stays on.`;
  if (current.emailRequiredNotification && !record.emailNotification)
    return `The email of ${name} is required and stays on.`;
  if (record.emailNotification && !record.notification && !current.emailRequiredNotification) {
    return change.notification === undefined
      ? `Email for ${name} needs its notification, which is off now. Please open the preferences again.`
      : `Email for ${name} needs its notification. Please turn that on, too.`;
  }
  if (record.mobileNotification && !current.isUseInVmsMobile) return `The mobile app does not show ${name}.`;
  if (current.isAllDisabled && record.allNotification !== current.allNotification) {
    return `All notifications cannot be changed for ${name}.`;
  }
  return null;
}
