/** Single sign-on, in a file of its own that is fetched when somebody comes for it. */
export { authenticateSso } from './authenticateSso.saga';
export { endSso } from './endSso.saga';
export { finishSso } from './finishSso.saga';
export { startSso } from './startSso.saga';
