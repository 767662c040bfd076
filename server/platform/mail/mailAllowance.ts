/** Limits how many mails of one kind an account receives, no matter who requests them. */
import { sql } from 'kysely';
import type { Queries } from '../../database';

const HOUR_MS = 3_600_000;

export interface MailAllowance {
  /** The column of the account that counts them. */
  readonly column: 'code_mails' | 'reset_mails';
  readonly mostAnHour: number;
  /** The shortest time between two mails. */
  readonly gapSeconds: number;
}

/**
 * Returns the seconds to wait, or 0 if a mail may be sent, which is then counted. The caller holds a lock on the
 * credential row.
 */
export async function claimMail(queries: Queries, userId: string, allowance: MailAllowance): Promise<number> {
  const { mails, now } = await queries
    .selectFrom('user_credentials')
    .where('user_id', '=', userId)
    .select([`${allowance.column} as mails`, sql<Date>`now()`.as('now')])
    .executeTakeFirstOrThrow();
  const recent = mails.filter((at) => now.getTime() - at.getTime() < HOUR_MS).sort((a, b) => a.getTime() - b.getTime());
  const free = Math.max(
    (recent.at(-allowance.mostAnHour)?.getTime() ?? -HOUR_MS) + HOUR_MS,
    (recent.at(-1)?.getTime() ?? 0) + allowance.gapSeconds * 1_000,
  );
  if (free > now.getTime()) return Math.ceil((free - now.getTime()) / 1_000);
  await queries
    .updateTable('user_credentials')
    .set({ [allowance.column]: [...recent, now] })
    .where('user_id', '=', userId)
    .execute();
  return 0;
}
