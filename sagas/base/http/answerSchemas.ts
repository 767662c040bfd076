/** Schemas of answers, and compiling them outside of the build. */
import { validator, type Validate, type ValidatorOptions } from '@exodus/schemasafe';
import type { Endpoint } from '../../../contract/base/endpoint';

/** An object without a required property stays closed: otherwise any answer of a proxy would count as success. */
const mayHaveMore = (schema: unknown): schema is { readonly additionalProperties: false } =>
  typeof schema === 'object' &&
  schema !== null &&
  'additionalProperties' in schema &&
  schema.additionalProperties === false &&
  'required' in schema &&
  Array.isArray(schema.required) &&
  schema.required.length > 0;

/**
 * The schema without the ban on further properties: a page that stays open during an upgrade ignores what a later
 * release adds.
 */
export function withFurtherProperties(schema: Endpoint['response'] | object): object {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (!mayHaveMore(value)) return value;
    const { additionalProperties: _closed, ...open } = value;
    return open;
  }) as object;
}

/** The schema of each call's answer, under the name of the call. */
export function answerSchemas<Name extends string>(
  endpoints: Readonly<Record<Name, Endpoint>>,
): Readonly<Record<Name, object>> {
  const entries = Object.entries<Endpoint>(endpoints).map(([name, { response }]) => [
    name,
    withFurtherProperties(response),
  ]);
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
