/** Identifies the device of this browser, so that the next sign-in in it continues or ends its pushes. */
import { parse, serialize } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { isCanonicalUuid } from '../../../../contract/base/uuid';

const DAYS = 400;

export class PushCookie {
  private readonly name: string;

  constructor(private readonly secure: boolean) {
    this.name = secure ? '__Host-vms_push' : 'vms_push';
  }

  /** Undefined if the browser has no device. */
  read({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
    const id = parse(headers.cookie ?? '')[this.name];
    return id !== undefined && isCanonicalUuid(id) ? id : undefined;
  }

  /** The header that sets it. It grants no access: its holder can only end the pushes of this browser. */
  write(deviceId: string): string {
    return serialize(this.name, deviceId, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: this.secure,
      maxAge: DAYS * 86_400,
    });
  }
}
