/** Simulated chat messages of candidates. */
import { sql } from 'kysely';
import { postMessage } from '../../features/chat/messages';
import type { ActionContext } from './actionContext';

const LINES = [
  'Hi, is there any news about my submission?',
  'I can start a week earlier if that helps.',
  'My new license has arrived, where shall I upload it?',
  'Could we talk about the shift before I say yes?',
  'Thank you, the interview went well!',
  'I am sick today and have told the unit.',
] as const;

/** A candidate of a supplier with demo users writes; returns whether there was one. */
export async function writeAsCandidate({ queries, random, focus, bus }: ActionContext): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from candidates where agency_id = any (${[...focus]}::uuid[])
    order by md5(id::text || ${random.uuid()}) limit 1`.execute(queries);
  if (rows[0] === undefined) return false;
  await postMessage(queries, bus, { candidateId: rows[0].id, text: random.pick(LINES), author: null });
  return true;
}
