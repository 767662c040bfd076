/** Calls with the minimal input of the description, and chosen values at some positions. */
import { randomUUID } from 'node:crypto';
import {
  isId,
  type ApiDescription,
  type Call,
  type JsonSchema,
  type Parameter,
  type Position,
} from '../apiDescription';
import { BASIC, type Answer } from '../client';
import type { Values } from './ids';
import type { Caller } from './world';

export interface Wanted {
  readonly position: Position;
  readonly value: unknown;
}
export type CallAs = (call: Call, caller: Caller, ...wanted: readonly Wanted[]) => Promise<Answer>;

export function requestsBy(api: ApiDescription, values: Readonly<Record<string, Values>>): CallAs {
  /** The minimal input of the schema, with the caller's own ids, and `value` at `position`. */
  function sample(schema: JsonSchema, at: readonly string[], name: string, caller: Caller, wanted?: Wanted): unknown {
    const {
      type,
      properties = {},
      required = [],
      items,
      enum: choices,
      format,
      minimum,
      minItems = 0,
      minLength = 1,
      pattern = '',
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
        return (leads || minItems > 0) && items ? [sample(items, [...at, '[]'], name, caller, wanted)] : [];
      case 'boolean':
        return true;
      case 'integer':
      case 'number':
        return minimum ?? 1;
      default:
        if (isId(name, { ...(format !== undefined && { format }) })) return values[name]?.own(caller) ?? randomUUID();
        if (format === 'date') return new Date().toISOString().slice(0, 10);
        if (format === 'date-time') return new Date().toISOString();
        if (format === 'email') return 'one@sample.example';
        return (['1', 'A'].find((sign) => new RegExp(pattern).test(sign.repeat(minLength))) ?? '1').repeat(minLength);
    }
  }

  function callAs(call: Call, caller: Caller, ...wanted: readonly Wanted[]): Promise<Answer> {
    const chosen = (place: Position['place']) => wanted.filter(({ position }) => position.place === place);
    const given = ({ name, in: place }: Parameter) => chosen(place).find(({ position }) => position.name === name);
    const value = (parameter: Parameter): string =>
      String(given(parameter)?.value ?? sample(parameter.schema, ['?', parameter.name], parameter.name, caller));
    const path = call.parameters
      .filter((parameter) => parameter.in === 'path')
      .reduce((url, parameter) => url.replace(`{${parameter.name}}`, encodeURIComponent(value(parameter))), call.path);
    const query = new URLSearchParams(
      call.parameters
        .filter((parameter) => parameter.in === 'query' && (parameter.required || given(parameter) !== undefined))
        .map((parameter) => [parameter.name, value(parameter)]),
    );
    const headers = Object.fromEntries(
      chosen('header').map(({ position, value: text }) => [position.name, String(text)]),
    );
    const schema = api.bodySchema(call);
    const samples = (wish?: Wanted) => schema && sample(schema, [], '', caller, wish);
    const body = chosen('body').reduce((whole, wish) => merge(whole, samples(wish), wish.position.at), samples());
    const url = query.size > 0 ? `${path}?${query.toString()}` : path;
    if (call.requestBody?.content['application/x-www-form-urlencoded'] !== undefined) {
      const form = Object.fromEntries(Object.entries(body as object).map(([key, each]) => [key, String(each)]));
      return caller.client.token(form);
    }
    const isOfClient = call.security.some((scheme) => 'publicClient' in scheme);
    const credential = isOfClient
      ? { headers: { ...headers, authorization: BASIC } }
      : { headers, token: caller.token };
    return caller.client.request(call.method, url, { ...credential, ...(body !== undefined && { body }) });
  }

  return callAs;
}

/** `whole` with the value of `other` at this path. */
function merge(whole: unknown, other: unknown, [step, ...way]: readonly string[]): unknown {
  if (step === undefined || step === '[]') return other;
  const [one, two] = [whole, other] as Record<string, unknown>[];
  return { ...one, [step]: merge(one?.[step], two?.[step], way) };
}
