/**
 * When the permission for the open page is revoked, its reader is led to the nearest page, and back when it is granted
 * again, unless they have navigated elsewhere.
 */
import { port } from '../../base/ports/ports';
import { noticeShown } from '../../base/notices/notices.slice';
import { call, put, select, type SagaGenerator } from '../../base/runtime/effects';
import { selectUser } from '../../session/session.selectors';
import { nearestPage, resolve } from '../routes/resolve';
import { selectPathname } from './location.selectors';

export const UNAUTHORIZED_PATH = '/unauthorized';

interface RevokedPage {
  /** The page shown in its place. */
  readonly instead: string;
  readonly address: string;
}

/** Of one tab. */
export interface RevokedPages {
  /** Call when the page at the address is shown. */
  readonly shows: () => SagaGenerator<void>;
  /** Leaves a page that the user may not open: for the nearest one if it was shown before. */
  readonly leave: () => SagaGenerator<void>;
  /** Stores that this page is shown in place of the one at the address. */
  readonly remember: (instead: string) => SagaGenerator<void>;
  /** Returns to the page if it is granted again, or goes on to the nearest. Returns whether it navigated. */
  readonly resume: () => SagaGenerator<boolean>;
  /** At the end of the session: the next user of this tab is not led to it. */
  readonly forget: () => SagaGenerator<void>;
}

/** One for each tab and session; it keeps its state in the tab's storage over reloads. */
export function createRevokedPages(): RevokedPages {
  let shown: string | null = null;
  let revoked: RevokedPage | null = null;

  function* shows(): SagaGenerator<void> {
    shown = yield* select(selectPathname);
    // Someone who navigates elsewhere is not led back.
    if (revoked !== null && revoked.instead !== shown) yield* write(null);
  }

  function* leave(): SagaGenerator<void> {
    const page = yield* port('page');
    const { pathname, search } = yield* call(page.location);
    const wasShown = shown === null ? yield* call(page.wasReloaded) : shown === pathname;
    if (wasShown) yield* leadFrom(pathname + search);
    else yield* call(page.replace, UNAUTHORIZED_PATH);
  }

  function* remember(instead: string): SagaGenerator<void> {
    const page = yield* port('page');
    const { pathname, search } = yield* call(page.location);
    yield* write({ instead, address: pathname + search });
  }

  function* resume(): SagaGenerator<boolean> {
    const page = yield* port('page');
    const user = yield* select(selectUser);
    const found = yield* read();
    revoked = found;
    if (user === null || found === null || (yield* call(page.location)).pathname !== found.instead) return false;
    const { address, instead } = found;
    if (resolve(user, address.split('?', 1)[0] ?? '').kind === 'screen') {
      yield* write(null);
      yield* call(page.replace, address);
      yield* put(noticeShown({ tone: 'positive', text: 'You may open this page again, so you are back on it.' }));
      return true;
    }
    if (instead !== UNAUTHORIZED_PATH) return false;
    yield* leadFrom(address);
    return true;
  }

  function* leadFrom(address: string): SagaGenerator<void> {
    const page = yield* port('page');
    const user = yield* select(selectUser);
    const nearest = user && nearestPage(user, address.split('?', 1)[0] ?? '');
    if (nearest === null) return yield* call(page.replace, UNAUTHORIZED_PATH);
    yield* write({ instead: nearest, address });
    yield* call(page.replace, nearest);
    yield* put(
      noticeShown({
        tone: 'warning',
        text: 'You may no longer open the page you were on. This is the nearest one that you may open. Ask your administrator if you need the other one.',
      }),
    );
  }

  function* write(next: RevokedPage | null): SagaGenerator<void> {
    revoked = next;
    const storage = yield* port('storage');
    yield* call(storage.write, 'takenPage', next && `${next.instead} ${next.address}`);
  }

  return { shows, leave, remember, resume, forget: () => write(null) };
}

/** Neither address contains a space. */
function* read(): SagaGenerator<RevokedPage | null> {
  const storage = yield* port('storage');
  const [instead, address] = ((yield* call(storage.read, 'takenPage')) ?? '').split(' ');
  return instead && address?.startsWith('/') ? { instead, address } : null;
}
