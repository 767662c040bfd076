/** What candidates write to those who look after them. */
import { sql } from 'kysely';
import type { EventBus } from '../../realtime/eventBus';
import { sendChatMessage } from '../../notifications/chat';
import type { Stage } from './stage';

const LINES = [
  'Hi, is there any news about my submission?',
  'I can start a week earlier if that helps.',
  'My new license has arrived, where shall I upload it?',
  'Could we talk about the shift before I say yes?',
  'Thank you, the interview went well!',
  'I am sick today and have told the unit.',
] as const;

/** Somebody of a supplier whose people can sign in writes; answers whether anybody did. */
export async function chatter({ queries, random, focus }: Stage, bus: Pick<EventBus, 'publish'>): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from candidates where agency_id = any (${[...focus]}::uuid[])
    order by md5(id::text || ${random.uuid()}) limit 1`.execute(queries);
  if (rows[0] === undefined) return false;
  await sendChatMessage(queries, bus, { candidateId: rows[0].id, text: random.pick(LINES), author: null });
  return true;
}
