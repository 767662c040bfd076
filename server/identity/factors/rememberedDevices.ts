/**
 * Browsers that may skip the second factor for 30 days. A row holds the digest of the id in the browser's device
 * cookie, which is signed for one account; the cookie alone is not enough, so the server can revoke it.
 */
import { sql } from 'kysely';
import { REMEMBER_DEVICE_DAYS } from '../../../contract/base/limits';
import { hashSecret } from '../../base/keys';
import type { Queries } from '../../database';
import type { AccountOwner } from '../accountMails/accountMails';

/** `device` is the id in the device cookie. Another second factor restarts the 30 days. */
export async function rememberDevice(queries: Queries, { userId, organizationId }: AccountOwner, device: string) {
  await queries
    .deleteFrom('remembered_devices')
    .where('user_id', '=', userId)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  const expires = { expires_at: sql<Date>`now() + make_interval(days => ${REMEMBER_DEVICE_DAYS})` };
  await queries
    .insertInto('remembered_devices')
    .values({ user_id: userId, organization_id: organizationId, device_hash: hashSecret(device), ...expires })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet(expires))
    .execute();
}

/**
 * Called after the password or a factor has changed, or at the user's request. Returns how many devices there were.
 */
export async function removeRememberedDevices(queries: Queries, userId: string): Promise<number> {
  const gone = await queries
    .deleteFrom('remembered_devices')
    .where('user_id', '=', userId)
    .returning('user_id')
    .execute();
  return gone.length;
}

/** For a user who has lost the device: removes all factors but the password and codes by mail. */
export async function removeFactors(queries: Queries, userId: string): Promise<void> {
  for (const table of ['authenticator_apps', 'passkeys', 'recovery_codes'] as const) {
    await queries.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  await removeRememberedDevices(queries, userId);
}

/** Whether this browser is remembered for this user now. */
export async function isRemembered(queries: Queries, userId: string, device: string | undefined): Promise<boolean> {
  if (device === undefined) return false;
  const row = await queries
    .selectFrom('remembered_devices')
    .where('user_id', '=', userId)
    .where('device_hash', '=', hashSecret(device))
    .where('expires_at', '>', sql<Date>`now()`)
    .select('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
