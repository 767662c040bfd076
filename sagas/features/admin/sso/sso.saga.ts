/** Single sign-on of an organization: the form's initial values, the call that saves it, and the test of a provider. */
import type { Action } from '@reduxjs/toolkit';
import { attempt } from '../../../base/http/attempt.saga';
import { noticeShown } from '../../../base/notices/notices.slice';
import { put, select, takeLatest, type SagaGenerator } from '../../../base/runtime/effects';
import { selectPersistentQuery } from '../../../navigation/location/location.selectors';
import { navigateRequested } from '../../../navigation/location/location.slice';
import { rootOf } from '../../../navigation/routes/resolve';
import { currentUser } from '../../../session/activeSession.saga';
import { request } from '../../../session/token/request.saga';
import { defineForm, type FormPlace } from '../forms/forms.saga';
import { saveBody, loadedSso, type LoadedSso, type SsoValues } from './sso.rules';
import { ssoTested, ssoTestFailed, ssoTestPressed } from './sso.slice';

/** The name of the organization, for the notice. */
export const ssoForm = defineForm<LoadedSso, SsoValues, string>({ screen: 'ssoForm', load, save, saved });

function* load({ params: { organizationId = '' } }: FormPlace): SagaGenerator<LoadedSso> {
  return loadedSso(yield* request('ssoProvider', { params: { organizationId } }));
}

function* save(values: SsoValues, { stored }: LoadedSso): SagaGenerator<string> {
  const { organizationId, name } = stored;
  yield* request('saveSsoProvider', { params: { organizationId }, body: saveBody(values, stored) });
  return name;
}

function* saved(name: string): SagaGenerator<Action> {
  const text = `Users of ${name} can sign in with their identity provider.`;
  yield* put(noticeShown({ tone: 'positive', text }));
  const root = rootOf(yield* currentUser());
  return navigateRequested({ to: `/${root}/admin/single-sign-on${yield* select(selectPersistentQuery)}` });
}

/** Another test cancels the one before. */
export function* watchSsoTest(): SagaGenerator<void> {
  yield* takeLatest(ssoTestPressed, test);
}

function* test({
  payload: { organizationId, issuer, client },
}: ReturnType<typeof ssoTestPressed>): SagaGenerator<void> {
  const { failure, answer } = yield* attempt(
    request('testSsoProvider', { params: { organizationId }, body: { issuer, client } }),
  );
  yield* put(failure ? ssoTestFailed({ failure }) : ssoTested({ steps: answer.steps }));
}
