import { linesOf, play, createRecorder, readTape } from 'saga-tapes';
import { createShop } from './src/app.js';
import { recordVisit } from './src/visit.js';
import { app } from './src/sagaTapes.js';

it('a visit', async () => {
  const text = await recordVisit(createShop, createRecorder);
  const flow = await play(app, readTape('visit', linesOf(text)));
  expect(flow).toFinish();
  expect(flow).toCallOnce('api.order');
  expect(flow).toPutInOrder(['found', 'ordered']);
  expect(flow).toEndWith((state) => state.orders, ['shoe 1']);
  expect(() => expect(flow).toCallOnce('api.findItems')).toThrow('visit calls api.findItems() 2 times.');
});
