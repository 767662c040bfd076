/** Schemas of answers, and compiling them outside of the build. */
import { validator, type Validate, type ValidatorOptions } from '@exodus/schemasafe';
import type { Endpoint } from '../../../contract/base/endpoint';

/** The schema of each call's answer, under the name of the call. */
export function answerSchemas<Name extends string>(
  endpoints: Readonly<Record<Name, Endpoint>>,
): Readonly<Record<Name, object>> {
  const entries = Object.entries<Endpoint>(endpoints).map(([name, { response }]) => [name, response]);
  return Object.fromEntries(entries) as Record<Name, object>;
}

/** Strict about unknown keywords. Texts without a pattern are fine, because values come from JSON. */
export const VALIDATOR_OPTIONS: ValidatorOptions = {
  isJSON: true,
  requireSchema: false,
  requireValidation: false,
  requireStringValidation: false,
};

/** Whether there is a schema of that name. */
export const hasSchemaIn =
  (schemas: object) =>
  (name: string): boolean =>
    Object.hasOwn(schemas, name);

/** Whether a value matches the schema of that name. Each is compiled when it is first used. */
export function acceptsBy<Name extends string>(schemas: Readonly<Record<Name, object>>) {
  const compiled = new Map<Name, Validate>();
  return (name: Name, value: unknown): boolean => {
    let check = compiled.get(name);
    if (check === undefined) compiled.set(name, (check = validator(schemas[name], VALIDATOR_OPTIONS)));
    return check(value as Parameters<Validate>[0]);
  };
}
