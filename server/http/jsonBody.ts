/** JSON is the only body the API reads (the token endpoint has its own parser). */
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors';

export function readJson(app: FastifyInstance): void {
  // Refuses `__proto__` and `constructor.prototype` keys, which would reach into every object.
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
