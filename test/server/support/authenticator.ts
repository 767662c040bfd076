/**
 * An authenticator with one passkey, in software: ES256, resident, user verified. A test can make it lie about the
 * site, the challenge or the counter.
 */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  /** Only presence, without PIN or biometrics. */
  readonly unverified?: boolean;
  readonly type?: string;
}

interface Options {
  readonly challenge: string;
}

export const ORIGIN = 'http://localhost:0';
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

export class SoftAuthenticator {
  readonly id = randomBytes(32);
  counter = 0;
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  /** What a browser answers to `navigator.credentials.create`, as JSON. `options` is the server's JSON. */
  create(options: string, lies: Lies = {}): string {
    const clientData = this.clientData('webauthn.create', options, lies);
    const idLength = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), idLength, this.id, this.coseKey()]);
    const authData = this.authData({ ...lies, counter: 0 }, 0x40, credential);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([authData.length]),
      authData,
    ]);
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** What a browser answers to `navigator.credentials.get`, as JSON. */
  get(options: string, lies: Lies = {}): string {
    const clientData = this.clientData('webauthn.get', options, lies);
    this.counter = lies.counter ?? this.counter + 1;
    const authData = this.authData({ ...lies, counter: this.counter }, 0, Buffer.alloc(0));
    const signer = createSign('sha256').update(Buffer.concat([authData, sha256(clientData)]));
    return this.answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signer.sign(this.keys.privateKey).toString('base64url'),
    });
  }

  private answer(response: object): string {
    const id = this.id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }

  private clientData(type: string, options: string, lies: Lies): Buffer {
    const { challenge } = JSON.parse(options) as Options;
    const facts = { challenge: lies.challenge ?? challenge, origin: lies.origin ?? ORIGIN, crossOrigin: false };
    return Buffer.from(JSON.stringify({ type: lies.type ?? type, ...facts }));
  }

  private authData({ rpId = 'localhost', unverified, counter = 0 }: Lies, more: number, credential: Buffer): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = Buffer.from([0x01 | (unverified ? 0 : 0x04) | more]);
    return Buffer.concat([sha256(rpId), flags, count, credential]);
  }

  /** {1: 2, 3: -7, -1: 1, -2: x, -3: y} in CBOR. */
  private coseKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const [head, between] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
    return Buffer.concat([head, Buffer.from(x, 'base64url'), between, Buffer.from(y, 'base64url')]);
  }
}
