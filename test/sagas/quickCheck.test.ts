/** The quick check of the socket's messages says what the whole validator says. */
import { socketMessageSchema } from '../../contract';
import { matches } from '../../sagas/http/schema';
import { quickCheck } from '../../sagas/realtime/quickCheck';
import { notificationOf } from '../support/notificationServer';

const check = quickCheck(socketMessageSchema);
const WHOLE = {
  topic: 'notifications',
  sequence: 2,
  reset: false,
  events: [
    {
      sequence: 1,
      notification: { ...notificationOf(1), messageTags: [{ text: 'Job', colour: 'blue' }], jobId: null },
    },
    { sequence: 2, readDate: '2026-01-15T08:00:00.000Z' },
  ],
};
const OTHERS = [
  WHOLE,
  { topic: 'logout', userId: 'u', tokenIdentifier: 't', reason: 'signed_out' },
  { topic: 'chat', item: { candidateId: 'c', createdDate: '2026-01-15T08:00:00Z', text: 'Hello' } },
];
const WRONG = [null, 0, 1.5, -1, '', 'x', true, [], {}, [null], '2026-13-45T99:00:00Z', { sequence: 0 }];

/** The value with one thing in it, however deep, replaced, removed or added. */
function* damaged(value: unknown): Iterable<unknown> {
  yield* WRONG;
  if (Array.isArray(value))
    for (const [index, item] of value.entries())
      for (const each of damaged(item)) yield value.map((other: unknown, at) => (at === index ? each : other));
  else if (typeof value === 'object' && value !== null) {
    yield { ...value, unheardOf: 1 };
    for (const [name, item] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
      for (const each of damaged(item)) yield { ...value, [name]: each };
    }
  }
}

it('takes every kind of message', () => {
  expect(OTHERS.map(check)).toEqual([true, true, true]);
});

it('judges every damage as the whole validator does', () => {
  let seen = 0;
  for (const message of OTHERS)
    for (const each of damaged(message)) {
      seen += 1;
      if (check(each) !== matches(socketMessageSchema, each))
        throw new Error(`${check(each) ? 'takes' : 'refuses'} ${JSON.stringify(each)}`);
    }
  expect(seen).toBeGreaterThan(500);
});

it('does not pass over a word that it does not know', () => {
  expect(() => quickCheck({ type: 'string', pattern: 'x' })).toThrow('quickCheck does not know pattern');
});
