import { loadable } from '../../ui/loadable';
import { StartingScreen } from '../waiting/StartingScreen';
import { createElement } from 'react';

/** In one file with its sagas: neither is of use without the other. */
export const Shell = loadable(
  async () => (await import(/* webpackChunkName: "shell" */ './Shell')).Shell,
  createElement(StartingScreen),
);
