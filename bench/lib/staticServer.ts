/** Serves a folder built by buildPeers the way our server serves its own: precompressed, hashed files immutable. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export interface StaticServer {
  readonly base: string;
  readonly close: () => Promise<void>;
}

/** @returns a server on a free port; every path without a file gets index.html, every POST a refusal */
export async function serveFolder(folder: string): Promise<StaticServer> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'GET') {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"refused"}');
      return;
    }
    const requested = path.basename((request.url ?? '/').split('?')[0] ?? '');
    const name = requested !== '' && existsSync(path.join(folder, requested)) ? requested : 'index.html';
    const accepts = request.headers['accept-encoding'] ?? '';
    const [ending, encoding] = accepts.includes('br') ? ['.br', 'br'] : ['.gz', 'gzip'];
    response
      .writeHead(200, {
        'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream',
        'content-encoding': encoding,
        'cache-control': name === 'index.html' ? 'no-store' : 'public, max-age=31536000, immutable',
      })
      .end(readFileSync(path.join(folder, `${name}${ending}`)));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    base: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
