/** The published description of the API as far as tests use it: its calls, and the positions of values in them. */
import type { TestClient } from './client';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}
interface Operation {
  readonly operationId: string;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
}
export interface Call extends Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
}
/** The position of a value: a parameter's name, or the path to a field of the body. */
export interface Position {
  readonly place: 'path' | 'query' | 'header' | 'body';
  readonly at: readonly string[];
  readonly name: string;
}
/** A position with the schema of its value. */
export interface DescribedPosition extends Position {
  readonly schema: JsonSchema;
}

export interface ApiDescription {
  /** Those that need an access token. */
  readonly calls: readonly Call[];
  /** Those that need no access token. */
  readonly publicCalls: readonly Call[];
  readonly resolve: (schema: JsonSchema) => JsonSchema;
  readonly bodySchema: (call: Operation) => JsonSchema | undefined;
  /** The positions of values other than objects and arrays. */
  readonly values: (call: Call) => DescribedPosition[];
  /** The positions of ids. */
  readonly positions: (call: Call) => Position[];
}

export const isId = (name: string, schema: JsonSchema): boolean =>
  schema.enum === undefined && (schema.format === 'uuid' || /(Id|Ids|Identifier|[uU]serName|[cC]ontext)$/.test(name));

/** One call for each value of an enumerated parameter: each list is a separate table. */
function forEachChoice(call: Call): Call[] {
  const choice = call.parameters.find(({ in: place, schema }) => place === 'path' && schema.enum !== undefined);
  if (choice === undefined) return [call];
  return (choice.schema.enum ?? []).map((value) => ({
    ...call,
    path: call.path.replace(`{${choice.name}}`, String(value)),
    parameters: call.parameters.filter((parameter) => parameter !== choice),
  }));
}

export async function readApi(client: TestClient): Promise<ApiDescription> {
  const document = (await client.get('/openapi.json')).json as unknown as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, JsonSchema> };
  };
  const components = document.components.schemas;
  const described = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        path,
        method: method.toUpperCase() as Call['method'],
      })),
    )
    .filter(({ operationId }) => operationId !== undefined)
    .flatMap(forEachChoice);
  const needsToken = ({ security }: Call): boolean => security.some((scheme) => 'accessToken' in scheme);

  const resolve = (schema: JsonSchema): JsonSchema =>
    schema.$ref === undefined ? schema : resolve(components[schema.$ref.replace('#/components/schemas/', '')] ?? {});
  const bodySchema = (call: Operation): JsonSchema | undefined => {
    const schema = Object.values(call.requestBody?.content ?? {})[0]?.schema;
    return schema && resolve(schema);
  };
  function values(call: Call): DescribedPosition[] {
    const parameters = call.parameters.map(({ name, in: place, schema }): DescribedPosition => ({
      place,
      at: [name],
      name,
      schema: resolve(schema),
    }));
    const walk = (raw: JsonSchema, at: readonly string[], name: string): DescribedPosition[] => {
      const schema = resolve(raw);
      const inside = Object.entries(schema.properties ?? {}).flatMap(([key, child]) => walk(child, [...at, key], key));
      if (schema.items) inside.push(...walk(schema.items, [...at, '[]'], name));
      const types = [schema.type ?? []].flat();
      const scalar = types.length > 0 && !types.includes('object') && !types.includes('array');
      return scalar ? [...inside, { place: 'body', at, name, schema }] : inside;
    };
    const body = bodySchema(call);
    return [...parameters, ...(body ? walk(body, [], '') : [])];
  }
  const positions = (call: Call): Position[] =>
    values(call)
      .filter(
        ({ place, name, schema }) =>
          (place !== 'body' || [schema.type].flat().includes('string')) && isId(name, schema),
      )
      .map(({ place, at, name }) => ({ place, at, name }));

  return {
    calls: described.filter(needsToken),
    publicCalls: described.filter((call) => !needsToken(call)),
    resolve,
    bodySchema,
    values,
    positions,
  };
}
