/**
 * Mail addresses that an administrator has changed. A reader of the new mailbox could take over the account, so for a day
 * no password is mailed there and codes go to the address from before, unless an owner confirms the new one.
 */
import { sql } from 'kysely';
import type { Queries } from '../../database';

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

export interface MailAddresses {
  readonly email: string;
  /** The last one that did not wait, while `email` does. */
  readonly previous: string | null;
}

/** Where mail about an account goes: news to both while there are two, so that the person reads it, secrets never to one that waits. */
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

/** Where a sign-in code is mailed. */
export async function addressForCodes(queries: Queries, userId: string): Promise<string> {
  const { email, previous } = await mailAddresses(queries, userId);
  return previous ?? email;
}

/**
 * Begins the wait for the new address, with the caller holding a lock on the user. A further change begins it again; back
 * at the address from before, there is nothing to wait for. Returns whether the address has changed at all.
 */
export async function noteEmailChange(
  queries: Queries,
  { userId, organizationId }: { readonly userId: string; readonly organizationId: string },
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

/** Ends the wait. Returns the address from before, or undefined where nothing waited any more. */
export async function confirmEmail(queries: Queries, userId: string): Promise<string | undefined> {
  const ended = await queries
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .returning(['previous_email as previous', sql<boolean>`waits_until > now()`.as('waited')])
    .executeTakeFirst();
  return ended?.waited ? ended.previous : undefined;
}
