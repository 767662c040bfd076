/** The organizations of the platform, as its owners administer them (ORGANIZATION_EDIT). For others there are none. */
import type { Endpoint } from '../base/endpoint';
import {
  EMAIL_MAX_LENGTH,
  LOGO_MAX_BYTES,
  ORGANIZATION_CODE_MAX_LENGTH,
  SESSION_HOURS_MAX,
  SESSION_IDLE_MINUTES_MAX,
  SESSION_IDLE_MINUTES_MIN,
} from '../base/limits';
import { APPLICATION_TYPES, ORGANIZATION_THEMES, ORGANIZATION_TYPES } from '../base/organizations';
import {
  EMAIL_ADDRESS,
  EMAIL_INPUT,
  INTEGER_MAX,
  ONLY_VISIBLE,
  PERSON_NAME_INPUT,
  USER_NAME_INPUT,
} from '../base/values';
import { FLAG, ID, TEXT } from '../base/schemas';

const version = {
  type: 'integer',
  minimum: 1,
  maximum: INTEGER_MAX,
  description: 'Counts the changes. A save names the version it was based on; another change in between is a conflict.',
} as const;
const name = { type: 'string', minLength: 1, maxLength: 100, pattern: ONLY_VISIBLE } as const;
const code = {
  type: 'string',
  maxLength: ORGANIZATION_CODE_MAX_LENGTH,
  description: 'Letters, digits and hyphens, stored in upper case. All users of the organization enter it to sign in.',
} as const;
const params = {
  type: 'object',
  required: ['organizationId'],
  properties: { organizationId: ID },
  additionalProperties: false,
} as const;

/** What can be changed later, too. */
const settings = {
  code,
  name,
  theme: { type: 'string', enum: ORGANIZATION_THEMES },
  logo: {
    type: ['string', 'null'],
    maxLength: Math.ceil(LOGO_MAX_BYTES / 3) * 4,
    pattern: '^[A-Za-z0-9+/]*={0,2}$',
    description: 'A PNG, in base64; null for one that is generated from the name.',
  },
  supportEmail: { type: 'string', maxLength: EMAIL_MAX_LENGTH, pattern: `^(${EMAIL_ADDRESS})?$` },
  supportPhone: { type: 'string', maxLength: 40 },
  discloseAccountState: {
    type: 'boolean',
    description: 'Sign-in shows whether the name is unknown, the account locked or the address refused.',
  },
  twoFactorRequired: FLAG,
  mailedCodes: { type: 'boolean', description: 'An emailed code is accepted as second factor.' },
  rememberDevices: FLAG,
  timesheetV2Enabled: FLAG,
  prnOrganization: FLAG,
  idleMinutes: {
    type: ['integer', 'null'],
    minimum: SESSION_IDLE_MINUTES_MIN,
    maximum: SESSION_IDLE_MINUTES_MAX,
    description: "A session ends after this long without use; null for the server's own limit.",
  },
  sessionHours: {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: SESSION_HOURS_MAX,
    description: "The longest life of a session; null for the server's own limit.",
  },
} as const;
const SETTINGS = [
  'code',
  'name',
  'theme',
  'logo',
  'supportEmail',
  'supportPhone',
  'discloseAccountState',
  'twoFactorRequired',
  'mailedCodes',
  'rememberDevices',
  'timesheetV2Enabled',
  'prnOrganization',
  'idleMinutes',
  'sessionHours',
] as const;

/** What the server allows at most; an organization can set less. */
const limits = {
  type: 'object',
  required: ['idleMinutes', 'sessionHours'],
  properties: { idleMinutes: { type: 'integer' }, sessionHours: { type: 'integer' } },
  additionalProperties: false,
} as const;
const saved = {
  title: 'OrganizationSaved',
  type: 'object',
  required: ['organizationId', 'version'],
  properties: { organizationId: TEXT, version },
  additionalProperties: false,
} as const;

export const organizationEndpoints = {
  organizationChoices: {
    method: 'GET',
    path: '/api-user/v1/organizations/choices',
    summary: 'What a new organization can be given: the programs it can take part in, and the limits of the server.',
    auth: 'bearer',
    response: {
      title: 'OrganizationChoices',
      type: 'object',
      required: ['programs', 'limits'],
      properties: {
        programs: {
          type: 'array',
          description: 'Managing organizations, by code.',
          items: {
            type: 'object',
            required: ['value', 'label'],
            properties: { value: TEXT, label: TEXT },
            additionalProperties: false,
          },
        },
        limits,
      },
      additionalProperties: false,
    },
    errors: ['server.unauthorized'],
  },
  organization: {
    method: 'GET',
    path: '/api-user/v1/organizations/{organizationId}',
    summary: 'An organization with all its settings.',
    auth: 'bearer',
    params,
    response: {
      title: 'Organization',
      type: 'object',
      required: [
        'organizationId',
        'type',
        'applicationType',
        'program',
        'people',
        'signedIn',
        'disabled',
        'version',
        'limits',
        ...SETTINGS,
      ],
      properties: {
        organizationId: TEXT,
        type: { type: 'string', enum: ORGANIZATION_TYPES },
        applicationType: { type: 'string', enum: APPLICATION_TYPES },
        program: { type: ['string', 'null'], description: 'Who manages the program it takes part in.' },
        people: { type: 'integer', description: 'Users who are not deactivated.' },
        signedIn: { type: 'integer', description: 'Sessions that are open.' },
        disabled: FLAG,
        version,
        limits,
        ...settings,
        code: TEXT,
        name: TEXT,
        logo: { type: ['string', 'null'], description: settings.logo.description },
        supportEmail: TEXT,
        supportPhone: TEXT,
      },
      additionalProperties: false,
    },
    errors: ['not.found', 'server.unauthorized'],
  },
  createOrganization: {
    method: 'POST',
    path: '/api-user/v1/organizations',
    summary:
      'Adds an organization with its first administrator, who gets a first password by email. The same requestId adds it once; with other values it is a conflict.',
    auth: 'bearer',
    body: {
      title: 'CreateOrganization',
      type: 'object',
      required: ['requestId', 'type', 'program', 'place', 'administrator', ...SETTINGS],
      properties: {
        requestId: ID,
        type: { type: 'string', enum: ['VMS', 'CLIENT', 'AGENCY'] },
        program: {
          ...code,
          type: ['string', 'null'],
          description: 'For a facility or supplier: the code of its managing organization.',
        },
        place: {
          type: ['object', 'null'],
          description: 'For a facility or supplier only.',
          required: ['city', 'state', 'timeZone', 'beds'],
          properties: {
            city: name,
            state: name,
            timeZone: { type: 'string', minLength: 1, maxLength: 64, description: 'IANA name.' },
            beds: { type: 'integer', minimum: 1, maximum: INTEGER_MAX, description: 'For a facility only.' },
          },
          additionalProperties: false,
        },
        administrator: {
          type: 'object',
          required: ['userName', 'email', 'firstName', 'lastName'],
          properties: {
            userName: USER_NAME_INPUT,
            email: EMAIL_INPUT,
            firstName: PERSON_NAME_INPUT,
            lastName: PERSON_NAME_INPUT,
          },
          additionalProperties: false,
        },
        ...settings,
      },
      additionalProperties: false,
    },
    response: saved,
    errors: ['request.invalid', 'organization.code.refused', 'conflict', 'server.unauthorized'],
  },
  updateOrganization: {
    method: 'PUT',
    path: '/api-user/v1/organizations/{organizationId}',
    summary:
      'Replaces all settings of an organization. Another change in between is a conflict, with who made it; a repeated save is not.',
    auth: 'bearer',
    params,
    body: {
      title: 'UpdateOrganization',
      type: 'object',
      required: ['version', ...SETTINGS],
      properties: { version, ...settings },
      additionalProperties: false,
    },
    response: saved,
    errors: ['request.invalid', 'organization.code.refused', 'conflict', 'not.found', 'server.unauthorized'],
  },
  deactivateOrganization: {
    method: 'POST',
    path: '/api-user/v1/organizations/{organizationId}/deactivate',
    summary:
      'Deactivates an organization: all of its sessions end immediately, and no one can sign in until it is reactivated. Its data stays. A repeated call changes nothing.',
    auth: 'bearer',
    params,
    response: saved,
    errors: ['request.invalid', 'not.found', 'server.unauthorized'],
  },
  reactivateOrganization: {
    method: 'POST',
    path: '/api-user/v1/organizations/{organizationId}/reactivate',
    summary: 'Reactivates an organization: its people may sign in again, as before.',
    auth: 'bearer',
    params,
    response: saved,
    errors: ['request.invalid', 'not.found', 'server.unauthorized'],
  },
} as const satisfies Record<string, Endpoint>;
