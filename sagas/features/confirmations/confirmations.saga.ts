/** Actions that must be confirmed, and the calls that run them. */
import type { UnknownAction } from '@reduxjs/toolkit';
import { call, cancel, fork, put, take, takeLatest, type SagaGenerator } from '../../base/runtime/effects';
import {
  confirmationMachine,
  type ConfirmedAction,
  type ConfirmationEvent,
} from '../../../machines/confirmation/confirmation.machine';
import { failureOf } from '../../../machines/failure';
import { attempt } from '../../base/http/attempt.saga';
import { isGone } from '../../base/http/outcome';
import { port } from '../../base/ports/ports';
import { request } from '../../session/token/request.saga';
import { forward, type Forward } from '../../base/runtime/forward';
import { runMachine } from '../../base/runtime/runMachine';
import { pageMoved } from '../../navigation/location/location.slice';
import { noticeShown } from '../../base/notices/notices.slice';
import { pause } from '../../base/clock.saga';
import { actionConfirmed, actionDone, confirmationCancelled, confirmationRequested } from './confirmations.slice';
import { CONFIRMATION_TEXTS } from './confirmations.texts';
import {
  proofAccepted,
  proofChecked,
  proofLeft,
  passwordReentered,
  reauthenticationReducers,
  proofRefused,
} from './reauthentication.slice';

const forwards: readonly Forward<ConfirmationEvent>[] = [
  forward(confirmationRequested, ({ action }) => ({ type: 'ASK', action })),
  forward(actionConfirmed, () => ({ type: 'CONFIRM' })),
  forward(confirmationCancelled, () => ({ type: 'CANCEL' })),
  // The dialog belonged to the page that was left.
  forward(pageMoved, () => ({ type: 'CANCEL' })),
];

/** A late part. A failure stays in the dialog, to be retried; `actionDone` informs the page. */
export function* watchConfirmations(): SagaGenerator<void> {
  const parts = yield* port('parts');
  yield* call(parts.add, reauthenticationReducers);
  yield* takeLatest([passwordReentered, pageMoved], prove);
  yield* call(runMachine<typeof confirmationMachine>, {
    name: 'confirmation',
    machine: confirmationMachine,
    input: undefined,
    forwards,
    delay: pause,
    services: { runAction },
    actions: { announceDone, announceDoubt },
  });
}

/** A password confirms only what was asked when it was typed: leaving that cancels waiting for the answer. */
function* prove(action: UnknownAction): SagaGenerator<void> {
  if (passwordReentered.match(action)) {
    const checking = yield* fork(check, action.payload);
    // Back in the dialog leaves only its own password, not one for the form behind it.
    if (!actionConfirmed.match(action.payload.then)) return;
    yield* take(confirmationCancelled);
    yield* cancel(checking);
  }
  yield* put(proofLeft());
}

function* check({ password, then }: ReturnType<typeof passwordReentered>['payload']): SagaGenerator<void> {
  const secrets = yield* port('secrets');
  yield* put(proofChecked());
  try {
    const { failure } = yield* attempt(request('factorProof', { body: { password } }));
    if (failure !== null) return void (yield* put(proofRefused(failure)));
    yield* put(proofAccepted());
    yield* put(then);
  } finally {
    yield* call(secrets.clear, [password]);
  }
}

function* runAction({ action }: { readonly action: ConfirmedAction | null }): SagaGenerator<void> {
  switch (action?.kind) {
    case 'deactivateUser':
      return void (yield* request('deactivateUser', { params: { userId: action.id } }));
    case 'reactivateUser':
      return void (yield* request('reactivateUser', { params: { userId: action.id } }));
    case 'unlockUser':
      return void (yield* request('unlockUser', { params: { userId: action.id } }));
    case 'resetUserFactors':
      return void (yield* request('resetUserFactors', { params: { userId: action.id } }));
    case 'deactivateOrganization':
      return void (yield* request('deactivateOrganization', { params: { organizationId: action.id } }));
    case 'reactivateOrganization':
      return void (yield* request('reactivateOrganization', { params: { organizationId: action.id } }));
    case 'switchOffSso':
      return void (yield* request('switchOffSso', { params: { organizationId: action.id } }));
    case 'unlinkIdentity':
      return yield* unlinkIdentity(action);
    case 'confirmEmail':
      return void (yield* request('confirmEmail', { params: { userId: action.id }, body: { email: action.email } }));
    case 'endSession':
      return void (yield* request('endOwnSession', { params: { sessionId: action.id } }));
    case 'endOtherSessions':
      return void (yield* request('endOtherSessions', {}));
    case 'endUserSession': {
      const { id: sessionId, userId } = action;
      return void (yield* request('endUserSession', { params: { userId, sessionId } }));
    }
    case 'endUserSessions':
      return void (yield* request('endUserSessions', { params: { userId: action.id } }));
    case 'cancelBroadcast':
    case 'endBroadcast':
      return void (yield* request('cancelBroadcast', { params: { entityId: action.id } }));
    case undefined:
  }
}

/** One that is gone was unlinked before, by a call whose answer was lost or by someone else. */
function* unlinkIdentity({ id, userId }: { readonly id: string; readonly userId: string }): SagaGenerator<void> {
  try {
    yield* request('unlinkIdentity', { params: { userId, identityId: id } });
  } catch (error) {
    if (!isGone(failureOf(error))) throw error;
  }
}

function* announceDone({ action }: { readonly action: ConfirmedAction | null }): SagaGenerator<void> {
  if (action === null) return;
  yield* put(noticeShown({ tone: 'positive', text: CONFIRMATION_TEXTS[action.kind].done(action.name) }));
  yield* put(actionDone({ action }));
}

/** Of a call that has failed it is not always known whether it was done; the page shows it. */
function* announceDoubt({ action }: { readonly action: ConfirmedAction | null }): SagaGenerator<void> {
  if (action !== null) yield* put(actionDone({ action }));
}
