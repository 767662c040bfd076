/** Cuts off requests whose body does not arrive. Node has one limit for all requests, and uploads need a long one. */
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import { ApiError } from '../../base/errors';

/** Counted from the end of the headers. */
export const BODY_TIMEOUT_MS = 30_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Cuts the request off, unless its body arrives before. */
    bodyTimer: NodeJS.Timeout | undefined;
  }
}

/** The code is that of all requests that cannot be read; the status tells other programs that they may try again. */
class BodyTimeout extends ApiError {
  constructor() {
    super('request.invalid', {
      sentence: 'The request took too long to arrive. Please check your connection and try again.',
    });
  }

  override get status(): number {
    return 408;
  }
}

/** Applies to every route, also to those that do not exist. */
export function limitBodyTime(app: FastifyInstance, ms: number): void {
  app.decorateRequest('bodyTimer', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    startBodyTimer(request, reply, ms);
    done();
  });
}

/** For uploads: only Node's limit is left for a caller who has been admitted; others keep the short one. */
export const waitForUpload: preParsingHookHandler = (request, _reply, payload, done) => {
  clearTimeout(request.bodyTimer);
  done(null, payload);
};

/** Runs on after an early answer, such as a refusal: Node keeps the connection open for the rest of the body. */
export function startBodyTimer(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { raw, headers } = request;
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return;
  const timer = setTimeout(() => cutOff(request, reply), ms);
  // A client that leaves after its answer does not end the request; the timer must not hold up a server that stops.
  timer.unref();
  const stop = () => clearTimeout(timer);
  raw.once('end', stop).once('close', stop);
  request.bodyTimer = timer;
}

function cutOff({ raw }: FastifyRequest, reply: FastifyReply): void {
  // All of it has arrived, but nothing has read it yet.
  if (raw.complete) return;
  if (reply.raw.headersSent) raw.destroy();
  else void reply.header('connection', 'close').send(new BodyTimeout());
}
