/**
 * Device cookies, as OWASP describes them: who has signed in to an account keeps a signed mark of it, and is counted
 * apart from strangers. The mark alone opens nothing; a device that is remembered is one whose mark the server holds a
 * row about, and is spared the second factor, never the password.
 */
import { timingSafeEqual } from 'node:crypto';
import { parse, serialize } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomSecret, type Keys } from '../../base/keys';

const DAYS = 180;
/** How many accounts one browser is known at. */
const MOST_ACCOUNTS = 5;
const MARK = /^([\w-]{43})~([\w-]{43})$/;

export class DeviceCookies {
  private readonly name: string;

  constructor(
    private readonly keys: Keys,
    private readonly secure: boolean,
  ) {
    this.name = secure ? '__Host-vms_device' : 'vms_device';
  }

  /** The id of this browser at this account, by `accountName`; undefined where it never signed in to it. */
  known(request: FastifyRequest, account: string): string | undefined {
    for (const mark of this.marks(request)) {
      const [, id = '', signature = ''] = MARK.exec(mark) ?? [];
      if (timingSafeEqual(Buffer.from(signature), Buffer.from(this.signature(account, id)))) return id;
    }
    return undefined;
  }

  /** After a complete sign-in. Returns the browser's id at this account; one that is known already keeps it. */
  remember(request: FastifyRequest, reply: FastifyReply, account: string): string {
    const id = this.known(request, account) ?? randomSecret();
    const mark = `${id}~${this.signature(account, id)}`;
    const marks = [mark, ...this.marks(request).filter((each) => each !== mark)].slice(0, MOST_ACCOUNTS);
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
      .slice(0, MOST_ACCOUNTS);
  }

  private signature(account: string, id: string): string {
    return this.keys.mac('known-device', `${account}\0${id}`).toString('base64url');
  }
}

/** What an account is counted by: what was typed, whether it exists or not. */
export const accountName = (userName: string, organizationCode: string): string =>
  `${organizationCode.trim().toUpperCase()}\0${userName.trim().toLowerCase()}`;
