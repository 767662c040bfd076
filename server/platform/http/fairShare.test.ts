/** How many calls of one person run at the same time, wait, or are refused. */
import { ApiError } from '../../base/errors';
import { FairShare } from './fairShare';

/** Makes `times` calls and returns those whose turn has come, and the refusals. */
async function ask(share: FairShare, userId: string, times: number) {
  const turns: (() => void)[] = [];
  const refused: unknown[] = [];
  for (let count = 0; count < times; count += 1)
    share.turn(userId).then(
      (back) => turns.push(back),
      (error: unknown) => refused.push(error),
    );
  await new Promise((resolve) => setImmediate(resolve));
  return { turns, refused };
}

it('answers a few requests at a time, queues some in order, and refuses the rest with a time to try again', async () => {
  const share = new FairShare(2, 3);
  const { turns, refused } = await ask(share, 'ida', 7);
  expect([turns.length, refused.length]).toEqual([2, 2]);
  const [error] = refused;
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).body).toMatchObject({ errorCode: 'too.many.requests', retryAfterSeconds: 2 });
  for (const expected of [3, 4, 5]) {
    turns[0]!();
    turns.shift();
    await new Promise((resolve) => setImmediate(resolve));
    expect(turns.length + (expected - 2)).toBe(expected);
  }
});

it('does not delay other users', async () => {
  const share = new FairShare(2, 3);
  await ask(share, 'ida', 7);
  const { turns, refused } = await ask(share, 'max', 2);
  expect([turns.length, refused.length]).toEqual([2, 0]);
});

it('accepts requests again once all are answered, and counts a turn that is given back twice only once', async () => {
  const share = new FairShare(1, 0);
  const first = await ask(share, 'ida', 2);
  expect([first.turns.length, first.refused.length]).toEqual([1, 1]);
  first.turns[0]!();
  first.turns[0]!();
  const again = await ask(share, 'ida', 2);
  expect([again.turns.length, again.refused.length]).toEqual([1, 1]);
});
