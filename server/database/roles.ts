/**
 * Two roles: the owner runs migrations and fills in the demo, the app role answers requests. The app role owns
 * nothing, is no superuser and cannot bypass row-level security, so it can never see past the policies.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

export const OWNER_ROLE = 'vms_owner';
export const APP_ROLE = 'vms_app';

const ITERATIONS = 4_096;

/** What PostgreSQL keeps of a password (RFC 5803). Sent instead of it, so that no statement log can hold it. */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const key = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(key('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`;
}
