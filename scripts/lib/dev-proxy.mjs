/** A proxy before the development server: waits while it restarts, and makes open pages reload. */
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const RELOAD_SCRIPT = '/dev-reload.js';
const RELOAD_EVENTS = '/dev-reload';
const WAIT_FOR_SERVER_MS = 30_000;

/** Port 0 chooses a free one. Rejects if it cannot listen. */
export async function startDevProxy(port, serverPort) {
  const pages = new Set();
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === RELOAD_SCRIPT) {
      outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
      outgoing.end(`new EventSource('${RELOAD_EVENTS}').addEventListener('reload', () => location.reload());`);
    } else if (incoming.url === RELOAD_EVENTS) {
      outgoing
        .writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
        .write(': waiting\n\n');
      pages.add(outgoing);
      outgoing.once('close', () => pages.delete(outgoing));
    } else {
      void forward(incoming, outgoing, serverPort);
    }
  });
  server.on('upgrade', (incoming, socket, head) => pipeSocket(incoming, socket, head, serverPort));
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, 'localhost', resolve));
  return {
    port: server.address().port,
    reloadPages: () => {
      for (const page of pages) page.write('event: reload\ndata:\n\n');
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function forward(incoming, outgoing, serverPort) {
  await untilListening(serverPort);
  const isDocument = incoming.headers.accept?.includes('text/html') === true;
  // Uncompressed, so that a line can be added to it.
  const headers = isDocument ? { ...incoming.headers, 'accept-encoding': 'identity' } : incoming.headers;
  const onward = request(
    { host: 'localhost', port: serverPort, method: incoming.method, path: incoming.url, headers },
    (answer) => {
      const isHtml = String(answer.headers['content-type']).startsWith('text/html');
      if (!isHtml || answer.headers['content-encoding'] !== undefined) {
        outgoing.writeHead(answer.statusCode, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      // These headers describe the page without the added line.
      const changed = { ...answer.headers };
      delete changed['content-length'];
      delete changed.etag;
      outgoing.writeHead(answer.statusCode, changed);
      answer.pipe(outgoing, { end: false });
      answer.once('end', () => outgoing.end(`<script src="${RELOAD_SCRIPT}"></script>`));
    },
  );
  onward.once('error', (error) => {
    if (!outgoing.headersSent) outgoing.writeHead(502, { 'content-type': 'text/plain' });
    outgoing.end(`The development server does not answer: ${error.message}`);
  });
  incoming.pipe(onward);
}

async function untilListening(port) {
  const deadline = Date.now() + WAIT_FOR_SERVER_MS;
  while (Date.now() < deadline && !(await isListening(port))) await sleep(100);
}

function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, 'localhost');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function pipeSocket(incoming, socket, head, serverPort) {
  const onward = connect(serverPort, 'localhost', () => {
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
    for (let i = 0; i < incoming.rawHeaders.length; i += 2)
      lines.push(`${incoming.rawHeaders[i]}: ${incoming.rawHeaders[i + 1]}`);
    onward.write(`${lines.join('\r\n')}\r\n\r\n`);
    onward.write(head);
    socket.pipe(onward).pipe(socket);
  });
  for (const end of [socket, onward]) {
    end.once('error', () => {
      socket.destroy();
      onward.destroy();
    });
  }
}
