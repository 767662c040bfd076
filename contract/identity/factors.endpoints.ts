/** Second factors and passkeys: enrolling and managing them, and signing in with a passkey alone. */
import type { Endpoint, EndpointResponse } from '../base/endpoint';
import {
  AUTHENTICATION_CODE_MAX_LENGTH,
  PASSKEY_NAME_MAX_LENGTH,
  PASSKEY_RESPONSE_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
} from '../base/limits';
import { INSTANT } from '../base/schemas';

const passkeyName = { type: 'string', minLength: 1, maxLength: PASSKEY_NAME_MAX_LENGTH } as const;

const passkey = {
  title: 'Passkey',
  type: 'object',
  required: ['id', 'name', 'createdAt', 'synced'],
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    createdAt: INSTANT,
    lastUsedAt: { ...INSTANT, description: 'Missing before its first use.' },
    synced: { type: 'boolean', description: "Whether the passkey's provider copies it to the person's other devices." },
  },
  additionalProperties: false,
} as const;

/** The answer of every call that changes something, so that the page shows the state on the server. */
const factors = {
  title: 'Factors',
  type: 'object',
  required: [
    'app',
    'passkeys',
    'recoveryCodesLeft',
    'mailedCodes',
    'required',
    'mayRemember',
    'rememberedDevices',
    'proofNeeded',
  ],
  properties: {
    app: { type: 'boolean', description: 'Whether an authenticator app is set up.' },
    passkeys: { type: 'array', items: passkey },
    recoveryCodesLeft: { type: 'integer', minimum: 0, description: 'How many recovery codes have not been used.' },
    mailedCodes: { type: 'boolean', description: 'Whether a code by email is accepted in place of the others.' },
    required: { type: 'boolean', description: 'Whether the organization requires a second factor.' },
    mayRemember: { type: 'boolean', description: 'Whether the organization lets devices be remembered.' },
    rememberedDevices: { type: 'integer', minimum: 0, description: 'Browsers that skip the second factor for now.' },
    proofNeeded: { type: 'boolean', description: 'Changes are refused until the password has been given again.' },
    recoveryCodes: {
      type: 'string',
      description: 'New recovery codes, separated by blanks. They are shown once and replace all earlier ones.',
    },
  },
  additionalProperties: false,
} as const;

const passkeyOptions = {
  title: 'PasskeyOptions',
  type: 'object',
  required: ['options'],
  properties: {
    options: { type: 'string', description: 'The options for the browser, as JSON (WebAuthn level 3).' },
  },
  additionalProperties: false,
} as const;

const passkeyParams = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', format: 'uuid' } },
  additionalProperties: false,
} as const;

const nothing = { type: 'object', properties: {}, additionalProperties: false } as const;

export const factorEndpoints = {
  passkeySignInOptions: {
    method: 'POST',
    path: '/api-user/v1/passkeys/sign-in-options',
    summary: 'WebAuthn request options for signing in with a passkey alone. They reveal nothing about any account.',
    auth: 'none',
    body: { title: 'PasskeySignInOptionsRequest', ...nothing },
    response: passkeyOptions,
    errors: ['too.many.requests'],
  },
  factors: {
    method: 'GET',
    path: '/api-user/v1/factors',
    summary: "The signed-in user's ways to prove who they are.",
    auth: 'pending',
    response: factors,
    errors: [],
    secretOutput: ['recoveryCodes'],
  },
  factorProof: {
    method: 'POST',
    path: '/api-user/v1/factors/proof',
    summary: 'Proves the password again. Factors may be changed for 10 minutes after that, and after a sign-in.',
    auth: 'pending',
    body: {
      title: 'FactorProofRequest',
      type: 'object',
      required: ['password'],
      properties: { password: { type: 'string', minLength: 1, maxLength: PASSWORD_MAX_LENGTH } },
      additionalProperties: false,
    },
    response: factors,
    errors: ['password.incorrect', 'too.many.requests', 'service.unavailable'],
    secretInput: ['password'],
    secretOutput: ['recoveryCodes'],
  },
  appBegin: {
    method: 'POST',
    path: '/api-user/v1/factors/app/begin',
    summary:
      'Creates a secret for an authenticator app. It takes effect once one of its codes is confirmed, within 10 minutes.',
    auth: 'pending',
    body: { title: 'AppBeginRequest', ...nothing },
    response: {
      title: 'AppBegin',
      type: 'object',
      required: ['appSecret', 'appUri'],
      properties: {
        appSecret: { type: 'string', minLength: 1, description: 'In Base32, to be typed.' },
        appUri: { type: 'string', minLength: 1, description: 'The otpauth address, to be shown as a QR code.' },
      },
      additionalProperties: false,
    },
    errors: ['proof.required'],
    secretOutput: ['appSecret', 'appUri'],
  },
  appConfirm: {
    method: 'POST',
    path: '/api-user/v1/factors/app/confirm',
    summary: 'Confirms the new authenticator app by one of its codes. It replaces the earlier one.',
    auth: 'pending',
    body: {
      title: 'AppConfirmRequest',
      type: 'object',
      required: ['appCode'],
      properties: { appCode: { type: 'string', minLength: 1, maxLength: AUTHENTICATION_CODE_MAX_LENGTH } },
      additionalProperties: false,
    },
    response: factors,
    errors: ['proof.required', 'factor.refused', 'challenge.expired'],
    secretInput: ['appCode'],
    secretOutput: ['recoveryCodes'],
  },
  appRemove: {
    method: 'POST',
    path: '/api-user/v1/factors/app/remove',
    summary: 'Removes the authenticator app.',
    auth: 'bearer',
    body: { title: 'AppRemoveRequest', ...nothing },
    response: factors,
    errors: ['proof.required', 'factor.required'],
    secretOutput: ['recoveryCodes'],
  },
  passkeyBegin: {
    method: 'POST',
    path: '/api-user/v1/factors/passkeys/begin',
    summary: 'WebAuthn creation options for a new passkey, valid once and for 5 minutes.',
    auth: 'pending',
    body: { title: 'PasskeyBeginRequest', ...nothing },
    response: passkeyOptions,
    errors: ['proof.required', 'conflict'],
  },
  passkeyAdd: {
    method: 'POST',
    path: '/api-user/v1/factors/passkeys',
    summary: 'Adds the passkey that the browser made.',
    auth: 'pending',
    body: {
      title: 'PasskeyAddRequest',
      type: 'object',
      required: ['passkey'],
      properties: {
        passkey: {
          type: 'string',
          minLength: 1,
          maxLength: PASSKEY_RESPONSE_MAX_LENGTH,
          description: "The browser's response, as JSON.",
        },
        name: { ...passkeyName, description: 'By default, the name of the browser and system.' },
      },
      additionalProperties: false,
    },
    response: factors,
    errors: ['proof.required', 'factor.refused', 'conflict'],
    secretInput: ['passkey'],
    secretOutput: ['recoveryCodes'],
  },
  passkeyRename: {
    method: 'PUT',
    path: '/api-user/v1/factors/passkeys/{id}',
    summary: 'Renames a passkey.',
    auth: 'bearer',
    params: passkeyParams,
    body: {
      title: 'PasskeyRenameRequest',
      type: 'object',
      required: ['name'],
      properties: { name: passkeyName },
      additionalProperties: false,
    },
    response: factors,
    errors: ['not.found'],
    secretOutput: ['recoveryCodes'],
  },
  passkeyRemove: {
    method: 'POST',
    path: '/api-user/v1/factors/passkeys/{id}/remove',
    summary: 'Removes a passkey: it no longer signs in.',
    auth: 'bearer',
    params: passkeyParams,
    body: { title: 'PasskeyRemoveRequest', ...nothing },
    response: factors,
    errors: ['not.found', 'proof.required', 'factor.required'],
    secretOutput: ['recoveryCodes'],
  },
  recoveryCodesRenew: {
    method: 'POST',
    path: '/api-user/v1/factors/recovery-codes',
    summary: 'Creates new recovery codes, which replace all earlier ones.',
    auth: 'bearer',
    body: { title: 'RecoveryCodesRequest', ...nothing },
    response: factors,
    errors: ['proof.required', 'factor.refused'],
    secretOutput: ['recoveryCodes'],
  },
  devicesForget: {
    method: 'POST',
    path: '/api-user/v1/factors/devices/forget',
    summary: 'Forgets all remembered devices, so each asks for the second factor again.',
    auth: 'bearer',
    body: { title: 'DevicesForgetRequest', ...nothing },
    response: factors,
    errors: [],
    secretOutput: ['recoveryCodes'],
  },
} as const satisfies Record<string, Endpoint>;

/** A factor that a person can set up. */
export type Enrollment = 'app' | 'passkey';

export type Factors = EndpointResponse<(typeof factorEndpoints)['factors']>;
export type Passkey = Factors['passkeys'][number];
