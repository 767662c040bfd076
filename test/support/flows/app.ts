/** The app as replays boot it: the real root saga, machines, reducers and store. */
export { app, copiedTests } from '../../../src/devtools/replayApp';
