/** What the shell's screens may ask of its sagas besides intents and selectors. */
export { sagasOf } from './runShell.saga';
