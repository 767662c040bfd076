/** The published description of the API, as far as tests walk it: its calls, and where in them ids stand. */
import type { TestClient } from './client';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly minLength?: number;
  readonly minimum?: number;
}
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
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
/** Where an id stands: a parameter's name, or the way to a field of the body. */
export interface Position {
  readonly place: 'path' | 'query' | 'body';
  readonly at: readonly string[];
  readonly name: string;
}

export interface ApiDescription {
  /** Those that need an access token. */
  readonly calls: readonly Call[];
  readonly resolve: (schema: JsonSchema) => JsonSchema;
  readonly bodySchema: (call: Operation) => JsonSchema | undefined;
  readonly positions: (call: Call) => Position[];
}

export const isId = (name: string, schema: JsonSchema): boolean =>
  schema.enum === undefined && (schema.format === 'uuid' || /(Id|Ids|Identifier|[uU]serName|[cC]ontext)$/.test(name));

/** One call for each value of a parameter that is a choice: each list is a table of its own. */
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
  const calls = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        path,
        method: method.toUpperCase() as Call['method'],
      })),
    )
    .filter(({ security }) => security.some((scheme) => 'accessToken' in scheme))
    .flatMap(forEachChoice);

  const resolve = (schema: JsonSchema): JsonSchema =>
    schema.$ref === undefined ? schema : resolve(components[schema.$ref.replace('#/components/schemas/', '')] ?? {});
  const bodySchema = (call: Operation): JsonSchema | undefined => {
    const schema = Object.values(call.requestBody?.content ?? {})[0]?.schema;
    return schema && resolve(schema);
  };
  function positions(call: Call): Position[] {
    const parameters = call.parameters
      .filter(({ name, schema }) => isId(name, resolve(schema)))
      .map(({ name, in: place }): Position => ({ place, at: [name], name }));
    const walk = (schema: JsonSchema, at: readonly string[], name: string): Position[] => {
      const { properties = {}, items, type } = resolve(schema);
      const inside = Object.entries(properties).flatMap(([key, child]) => walk(child, [...at, key], key));
      if (items) inside.push(...walk(items, [...at, '[]'], name));
      const scalar = type === 'string' || (Array.isArray(type) && type.includes('string'));
      return scalar && isId(name, resolve(schema)) ? [...inside, { place: 'body', at, name }] : inside;
    };
    const body = bodySchema(call);
    return [...parameters, ...(body ? walk(body, [], '') : [])];
  }

  return { calls, resolve, bodySchema, positions };
}
