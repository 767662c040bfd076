/** The user form: its initial values, what it sends, and its messages about concurrent changes. Pure. */
import type { AGENCY_USER_TYPES, OrganizationType, UserType } from '../../../../contract/base/organizations';
import type { BodyOf, ResponseOf } from '../../../../contract/endpoints';
import type { UserInfo } from '../../../../contract/identity/ownSession.endpoints';
import { momentText } from '../../../base/dates';
import { rebaseFields, rebaseSet } from '../forms/forms.selectors';

export type RoleChoice = ResponseOf<'roleChoices'>[number];
export type UserAccount = ResponseOf<'userAccount'>;

export interface UserValues {
  /** One per form, so that repeated requests add one user. */
  readonly requestId: string;
  readonly organizationId: string;
  readonly userName: string;
  readonly userType: UserType;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** For users of suppliers; otherwise empty. */
  readonly agencyUserType: '' | (typeof AGENCY_USER_TYPES)[number];
  readonly twoFactorEnabled: boolean;
  readonly roleIds: readonly string[];
}

export interface LoadedUser {
  readonly kind: 'add' | 'edit';
  readonly values: UserValues;
  /** The user's organization. */
  readonly organizationType: OrganizationType;
  /** The suppliers to choose from; null if the organization is given. */
  readonly suppliers: readonly { readonly value: string; readonly label: string }[] | null;
  /** The user types to choose from. */
  readonly userTypes: readonly UserType[];
  /** Null if they depend on the chosen supplier. */
  readonly roles: readonly RoleChoice[] | null;
  /** Null for a new user. */
  readonly account: UserAccount | null;
  readonly isSelf: boolean;
  /** An owner, whom only owners may change. */
  readonly isAbove: boolean;
  /** Whether this administrator may confirm the user's changed address. */
  readonly mayConfirmEmail: boolean;
}

/** The first is the default; only an owner may add an owner. */
export function userTypesFor(organizationType: OrganizationType, by: Pick<UserInfo, 'userType'>): readonly UserType[] {
  switch (organizationType) {
    case 'OWNER':
      return by.userType === 'OWNER' ? ['SUB_OWNER', 'OWNER'] : ['SUB_OWNER'];
    case 'VMS':
      return ['VMS', 'MSP'];
    case 'CLIENT':
      return ['CLIENT'];
    case 'AGENCY':
      return ['AGENCY'];
  }
}

export const USER_TYPE_LABELS: Readonly<Record<UserType, string>> = {
  OWNER: 'Owner',
  SUB_OWNER: 'Sub-Owner',
  VMS: 'VMS',
  MSP: 'MSP',
  CLIENT: 'Facility',
  AGENCY: 'Supplier',
};

export const AGENCY_USER_TYPE_LABELS: Readonly<Record<Exclude<UserValues['agencyUserType'], ''>, string>> = {
  ATS_AGENCY_SALES_REPRESENTATIVE: 'Sales Representative',
  ATS_AGENCY_RECRUITER: 'Recruiter',
};

/** The form for a new user. */
export function emptyValues(requestId: string, organizationId: string, userType: UserType): UserValues {
  return {
    requestId,
    organizationId,
    userName: '',
    userType,
    email: '',
    firstName: '',
    lastName: '',
    agencyUserType: '',
    twoFactorEnabled: false,
    roleIds: [],
  };
}

/** The form for a stored user. */
export function valuesOf(account: UserAccount): UserValues {
  return {
    requestId: '',
    organizationId: account.organizationId,
    userName: account.userName,
    userType: account.userType as UserType,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    agencyUserType: (account.agencyUserType ?? '') as UserValues['agencyUserType'],
    twoFactorEnabled: account.twoFactorEnabled ?? false,
    roleIds: (account.roles ?? []).filter(({ held }) => held).map(({ roleId }) => roleId),
  };
}

/** Why no secret is mailed to the user's address, and what ends that; null if secrets are mailed. */
export function emailWaitText({ email, emailWaits }: UserAccount): string | null {
  if (emailWaits === undefined) return null;
  const until = momentText(Date.parse(emailWaits.until));
  return `The email address was changed from ${emailWaits.previous}. No password is emailed to ${email} before ${until}, and sign-in codes go to the previous address, unless an owner confirms the new one.`;
}

function commonOf(values: UserValues) {
  const { email, firstName, lastName, agencyUserType, twoFactorEnabled, roleIds } = values;
  return {
    email: email.trim(),
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    twoFactorEnabled,
    roleIds: [...roleIds],
    ...(agencyUserType !== '' && { agencyUserType }),
  };
}

/** The form as it is sent for a new user, with spaces trimmed. */
export function createBody(values: UserValues): BodyOf<'createUser'> {
  const { requestId, organizationId, userType } = values;
  return { requestId, organizationId, userName: values.userName.trim(), userType, ...commonOf(values) };
}

/** The form as it is sent for a stored user, with the version that it was loaded with. */
export function updateBody(values: UserValues, version: number): BodyOf<'updateUser'> {
  return { ...commonOf(values), version };
}

/** This administrator's changes on top of what another one saved in the meantime: no role is lost or given back. */
export function rebasedUser(typed: UserValues, before: UserValues, now: UserValues): UserValues {
  return {
    ...rebaseFields(typed, before, now),
    roleIds: rebaseSet(typed.roleIds, before.roleIds, now.roleIds),
  };
}

const LABELS: readonly (readonly [keyof UserValues, string])[] = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['email', 'Email'],
  ['agencyUserType', 'Supplier role'],
  ['twoFactorEnabled', 'Two-factor'],
  ['roleIds', 'Roles'],
];

/** The values that resetting the second factors changes. */
export const RESET_VALUES: readonly (keyof UserValues)[] = ['twoFactorEnabled'];

/** Changes by another user in the meantime, as sentences. */
export function concurrentChanges(before: Pick<LoadedUser, 'values'>, now: LoadedUser): readonly string[] {
  return LABELS.filter(([name]) => JSON.stringify(before.values[name]) !== JSON.stringify(now.values[name])).map(
    ([name, label]) => `${label}: now ${shown(name, now)}`,
  );
}

function shown(name: keyof UserValues, { values, roles }: LoadedUser): string {
  switch (name) {
    case 'roleIds': {
      const names = (roles ?? []).filter(({ roleId }) => values.roleIds.includes(roleId)).map((role) => role.name);
      return names.join(', ') || 'none';
    }
    case 'twoFactorEnabled':
      return values.twoFactorEnabled ? 'on' : 'off';
    case 'agencyUserType':
      return values.agencyUserType === '' ? 'none' : AGENCY_USER_TYPE_LABELS[values.agencyUserType];
    default:
      return String(values[name]);
  }
}
