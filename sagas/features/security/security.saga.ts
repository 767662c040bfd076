/** Loads and changes the user's factors. */
import type { Action } from '@reduxjs/toolkit';
import type { ConfirmationContext } from '../../../machines/confirmation/confirmation.machine';
import type { Failure } from '../../../machines/failure';
import type { SecretRef } from '../../../machines/references';
import { attempt } from '../../base/http/attempt.saga';
import { isGone, isUnanswered } from '../../base/http/outcome';
import type { CallAnswer } from '../../base/http/http.types';
import { noticeShown } from '../../base/notices/notices.slice';
import { port } from '../../base/ports/ports';
import {
  call,
  fork,
  put,
  select,
  take,
  takeEvery,
  takeLatest,
  takeLeading,
  type SagaGenerator,
} from '../../base/runtime/effects';
import { machineMoved } from '../../base/runtime/machines.slice';
import { selectRoute } from '../../navigation/location/location.selectors';
import { pageMoved } from '../../navigation/location/location.slice';
import { enrollFactor, type FactorCall } from '../../session/factors/enrollFactor.saga';
import { request } from '../../session/token/request.saga';
import { confirmationRequested } from '../confirmations/confirmations.slice';
import { needsReauthentication, proofAccepted } from '../confirmations/reauthentication.slice';
import { selectSecurity } from './security.selectors';
import {
  changeBegun,
  enrollmentBegun,
  enrollmentEnded,
  enrollmentRequested,
  factorChangeRequested,
  factorsArrived,
  factorsChanged,
  factorsFailed,
  newCodesArrived,
  newCodesKept,
  otherDevicesSuspected,
  proofSubmitted,
  securityReducers,
  securityReloadRequested,
  type FactorChange,
  type Factors,
} from './security.slice';

/** A late part, loaded with the Sign-In & Security page. */
export function* watchSecurity(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, securityReducers);
  yield* takeEvery(factorChangeRequested, changeInTurn, []);
  yield* takeLeading(proofSubmitted, prove);
  yield* takeLeading(enrollmentRequested, enroll);
  yield* takeLatest(securityReloadRequested, load);
  yield* takeLatest([isProofMissing, proofAccepted.match], load);
  yield* takeLatest(otherDevicesSuspected, offerToSignOutOthers);
  yield* fork(loadAtPage);
}

/** Each time the page is opened: another device may have changed it in the meantime. */
function* loadAtPage(): SagaGenerator<void> {
  while (true) {
    if ((yield* select(selectRoute))?.screen === 'security') yield* call(load);
    yield* take(pageMoved);
  }
}

/** Signing another device out was refused, too: the page then asks for the password. */
const isProofMissing = (action: Action): boolean =>
  machineMoved.match(action) &&
  action.payload.machine === 'confirmation' &&
  needsReauthentication((action.payload.projection.context as ConfirmationContext).failure);

function* load(): SagaGenerator<void> {
  const { failure, answer } = yield* attempt(request('factors', {}));
  yield* failure === null ? put(factorsArrived(answer)) : put(factorsFailed(failure));
}

const DONE: Readonly<Record<FactorChange['kind'], string | null>> = {
  removeApp: 'The authenticator app has been removed.',
  removePasskey: 'The passkey has been removed.',
  renamePasskey: 'The passkey has been renamed.',
  removeRememberedDevices: 'All devices must enter the second factor again.',
  newCodes: null,
};

/** One change after another, because each answer holds all factors. What was just confirmed is not made twice. */
function* changeInTurn(
  waiting: ReturnType<typeof factorChangeRequested>[],
  requested: ReturnType<typeof factorChangeRequested>,
): SagaGenerator<void> {
  if (JSON.stringify(waiting.at(-1)) === JSON.stringify(requested)) return;
  if (waiting.push(requested) > 1) return;
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    yield* call(change, next);
    waiting.shift();
  }
}

function* change({ payload }: ReturnType<typeof factorChangeRequested>): SagaGenerator<void> {
  yield* put(changeBegun(payload.kind));
  const { failure, answer } = yield* attempt(changed(payload));
  if (failure !== null) return yield* refused(payload, failure);
  const { recoveryCodes, ...factors } = answer;
  yield* put(factorsChanged(factors));
  yield* announceDone(payload);
  if (recoveryCodes !== undefined) yield* showCodes(recoveryCodes);
  if (isRemoval(payload)) yield* put(otherDevicesSuspected());
}

function* announceDone({ kind }: FactorChange): SagaGenerator<void> {
  const text = DONE[kind];
  if (text !== null) yield* put(noticeShown({ tone: 'positive', text }));
}

const isRemoval = ({ kind }: FactorChange): boolean => kind === 'removeApp' || kind === 'removePasskey';

function* changed(wanted: FactorChange): SagaGenerator<CallAnswer<'factors'>> {
  switch (wanted.kind) {
    case 'removeApp':
      return yield* request('appRemove', { body: {} });
    case 'newCodes':
      return yield* request('recoveryCodesRenew', { body: {} });
    case 'removeRememberedDevices':
      return yield* request('devicesForget', { body: {} });
    case 'removePasskey':
      return yield* request('passkeyRemove', { params: { id: wanted.id }, body: {} });
    case 'renamePasskey':
      return yield* request('passkeyRename', { params: { id: wanted.id }, body: { name: wanted.name } });
  }
}

/** Reloading shows that the password is needed again, or what was changed nevertheless, here or elsewhere. */
function* refused(wanted: FactorChange, failure: Failure): SagaGenerator<void> {
  const mayBeDone = isUnanswered({ failure }) || isGone(failure);
  if (mayBeDone || needsReauthentication(failure)) yield* call(load);
  if (!mayBeDone || !isRemoved(wanted, (yield* select(selectSecurity))?.factors ?? null))
    return void (yield* put(factorsFailed(failure)));
  yield* announceDone(wanted);
  yield* put(otherDevicesSuspected());
}

/** Whether what was to be removed is not there. */
function isRemoved(wanted: FactorChange, factors: Factors | null): boolean {
  if (factors === null) return false;
  if (wanted.kind === 'removeApp') return !factors.app;
  return wanted.kind === 'removePasskey' && !factors.passkeys.some(({ id }) => id === wanted.id);
}

/** Shown until the person has kept them. */
function* showCodes(codes: SecretRef): SagaGenerator<void> {
  const secrets = yield* port('secrets');
  try {
    yield* put(newCodesArrived(codes));
    yield* take(newCodesKept);
  } finally {
    yield* call(secrets.clear, [codes]);
  }
}

function* prove({ payload: { password } }: ReturnType<typeof proofSubmitted>): SagaGenerator<void> {
  const secrets = yield* port('secrets');
  yield* put(changeBegun('proof'));
  try {
    const { failure, answer } = yield* attempt(request('factorProof', { body: { password } }));
    yield* failure === null ? put(factorsArrived(answer)) : put(factorsFailed(failure));
  } finally {
    yield* call(secrets.clear, [password]);
  }
}

function* enroll({ payload: { first } }: ReturnType<typeof enrollmentRequested>): SagaGenerator<void> {
  let added = false;
  const send: FactorCall = function* (name, input) {
    const answer = yield* request(name, input);
    added ||= name === 'appConfirm' || name === 'passkeyAdd';
    return answer;
  };
  yield* put(enrollmentBegun());
  yield* call(enrollFactor, send, first);
  yield* put(enrollmentEnded());
  // Reloads without waiting, so that a press during the reload is not ignored.
  yield* put(securityReloadRequested());
  if (added) yield* put(otherDevicesSuspected());
}

function* offerToSignOutOthers(): SagaGenerator<void> {
  const { answer: sessions } = yield* attempt(request('ownSessions', {}));
  if (!sessions?.some(({ isCurrent }) => !isCurrent)) return;
  yield* put(confirmationRequested({ action: { kind: 'endOtherSessions', id: 'own', name: '' } }));
}
