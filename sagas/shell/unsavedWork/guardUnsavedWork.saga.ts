/** Closing or reloading the tab is asked about by the browser, as long as that would lose something typed. */
import { call, select, take, type SagaGenerator } from '../../effects';
import { port } from '../../ports';
import { selectHasUnsavedWork } from './unsavedWork.selectors';

export function* guardUnsavedWork(): SagaGenerator<void> {
  const page = yield* port('page');
  let asks = false;
  try {
    while (true) {
      const unsaved = yield* select(selectHasUnsavedWork);
      if (unsaved !== asks) {
        asks = unsaved;
        yield* call(page.askBeforeLeaving, asks);
      }
      // Whichever form is added one day, its words begin and end with some action.
      // eslint-disable-next-line no-restricted-syntax
      yield* take('*');
    }
  } finally {
    if (asks) yield* call(page.askBeforeLeaving, false);
  }
}
