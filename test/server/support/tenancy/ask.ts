/** Calls with the least that the description takes, and one value of choice at one position. */
import { randomUUID } from 'node:crypto';
import {
  isId,
  type ApiDescription,
  type Call,
  type JsonSchema,
  type Parameter,
  type Position,
} from '../apiDescription';
import type { Answer } from '../client';
import type { Values } from './ids';
import type { Caller } from './world';

interface Wanted {
  readonly position: Position;
  readonly value: string;
}
export type Ask = (call: Call, caller: Caller, wanted?: Wanted) => Promise<Answer>;

export function askBy(api: ApiDescription, values: Readonly<Record<string, Values>>): Ask {
  /** The least that the schema takes, with the caller's own ids, and `value` at `position`. */
  function sample(schema: JsonSchema, at: readonly string[], name: string, caller: Caller, wanted?: Wanted): unknown {
    const {
      type,
      properties = {},
      required = [],
      items,
      enum: choices,
      format,
      minimum,
      minLength = 1,
    } = api.resolve(schema);
    const target = wanted?.position.at;
    const leads = target !== undefined && at.every((step, index) => step === target[index]);
    if (leads && at.length === target.length) return wanted?.value;
    if (choices) return choices[0];
    switch (Array.isArray(type) ? type[0] : type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(properties)
            .filter(([key]) => required.includes(key) || (leads && target[at.length] === key))
            .map(([key, child]) => [key, sample(child, [...at, key], key, caller, wanted)]),
        );
      case 'array':
        return leads && items ? [sample(items, [...at, '[]'], name, caller, wanted)] : [];
      case 'boolean':
        return true;
      case 'integer':
      case 'number':
        return minimum ?? 1;
      default:
        if (isId(name, { ...(format !== undefined && { format }) })) return values[name]?.own(caller) ?? randomUUID();
        if (format === 'date') return new Date().toISOString().slice(0, 10);
        if (format === 'date-time') return new Date().toISOString();
        return '1'.repeat(minLength);
    }
  }

  function ask(call: Call, caller: Caller, wanted?: Wanted): Promise<Answer> {
    const value = ({ name, in: place, schema }: Parameter): string =>
      wanted?.position.place === place && wanted.position.name === name
        ? wanted.value
        : String(sample(schema, ['?', name], name, caller));
    const path = call.parameters
      .filter((parameter) => parameter.in === 'path')
      .reduce((url, parameter) => url.replace(`{${parameter.name}}`, encodeURIComponent(value(parameter))), call.path);
    const query = new URLSearchParams(
      call.parameters
        .filter(
          (parameter) => parameter.in === 'query' && (parameter.required || wanted?.position.name === parameter.name),
        )
        .map((parameter) => [parameter.name, value(parameter)]),
    );
    const schema = api.bodySchema(call);
    const inBody = wanted?.position.place === 'body' ? wanted : undefined;
    const body = schema && sample(schema, [], '', caller, inBody);
    const url = query.size > 0 ? `${path}?${query.toString()}` : path;
    return caller.client.request(call.method, url, { token: caller.token, ...(body !== undefined && { body }) });
  }

  return ask;
}
