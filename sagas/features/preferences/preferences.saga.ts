/** The Notification Preferences dialog, loaded when it is first opened. */
import { createAction } from '@reduxjs/toolkit';
import type { PreferenceGroups, PreferenceRecord } from '../../../machines/preferences/changedRecords';
import { CallFailed } from '../../../machines/failure';
import {
  preferencesMachine,
  SaveUnanswered,
  type PreferencesEvent,
} from '../../../machines/preferences/preferences.machine';
import { pause } from '../../base/clock.saga';
import { sendAgain } from '../../base/http/sendAgain.saga';
import { noticeShown } from '../../base/notices/notices.slice';
import { all, call, fork, put, select, takeEvery, type SagaGenerator } from '../../base/runtime/effects';
import { forward, type Forward } from '../../base/runtime/forward';
import { runMachine } from '../../base/runtime/runMachine';
import { currentUser } from '../../session/activeSession.saga';
import { selectUser } from '../../session/session.selectors';
import { request } from '../../session/token/request.saga';
import { effectivePreferences, withToggled } from './preferences.rules';
import * as intents from './preferences.slice';
import { selectDraft } from './preferences.slice';

const draftChanged = createAction<{ readonly draft: PreferenceGroups }>('preferences/draftChanged');

const forwards: readonly Forward<PreferencesEvent>[] = [
  forward(intents.preferencesOpened, () => ({ type: 'OPEN' })),
  forward(intents.preferencesRetried, () => ({ type: 'RETRY' })),
  forward(draftChanged, ({ draft }) => ({ type: 'CHANGE', draft })),
  forward(intents.preferencesSaveRequested, () => ({ type: 'SAVE' })),
  forward(intents.preferencesClosed, () => ({ type: 'CLOSE' })),
  forward(intents.changesKept, () => ({ type: 'KEEP' })),
  forward(intents.changesDiscarded, () => ({ type: 'DISCARD' })),
];

/** A late part, loaded when the dialog is first opened. */
export function* watchPreferences(): SagaGenerator<void> {
  yield* takeEvery(intents.preferenceToggled, toggle);
  yield* fork(runMachine<typeof preferencesMachine>, {
    name: 'preferences',
    machine: preferencesMachine,
    input: undefined,
    forwards,
    delay: pause,
    services: { loadPreferences, savePreferences },
    actions: { announceSaved },
  });
}

function* toggle({ payload: { code, column } }: ReturnType<typeof intents.preferenceToggled>): SagaGenerator<void> {
  const draft = yield* select(selectDraft);
  const user = yield* select(selectUser);
  if (draft !== null && user !== null) yield* put(draftChanged({ draft: withToggled(draft, code, column, user) }));
}

function* loadPreferences(): SagaGenerator<PreferenceGroups> {
  const user = yield* currentUser();
  const params = { userId: user.userId };
  const { groups, configs } = yield* all({
    groups: call(request<'notificationPreferences'>, 'notificationPreferences', { params }),
    configs: call(request<'notificationConfigs'>, 'notificationConfigs', { params }),
  });
  return effectivePreferences(groups, configs, user);
}

function* savePreferences({ records }: { readonly records: PreferenceRecord[] }): SagaGenerator<void> {
  const { userId } = yield* currentUser();
  const sent = yield* sendAgain(() =>
    request('saveNotificationPreferences', { params: { userId }, body: { records } }),
  );
  if (sent.failure === null) return;
  const { failure, serverText } = sent;
  throw sent.mayBeDone ? new SaveUnanswered(failure, serverText) : new CallFailed(failure, serverText);
}

function* announceSaved(): SagaGenerator<void> {
  yield* put(noticeShown({ tone: 'positive', text: 'Your notification preferences have been saved.' }));
}
