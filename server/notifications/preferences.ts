/** What may be switched on and off, and what holds where nobody ever did: rules without a database. */
import {
  SUB_CATEGORIES,
  SUB_CATEGORY_CODES,
  WITHOUT_ALL,
  type AgencyUserType,
  type BodyOf,
  type NotificationConfig,
  type OrganizationType,
  type Permission,
  type ResponseOf,
  type SubCategory,
  type SubCategoryCode,
} from '../../contract';

export type PreferenceGroups = ResponseOf<'notificationPreferences'>;
export type Preference = PreferenceGroups[number]['subCategories'][number];
export type PreferenceRecord = BodyOf<'saveNotificationPreferences'>['records'][number];

/** Whose preferences they are. */
export interface PreferenceOwner {
  readonly organizationType: OrganizationType;
  readonly agencyUserType: AgencyUserType | null;
  readonly permissions: readonly Permission[];
  /** Rows that the organisation has beyond the usual. */
  readonly configs: readonly NotificationConfig[];
}

export interface SavedPreference extends PreferenceRecord {
  readonly id: string;
}

/** Off until somebody turns them on, except for those whose work it is. */
export const OFF_BY_DEFAULT: readonly SubCategoryCode[] = [
  'CANDIDATE_JOB_MATCHING',
  'CANDIDATE_JOB_MATCHING_AVAILABILITY_LOG',
];
export const ON_BY_DEFAULT_FOR: Readonly<Partial<Record<SubCategoryCode, readonly AgencyUserType[]>>> = {
  CANDIDATE_JOB_MATCHING: ['ATS_AGENCY_SALES_REPRESENTATIVE', 'ATS_AGENCY_RECRUITER'],
};
export const ALL_BY_DEFAULT: readonly SubCategoryCode[] = ['AUTOMATED_JOB_UPDATES'];

export function isAllDisabled(code: SubCategoryCode, owner: PreferenceOwner): boolean {
  return (
    owner.organizationType !== 'VMS' ||
    WITHOUT_ALL.includes(code) ||
    owner.permissions.includes('NOTIFICATIONS_DISABLE_ALL_NOTIFICATIONS')
  );
}

export function isOffered({ config }: SubCategory, owner: PreferenceOwner): boolean {
  return config === undefined || owner.configs.includes(config);
}

/** One row as it holds: what was saved, else the default, with what nobody can change forced. */
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

/** Every row the person has, by category, in the order of the contract. */
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

/** Why a record cannot be saved, as a sentence; null where it can. `current` is the row as it holds now. */
export function refusalOf(record: PreferenceRecord, current: Preference | undefined): string | null {
  if (current === undefined) return `Your organization does not have the row ${record.subCategoryCode}.`;
  const name = `'${current.subCategoryName}'`;
  if (current.requiredNotification && !record.notification) return `${name} is required and stays on.`;
  if (current.emailRequiredNotification && !record.emailNotification)
    return `The mail of ${name} is required and stays on.`;
  if (record.emailNotification && !record.notification && !current.emailRequiredNotification) {
    return `Mail for ${name} needs its notification. Please turn that on, too.`;
  }
  if (record.mobileNotification && !current.isUseInVmsMobile) return `The mobile app does not show ${name}.`;
  if (current.isAllDisabled && record.allNotification !== current.allNotification) {
    return `All notifications cannot be changed for ${name}.`;
  }
  return null;
}
