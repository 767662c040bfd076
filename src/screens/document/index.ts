import { loadable } from '../../ui/loadable';

/** Mount it once in the shell: it opens by the intent `documentOpened`. */
export const DocumentDialog = loadable(
  async () => (await import(/* webpackChunkName: "document" */ './DocumentDialog')).DocumentDialog,
  null,
);
