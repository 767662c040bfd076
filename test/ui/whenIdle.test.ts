/** @jest-environment jsdom */
import { nowUnderWay, whenIdle } from '../../src/ports/idle';

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

it('does not take a page for idle that waits for something', async () => {
  window.requestIdleCallback = (callback) => Number(setTimeout(callback));
  const [one, other] = [nowUnderWay(), nowUnderWay()];
  const resolved = jest.fn();
  void whenIdle().then(resolved);
  one();
  one();
  await nextTurn();
  await nextTurn();
  expect(resolved).not.toHaveBeenCalled();
  other();
  await nextTurn();
  await nextTurn();
  expect(resolved).toHaveBeenCalled();
});
