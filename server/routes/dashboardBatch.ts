/** The cards of one filter in one request. */
import type { FastifyError, FastifyInstance } from 'fastify';
import { BATCH_AT_ONCE } from '../../contract/dashboardBatch.endpoints';
import { refusal } from '../http/errorHandler';
import { linesOf } from '../http/lines';
import type { Services } from '../services';

export function dashboardBatchRoute(app: FastifyInstance, { endpoints }: Services): void {
  endpoints.register(app, 'dashboardBatch', async ({ body: { calls, filter = {} }, ...context }) => {
    const tasks = calls.map(({ call, body = {} }, index) => async (): Promise<string> => {
      try {
        const answer = await endpoints.answerWithin(context, call, { ...filter, ...body });
        return `{"index":${index},"status":200,"body":${answer}}`;
      } catch (error) {
        const { status, body: told } = refusal(error as FastifyError, context.request);
        return JSON.stringify({ index, status, error: told });
      }
    });
    return linesOf(tasks, BATCH_AT_ONCE);
  });
}
