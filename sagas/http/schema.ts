import { Validator, type Schema } from '@cfworker/json-schema';
import type { JSONSchema } from 'json-schema-to-ts';

const validators = new WeakMap<object, Validator>();

/** Whether the value is what the contract says. Interprets the schema: the page's policy forbids compiled ones. */
export function matches(schema: JSONSchema, value: unknown): boolean {
  if (typeof schema !== 'object') return schema;
  let validator = validators.get(schema);
  if (!validator) {
    validator = new Validator(schema as Schema, '2019-09');
    validators.set(schema, validator);
  }
  return validator.validate(value).valid;
}
