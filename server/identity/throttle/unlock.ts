/** Ends what keeps a user from signing in: an administrator's lock, and the waits after wrong passwords or codes. */
import type { Queries } from '../../database';
import { accountName } from './deviceCookie';
import type { SignInThrottle } from './signInThrottle';

/** The name by which guesses of a user's second factor are counted. */
export const secondFactorName = (userId: string): string => `second factor\0${userId}`;

export async function unlock(
  queries: Queries,
  throttle: SignInThrottle,
  user: { readonly userId: string; readonly userName: string; readonly organizationCode: string },
): Promise<void> {
  const { userId, userName, organizationCode } = user;
  await queries.updateTable('user_credentials').set({ locked_until: null }).where('user_id', '=', userId).execute();
  await throttle.clear(accountName(userName, organizationCode), queries);
  await throttle.clear(secondFactorName(userId), queries);
}
