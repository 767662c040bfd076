/** What is checked before any handler runs: the schema of the endpoint, and that the data is plain and storable. */
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import { ApiError } from './errors';

const MAX_DEPTH = 32;
const MAX_KEYS = 1_000;

const options = { allErrors: false, removeAdditional: false, useDefaults: false, strict: false } as const;

/** JSON carries its types, so nothing is converted there; addresses carry text only. */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const exact = new Ajv({ ...options, coerceTypes: false });
  const fromText = new Ajv({ ...options, coerceTypes: 'array' });
  for (const ajv of [exact, fromText]) addFormats.default(ajv);
  return ({ schema, httpPart }) => (httpPart === 'body' ? exact : fromText).compile(schema);
}

/**
 * Refuses what no honest client sends and a database or a recursive function stumbles over: nesting beyond 32, a
 * thousand keys, NUL, and halves of surrogate pairs.
 */
export function assertPlainData(value: unknown): void {
  let keys = 0;
  const pending: Array<{ value: unknown; depth: number }> = [{ value, depth: 0 }];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (typeof item.value === 'string') assertStorable(item.value);
    if (typeof item.value !== 'object' || item.value === null) continue;
    const entries = Object.entries(item.value);
    keys += entries.length;
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
