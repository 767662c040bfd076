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
    input: [],
    events: [
      { type: 'SEND', outgoing: message('written') },
      { type: 'RETRY', requestId: 'written' },
      { type: 'DISCARD', requestId: 'written' },
      { type: 'ONLINE' },
    ] as never,
    outcomes: { sendMessage: [undefined, unreachable, new CallFailed(TOO_LONG)], backoff: [undefined] },
    actions: ['keep', 'forget'],
    facet: ({ queue, refused }: ChatOutboxContext) => [
      queue.map(({ requestId }) => requestId),
      refused.map(({ outgoing }) => outgoing.requestId),
    ],
  });
  assertComplete(explored);
});

/** The outbox with a server that gives scripted answers one after the other and records what it receives. */
function outbox(...answers: readonly (Failure | null)[]) {
  const sent: string[] = [];
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
    }),
    { input: [] },
  );
  actor.start();
  return { actor, sent, rest: () => new Promise((resolve) => setImmediate(resolve)) };
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
