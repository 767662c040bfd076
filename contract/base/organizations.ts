/** Who takes part: user types, organization types and the application types derived from them. */

export const USER_TYPES = ['OWNER', 'SUB_OWNER', 'VMS', 'MSP', 'CLIENT', 'AGENCY'] as const;
export type UserType = (typeof USER_TYPES)[number];

export const ORGANIZATION_TYPES = ['OWNER', 'VMS', 'CLIENT', 'AGENCY'] as const;
export type OrganizationType = (typeof ORGANIZATION_TYPES)[number];

/** The finer type an agency user carries beside AGENCY. */
export const AGENCY_USER_TYPES = ['ATS_AGENCY_SALES_REPRESENTATIVE', 'ATS_AGENCY_RECRUITER'] as const;
export type AgencyUserType = (typeof AGENCY_USER_TYPES)[number];

export const APPLICATION_TYPES = ['VMS', 'CLIENT', 'AGENCY', 'OWNER'] as const;
export type ApplicationType = (typeof APPLICATION_TYPES)[number];

/** The color sets an organization can choose from. */
export const ORGANIZATION_THEMES = ['default', 'evergreen', 'plum', 'slate'] as const;
export type OrganizationTheme = (typeof ORGANIZATION_THEMES)[number];
