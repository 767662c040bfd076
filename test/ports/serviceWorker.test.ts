/** @jest-environment jsdom */
/** The service worker in place of a page. */
import '../../src/serviceWorker/serviceWorker';

it('a subscription that the browser has renewed by itself is ended: the server does not know it, and the page shows pushes as off', async () => {
  const ended: number[] = [];
  const work: Promise<unknown>[] = [];
  const renewed = (newSubscription: object | null) =>
    Object.assign(new Event('pushsubscriptionchange'), {
      newSubscription,
      waitUntil: (one: Promise<unknown>) => void work.push(one),
    });
  self.dispatchEvent(renewed({ unsubscribe: async () => void ended.push(1) }));
  self.dispatchEvent(renewed(null));
  await Promise.all(work);
  expect(ended).toEqual([1]);
});
