/** The organization form: its initial values, what it sends, and its messages about concurrent changes. Pure. */
import { createSelector } from 'reselect';
import type {
  ApplicationType,
  ORGANIZATION_THEMES,
  OrganizationTheme,
  OrganizationType,
} from '../../../../contract/base/organizations';
import type { BodyOf, ResponseOf } from '../../../../contract/endpoints';
import { draftOnto, rebaseFields, selectForm } from '../forms/forms.selectors';
import { countText, peopleText } from '../../../base/numbers';

type Organization = ResponseOf<'organization'>;
type Choices = ResponseOf<'organizationChoices'>;

/** The types that can be added: the platform has only one organization of its own. */
export const NEW_TYPES = ['VMS', 'CLIENT', 'AGENCY'] as const satisfies readonly OrganizationType[];
export type NewType = (typeof NEW_TYPES)[number];

/** Numbers are as typed. */
export interface OrganizationValues {
  /** One per form, so that repeated requests add one organization. */
  readonly requestId: string;
  readonly type: OrganizationType;
  /** Of a facility or supplier: the code of its managing organization. */
  readonly program: string;
  readonly city: string;
  readonly state: string;
  readonly timeZone: string;
  readonly beds: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly userName: string;
  readonly code: string;
  readonly name: string;
  readonly theme: OrganizationTheme;
  /** A PNG in base64; null for the one that is generated from the name. */
  readonly logo: string | null;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly discloseAccountState: boolean;
  readonly twoFactorRequired: boolean;
  readonly mailedCodes: boolean;
  readonly rememberDevices: boolean;
  readonly timesheetV2Enabled: boolean;
  readonly prnOrganization: boolean;
  readonly idleMinutes: string;
  readonly sessionHours: string;
}

export interface LoadedOrganization {
  readonly values: OrganizationValues;
  /** Null for a new one. */
  readonly organization: Organization | null;
  /** The managing organizations to choose from. */
  readonly programs: Choices['programs'];
  readonly limits: Choices['limits'];
  /** The platform's own, which cannot be deactivated. */
  readonly isOwn: boolean;
}

export const ORGANIZATION_TYPE_LABELS: Readonly<Record<OrganizationType, string>> = {
  OWNER: 'Platform',
  VMS: 'Managing organization',
  CLIENT: 'Facility',
  AGENCY: 'Supplier',
};

export const APPLICATION_TYPE_LABELS: Readonly<Record<ApplicationType, string>> = {
  OWNER: 'Platform administration',
  VMS: 'Vendor management (VMS)',
  CLIENT: 'Facility (CLIENT)',
  AGENCY: 'Supplier (AGENCY)',
};

export const THEME_LABELS: Readonly<Record<(typeof ORGANIZATION_THEMES)[number], string>> = {
  default: 'Blue',
  evergreen: 'Evergreen',
  plum: 'Plum',
  slate: 'Slate',
};

/** Takes part in the program of a managing organization. */
export const isParty = (type: OrganizationType): boolean => type === 'CLIENT' || type === 'AGENCY';

/** The form for a new organization. */
export function emptyValues(requestId: string): OrganizationValues {
  return {
    requestId,
    type: 'VMS',
    program: '',
    city: '',
    state: '',
    timeZone: '',
    beds: '',
    firstName: '',
    lastName: '',
    email: '',
    userName: '',
    code: '',
    name: '',
    theme: 'default',
    logo: null,
    supportEmail: '',
    supportPhone: '',
    discloseAccountState: false,
    twoFactorRequired: false,
    mailedCodes: true,
    rememberDevices: false,
    timesheetV2Enabled: true,
    prnOrganization: false,
    idleMinutes: '',
    sessionHours: '',
  };
}

/** The form for a stored organization. */
export function valuesOf(organization: Organization): OrganizationValues {
  const { idleMinutes, sessionHours } = organization;
  return {
    ...emptyValues(''),
    type: organization.type,
    code: organization.code,
    name: organization.name,
    theme: organization.theme,
    logo: organization.logo,
    supportEmail: organization.supportEmail,
    supportPhone: organization.supportPhone,
    discloseAccountState: organization.discloseAccountState,
    twoFactorRequired: organization.twoFactorRequired,
    mailedCodes: organization.mailedCodes,
    rememberDevices: organization.rememberDevices,
    timesheetV2Enabled: organization.timesheetV2Enabled,
    prnOrganization: organization.prnOrganization,
    idleMinutes: idleMinutes === null ? '' : String(idleMinutes),
    sessionHours: sessionHours === null ? '' : String(sessionHours),
  };
}

const numberOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

function settingsOf(values: OrganizationValues): Omit<BodyOf<'updateOrganization'>, 'version'> {
  return {
    code: values.code.trim(),
    name: values.name.trim(),
    theme: values.theme,
    logo: values.logo,
    supportEmail: values.supportEmail.trim(),
    supportPhone: values.supportPhone.trim(),
    discloseAccountState: values.discloseAccountState,
    twoFactorRequired: values.twoFactorRequired,
    mailedCodes: values.mailedCodes,
    rememberDevices: values.rememberDevices,
    timesheetV2Enabled: values.timesheetV2Enabled,
    prnOrganization: values.prnOrganization,
    idleMinutes: numberOf(values.idleMinutes),
    sessionHours: numberOf(values.sessionHours),
  };
}

/** The form as it is sent for a stored organization, with the version that it was loaded with. */
export function updateBody(values: OrganizationValues, version: number): BodyOf<'updateOrganization'> {
  return { ...settingsOf(values), version };
}

/** The form as it is sent for a new organization. What its type has no use for is left out. */
export function createBody(values: OrganizationValues): BodyOf<'createOrganization'> {
  const { requestId, type, program, city, state, timeZone } = values;
  const beds = type === 'CLIENT' ? (numberOf(values.beds) ?? 1) : 1;
  return {
    requestId,
    type: type as NewType,
    program: isParty(type) ? program : null,
    place: isParty(type) ? { city: city.trim(), state: state.trim(), timeZone, beds } : null,
    administrator: {
      userName: values.userName.trim(),
      email: values.email.trim(),
      firstName: values.firstName.trim(),
      lastName: values.lastName.trim(),
    },
    ...settingsOf(values),
  };
}

const LABELS: readonly (readonly [keyof OrganizationValues, string])[] = [
  ['name', 'Name'],
  ['code', 'Organization code'],
  ['theme', 'Theme'],
  ['logo', 'Logo'],
  ['supportEmail', 'Support email'],
  ['supportPhone', 'Support phone'],
  ['discloseAccountState', 'Show why sign-in is refused'],
  ['twoFactorRequired', 'Second factor required'],
  ['mailedCodes', 'Accept codes by email'],
  ['rememberDevices', 'Remembered devices'],
  ['timesheetV2Enabled', 'Timesheets, version 2'],
  ['prnOrganization', 'PRN'],
  ['idleMinutes', 'Minutes of inactivity before sign-out'],
  ['sessionHours', 'Maximum session length in hours'],
];

/** Concurrent changes by another user, as sentences. */
export function concurrentChanges(
  before: Pick<LoadedOrganization, 'values'>,
  now: LoadedOrganization,
): readonly string[] {
  return LABELS.filter(([name]) => before.values[name] !== now.values[name]).map(
    ([name, label]) => `${label}: now ${shown(name, now.values)}`,
  );
}

function shown(name: keyof OrganizationValues, values: OrganizationValues): string {
  if (name === 'theme') return THEME_LABELS[values.theme];
  if (name === 'logo') return values.logo === null ? 'generated from the name' : 'another picture';
  const value = values[name];
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value === null || value === '' ? 'empty' : value;
}

/** How many people have an account there, and how many of them are signed in, as a sentence. */
export function accountsText({ people, signedIn }: Pick<Organization, 'people' | 'signedIn'>): string {
  if (people === 0) return 'No one has an account there.';
  const count = people === 1 ? 'One person' : peopleText(people);
  return `${count}, ${signedIn === 0 ? 'none signed in' : `${countText(signedIn)} signed in`} now.`;
}

/** The organization form at the address. */
export const selectOrganizationForm = createSelector([selectForm], (form) => {
  const loaded = form.loaded as LoadedOrganization | null;
  const before = form.before as Pick<LoadedOrganization, 'values'> | null;
  return {
    ...form,
    loaded,
    draft: draftOnto<OrganizationValues>(form, loaded, rebaseFields),
    meanwhile: loaded !== null && before !== null ? concurrentChanges(before, loaded) : [],
    /** A new organization has no newer version to show. */
    conflict: form.conflict && loaded?.organization !== null,
    /** The refusal is about the code. */
    codeRefused: form.failure?.kind === 'refused' && form.failure.code === 'organization.code.refused',
  };
});
