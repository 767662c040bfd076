/** Posting jobs, holding, closing and reopening them. */
import { sql, type RawBuilder } from 'kysely';
import type { DomainEvent } from '../../notifications/events';
import { ActionRefused, requiredInput, execute, type Acting, type Effect, type EffectsOf } from './effects';

const updated: Effect = async ({ record }) => [{ kind: 'job', what: 'JOB_UPDATED', jobId: record.recordId }];

async function update(
  { queries, record: { recordId } }: Acting,
  what: Extract<DomainEvent, { kind: 'job' }>['what'],
  changes: RawBuilder<unknown>,
): Promise<readonly DomainEvent[]> {
  await execute(queries, sql`update jobs set ${changes}, last_activity_at = now() where id = ${recordId}`);
  return [{ kind: 'job', what, jobId: recordId }];
}

export const jobEffects: EffectsOf<'job'> = {
  post: { act: (acting) => update(acting, 'NEW_JOB_POSTED', sql`status = 'OPEN', posted_at = now()`) },
  hold: {
    act: (acting) => update(acting, 'JOB_UPDATED', sql`status = 'ON_HOLD'`),
    undo: { columns: ['status'], also: updated },
  },
  reopen: {
    act: async (acting) => {
      const { openings, openings_filled: filled } = acting.record.columns;
      // A reminder closes open jobs that are filled, so it would not stay open.
      if (Number(filled) >= Number(openings)) {
        throw new ActionRefused('All openings are filled. Change the openings first, then reopen the job.');
      }
      return update(
        acting,
        'JOB_UPDATED',
        sql`status = 'OPEN', closure = null, closed_at = null, closing_reason = null`,
      );
    },
    undo: { columns: ['status', 'closure', 'closed_at', 'closing_reason'], also: updated },
  },
  changeOpenings: {
    act: async (acting) => {
      const openings = requiredInput(acting.input, 'openings');
      const filled = Number(acting.record.columns['openings_filled']);
      if (openings === Number(acting.record.columns['openings'])) {
        throw new ActionRefused(`The number of openings is ${openings} already. Please enter another one.`);
      }
      if (openings < filled) {
        throw new ActionRefused(`${filled} of its openings are filled already. Please enter ${filled} or more.`);
      }
      return update(acting, 'JOB_UPDATED', sql`openings = ${openings}::integer`);
    },
    note: ({ openings }) => `${openings} openings`,
  },
  close: {
    act: (acting) =>
      update(
        acting,
        'JOB_CLOSED',
        sql`status = 'CLOSED', closure = case when openings_filled >= openings then 'FILLED' else 'OTHER' end,
          closed_at = now(), closing_reason = ${requiredInput(acting.input, 'reason')}`,
      ),
  },
};
