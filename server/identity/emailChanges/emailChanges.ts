/**
 * Mail addresses that an administrator has changed. A reader of the new mailbox could take over the account by a reset, so
 * for a day no password is mailed there, unless an owner confirms the address.
 */
import { sql } from 'kysely';
import type { Queries } from '../../database';
import type { AccountOwner } from '../accountMails/accountMails';

export const EMAIL_WAIT_HOURS = 24;

export interface WaitingEmail {
  /** The last address that did not wait. */
  readonly previous: string;
  readonly until: Date;
}

const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** What the user's address waits for, or undefined. */
export async function waitingEmail(queries: Queries, userId: string): Promise<WaitingEmail | undefined> {
  return queries
    .selectFrom('email_changes')
    .where('user_id', '=', userId)
    .where('waits_until', '>', sql<Date>`now()`)
    .select(['previous_email as previous', 'waits_until as until'])
    .executeTakeFirst();
}

/**
 * Begins the wait for the new address, with the caller holding a lock on the user. A further change begins it again; back
 * at the address from before, there is nothing to wait for. Returns whether the address has changed at all.
 */
export async function noteEmailChange(
  queries: Queries,
  { userId, organizationId }: AccountOwner,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  if (sameAddress(from, to)) return false;
  const previous = (await waitingEmail(queries, userId))?.previous ?? from;
  if (sameAddress(previous, to)) {
    await confirmEmail(queries, userId);
    return true;
  }
  const values = {
    previous_email: previous,
    waits_until: sql<Date>`now() + make_interval(hours => ${EMAIL_WAIT_HOURS})`,
  };
  await queries
    .insertInto('email_changes')
    .values({ user_id: userId, organization_id: organizationId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  return true;
}

/** Ends the wait. */
export async function confirmEmail(queries: Queries, userId: string): Promise<void> {
  await queries.deleteFrom('email_changes').where('user_id', '=', userId).execute();
}
