/** The form of a user, as its screen and its sagas speak of it. */
import type { OrganizationType, ResponseOf, UserType } from '../../contract';
import type { AGENCY_USER_TYPES } from '../../contract';

export type RoleChoice = ResponseOf<'roleChoices'>[number];
export type UserAccount = ResponseOf<'userAccount'>;

export interface UserValues {
  /** One for each form: however often it is sent, one person is added. */
  readonly requestId: string;
  readonly organizationId: string;
  readonly userName: string;
  readonly userType: UserType;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Of suppliers only; '' for none. */
  readonly agencyUserType: '' | (typeof AGENCY_USER_TYPES)[number];
  readonly twoFactorEnabled: boolean;
  readonly roleIds: readonly string[];
}

export interface UserStart {
  readonly kind: 'add' | 'edit';
  readonly values: UserValues;
  /** Of whoever the person belongs to. */
  readonly organizationType: OrganizationType;
  /** The suppliers to choose from; null where the organisation is given. */
  readonly suppliers: readonly { readonly value: string; readonly label: string }[] | null;
  /** What somebody who is added can be. */
  readonly userTypes: readonly UserType[];
  /** Null where they depend on the supplier that is chosen. */
  readonly roles: readonly RoleChoice[] | null;
  /** Who is edited. */
  readonly account: UserAccount | null;
  readonly isSelf: boolean;
}
