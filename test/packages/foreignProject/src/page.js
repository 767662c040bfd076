/** The shop in a page, with the panel as its developers mount it. */
import { createPanel } from 'saga-tapes/panel';
import { createShop } from './app.js';
import { app } from './sagaTapes.js';

const said = document.getElementById('said');
const show = (store) => {
  said.textContent = `found ${store.getState().found.join()}, ordered ${store.getState().orders.join()}`;
};

const panel = createPanel({ recorder: { app: 'shop 1.0' }, app, show });
const { store, start } = createShop({
  sagaMonitor: panel.sagaMonitor,
  effectMiddlewares: panel.effectMiddlewares,
});
store.subscribe(() => show(store));
start();
for (const type of ['search', 'buy'])
  document.getElementById(type).addEventListener('click', () => {
    store.dispatch({ type, word: 'shoe', item: 'shoe' });
  });
panel.mount();
