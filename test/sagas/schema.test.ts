/**
 * The app validates answers as the server's validator does: every answer of the contract, intact and damaged in one
 * place. Further fields are ignored.
 */
import { cases } from '../support/cases';
import { changesOf, messageOf, threadOf } from '../support/chatChanges';
import { validator } from '@exodus/schemasafe';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { VALIDATOR_OPTIONS } from '../../sagas/base/http/answerSchemas';
import * as clientContract from '../../sagas/base/http/clientContract';
import * as laterContract from '../../sagas/base/http/laterContract';
import { endpoints as clientEndpoints } from '../../sagas/base/http/clientEndpoints';
import { endpoints as laterEndpoints } from '../../sagas/base/http/laterEndpoints';
import { clientContractCode, clientEndpointsCode } from '../../scripts/build/clientContract';
import { notificationOf } from '../support/notificationServer';

type Schema = Readonly<Record<string, unknown>>;

const ajv = new Ajv({ strict: false });
addFormats.default(ajv);

/** The build output of a file, as the browser runs it. */
const run = (code: string, names: string) =>
  new Function(`${code.replaceAll('export const', 'const')}\nreturn { ${names} };`)() as unknown;

interface Contract {
  readonly SCHEMAS: Readonly<Record<string, object>>;
  readonly accepts: (name: string, value: unknown) => boolean;
  readonly hasSchema?: (name: string) => boolean;
}

/** Each schema: as written, and as built. */
const CONTRACTS = ([clientContract, laterContract] as unknown as readonly Contract[]).flatMap((written) => {
  const built = run(clientContractCode(written), 'accepts, hasSchema') as Pick<Contract, 'accepts' | 'hasSchema'>;
  return Object.entries(written.SCHEMAS).map(([name, schema]) => ({ name, schema: schema as Schema, written, built }));
});

const MESSAGES = [
  {
    topic: 'notifications',
    sequence: 2,
    reset: false,
    events: [
      {
        sequence: 1,
        notification: { ...notificationOf(1), messageTags: [{ text: 'Job', color: 'blue' }], jobId: null },
      },
      { sequence: 2, readDate: '2026-01-15T08:00:00.000Z' },
    ],
  },
  { topic: 'logout', userId: 'u', tokenIdentifier: 't', reason: 'signed_out' },
  { topic: 'chat', changes: changesOf({ threads: [threadOf('c')], messages: [messageOf('c', 1)] }) },
];

const TEXTS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-15T08:00:00Z',
  date: '2026-02-28',
  uuid: '00000000-0000-4000-8000-00000000000a',
  uri: 'https://learning.example/course?id=1',
};
/** Samples for patterns; one of them must match. */
const PATTERNED = ['08:30', 'kind:TIMESHEET_SUBMITTED', 'America/Chicago', 'aaaaaaaa'];
const WRONG = [
  ...[null, 0, 1.5, -1, '', 'x', true, [], {}, [null], { sequence: 0 }, 'x'.repeat(300)],
  ...['2026-13-45T99:00:00Z', '2026-02-30', '2026-02-28 ', 'https://a b', '00000000-0000-4000-8000-00000000000g'],
];

/** A value that is valid for the schema, with these further fields in each of its objects that has a required one. */
function sampleOf(schema: Schema, further: object = {}): unknown {
  const { type, properties = {}, items, anyOf, format, pattern, minLength = 1, minimum = 0, minItems = 1 } = schema;
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0] as Schema, further);
  switch ([type].flat()[0]) {
    case 'string':
      if (typeof pattern === 'string') return PATTERNED.find((text) => new RegExp(pattern).test(text));
      return typeof format === 'string' ? TEXTS[format] : 'a'.repeat(Number(minLength));
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: Number(minItems) }, () => sampleOf((items ?? {}) as Schema, further));
    case 'object':
      return {
        ...Object.fromEntries(
          Object.entries(properties as object).map(([name, of]) => [name, sampleOf(of as Schema, further)]),
        ),
        ...([schema['required'] ?? []].flat().length > 0 ? further : {}),
      };
    case 'null':
      return null;
    default:
      return Number(minimum);
  }
}

/** The value with one part, at any depth, replaced, removed or added. */
function* damaged(value: unknown): Iterable<unknown> {
  yield* WRONG;
  if (Array.isArray(value)) {
    yield Array.from({ length: 1_001 }, () => value[0] as unknown);
    for (const [index, item] of value.entries())
      for (const each of damaged(item)) yield value.map((other: unknown, at) => (at === index ? each : other));
  } else if (typeof value === 'object' && value !== null) {
    for (const each of [1, 'x', { id: 'x' }]) yield { ...value, unheardOf: each };
    for (const [name, item] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
      for (const each of damaged(item)) yield { ...value, [name]: each };
    }
  }
}

/** Used in turns: there are 17 wrong values for each place. */
const ONE_IN = cases('damaged answers to each that is judged', { usual: 3, long: 1 });

it.each(CONTRACTS)('validates $name as the server does', ({ name, schema, written, built }) => {
  const whole = name === 'socketMessage' ? MESSAGES : [sampleOf(schema)];
  const validate = ajv.compile(schema);
  for (const value of whole) {
    expect([value, written.accepts(name, value), validate(value)]).toEqual([value, true, true]);
    let turn = 0;
    for (const each of damaged(value)) {
      turn += 1;
      if (turn % ONE_IN !== 0) continue;
      const isValid = validate(each);
      if (built.accepts(name, each) !== isValid || written.accepts(name, each) !== isValid)
        throw new Error(`${isValid ? 'refuses' : 'takes'} ${JSON.stringify(each).slice(0, 2_000)}`);
    }
  }
});

it('has the answers of every call, each in one of the two files', () => {
  const sent = { ...clientEndpoints, ...laterEndpoints };
  const names = CONTRACTS.map(({ name }) => name).filter((name) => name in sent);
  expect([...names].sort()).toEqual(Object.keys(sent).sort());
});

it('initially has only the calls of the first screens', () => {
  const first = CONTRACTS.filter(({ written }) => written === (clientContract as unknown as Contract));
  const [{ built, written }] = first as [(typeof first)[number]];
  for (const { name } of CONTRACTS) {
    const isFirst = first.some((one) => one.name === name);
    expect([name, built.hasSchema?.(name), written.hasSchema?.(name)]).toEqual([name, isFirst, isFirst]);
  }
});

it('does not ignore an unknown keyword', () => {
  expect(() => validator({ type: 'string', patern: 'x' } as object, VALIDATOR_OPTIONS)).toThrow(/patern/);
});

it('ships the contract’s calls without their descriptions', () => {
  const built = <Written extends object>(endpoints: Written) =>
    (run(clientEndpointsCode({ endpoints }), 'endpoints') as { readonly endpoints: Written }).endpoints;
  expect(built(clientEndpoints)).toEqual(clientEndpoints);
  expect(built(laterEndpoints)).toEqual(laterEndpoints);
  const bearer = { auth: 'bearer' };
  const path = '/api-user/v1/tasks/due-today';
  expect(built(clientEndpoints).tasksDueToday).toEqual({ ...bearer, method: 'GET', path });
  expect(built(laterEndpoints).listTotal).toMatchObject({ ...bearer, method: 'POST' });
});

it.each(CONTRACTS)('ignores the fields that a later release adds to $name', ({ name, schema, written, built }) => {
  const value = sampleOf(schema, { ofALaterRelease: 1 });
  expect([value, written.accepts(name, value), built.accepts(name, value)]).toEqual([value, true, true]);
});
