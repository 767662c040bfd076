/** Messages to candidates are sent in order, once, and refused messages wait for their author. */
import { createActor, fromPromise } from 'xstate';
import {
  chatOutboxMachine,
  type ChatOutboxContext,
  type OutgoingMessage,
} from '../../machines/chatOutbox/chatOutbox.machine';
import { CallFailed, type Failure } from '../../machines/failure';
import { assertComplete, exploreMachine } from '../support/exploreMachine';

const message = (requestId: string): OutgoingMessage => ({
  requestId,
  candidateId: 'c1',
  text: requestId,
  file: null,
  at: 0,
});
const unreachable = new CallFailed({ kind: 'unreachable' });
const TOO_LONG: Failure = { kind: 'refused', status: 400, code: 'chat.tooLong', message: 'Please shorten it.' };

it('every transition of the outbox is executed, each guard refuses, and every state can be left', async () => {
  const explored = await exploreMachine(chatOutboxMachine, {
    input: { queue: [], refused: [] },
    events: [
      { type: 'SEND', outgoing: message('written') },
      { type: 'RETRY', requestId: 'written' },
      { type: 'DISCARD', requestId: 'written' },
      { type: 'ONLINE' },
      { type: 'LOADED', queue: [message('left')], refused: [] },
      { type: 'LOADED', queue: [], refused: [{ outgoing: message('left'), failure: TOO_LONG }] },
    ] as never,
    outcomes: { sendMessage: [undefined, unreachable, new CallFailed(TOO_LONG)], backoff: [undefined] },
    actions: ['keep', 'keepRefusal', 'forget'],
    facet: ({ queue, refused }: ChatOutboxContext) => [
      queue.map(({ requestId }) => requestId),
      refused.map(({ outgoing }) => outgoing.requestId),
    ],
  });
  assertComplete(explored);
});

/** The outbox with a server that gives scripted answers one after the other and records what it receives. */
function outbox(...answers: readonly (Failure | null)[]) {
  return recalled({ queue: [], refused: [] }, ...answers);
}

/** As `outbox`, with what an earlier page left. `stored` is what the actions do for the next page. */
function recalled(input: Pick<ChatOutboxContext, 'queue' | 'refused'>, ...answers: readonly (Failure | null)[]) {
  const sent: string[] = [];
  const stored: string[] = [];
  const actor = createActor(
    chatOutboxMachine.provide({
      actors: {
        sendMessage: fromPromise(({ input }: { input: OutgoingMessage }) => {
          sent.push(input.requestId);
          const failure = answers[sent.length - 1] ?? null;
          return failure === null ? Promise.resolve() : Promise.reject(new CallFailed(failure));
        }),
        backoff: fromPromise(() => new Promise<void>(() => {})) as never,
      },
      actions: {
        keep: (_, { outgoing }) => stored.push(`keep ${outgoing.requestId}`),
        keepRefusal: (_, { requestId, failure }) => stored.push(`refuse ${requestId} ${failure.kind}`),
        forget: (_, { requestId }) => stored.push(`forget ${requestId}`),
      },
    }),
    { input },
  );
  actor.start();
  return { actor, sent, stored, rest: () => new Promise((resolve) => setImmediate(resolve)) };
}

it('messages are sent one after the other, each of them once', async () => {
  const { actor, sent, rest } = outbox();
  for (const id of ['a', 'b', 'a']) actor.send({ type: 'SEND', outgoing: message(id) });
  await rest();
  expect(sent).toEqual(['a', 'b']);
  expect(actor.getSnapshot().context.queue).toEqual([]);
});

it('without a connection the first message waits and holds back the others until there is one', async () => {
  const { actor, sent, rest } = outbox({ kind: 'unreachable' });
  for (const id of ['a', 'b']) actor.send({ type: 'SEND', outgoing: message(id) });
  await rest();
  expect([actor.getSnapshot().value, sent]).toEqual(['waiting', ['a']]);
  actor.send({ type: 'ONLINE' });
  await rest();
  expect(sent).toEqual(['a', 'a', 'b']);
});

it('a refused message does not block the others, and is sent only if its author retries', async () => {
  const { actor, sent, rest } = outbox(TOO_LONG, null, TOO_LONG);
  for (const id of ['a', 'b']) actor.send({ type: 'SEND', outgoing: message(id) });
  await rest();
  expect(sent).toEqual(['a', 'b']);
  expect(actor.getSnapshot().context.refused.map(({ outgoing }) => outgoing.requestId)).toEqual(['a']);
  actor.send({ type: 'RETRY', requestId: 'a' });
  await rest();
  expect(sent).toEqual(['a', 'b', 'a']);
  actor.send({ type: 'DISCARD', requestId: 'a' });
  expect(actor.getSnapshot().context.refused).toEqual([]);
});

it('a refusal is kept for the next page, until its author retries', async () => {
  const { actor, sent, stored, rest } = outbox(TOO_LONG);
  actor.send({ type: 'SEND', outgoing: message('a') });
  await rest();
  expect([sent, stored]).toEqual([['a'], ['keep a', 'refuse a refused']]);
  actor.send({ type: 'RETRY', requestId: 'a' });
  await rest();
  expect(stored.slice(2)).toEqual(['keep a', 'forget a']);
});

it('a refusal that an earlier page left is not sent again unasked; what it could not send is', async () => {
  const refused = [{ outgoing: message('a'), failure: TOO_LONG }];
  const { actor, sent, rest } = recalled({ queue: [message('b')], refused });
  await rest();
  expect([sent, actor.getSnapshot().context.refused]).toEqual([['b'], refused]);
  actor.send({ type: 'RETRY', requestId: 'a' });
  await rest();
  expect(sent).toEqual(['b', 'a']);
});

it('the end of the session refuses no message: the next page sends it', async () => {
  const { actor, stored, rest } = outbox({ kind: 'sessionEnded', reason: 'expired' });
  actor.send({ type: 'SEND', outgoing: message('a') });
  await rest();
  expect([stored, actor.getSnapshot().context.refused]).toEqual([['keep a'], []]);
});

describe('what other tabs have stored', () => {
  const refusedOf = (...ids: readonly string[]) => ids.map((id) => ({ outgoing: message(id), failure: TOO_LONG }));

  it('is sent here as well, and shown as refused if it was refused, without being stored again', async () => {
    const { actor, sent, stored, rest } = outbox();
    actor.send({ type: 'LOADED', queue: [message('a')], refused: refusedOf('b') });
    await rest();
    expect([sent, stored, actor.getSnapshot().context.refused]).toEqual([['a'], ['forget a'], refusedOf('b')]);
  });

  it('a message that was discarded there is no longer refused here', () => {
    const { actor, sent } = recalled({ queue: [], refused: refusedOf('a', 'b') });
    actor.send({ type: 'LOADED', queue: [], refused: refusedOf('b') });
    expect([actor.getSnapshot().context.refused, sent]).toEqual([refusedOf('b'), []]);
    actor.send({ type: 'RETRY', requestId: 'a' });
    expect(sent).toEqual([]);
  });

  it('a refused message that was retried there is sent here, once', async () => {
    const { actor, sent, rest } = recalled({ queue: [], refused: refusedOf('a') });
    actor.send({ type: 'LOADED', queue: [message('a')], refused: [] });
    await rest();
    expect([sent, actor.getSnapshot().context.refused]).toEqual([['a'], []]);
  });

  it('does not touch what this tab is sending', async () => {
    const { actor, sent, rest } = outbox({ kind: 'unreachable' });
    for (const id of ['a', 'b']) actor.send({ type: 'SEND', outgoing: message(id) });
    await rest();
    actor.send({ type: 'LOADED', queue: [message('b'), message('c')], refused: refusedOf('a') });
    expect(actor.getSnapshot().context).toMatchObject({
      queue: ['a', 'b', 'c'].map(message),
      refused: [],
    });
    actor.send({ type: 'ONLINE' });
    await rest();
    expect(sent).toEqual(['a', 'a', 'b', 'c']);
  });
});
