/** @jest-environment jsdom */
import { trackPending, savesData, whenIdle } from '../../src/ports/idle';

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

it('does not consider a page idle that waits for something', async () => {
  window.requestIdleCallback = (callback) => Number(setTimeout(callback));
  const [one, other] = [trackPending(), trackPending()];
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

it('reads the browser’s data saver setting, off by default', () => {
  const said = (connection: object | undefined) => {
    Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
    return savesData();
  };
  expect([{ saveData: true }, { saveData: false }, {}, undefined].map(said)).toEqual([true, false, false, false]);
});
