/**
 * Mail addresses that an administrator has changed. The owner of the new mailbox could take over the account, so for a
 * day no password is mailed there and codes go to the previous address, unless an owner confirms the new one.
 */
import { sql } from 'kysely';
import type { Queries } from '../../database';

export const EMAIL_WAIT_HOURS = 24;

export interface WaitingEmail {
  /** The last address that did not need confirmation. */
  readonly previous: string;
  readonly until: Date;
}

export const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The change that waits for confirmation, or undefined. */
export async function waitingEmail(queries: Queries, userId: string): Promise<WaitingEmail | undefined> {
  return queries
    .selectFrom('email_changes')
    .where('user_id', '=', userId)
    .where('waits_until', '>', sql<Date>`now()`)
    .select(['previous_email as previous', 'waits_until as until'])
    .executeTakeFirst();
}

export interface MailAddresses {
  readonly email: string;
  /** The last confirmed address while `email` is unconfirmed; otherwise null. */
  readonly previous: string | null;
}

/**
 * Addresses for mail about an account: notices are sent to both while there are two, secrets never to an unconfirmed
 * one.
 */
export async function mailAddresses(queries: Queries, userId: string): Promise<MailAddresses> {
  return queries
    .selectFrom('users as u')
    .leftJoin('email_changes as c', (join) =>
      join.onRef('c.user_id', '=', 'u.id').on('c.waits_until', '>', sql<Date>`now()`),
    )
    .where('u.id', '=', userId)
    .select(['u.email as email', 'c.previous_email as previous'])
    .executeTakeFirstOrThrow();
}

/** The address that sign-in codes are mailed to. */
export async function addressForCodes(queries: Queries, userId: string): Promise<string> {
  const { email, previous } = await mailAddresses(queries, userId);
  return previous ?? email;
}

/**
 * Starts the waiting time of a new address; the caller holds a lock on the user. A further change restarts it; changing
 * back to the previous address ends it. Returns undefined for the same address.
 */
export async function recordEmailChange(
  queries: Queries,
  { userId, organizationId }: { readonly userId: string; readonly organizationId: string },
  { from, to }: { readonly from: string; readonly to: string },
): Promise<'waits' | 'restored' | undefined> {
  if (sameAddress(from, to)) return undefined;
  const previous = (await waitingEmail(queries, userId))?.previous ?? from;
  if (sameAddress(previous, to)) {
    await confirmEmail(queries, userId);
    return 'restored';
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
  return 'waits';
}

/** Ends the waiting time. Returns the previous address, or undefined if there was no waiting change. */
export async function confirmEmail(queries: Queries, userId: string): Promise<string | undefined> {
  const ended = await queries
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .returning(['previous_email as previous', sql<boolean>`waits_until > now()`.as('waited')])
    .executeTakeFirst();
  return ended?.waited ? ended.previous : undefined;
}
