/** An identity provider controlled by the test: discovery and keys over real HTTP, tokens of any kind. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTHeaderParameters } from 'jose';

export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

export async function signingKey(alg: string, kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export const json =
  (body: unknown): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export class EvilProvider {
  private readonly routes = new Map<string, Answer>();
  /** The requested paths, in order. */
  readonly requests: string[] = [];
  private readonly server = createServer((request, response) => {
    const path = request.url ?? '';
    this.requests.push(path);
    const answer = this.routes.get(path);
    if (answer) answer(response, request);
    else response.writeHead(404).end();
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sets up one issuer with this name, genuine unless specified otherwise. */
  issuer(name: string, keys: readonly JWK[], metadata: object = {}): string {
    const issuer = `${this.base}/${name}`;
    this.on(
      `/${name}/.well-known/openid-configuration`,
      json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        end_session_endpoint: `${issuer}/end`,
        ...metadata,
      }),
    );
    this.on(`/${name}/jwks`, json({ keys }));
    return issuer;
  }

  on(path: string, answer: Answer): void {
    this.routes.set(path, answer);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}

/** Signed as specified, with any claims: nothing is checked here. */
export function sign(key: SigningKey, claims: object, header: Partial<JWTHeaderParameters> = {}): Promise<string> {
  return new SignJWT(claims as never)
    .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
    .sign(key.privateKey);
}

export const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
