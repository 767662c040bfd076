import { defineApp, linesOf, play, readTape } from 'saga-tapes';

const app = defineApp({
  boot: (_harness: object, _given: null) => ({
    store: { dispatch: () => null, getState: () => ({ count: 1 }) },
    start: () => ({ isRunning: () => false, cancel: () => {} }),
  }),
});
const flow = await play(app, readTape('x', linesOf('')));
expect(flow).toFinish();
expect(flow).not.toVisit('checkout.paid');
expect(flow).toCallOnce('order', { item: 'shoe' });
expect(flow).toPutInOrder(['order/sent']);
expect(flow).toEndWith((state: { readonly count: number }) => state.count, 1);
// @ts-expect-error -- the types of actions are a list
expect(flow).toPutInOrder('order/sent');
