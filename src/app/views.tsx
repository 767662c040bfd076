/** The second half of the composition root, over the engine that runs already. */
import { engine } from './engine';
import { showViews } from './showViews';

showViews(engine);
