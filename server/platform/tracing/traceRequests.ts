/** A span for each request, which contains everything that is done for it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runInSpan, type Span } from '../../base/tracing';
import { pathOf } from '../http/logging';
import type { Tracing } from './openTelemetry';

/** Addresses without their query, routes without their values; no headers and no bodies. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers, id } = request;
    const route = routeOptions.url ?? 'page';
    const facts = { 'http.request.method': method, 'http.route': route, 'url.path': pathOf(request.url) };
    const given = headers['traceparent'];
    const span = tracing.begin(
      `${method} ${route}`,
      { ...facts, 'vms.request_id': id },
      typeof given === 'string' ? given : undefined,
    );
    spans.set(request, span);
    runInSpan(span, done);
  });
  // The async context is lost while the body is read.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else runInSpan(span, done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.setAttributes({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= 500 ? { name: String(reply.statusCode) } : undefined);
  });
}
