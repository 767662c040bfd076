/** The organization's logo and colors, while a member is signed in. */
import { port } from '../base/ports/ports';
import type { FileRef } from '../base/ports/network';
import { retryUntilAnswered } from '../base/retry.saga';
import { call, fork, put, select, take, type SagaGenerator } from '../base/runtime/effects';
import { sessionLeft } from '../session/activeSession.saga';
import { selectUser } from '../session/session.selectors';
import { request } from '../session/token/request.saga';
import type { RuntimeConfig } from '../../contract/shell/runtimeConfig';
import { attempt } from '../base/http/attempt.saga';
import { createAction, type UnknownAction } from '@reduxjs/toolkit';

/** Applies the theme and the logo of the user's organization. */
export function* applyBranding(): SagaGenerator<void> {
  const user = yield* select(selectUser);
  if (user === null) return;
  yield* fork(applyTheme, user.organizationId);
  yield* fork(showLogo, user.organizationId);
}

/** The page shows the host's colors while these are loading, if they fail to load, and after the session. */
function* applyTheme(organizationId: string): SagaGenerator<void> {
  const appearance = yield* port('appearance');
  try {
    const { failure, answer } = yield* attempt(
      retryUntilAnswered(() => request('organizationTheme', { params: { organizationId } })),
    );
    if (failure) return;
    yield* call(appearance.setBrand, answer.theme);
    yield* take(sessionLeft);
  } finally {
    const host = yield* select((state: { readonly config: RuntimeConfig }) => state.config.branding.variant);
    yield* call(appearance.setBrand, host);
  }
}

function* showLogo(organizationId: string): SagaGenerator<void> {
  const files = yield* port('files');
  const { failure, answer } = yield* attempt(
    retryUntilAnswered(() => request('organizationLogo', { params: { organizationId } })),
  );
  if (failure) return;
  try {
    yield* put(logoArrived(answer.file));
    yield* take(sessionLeft);
  } finally {
    yield* call(files.release, [answer.file]);
  }
}

const logoArrived = createAction<FileRef>('shell/logoArrived');

/** The image of the logo; null shows the default logo. */
export function logoReducer(state: FileRef | null = null, action: UnknownAction): FileRef | null {
  return logoArrived.match(action) ? action.payload : state;
}

/** The organization's logo; null if it has none or until it is loaded. */
export const selectLogo = (state: { readonly logo?: FileRef | null }) => state.logo ?? null;
