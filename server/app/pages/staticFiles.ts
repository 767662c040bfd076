/** Serves the built app: precompressed files with immutable names, and its page for every screen address. */
import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../base/errors';
import type { Config } from '../../base/config';
import type { Pages } from './pages';
import { SSO_START } from './ssoPages';

const HASHED_NAME = /[.-][0-9a-f]{8,}\.\w+(\.map|\.br|\.gz)?$/;
/** HTML goes through the page templates, the configuration has a route of its own, the list of hashes is internal. */
const HIDDEN = /\.html(\.br|\.gz)?$|\/(csp-hashes|runtime-config)\.json(\.br|\.gz)?$/;
const HIDDEN_IN_PRODUCTION = new RegExp(`${HIDDEN.source}|\\.map(\\.br|\\.gz)?$`);
const A_YEAR_SECONDS = 31_536_000;

/**
 * A worker obeys the policy of its own file. This one parses untrusted documents: it may compile its image decoders and
 * fetch our fonts, nothing else.
 */
const PDF_WORKER = /\/pdf\.worker\.[^/]*\.mjs(\.br|\.gz)?$/;
const PDF_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Serves the built app and, at every other address, its page. */
export async function appFiles(app: FastifyInstance, config: Config, pages: Pages): Promise<void> {
  const hidden = config.mode === 'production' ? HIDDEN_IN_PRODUCTION : HIDDEN;
  app.get('/', (request, reply) => pages.send(request, reply));
  if (existsSync(config.publicDir)) {
    await app.register(fastifyStatic, {
      root: config.publicDir,
      index: false,
      preCompressed: true,
      cacheControl: false,
      allowedPath: (path) => !hidden.test(path),
      setHeaders: (reply, path) => {
        const immutable = HASHED_NAME.test(path);
        void reply.header('cache-control', immutable ? `public, max-age=${A_YEAR_SECONDS}, immutable` : 'no-cache');
        if (PDF_WORKER.test(path)) void reply.header('content-security-policy', PDF_WORKER_POLICY);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (isEarlySubmit(request)) return reply.redirect(pathOf(request), 303);
    if (!isForPage(request)) throw new ApiError('not.found');
    return pages.send(request, reply);
  });
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

/**
 * The sign-in form was submitted before the script loaded. Its content is ignored: the page is shown again, at an
 * address that never held a password.
 */
const isEarlySubmit = (request: FastifyRequest): boolean =>
  request.method === 'POST' && /^\/(?:[\w.~%-]+\/)?signin$/.test(pathOf(request));

/** Also of an organization with a code like `assets` or `api-2`. */
const OF_ORGANIZATION = /^\/[^/.]+\/(?:signin|auth\/sso\/[^/]+)\/?$/;

/** Screens have no file extension; a missing script must not be answered with HTML. */
export function isForPage(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const accept = request.headers.accept ?? '*/*';
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    (OF_ORGANIZATION.test(path) || !/^\/(?:api-|assets\/|\.well-known\/)/.test(path)) &&
    (!/\.\w{1,8}$/.test(path) || SSO_START.test(path)) &&
    /text\/html|\*\/\*/.test(accept)
  );
}
