/** The server compiles a schema at its first request and does not check it; here all are checked and compiled. */
import Ajv from 'ajv';
import type { Endpoint } from '../../../contract/base/endpoint';
import { endpoints } from '../../../contract/endpoints';
import { createValidatorCompiler } from './validation';

const compile = createValidatorCompiler();
const checkOf = (schema: object, httpPart: string) => compile({ schema, method: 'POST', url: '/', httpPart });

test('every schema of an input is a JSON Schema, and compiles', () => {
  const parts = Object.entries<Endpoint>(endpoints).flatMap(([name, { params, query, body }]) =>
    Object.entries<object | boolean | undefined>({ params, querystring: query, body }).flatMap(([part, schema]) =>
      typeof schema === 'object' ? [{ name, part, schema }] : [],
    ),
  );
  expect(parts.length).toBeGreaterThan(100);
  const ajv = new Ajv({ strict: false });
  expect(parts.filter(({ schema }) => ajv.validateSchema(schema) !== true)).toEqual([]);
  const broken = parts.filter(({ part, schema }) => {
    try {
      return void checkOf(schema, part)({});
    } catch {
      return true;
    }
  });
  expect(broken).toEqual([]);
});

test('the errors are those of the last value; text becomes a number in an address only', () => {
  const schema = { type: 'object', properties: { page: { type: 'integer' } } };
  const [body, query] = [checkOf(schema, 'body'), checkOf(schema, 'querystring')];
  expect([body({ page: '2' }), body.errors?.[0]?.instancePath]).toEqual([false, '/page']);
  expect([body({ page: 2 }), body.errors]).toEqual([true, null]);
  expect([query({ page: '2' }), query({ page: 'x' })]).toEqual([true, false]);
});
