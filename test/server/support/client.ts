/** Calls the server as the app does, with a cookie jar; over a real connection or injected. */
import type { FastifyInstance } from 'fastify';
import type { TokenResponse } from '../../../contract/identity/access.endpoints';
import { PASSWORD, type FixtureUser } from './fixtures';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  readonly bytes: Buffer;
  /** The parsed body; the test checks its shape. */
  readonly json: Record<string, unknown>;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly form?: Record<string, string>;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly address?: string;
}

export const BASIC = `Basic ${Buffer.from('web:').toString('base64')}`;

export class TestClient {
  readonly cookies = new Map<string, string>();

  constructor(private readonly http: FastifyInstance) {}

  async request(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, options: RequestOptions = {}): Promise<Answer> {
    const headers: Record<string, string> = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      ...options.headers,
    };
    if (options.token) headers['authorization'] = `Bearer ${options.token}`;
    if (this.cookies.size > 0)
      headers['cookie'] = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (options.form) headers['content-type'] ??= 'application/x-www-form-urlencoded';
    const payload = options.form ? new URLSearchParams(options.form).toString() : options.body;
    const response = await this.http.inject({
      method,
      url,
      headers,
      ...(payload === undefined ? {} : { payload: payload as string | object }),
      ...(options.address ? { remoteAddress: options.address } : {}),
    });
    for (const { name, value, maxAge, expires } of response.cookies) {
      if (maxAge === 0 || (expires && expires.getTime() <= Date.now())) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
      json: parse(response.body),
    };
  }

  get(url: string, options?: RequestOptions): Promise<Answer> {
    return this.request('GET', url, options);
  }

  post(url: string, body: unknown = {}, options: RequestOptions = {}): Promise<Answer> {
    return this.request('POST', url, { ...options, body });
  }

  token(form: Record<string, string>, options: RequestOptions = {}): Promise<Answer> {
    return this.request('POST', '/api-user/oauth2/token', {
      ...options,
      form,
      headers: { authorization: BASIC, ...options.headers },
    });
  }

  signIn(user: FixtureUser, extra: Record<string, string> = {}, options: RequestOptions = {}): Promise<Answer> {
    const { userName: username, organizationCode: organization_code } = user;
    return this.token({ grant_type: 'password', username, password: PASSWORD, organization_code, ...extra }, options);
  }

  /** Signs in and throws if that fails. */
  async signedIn(user: FixtureUser, extra: Record<string, string> = {}): Promise<TokenResponse> {
    const answer = await this.signIn(user, extra);
    if (answer.status !== 200) throw new Error(`${user.userName} could not sign in: ${answer.status} ${answer.text}`);
    return answer.json as unknown as TokenResponse;
  }

  refresh(form: Record<string, string> = {}): Promise<Answer> {
    return this.token({ grant_type: 'refresh_token', ...form });
  }

  twoFactorCheck(user: FixtureUser, password = PASSWORD): Promise<Answer> {
    const { userName, organizationCode } = user;
    return this.post('/api-user/v1/two-factor/check', { userName, password, organizationCode });
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
