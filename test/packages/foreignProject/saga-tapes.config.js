import { app } from './src/sagaTapes.js';

export default { app, folder: 'tapes' };
