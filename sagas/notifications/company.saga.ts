/** A notification for everybody of the programme. */
import { call, put, race, select, take, takeEvery, takeLeading, type SagaGenerator } from '../effects';
import { CallFailed } from '../../machines/failure';
import { request } from '../http/request.saga';
import { port } from '../ports';
import { noticeShown } from '../shell/notices/notices.actions';
import { pause } from '../time.saga';
import { companyFailed, companyOpened, companySent, isSendable } from './company.state';
import { companyCancelled, companyPressed, companySubmitted, panelClosed } from './notifications.intents';
import { selectCompany } from './notifications.selectors';

export function* watchCompany(): SagaGenerator<void> {
  yield* takeEvery(companyPressed, open);
  // A second press while it is on its way sends nothing.
  yield* takeLeading(companySubmitted, submit);
}

function* open(): SagaGenerator<void> {
  const random = yield* port('random');
  yield* put(panelClosed());
  // The panel gives the focus back to the bell first, so that the dialog gives it back there, too.
  yield* call(pause, 0);
  if ((yield* select(selectCompany)).requestId === null)
    yield* put(companyOpened({ requestId: yield* call(random.uuid) }));
}

function* submit({ payload }: ReturnType<typeof companySubmitted>): SagaGenerator<void> {
  if (!isSendable(payload)) return;
  yield* race({ sent: call(send, payload), cancelled: take(companyCancelled) });
}

function* send({ subject, message }: ReturnType<typeof companySubmitted>['payload']): SagaGenerator<void> {
  const { requestId } = yield* select(selectCompany);
  if (requestId === null) return;
  const body = { subject: subject.trim(), template: message.trim(), requestId };
  try {
    yield* call(request<'sendCompanyNotification'>, 'sendCompanyNotification', { body });
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    // A success whose words are not the agreed ones is a success all the same: everybody has been told.
    if (error.failure.kind !== 'badAnswer') return void (yield* put(companyFailed({ failure: error.failure })));
  }
  yield* put(companySent());
  yield* put(noticeShown({ tone: 'positive', text: 'The company notification has been sent.' }));
}
