/**
 * Recent proof of identity: changing how a user signs in, and ending their other sessions, needs a sign-in or the
 * password within the last few minutes.
 */
import { sql } from 'kysely';
import { ApiError } from '../../base/errors';
import type { Queries } from '../../database';

const PROOF_MINUTES = 10;

/** Throws ApiError (`proof.required`) if the last proof of this session is too old. */
export async function requireProof(queries: Queries, sessionId: string): Promise<void> {
  if (await isProofNeeded(queries, sessionId)) throw new ApiError('proof.required');
}

/** Whether the last proof of this session is too old. */
export async function isProofNeeded(queries: Queries, sessionId: string): Promise<boolean> {
  const fresh = await queries
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .where('proved_at', '>', sql<Date>`now() - make_interval(mins => ${PROOF_MINUTES})`)
    .select('id')
    .executeTakeFirst();
  return fresh === undefined;
}

/** Records a proof of this session, after the password was right. */
export async function recordProof(queries: Queries, sessionId: string): Promise<void> {
  await queries
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .execute();
}
