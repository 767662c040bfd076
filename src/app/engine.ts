/**
 * The first half of the composition root, started. It is a file of its own in the browser too, so that all of it has
 * started while the views are still on their way.
 */
import { startEngine } from './startEngine';

export const engine = startEngine();
