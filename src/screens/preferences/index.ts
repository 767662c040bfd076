import { loadable } from '../../ui/loadable';

/** With Semantic's Modal, which nobody needs before they open it. */
export const Preferences = loadable(
  async () => (await import(/* webpackChunkName: "preferences" */ './PreferencesDialog')).PreferencesDialog,
  null,
);
