import type { FastifyError, FastifyRequest } from 'fastify';
import { BusyError } from '../../base/errors';
import { publicError } from './errorHandler';

/** The answer to `error`, and the levels at which it is logged. */
function handled(error: Error, destroyed: boolean) {
  const levels: string[] = [];
  const log = Object.fromEntries(['info', 'warn', 'error'].map((level) => [level, () => levels.push(level)]));
  const request = { raw: { socket: { destroyed } }, log } as unknown as FastifyRequest;
  const { code, status } = publicError(error as FastifyError, request);
  return { code, status, levels };
}

test.each<[string, Error, boolean, object]>([
  ['a fault', new Error('x'), false, { code: 'server.error', status: 500, levels: ['error'] }],
  ['too much work', new BusyError(), false, { code: 'service.unavailable', status: 503, levels: ['warn'] }],
  ['what happens to a caller who has gone', new Error('x'), true, { status: 500, levels: ['info'] }],
  ['a fault of the caller', Object.assign(new Error('x'), { statusCode: 400 }), false, { status: 400, levels: [] }],
])('%s', (_what, error, gone, expected) => {
  expect(handled(error, gone)).toMatchObject(expected);
});
