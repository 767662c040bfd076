/** Deeds that are asked about first: their calls, and what shows them afterwards. */
import { call, put, type SagaGenerator } from '../effects';
import { deedMachine, type Deed, type DeedEvent } from '../../machines/deed/deed.machine';
import { broadcastReloadRequested } from '../broadcastAdmin/broadcast.intents';
import { formRefreshed } from '../forms/forms.intents';
import { request } from '../http/request.saga';
import { forward, type Forward } from '../machine/forward';
import { runMachine } from '../machine/runMachine';
import { pageMoved } from '../shell/navigation/navigation.actions';
import { noticeShown } from '../shell/notices/notices.actions';
import { pause } from '../time.saga';
import { deedAsked, deedCancelled, deedConfirmed } from './deeds.intents';
import { DEED_TEXTS } from './deeds.texts';

const forwards: readonly Forward<DeedEvent>[] = [
  forward(deedAsked, ({ deed }) => ({ type: 'ASK', deed })),
  forward(deedConfirmed, () => ({ type: 'CONFIRM' })),
  forward(deedCancelled, () => ({ type: 'CANCEL' })),
  // A question about another page than this one is none.
  forward(pageMoved, () => ({ type: 'CANCEL' })),
];

export function* watchDeeds(): SagaGenerator<void> {
  yield* call(runMachine<typeof deedMachine>, {
    name: 'deed',
    machine: deedMachine,
    input: undefined,
    forwards,
    delay: pause,
    services: { doDeed },
    actions: { tellDone },
  });
}

function* doDeed({ deed }: { readonly deed: Deed | null }): SagaGenerator<void> {
  switch (deed?.kind) {
    case 'deactivateUser':
      return void (yield* call(request<'deactivateUser'>, 'deactivateUser', { params: { userId: deed.id } }));
    case 'reactivateUser':
      return void (yield* call(request<'reactivateUser'>, 'reactivateUser', { params: { userId: deed.id } }));
    case 'cancelBroadcast':
    case 'endBroadcast':
      return void (yield* call(request<'cancelBroadcast'>, 'cancelBroadcast', { params: { entityId: deed.id } }));
    case undefined:
  }
}

function* tellDone({ deed }: { readonly deed: Deed | null }): SagaGenerator<void> {
  if (deed === null) return;
  yield* put(noticeShown({ tone: 'positive', text: DEED_TEXTS[deed.kind].done(deed.name) }));
  const isUser = deed.kind === 'deactivateUser' || deed.kind === 'reactivateUser';
  yield* put(isUser ? formRefreshed() : broadcastReloadRequested());
}
