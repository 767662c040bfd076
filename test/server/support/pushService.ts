/**
 * A push service and the browsers behind it: accepts pushes (RFC 8030), authenticates their sender (VAPID, RFC 8292),
 * and decrypts them as a browser would (RFC 8291, RFC 8188). Written from the RFCs, without the library that encrypts.
 */
import { createDecipheriv, createECDH, createHmac, randomBytes, type ECDH } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';

export interface PushReceived {
  readonly browser: string;
  readonly message: Readonly<Record<string, unknown>>;
  readonly topic: string | undefined;
  readonly ttl: string | undefined;
  readonly urgency: string | undefined;
  readonly signedFor: string;
  readonly contact: string;
}

/** The service's answer; `hang` gives none. */
export type PushAnswer = { readonly status: number; readonly retryAfter?: string } | 'hang';

export class Browser {
  readonly pair: ECDH = createECDH('prime256v1');
  readonly auth = randomBytes(16);

  constructor(
    readonly name: string,
    readonly endpoint: string,
  ) {
    this.pair.generateKeys();
  }

  /** As in `PushSubscription.toJSON`. */
  get subscription() {
    return {
      endpoint: this.endpoint,
      p256dh: this.pair.getPublicKey('base64url'),
      auth: this.auth.toString('base64url'),
    };
  }
}

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac('sha256', key).update(data).digest();
/** HKDF of one block (RFC 5869), which is all that is needed. */
const hkdf = (salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer =>
  hmac(hmac(salt, secret), Buffer.concat([info, Buffer.from([1])])).subarray(0, length);

/** RFC 8291, section 3.4; one record. */
export function decrypted(body: Buffer, pair: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const ikm = hkdf(auth, pair.computeSecret(sender), keyInfo, 32);
  const key = hkdf(salt, ikm, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(salt, ikm, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2 and any number of zeros.
  const end = padded.lastIndexOf(2);
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end of the record');
  return padded.subarray(0, end);
}

export class PushService {
  readonly received: PushReceived[] = [];
  /** By the browser's name: answers used one by one; then 201. */
  readonly answers = new Map<string, PushAnswer[]>();
  private readonly browsers = new Map<string, Browser>();
  private server: Server | undefined;
  private port = 0;

  /** `publicKey` is the one that browsers subscribe with. */
  constructor(private readonly publicKey: () => string) {}

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      this.take(request).then(
        (answer) => {
          if (answer === 'hang') return;
          response.statusCode = answer.status;
          if (answer.retryAfter !== undefined) response.setHeader('retry-after', answer.retryAfter);
          response.end();
        },
        (error: unknown) => {
          response.statusCode = 400;
          response.end(String(error));
        },
      );
    });
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  browser(name: string): Browser {
    const browser = new Browser(name, `http://127.0.0.1:${this.port}/push/${name}`);
    this.browsers.set(name, browser);
    return browser;
  }

  titlesOf(name: string): unknown[] {
    return this.received.filter(({ browser }) => browser === name).map(({ message }) => message['title']);
  }

  private async take(request: IncomingMessage): Promise<PushAnswer> {
    const name = request.url?.split('/').at(-1) ?? '';
    const browser = this.browsers.get(name);
    if (browser === undefined) return { status: 404 };
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const answer = this.answers.get(name)?.shift() ?? { status: 201 };
    const { signedFor, contact } = await this.senderOf(request);
    if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('an unknown encoding');
    const text = decrypted(Buffer.concat(chunks), browser.pair, browser.auth).toString('utf8');
    // A failing service may have delivered the push: one answered with 5xx or not at all counts as accepted here.
    if (answer === 'hang' || answer.status < 400 || answer.status >= 500) {
      const header = (key: string) => request.headers[key] as string | undefined;
      this.received.push({
        browser: name,
        message: JSON.parse(text) as Readonly<Record<string, unknown>>,
        ...{ topic: header('topic'), ttl: header('ttl'), urgency: header('urgency'), signedFor, contact },
      });
    }
    return answer;
  }

  /** RFC 8292: `vapid t=<JWT>, k=<public key>`. Throws if the signature does not match the key. */
  private async senderOf({ headers }: IncomingMessage): Promise<{ signedFor: string; contact: string }> {
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    if (key !== this.publicKey()) throw new Error('signed by another server');
    const point = Buffer.from(key, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { algorithms: ['ES256'] });
    return { signedFor: String(payload.aud), contact: String(payload.sub) };
  }
}
