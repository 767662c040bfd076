import { loadable } from '../../ui/loadable';

export const ListScreen = loadable(
  async () => (await import(/* webpackChunkName: "list" */ './ListScreen')).ListScreen,
);
