/**
 * Validation of answers, by the contract's schemas. The build runs this file and bundles its result
 * (scripts/build/clientContract.ts): the schema compiler would be downloaded in vain, and the page's policy forbids
 * compiling.
 */
import { validator, type Validate, type ValidatorOptions } from '@exodus/schemasafe';
import type { Endpoint } from '../../../contract/base/endpoint';
import { apiErrorSchema, oauthErrorSchema } from '../../../contract/base/errors';
import { endpoints as contract, type EndpointName } from '../../../contract/endpoints';
import { socketMessageSchema } from '../../../contract/notifications/realtime.endpoints';

export type SchemaName = EndpointName | 'apiError' | 'oauthError' | 'socketMessage';

const responses = Object.fromEntries(
  Object.entries<Endpoint>(contract).map(([name, { response }]) => [name, response]),
) as unknown as Readonly<Record<EndpointName, object>>;

/** The validator of a call's answer is stored under the call's name. */
export const SCHEMAS: Readonly<Record<SchemaName, object>> = {
  ...responses,
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
