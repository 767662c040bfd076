/**
 * Device cookies, as OWASP describes them: a browser that has signed in to an account keeps a signed mark, and its
 * attempts are counted separately from those of unknown browsers. The mark by itself grants no access; a remembered
 * device has a row on the server as well, and may skip the second factor, never the password.
 */
import { timingSafeEqual } from 'node:crypto';
import { parse, serialize } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomSecret, type Keys } from '../../base/keys';
import { foldedUserName } from '../foldedUserName';

const DAYS = 180;
/** How many accounts one browser can be known for. */
const MAX_ACCOUNTS = 5;
const MARK = /^([\w-]{43})~([\w-]{43})$/;

export class DeviceCookies {
  private readonly name: string;

  constructor(
    private readonly keys: Keys,
    private readonly secure: boolean,
  ) {
    this.name = secure ? '__Host-vms_device' : 'vms_device';
  }

  /** The id of this browser for this account, by `accountName`; undefined if it never signed in to it. */
  known(request: FastifyRequest, account: string): string | undefined {
    for (const mark of this.marks(request)) {
      const [, id = '', signature = ''] = MARK.exec(mark) ?? [];
      if (timingSafeEqual(Buffer.from(signature), Buffer.from(this.signature(account, id)))) return id;
    }
    return undefined;
  }

  /** Called after a complete sign-in. Returns the browser's id for this account; a known browser keeps its id. */
  remember(request: FastifyRequest, reply: FastifyReply, account: string): string {
    const id = this.known(request, account) ?? randomSecret();
    const mark = `${id}~${this.signature(account, id)}`;
    const marks = [mark, ...this.marks(request).filter((each) => each !== mark)].slice(0, MAX_ACCOUNTS);
    const options = {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: this.secure,
      maxAge: DAYS * 86_400,
    } as const;
    void reply.header('set-cookie', serialize(this.name, marks.join('.'), options));
    return id;
  }

  private marks(request: FastifyRequest): string[] {
    const value = parse(request.headers.cookie ?? '')[this.name] ?? '';
    return value
      .split('.')
      .filter((mark) => MARK.test(mark))
      .slice(0, MAX_ACCOUNTS);
  }

  private signature(account: string, id: string): string {
    return this.keys.mac('known-device', `${account}\0${id}`).toString('base64url');
  }
}

/** The key that attempts at an account are counted by: what was typed, whether the account exists or not. */
export const accountName = (userName: string, organizationCode: string): string =>
  `${organizationCode.trim().toUpperCase()}\0${foldedUserName(userName)}`;
