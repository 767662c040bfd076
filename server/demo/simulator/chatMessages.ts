/** Simulated candidates: they write by themselves, and receive, read and answer what people write to them. */
import { sql } from 'kysely';
import { recordDelivery, postMessage } from '../../features/chat/messages';
import type { ActionContext } from './actionContext';

const LINES = [
  'Hi, is there any news about my submission?',
  'I can start a week earlier if that helps.',
  'My new license has arrived, where shall I upload it?',
  'Could we talk about the shift before I say yes?',
  'Thank you, the interview went well!',
  'I am sick today and have told the unit.',
] as const;

const ANSWERS = [
  'Thank you, that helps.',
  'Sounds good, I will take care of it today.',
  'Can I call you about it this afternoon?',
  'Yes, that works for me.',
  'Let me check and come back to you.',
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

/** Candidates do not answer messages that are older than this. */
const WITHIN_MINUTES = 30;
/** Seconds after a message: it is received, read, answered. */
const STEPS = { delivered: 1, seen: 3, answered: 7 } as const;

/** Moves candidates with new messages one step on: they receive, read, answer. */
export async function reactToMessages({
  queries,
  random,
  bus,
}: Pick<ActionContext, 'queries' | 'random' | 'bus'>): Promise<void> {
  const { rows } = await sql<{ id: string; count: number; delivered: number; seen: number; age: number }>`
    select t.candidate_id as id, t.count, t.delivered, t.seen,
      extract(epoch from clock_timestamp() - m.created_at)::float8 as age
    from chat_threads t join chat_messages m on m.candidate_id = t.candidate_id and m.number = t.count
    where t.last_at > now() - make_interval(mins => ${WITHIN_MINUTES}) and m.author_id is not null
    order by t.last_at limit 20`.execute(queries);
  for (const { id, count, delivered, seen, age } of rows) {
    if (age >= STEPS.answered) {
      await postMessage(queries, bus, { candidateId: id, text: random.pick(ANSWERS), author: null });
    } else if (age >= STEPS.seen && seen < count) {
      await recordDelivery(queries, bus, { candidateId: id, delivered: count, seen: count });
    } else if (age >= STEPS.delivered && delivered < count) {
      await recordDelivery(queries, bus, { candidateId: id, delivered: count, seen: 0 });
    }
  }
}
