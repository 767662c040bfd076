/** @jest-environment ./test/support/jsdomWithResponse.ts */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendFile } from '../../src/ports/sendFile';

declare const standAt: (url: string) => void;

interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

describe('a file upload', () => {
  let server: Server;
  let url: string;
  let received: Received[];
  let closed: Promise<void>;
  let answer: (response: ServerResponse, request: IncomingMessage) => void;

  beforeEach(async () => {
    received = [];
    let reportClosed = () => {};
    closed = new Promise((resolve) => (reportClosed = resolve));
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push({ method: request.method, headers: request.headers, body });
        answer(response, request);
      });
      response.on('close', reportClosed);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/documents`;
    standAt(url);
  });
  afterEach(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  const respond = (status: number, body = '', headers: Record<string, string> = {}) => {
    answer = (response) => void response.writeHead(status, headers).end(body);
  };
  function send(text = 'the file', controller = new AbortController()) {
    const shares: number[] = [];
    const sending = sendFile({
      method: 'PUT',
      url,
      headers: { authorization: 'Bearer abc', 'content-type': 'application/pdf' },
      file: new Blob([text]),
      onSent: (share) => shares.push(share),
      signal: controller.signal,
    });
    return { sending, shares };
  }

  it('arrives with its bytes, reports its progress, and returns the answer', async () => {
    respond(200, '{"broadcastDocumentId":"d1"}');
    const text = 'x'.repeat(300_000);
    const { sending, shares } = send(text);
    const response = await sending;
    expect([response.status, await response.json(), response.headers.get('retry-after')]).toEqual([
      200,
      { broadcastDocumentId: 'd1' },
      null,
    ]);
    expect(received[0]).toMatchObject({
      method: 'PUT',
      headers: { authorization: 'Bearer abc', 'content-type': 'application/pdf' },
    });
    expect(received[0]?.body === text).toBe(true);
    expect(shares.at(-1)).toBe(1);
    expect(shares.every((share, index) => share >= (shares[index - 1] ?? 0) && share <= 1)).toBe(true);
  });

  it('reports that it was refused, and when to retry', async () => {
    respond(503, '{"errorCode":"server.busy"}', { 'retry-after': '7' });
    const response = await send().sending;
    expect([response.status, await response.text(), response.headers.get('retry-after')]).toEqual([
      503,
      '{"errorCode":"server.busy"}',
      '7',
    ]);
  });

  it('may have an empty answer', async () => {
    respond(204);
    const response = await send().sending;
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('fails if the connection breaks', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    answer = (_, request) => void request.socket.destroy();
    await expect(send().sending).rejects.toThrow('No answer came.');
    expect(logged).toHaveBeenCalledTimes(1);
  });

  it('fails if the answer comes from elsewhere', async () => {
    answer = (response, request) =>
      request.url === '/documents'
        ? void response.writeHead(307, { location: '/elsewhere' }).end()
        : void response.writeHead(200).end('{}');
    await expect(send().sending).rejects.toThrow('No answer came.');
  });

  it('can be cancelled in flight, which closes the connection', async () => {
    const controller = new AbortController();
    answer = () => controller.abort();
    await expect(send('the file', controller).sending).rejects.toThrow('No answer came.');
    await closed;
  });

  it('is not sent if it was cancelled before', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(send('the file', controller).sending).rejects.toThrow('No answer came.');
    expect(received).toEqual([]);
  });
});
