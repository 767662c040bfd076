/** Sends a company notification: a managing organization to its program, any other one to itself. */
import { call, put, select, takeEvery, takeLeading, type SagaGenerator } from '../../../base/runtime/effects';
import { request } from '../../../session/token/request.saga';
import { port } from '../../../base/ports/ports';
import { noticeShown } from '../../../base/notices/notices.slice';
import {
  companyFailed,
  companyOpened,
  companyReachCounted,
  companySent,
  isSendable,
  selectCompanyMessage,
} from './companyMessage.slice';
import { companyMessagePressed, companyMessageSubmitted } from '../notifications.intents';
import { attempt } from '../../../base/http/attempt.saga';

/** A late part, loaded when the dialog is first opened. */
export function* watchCompanyMessage(): SagaGenerator<void> {
  yield* takeEvery(companyMessagePressed, open);
  // A second press while sending is ignored.
  yield* takeLeading(companyMessageSubmitted, send);
}

/** The panel stays open behind the dialog. */
function* open(): SagaGenerator<void> {
  const random = yield* port('random');
  if ((yield* select(selectCompanyMessage)).requestId !== null) return;
  yield* put(companyOpened({ requestId: yield* call(random.uuid) }));
  // After a failure the dialog does not show how many people it reaches.
  const { answer } = yield* attempt(request('companyNotificationReach', {}));
  if (answer !== null) yield* put(companyReachCounted(answer));
}

/** Sending cannot be cancelled: the server may have sent it already. */
function* send({ payload }: ReturnType<typeof companyMessageSubmitted>): SagaGenerator<void> {
  const { requestId } = yield* select(selectCompanyMessage);
  if (requestId === null || !isSendable(payload)) return;
  const { subject, message } = payload;
  const body = { subject: subject.trim(), template: message.trim(), requestId };
  const { failure } = yield* attempt(request('sendCompanyNotification', { body }));
  // An invalid answer still counts as success: the notification was sent.
  if (failure !== null && failure.kind !== 'badAnswer') return void (yield* put(companyFailed({ failure })));
  yield* put(companySent());
  yield* put(noticeShown({ tone: 'positive', text: 'The company notification has been sent.' }));
}
