/**
 * The owner role runs migrations and seeds the demo, the app role serves requests. The app role owns nothing, is no
 * superuser and cannot bypass row-level security.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

export const OWNER_ROLE = 'vms_owner';
export const APP_ROLE = 'vms_app';

const ITERATIONS = 4_096;

/**
 * The SCRAM verifier PostgreSQL stores (RFC 5803). Sent instead of the password, so that no statement log can contain
 * it.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const key = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`;
}
