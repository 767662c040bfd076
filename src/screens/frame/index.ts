import { loadable } from '../../ui/loadable';
import { StartingScreen } from '../signIn/WaitingScreens';
import { createElement } from 'react';

/** Loaded as its own file after sign-in. */
export const Shell = loadable(
  async () => (await import(/* webpackChunkName: "shell" */ './Shell')).Shell,
  createElement(StartingScreen),
);
