/** Asks for cards: one by its own call; several in one request, of which each line is shown as soon as it comes. */
import { call, put, takeMaybe, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { answers } from '../http/answers.saga';
import { request } from '../http/request.saga';
import { port } from '../ports';
import { READERS, type CardData, type WidgetQuestion } from './cards';
import { cardArrived, cardAsked, cardFailed } from './homeDashboard.reducer';
import type { CardRequest } from './requests.selectors';

export function* askCards(questions: readonly CardRequest[]): SagaGenerator<void> {
  for (const { widget, key } of questions) yield* put(cardAsked({ widget, key }));
  const waiting = new Set(questions);
  try {
    const [only, ...others] = questions;
    if (only !== undefined && others.length === 0) yield* call(askOne, only);
    else yield* call(askTogether, questions, waiting);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    for (const { widget, key } of waiting) yield* put(cardFailed({ widget, key, failure: error.failure }));
  }
}

function* askOne(question: CardRequest): SagaGenerator<void> {
  yield* call(show, question, yield* call(request<typeof question.call>, question.call, { body: question.body }));
}

function* askTogether(questions: readonly CardRequest[], waiting: Set<CardRequest>): SagaGenerator<void> {
  const { readAnswer } = yield* answers();
  const clock = yield* port('clock');
  const calls = questions.map(({ call: name, body }) => ({ call: name, body }));
  const http = yield* port('http');
  const stream = yield* call(request<'dashboardBatch'>, 'dashboardBatch', { body: { calls } });
  const lines = yield* call(http.lines, stream);
  try {
    while (waiting.size > 0) {
      // The end before all have come is as good as a lost connection.
      const heard = yield* takeMaybe(lines);
      if (heard.type !== 'line') throw new CallFailed({ kind: 'unreachable' });
      const { index, status, body, error } = heard.value as BatchLine;
      const question = questions[index];
      if (question === undefined || !waiting.delete(question)) continue;
      try {
        const answer = { status, body: status === 200 ? body : error, retryAfterSeconds: null };
        yield* call(show, question, readAnswer(question.call, answer, yield* call(clock.now)));
      } catch (failed) {
        if (!(failed instanceof CallFailed)) throw failed;
        yield* put(cardFailed({ widget: question.widget, key: question.key, failure: failed.failure }));
      }
    }
  } finally {
    lines.close();
  }
}

interface BatchLine {
  readonly index: number;
  readonly status: number;
  readonly body?: unknown;
  readonly error?: unknown;
}

function* show(question: CardRequest, answer: unknown): SagaGenerator<void> {
  const { widget, key } = question;
  const clock = yield* port('clock');
  const read = READERS[widget] as (answer: unknown, question: WidgetQuestion) => CardData;
  yield* put(cardArrived({ widget, key, data: read(answer, question), at: yield* call(clock.now) }));
}
