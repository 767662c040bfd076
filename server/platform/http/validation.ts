/** Input validation before any handler runs: JSON parsing, the schema of the endpoint, and data that can be stored. */
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { isCanonicalUuid } from '../../../contract/base/uuid';
import { ApiError } from '../../base/errors';

const MAX_DEPTH = 32;
const MAX_KEYS = 2_000;

const options = {
  ...{ allErrors: false, removeAdditional: false, useDefaults: false, strict: false },
  // The first request would wait until ajv has compiled the schema of schemas. A test checks the contract's with it.
  ...{ meta: false, validateSchema: false },
} as const;

/**
 * JSON bodies are typed, so they are not coerced; addresses carry only text. Each schema is compiled with its first
 * request, because compiling all of them takes half of the server's start.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const exact = new Ajv({ ...options, coerceTypes: false });
  const fromText = new Ajv({ ...options, coerceTypes: 'array' });
  // In lower case only: the database would find a row by an id in upper case, but comparisons with the id of the caller
  // would take it for another one. The library's own format also allows the prefix `urn:uuid:`.
  for (const ajv of [exact, fromText]) addFormats.default(ajv).addFormat('uuid', isCanonicalUuid);
  return ({ schema, httpPart }) => {
    const ajv = httpPart === 'body' ? exact : fromText;
    let compiled: ValidateFunction | undefined;
    const check: Check = (value) => {
      compiled ??= ajv.compile(schema);
      const isValid = compiled(value);
      check.errors = compiled.errors ?? null;
      return isValid;
    };
    return check;
  };
}

/** Like ajv's own: `errors` are those of the last call. */
interface Check {
  (value: unknown): boolean;
  errors?: NonNullable<ValidateFunction['errors']> | null;
}

/**
 * Throws ApiError (`request.invalid`) for data that no legitimate client sends and that a database or a recursive
 * function cannot handle: nesting beyond 32, more than two thousand keys of objects, NUL, and lone surrogates.
 */
export function assertPlainData(value: unknown): void {
  let keys = 0;
  const pending: Array<{ value: unknown; depth: number }> = [{ value, depth: 0 }];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (typeof item.value === 'string') assertStorable(item.value);
    if (typeof item.value !== 'object' || item.value === null) continue;
    const entries = Object.entries(item.value);
    // The schema limits the items of an array.
    if (!Array.isArray(item.value)) keys += entries.length;
    if (item.depth >= MAX_DEPTH || keys > MAX_KEYS) {
      throw new ApiError('request.invalid', { sentence: 'The request is nested too deeply or has too many fields.' });
    }
    for (const [key, child] of entries) {
      assertStorable(key);
      pending.push({ value: child, depth: item.depth + 1 });
    }
  }
}

function assertStorable(text: string): void {
  if (text.includes('\0') || /\p{Surrogate}/u.test(text)) {
    throw new ApiError('request.invalid', { sentence: 'The request holds characters that are not text.' });
  }
}

/** JSON is the only body format of the API; the token endpoint has its own parser. */
export function parseJsonBodies(app: FastifyInstance): void {
  // Rejects `__proto__` and `constructor.prototype` keys, which would pollute prototypes.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') {
      done(null, undefined);
      return;
    }
    void parse(request, String(body), (error, value) => {
      if (error) done(new ApiError('request.invalid', { sentence: 'The request is not valid JSON.' }), undefined);
      else done(null, value);
    });
  });
}
