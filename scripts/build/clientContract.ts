/**
 * Run by val-loader, for files of sagas/base/http: clientEndpoints.ts and laterEndpoints.ts as data, clientContract.ts
 * and laterContract.ts with the validators already compiled.
 */
import path from 'node:path';
import { validator, type Schema } from '@exodus/schemasafe';
import { VALIDATOR_OPTIONS } from '../../sagas/base/http/answerSchemas';
import { freshRequire } from './freshRequire';

const root = path.resolve(__dirname, '../..');

type SchemaObject = Readonly<Record<string, unknown>>;
type Change = (schema: SchemaObject) => SchemaObject;

const isSchema = (value: unknown): value is SchemaObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy without its prose, with `change` applied to the schemas directly below it. */
function mapSchemas(schema: SchemaObject, change: Change): SchemaObject {
  const { title: _title, description: _description, properties, anyOf, ...rest } = schema;
  const below = (value: unknown) => (isSchema(value) ? change(value) : value);
  const mapValues = (values: SchemaObject) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, below(value)]));
  return {
    ...rest,
    ...(isSchema(properties) && { properties: mapValues(properties) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(below) }),
    ...('items' in rest && { items: below(rest['items']) }),
    ...('additionalProperties' in rest && { additionalProperties: below(rest['additionalProperties']) }),
  };
}

/** Shorter schemas take no more code than a call of a shared function. */
const WORTH_SHARING = 20;

/**
 * `schemas` with references to parts that occur more than once, and these parts by name: each is compiled only once.
 */
function shareRepeated(schemas: readonly SchemaObject[]) {
  const withoutProse: Change = (schema) => mapSchemas(schema, withoutProse);
  const counts = new Map<string, number>();
  const count: Change = (schema) => {
    const text = JSON.stringify(schema);
    const before = counts.get(text) ?? 0;
    counts.set(text, before + 1);
    return before === 0 ? mapSchemas(schema, count) : schema;
  };
  const names = new Map<string, string>();
  const shared = new Map<string, SchemaObject>();
  const share: Change = (schema) => {
    const text = JSON.stringify(schema);
    if (text.length < WORTH_SHARING || (counts.get(text) ?? 0) < 2) return mapSchemas(schema, share);
    const name = names.get(text) ?? `shared${names.size}`;
    if (!names.has(text)) {
      names.set(text, name);
      shared.set(name, mapSchemas(schema, share));
    }
    return { $ref: name };
  };
  const plain = schemas.map(withoutProse);
  plain.forEach(count);
  return { schemas: plain.map(share), shared };
}

export function clientContractCode({ SCHEMAS }: { readonly SCHEMAS: Readonly<Record<string, object>> }): string {
  const { schemas, shared } = shareRepeated(Object.values(SCHEMAS) as SchemaObject[]);
  const options = { ...VALIDATOR_OPTIONS, multi: true, schemas: shared as Map<string, Schema> };
  const checks = validator(schemas as unknown as Schema, options).toModule();
  return `
    const names = ${JSON.stringify(Object.keys(SCHEMAS))};
    const checks = ${checks}
    export const hasSchema = (name) => names.includes(name);
    export const accepts = (name, value) => checks[names.indexOf(name)](value);
  `;
}

export const clientEndpointsCode = ({ endpoints }: { readonly endpoints: object }): string =>
  `export const endpoints = ${JSON.stringify(endpoints)};`;

/** `resourcePath` is the file that the code stands in for. */
export default function clientContract(_options: unknown, { resourcePath }: { readonly resourcePath: string }) {
  const source = freshRequire(resourcePath);
  const code = resourcePath.endsWith('Endpoints.ts')
    ? clientEndpointsCode(source as Parameters<typeof clientEndpointsCode>[0])
    : clientContractCode(source as Parameters<typeof clientContractCode>[0]);
  return { code, cacheable: true, contextDependencies: [path.join(root, 'contract')] };
}
