import type { UserInfo } from '../../../../contract/identity/ownSession.endpoints';

const TYPES: Record<UserInfo['userType'], string> = {
  OWNER: 'Owner',
  SUB_OWNER: 'Sub-owner',
  VMS: 'VMS',
  MSP: 'MSP',
  CLIENT: 'Client',
  AGENCY: 'Agency',
};

const FINER_TYPES: Partial<Record<UserInfo['userTypeIds'][number], string>> = {
  ATS_AGENCY_RECRUITER: 'recruiter',
  ATS_AGENCY_SALES_REPRESENTATIVE: 'sales representative',
};

/** The kind of user in words: 'Agency (recruiter)'. */
export function typeText({ userType, userTypeIds }: Pick<UserInfo, 'userType' | 'userTypeIds'>): string {
  const finer = userTypeIds.map((id) => FINER_TYPES[id]).find(Boolean);
  return finer === undefined ? TYPES[userType] : `${TYPES[userType]} (${finer})`;
}

/** The full name, or the username where there is none. */
export const nameOf = ({ firstName, lastName, userName }: UserInfo): string =>
  `${firstName} ${lastName}`.trim() || userName;
