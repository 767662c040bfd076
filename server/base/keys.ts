/** Key material of the server: one secret, and one key derived from it for each purpose. */
import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { mkdirSync, openSync, closeSync, readFileSync, writeSync, fsyncSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config';
import { ConfigurationError } from './environment';

/** In the data folder. */
export const SECRET_FILE = 'server-secret';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const MAC_PURPOSES = [
  'temporary-password',
  'challenge-id',
  'sso-nonce',
  'hand-off',
  'refresh-token',
  'notification-context',
  'known-device',
  'sign-in-tries',
  'recovery-code',
  'passkey-challenge',
  'backup',
  'event-bus',
  'unsubscribe',
] as const;
type MacPurpose = (typeof MAC_PURPOSES)[number];

/** Identifies this server to push services (VAPID, RFC 8292): a pair on P-256, base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface Keys {
  /** HS256 key of access tokens. */
  readonly accessToken: Uint8Array;
  readonly push: PushKeys;
  /**
   * Authenticated encryption for values that are read again: codes and mails for a while, secrets of authenticator
   * apps.
   */
  encrypt(plain: string): Buffer;
  /** Throws if it was not encrypted with this server's secret. */
  decrypt(box: Buffer): string;
  /** As `decrypt`, but undefined for what was encrypted with another secret, such as the one before a change. */
  tryDecrypt(box: Buffer): string | undefined;
  /** A keyed digest, with a separate key per purpose. */
  mac(purpose: MacPurpose, value: string): Buffer;
}

/** Keys from the configured secret, or from one generated once in the data directory. */
export function loadKeys(config: Pick<Config, 'serverSecret' | 'dataDir'>): Keys {
  return deriveKeys(config.serverSecret ?? generatedSecret(config.dataDir));
}

/** One key for each purpose, so that none can be used for another. */
export function deriveKeys(secret: string): Keys {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'staffing-vms', purpose, 32));
  const encryptionKey = derive('seal');
  const macKeys = Object.fromEntries(MAC_PURPOSES.map((purpose) => [purpose, derive(purpose)])) as Record<
    MacPurpose,
    Buffer
  >;
  const decrypt = (box: Buffer): string => {
    const decipher = createDecipheriv('aes-256-gcm', encryptionKey, box.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = box.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  };
  return {
    accessToken: new Uint8Array(derive('access-token')),
    push: pushKeys(derive),
    encrypt(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    decrypt,
    tryDecrypt(box) {
      try {
        return decrypt(box);
      } catch {
        return undefined;
      }
    },
    mac: (purpose, value) => createHmac('sha256', macKeys[purpose]).update(value, 'utf8').digest(),
  };
}

/**
 * Derived from the server's secret: all nodes have the same pair, and subscriptions stay valid as long as the secret
 * does.
 */
function pushKeys(derive: (purpose: string) => Buffer): PushKeys {
  const pair = createECDH('prime256v1');
  for (let round = 0; ; round++) {
    const secret = derive(`push ${round}`);
    try {
      pair.setPrivateKey(secret);
      return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
    } catch {
      // One in four billion numbers is not a valid key of this curve.
    }
  }
}

/** How random secrets are stored: they have full entropy, so a fast hash is enough. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest();
}

/** 256 bits, URL-safe. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

function generatedSecret(dataDir: string): string {
  const file = join(dataDir, SECRET_FILE);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    // `wx` lets exactly one of two servers that start together write it; the other reads the file.
    const handle = openSync(file, 'wx', 0o600);
    try {
      writeSync(handle, randomBytes(48).toString('base64'));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) {
    throw new ConfigurationError(
      `${file} is damaged: remove it (all users must then sign in again) or set SERVER_SECRET.`,
    );
  }
  return secret;
}
