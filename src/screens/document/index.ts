import { loadable } from '../../ui/loadable';

/** It opens by the intent `documentOpened`. */
export const DocumentDialog = loadable(
  async () => (await import(/* webpackChunkName: "document" */ './DocumentDialog')).DocumentDialog,
  null,
);
