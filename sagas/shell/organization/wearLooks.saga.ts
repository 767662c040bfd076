/** The organisation's logo and colours, for as long as somebody of it is signed in. */
import { call, fork, put, select, take, type SagaGenerator } from '../../effects';
import { CallFailed } from '../../../machines/failure';
import type { FetchedFile } from '../../../machines/file';
import { request } from '../../http/request.saga';
import { port } from '../../ports';
import { selectUser } from '../../session/session.selectors';
import { sessionLeft } from '../../session/whileActive.saga';
import type { AppState } from '../../state';
import { insist } from './insist.saga';
import { logoArrived } from './organization.reducer';

export function* wearLooks(): SagaGenerator<void> {
  const user = yield* select(selectUser);
  if (user === null) return;
  yield* fork(wearTheme, user.organizationId);
  yield* fork(wearLogo, user.organizationId);
}

/** Where they do not come, the page keeps the colours of its host; afterwards it has them back. */
function* wearTheme(organizationId: string): SagaGenerator<void> {
  const appearance = yield* port('appearance');
  try {
    const { theme } = yield* insist(() => request('organizationTheme', { params: { organizationId } }));
    yield* call(appearance.setBrand, theme);
    yield* take(sessionLeft);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  } finally {
    const host = yield* select((state: AppState) => state.config.branding.variant);
    yield* call(appearance.setBrand, host);
  }
}

function* wearLogo(organizationId: string): SagaGenerator<void> {
  const files = yield* port('files');
  let logo: FetchedFile | null = null;
  try {
    logo = yield* insist(() => request('organizationLogo', { params: { organizationId } }));
    yield* put(logoArrived(logo.file));
    yield* take(sessionLeft);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  } finally {
    if (logo !== null) yield* call(files.release, [logo.file]);
  }
}
