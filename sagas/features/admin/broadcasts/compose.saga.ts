/**
 * Composing a broadcast: the possible recipients, the one call that sends or schedules it, and the page that follows.
 */
import type { Action } from '@reduxjs/toolkit';
import type { ResponseOf } from '../../../../contract/endpoints';
import { CallFailed, type Failure } from '../../../../machines/failure';
import { noticeShown } from '../../../base/notices/notices.slice';
import { port } from '../../../base/ports/ports';
import { call, put, select, type SagaGenerator } from '../../../base/runtime/effects';
import { selectPersistentQuery } from '../../../navigation/location/location.selectors';
import { navigateRequested } from '../../../navigation/location/location.slice';
import { rootOf } from '../../../navigation/routes/resolve';
import { currentUser } from '../../../session/activeSession.saga';
import { request } from '../../../session/token/request.saga';
import { defineForm } from '../forms/forms.saga';
import { bodyOf, knownOrganizations, type LoadedBroadcastForm, type ComposeValues } from './compose.rules';
import { selectUploadState } from '../unsaved.selectors';
import { uploadConsumed } from './upload.slice';
import { ownZone } from '../../../base/dates';
import { wallInstant, zonedText } from '../../../base/zones';
import { attempt } from '../../../base/http/attempt.saga';
import { peopleText } from '../../../base/numbers';

type Sent = ResponseOf<'createBroadcast'>;

export const composeForm = defineForm<LoadedBroadcastForm, ComposeValues, Sent>({
  screen: 'broadcastForm',
  load,
  save,
  saved,
});

function* load(): SagaGenerator<LoadedBroadcastForm> {
  const [random, clock] = [yield* port('random'), yield* port('clock')];
  const user = yield* currentUser();
  const audience = yield* request('broadcastAudience', {});
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
    acceptBy: '',
    escalateTo: ['SENDERS'],
    zone: ownZone(),
  };
  return { values, audience, sender: user.organizationName, openedAt: yield* call(clock.now) };
}

const refusal = (message: string): CallFailed =>
  new CallFailed({ kind: 'refused', status: 400, code: 'request.invalid', message });

function* save(values: ComposeValues, loaded: LoadedBroadcastForm): SagaGenerator<Sent> {
  const upload = yield* select(selectUploadState);
  if (upload !== null && upload.kept === null) {
    throw refusal('The document is not on the server yet. Please wait for it, try it again, or remove it.');
  }
  const clock = yield* port('clock');
  if (values.when === 'later' && (wallInstant(values.sendAt, values.zone) ?? 0) <= (yield* call(clock.now))) {
    throw refusal('The time to send it has passed. Please choose a later one, or send it now.');
  }
  const documentId = upload?.kept?.broadcastDocumentId ?? null;
  const { failure, answer } = yield* attempt(request('createBroadcast', { body: bodyOf(values, documentId) }));
  if (failure === null) return answer;
  throw isMissing(failure) ? refusal(yield* missingText(values, loaded)) : new CallFailed(failure);
}

const isMissing = (failure: Failure): boolean => failure.kind === 'refused' && failure.code === 'not.found';

/** Which of what was chosen the server does not know any more: an organization, or else the document. */
function* missingText({ organizationIds }: ComposeValues, { audience }: LoadedBroadcastForm): SagaGenerator<string> {
  const { failure, answer } = yield* attempt(request('broadcastAudience', {}));
  if (failure) return 'The document or an organization is no longer there. Please choose them again, or reload.';
  const stillThere = knownOrganizations(organizationIds, answer);
  const gone = audience.organizations.filter(({ id }) => organizationIds.includes(id) && !stillThere.includes(id));
  if (gone.length === 0) return 'The document is no longer on the server. Please choose it again, or remove it.';
  const names = gone.map(({ name }) => name).join(', ');
  return gone.length === 1
    ? `${names} is no longer active. Please untick it among the recipients, and send it again.`
    : `These organizations are no longer active: ${names}. Please untick them among the recipients, and send it again.`;
}

function* saved({ entityId, status, recipients }: Sent, values: ComposeValues): SagaGenerator<Action> {
  yield* put(uploadConsumed());
  const at = wallInstant(values.sendAt, values.zone);
  const text =
    status === 'SCHEDULED' && at !== null
      ? `The broadcast will be sent at ${zonedText(at, values.zone)}.`
      : `The broadcast has been sent to ${peopleText(recipients)}.`;
  yield* put(noticeShown({ tone: 'positive', text }));
  const root = rootOf(yield* currentUser());
  const to = `/${root}/admin/broadcasts/${encodeURIComponent(entityId)}${yield* select(selectPersistentQuery)}`;
  // Back then leads to the list instead of the sent form.
  return navigateRequested({ to, replace: true });
}
