/**
 * A back end that computes nothing: it repeats the real one's answers immediately. No page can be faster than with it.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';

export interface NullBackEnd {
  /** Which back end answers from now on. */
  use(which: 'real' | 'null'): void;
  close(): void;
}

/**
 * Learns the answers to the page's requests of this address while the real one is in use. Both take the same path
 * through the browser.
 */
export async function nullBackEnd(page: Page, address: string): Promise<NullBackEnd> {
  const answers = new Map<string, { readonly type: string; readonly bytes: Buffer }>();
  const server = createServer((request, response) => {
    void textOf(request).then((question) => {
      const answer = answers.get(question);
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': answer?.type ?? 'text/plain' });
      response.end(answer?.bytes);
    });
  });
  const base = await new Promise<string>((resolve) =>
    server.unref().listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)),
  );
  let isNull = false;
  await page.route(address, (route) => route.continue(isNull ? { url: base } : {}));
  page.on('requestfinished', (request) => {
    const question = request.postData();
    if (isNull || question === null || !request.url().includes(address.replaceAll('*', ''))) return;
    void request.response().then(async (response) =>
      answers.set(question, {
        type: response?.headers()['content-type'] ?? '',
        bytes: (await response?.body()) as Buffer,
      }),
    );
  });
  return {
    use: (which) => {
      isNull = which === 'null';
    },
    close: () => void server.close(),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece as string;
  return text;
}
