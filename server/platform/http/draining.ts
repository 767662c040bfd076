/**
 * Drains the server before it stops: readiness fails, so that the balancer uses other nodes, and calls that still
 * arrive are refused before any work, so that clients can send them again.
 */
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../base/errors';

const RETRY_AFTER_SECONDS = 1;
/** Pages and their files are still served: they need neither the database nor a session. */
const REFUSED = /^\/(api-|readyz)/;

export class Draining {
  private begun = false;

  get isOn(): boolean {
    return this.begun;
  }

  /** Cannot be undone. */
  begin(): void {
    this.begun = true;
  }
}

/** While draining, answers `service.unavailable` with Retry-After and closes each connection after its answer. */
export function refuseWhileDraining(app: FastifyInstance, draining: Draining): void {
  app.addHook('onRequest', async (request) => {
    if (draining.isOn && REFUSED.test(request.url))
      throw new ApiError('service.unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining.isOn) void reply.header('connection', 'close');
  });
}
