/** A visit to the shop, as a person makes it, recorded. */
export async function recordVisit(createShop, createRecorder) {
  const recorder = createRecorder({ app: 'shop 1.0' });
  const { store, start } = createShop({
    sagaMonitor: recorder.sagaMonitor,
    effectMiddlewares: recorder.effectMiddlewares,
  });
  const until = async (isThere) => {
    while (!isThere(store.getState())) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const task = start();
  store.dispatch({ type: 'search', word: 'sh' });
  store.dispatch({ type: 'search', word: 'shoe' });
  await until(({ found }) => found.length > 0);
  store.dispatch({ type: 'buy', item: 'shoe 1' });
  store.dispatch({ type: 'search', word: 'broken' });
  await until(({ failure, orders }) => failure !== null && orders.length === 1);
  recorder.stop();
  task.cancel();
  return recorder.finish();
}
