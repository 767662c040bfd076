/**
 * Passes to other services, signed with a shared secret and valid for one minute. Training: a form with `timestamp`
 * (ISO), `email` and `hash`, the hexadecimal HMAC-SHA256 of timestamp + email. Learning: an address with `key`,
 * `<base64url of {organizationId, userId, expires}>.<its HMAC-SHA256 in base64url>`.
 */
import { instantOf } from '../../base/dates';
import { createHmac, timingSafeEqual } from 'node:crypto';

const PASS_LIFE_MS = 60_000;

export interface TrainingPass {
  readonly timestamp: string;
  readonly email: string;
  readonly hash: string;
}

interface LearningPass {
  readonly organizationId: string;
  readonly userId: string;
  /** Epoch milliseconds. */
  readonly expires: number;
}

/** `expired`: genuine, but older than a minute. */
export type PassCheck = 'valid' | 'expired' | 'forged';

export class HandOffs {
  constructor(private readonly secret: Buffer | string) {}

  /** A signed pass for the training service. `now` is epoch ms. */
  trainingPass(email: string, now: number): TrainingPass {
    const timestamp = instantOf(now).toISOString();
    return { timestamp, email, hash: this.sign(timestamp + email).toString('hex') };
  }

  /** Whether the pass was signed here and is at most a minute old. */
  checkTraining({ timestamp, email, hash }: TrainingPass, now: number): PassCheck {
    if (!same(Buffer.from(hash, 'hex'), this.sign(timestamp + email))) return 'forged';
    return now - Date.parse(timestamp) <= PASS_LIFE_MS ? 'valid' : 'expired';
  }

  /** A signed key for the learning service. `now` is epoch ms. */
  learningKey(organizationId: string, userId: string, now: number): string {
    const pass: LearningPass = { organizationId, userId, expires: now + PASS_LIFE_MS };
    const payload = Buffer.from(JSON.stringify(pass), 'utf8').toString('base64url');
    return `${payload}.${this.sign(payload).toString('base64url')}`;
  }

  /** Whether the key was signed here and is valid, and whose it is. */
  checkLearning(key: string, now: number): { readonly check: PassCheck; readonly userId: string | null } {
    const [payload = '', signature = ''] = key.split('.');
    if (!same(Buffer.from(signature, 'base64url'), this.sign(payload))) return { check: 'forged', userId: null };
    const { userId, expires } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as LearningPass;
    return { check: now <= expires ? 'valid' : 'expired', userId };
  }

  private sign(text: string): Buffer {
    return createHmac('sha256', this.secret).update(text, 'utf8').digest();
  }
}

const same = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);
