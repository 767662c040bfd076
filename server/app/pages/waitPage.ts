/** The page that a person sees while the server cannot answer: it opens the address again by itself. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { brandingFor } from '../../base/branding';
import type { Config } from '../../base/config';
import type { ApiError } from '../../base/errors';
import { plainPage } from '../../platform/http/plainPage';
import { isForPage } from './staticFiles';

const AGAIN_AFTER_SECONDS = 5;
/** Pages without scripts, whose forms are answered with a page. */
const POSTS_FORM = /^\/(?:setup|unsubscribe)(?:\?|$)/;

/** Whether a person sees the answer. Programs, such as a health check, do not ask for HTML. */
export const isSeen = (request: FastifyRequest): boolean =>
  /text\/html/.test(request.headers.accept ?? '') &&
  (isForPage(request) || (request.method === 'POST' && POSTS_FORM.test(request.url)));

/** Answers with the status of the error. A form is not sent again without its user. */
export function sendWaitPage(config: Config, error: ApiError, request: FastifyRequest, reply: FastifyReply) {
  const isForm = request.method === 'POST';
  const body = isForm
    ? '<p>The service cannot answer at the moment. Please go back, wait a little, and send the form again.</p>'
    : '<p>The service cannot answer at the moment. This page tries again by itself in a few seconds.</p>';
  const { productName } = brandingFor(config, request.headers.host);
  return reply
    .code(error.status)
    .header('retry-after', String(error.body.retryAfterSeconds ?? AGAIN_AFTER_SECONDS))
    .headers(isForm ? {} : { refresh: String(AGAIN_AFTER_SECONDS) })
    .type('text/html; charset=utf-8')
    .send(plainPage(productName, 'One moment, please', body));
}
