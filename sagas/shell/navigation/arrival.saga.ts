import { call, put, select, type SagaGenerator } from '../../effects';
import { port } from '../../ports';
import { selectUser } from '../../session/session.selectors';
import { resolve } from '../routes/resolve';
import { pageMoved } from './navigation.actions';

/**
 * Where the person is when the shell opens: where they wanted to go before they had to sign in, if that is theirs to
 * see, and otherwise where the address says.
 */
export function* arrival(): SagaGenerator<void> {
  const page = yield* port('page');
  const storage = yield* port('storage');
  const user = yield* select(selectUser);
  const wanted = yield* call(storage.read, 'wantedPath');
  yield* call(storage.write, 'wantedPath', null);
  if (user !== null && wanted?.startsWith('/')) {
    const [pathname = '/'] = wanted.split('?', 1);
    const { kind } = resolve(user, pathname);
    if (kind === 'screen' || kind === 'common') return yield* call(page.replace, wanted);
  }
  yield* put(pageMoved({ location: yield* call(page.location), by: 'replace' }));
}
