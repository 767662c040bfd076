/** Writing a broadcast: whom it can go to, the one call that sends or schedules it, and where it can be followed up. */
import type { ResponseOf } from '../../contract';
import { call, put, select, type SagaGenerator } from '../effects';
import { CallFailed, type Failure } from '../../machines/failure';
import { formWork } from '../forms/followForms.saga';
import { request } from '../http/request.saga';
import { port } from '../ports';
import { currentUser } from '../session/currentUser';
import { navigateRequested } from '../shell/navigation/navigation.actions';
import { noticeShown } from '../shell/notices/notices.actions';
import { rootOf } from '../shell/routes/resolve';
import { selectCarriedQuery } from '../shell/shell.selectors';
import { bodyOf } from './compose.rules';
import type { ComposeStart, ComposeValues } from './compose.types';
import { documentUsed } from './upload.reducer';
import { selectUploadState } from './upload.selectors';
import { instantOf, momentText, ownZone } from './zoneTime';

type Sent = ResponseOf<'createBroadcast'>;

export const composeForm = formWork<ComposeStart, ComposeValues, Sent>({ screen: 'broadcastForm', load, save, saved });

function* load(): SagaGenerator<ComposeStart> {
  const [random, clock] = [yield* port('random'), yield* port('clock')];
  const user = yield* currentUser();
  const audience = yield* call(request<'broadcastAudience'>, 'broadcastAudience', {});
  const values: ComposeValues = {
    requestId: yield* call(random.uuid),
    subject: '',
    message: '',
    displayFrequency: 'IMMEDIATE',
    organizationTypes: [],
    organizationIds: [],
    stickyNotification: false,
    releaseNotes: false,
    forceLogout: false,
    when: 'now',
    sendAt: '',
    endsAt: '',
    zone: ownZone(),
  };
  return { values, audience, sender: user.organizationName, openedAt: yield* call(clock.now) };
}

const refusal = (message: string): CallFailed =>
  new CallFailed({ kind: 'refused', status: 400, code: 'request.invalid', message });

function* save(values: ComposeValues): SagaGenerator<Sent> {
  const upload = yield* select(selectUploadState);
  if (upload !== null && upload.kept === null) {
    throw refusal('The document is not on the server yet. Please wait for it, try it again, or remove it.');
  }
  const clock = yield* port('clock');
  if (values.when === 'later' && (instantOf(values.sendAt, values.zone) ?? 0) <= (yield* call(clock.now))) {
    throw refusal('The time to send it has passed. Please choose a later one, or send it now.');
  }
  const documentId = upload?.kept?.broadcastDocumentId ?? null;
  try {
    return yield* call(request<'createBroadcast'>, 'createBroadcast', { body: bodyOf(values, documentId) });
  } catch (error) {
    throw error instanceof CallFailed && isMissing(error.failure)
      ? refusal('The document or an organization is no longer there. Please choose the document again, or reload.')
      : error;
  }
}

const isMissing = (failure: Failure): boolean => failure.kind === 'refused' && failure.code === 'not.found';

function* saved({ entityId, status, recipients }: Sent, values: ComposeValues): SagaGenerator<void> {
  yield* put(documentUsed());
  const at = instantOf(values.sendAt, values.zone);
  const text =
    status === 'SCHEDULED' && at !== null
      ? `The broadcast will be sent at ${momentText(at, values.zone)}.`
      : `The broadcast has been sent to ${recipients === 1 ? 'one person' : `${recipients.toLocaleString('en-US')} people`}.`;
  yield* put(noticeShown({ tone: 'positive', text }));
  const root = rootOf(yield* currentUser());
  const to = `/${root}/admin/broadcasts/${encodeURIComponent(entityId)}${yield* select(selectCarriedQuery)}`;
  // Back leads to the list, not to a form that has been sent.
  yield* put(navigateRequested({ to, replace: true }));
}
