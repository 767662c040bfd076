/**
 * The first half of the composition root. It is an entry of its own, so that the sagas start while the views are still
 * loading.
 */
import { startEngine } from './startEngine';

export const engine = startEngine();
