/** Calls whose body is a file. In a plugin scope of their own: no other call reads binary bodies. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../base/errors';

/** The uploaded bytes. Throws ApiError (`unsupported.media.type`). */
export function uploadOf({ body }: FastifyRequest): Buffer {
  if (!Buffer.isBuffer(body)) throw new ApiError('unsupported.media.type');
  return body;
}

/** Registers routes whose body is bytes (`application/octet-stream`) in a scope of their own. */
export async function withUploads(app: FastifyInstance, register: (scope: FastifyInstance) => void): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    register(scope);
  });
}
