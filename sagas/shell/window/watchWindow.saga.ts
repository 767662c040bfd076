import { call, put, take, type SagaGenerator } from '../../effects';
import { port } from '../../ports';
import { viewportChanged } from './window.reducer';

export function* watchWindow(): SagaGenerator<void> {
  const viewport = yield* port('viewport');
  const changes = yield* call(viewport.changes);
  try {
    yield* put(viewportChanged(yield* call(viewport.read)));
    while (true) yield* put(viewportChanged(yield* take(changes)));
  } finally {
    changes.close();
  }
}
