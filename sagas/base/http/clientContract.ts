/**
 * The part of the contract that the app needs: how each call is sent, and validation of answers. The build runs this
 * file and bundles its result (scripts/build/clientContract.ts), because descriptions and a schema compiler would be
 * downloaded in vain, and the page's policy forbids compiling.
 */
import { validator, type Validate, type ValidatorOptions } from '@exodus/schemasafe';
import type { Endpoint } from '../../../contract/base/endpoint';
import { apiErrorSchema, oauthErrorSchema } from '../../../contract/base/errors';
import { endpoints as contract, type EndpointName } from '../../../contract/endpoints';
import { socketMessageSchema } from '../../../contract/notifications/realtime.endpoints';

type ClientField = 'method' | 'path' | 'auth' | 'encoding' | 'produces' | 'streams' | 'secretInput' | 'secretOutput';

/** An endpoint without descriptions and schemas. */
export type ClientEndpoint = { readonly [Field in ClientField]: Endpoint[Field] };

type ByEndpoint<T> = Readonly<Record<EndpointName, T>>;

const mapEndpoints = <T>(change: (endpoint: Endpoint) => T) =>
  Object.fromEntries(Object.entries(contract).map(([name, endpoint]) => [name, change(endpoint)])) as ByEndpoint<T>;

export const endpoints = mapEndpoints<ClientEndpoint>(
  ({ method, path, auth, encoding, produces, streams, secretInput, secretOutput }) => {
    return { method, path, auth, encoding, produces, streams, secretInput, secretOutput };
  },
);

export type SchemaName = EndpointName | 'apiError' | 'oauthError' | 'socketMessage';

/** The validator of a call's answer is stored under the call's name. */
export const SCHEMAS: Readonly<Record<SchemaName, object>> = {
  ...mapEndpoints(({ response }) => response as object),
  apiError: apiErrorSchema,
  oauthError: oauthErrorSchema,
  socketMessage: socketMessageSchema,
};

/** Strict about unknown keywords. Texts without a pattern are fine, because values come from JSON. */
export const VALIDATOR_OPTIONS: ValidatorOptions = {
  isJSON: true,
  requireSchema: false,
  requireValidation: false,
  requireStringValidation: false,
};

const compiled = new Map<SchemaName, Validate>();

/** Whether a value matches its schema. */
export function accepts(name: SchemaName, value: unknown): boolean {
  let check = compiled.get(name);
  if (check === undefined) compiled.set(name, (check = validator(SCHEMAS[name], VALIDATOR_OPTIONS)));
  return check(value as Parameters<Validate>[0]);
}
