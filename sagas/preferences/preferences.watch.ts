/** The Notification Preferences dialog, from its opening to the one call that saves it. */
import { createAction } from '@reduxjs/toolkit';
import { all, call, fork, put, select, takeEvery, type SagaGenerator } from '../effects';
import { preferencesMachine, type PreferencesEvent } from '../../machines/preferences/preferences.machine';
import type { PreferenceGroups, PreferenceRecord } from '../../machines/preferences/preferences.records';
import { request } from '../http/request.saga';
import { forward, type Forward } from '../machine/forward';
import { runMachine } from '../machine/runMachine';
import { currentUser } from '../session/currentUser';
import { selectUser } from '../session/session.selectors';
import { noticeShown } from '../shell/notices/notices.actions';
import { pause } from '../time.saga';
import * as intents from './preferences.intents';
import { selectDraft } from './preferences.selectors';
import { asLoaded, withToggled } from './rules';

const draftChanged = createAction<{ readonly draft: PreferenceGroups }>('preferences/draftChanged');

const forwards: readonly Forward<PreferencesEvent>[] = [
  forward(intents.preferencesOpened, () => ({ type: 'OPEN' })),
  forward(intents.preferencesRetried, () => ({ type: 'RETRY' })),
  forward(draftChanged, ({ draft }) => ({ type: 'CHANGE', draft })),
  forward(intents.preferencesSaved, () => ({ type: 'SAVE' })),
  forward(intents.preferencesClosed, () => ({ type: 'CLOSE' })),
  forward(intents.changesKept, () => ({ type: 'KEEP' })),
  forward(intents.changesDiscarded, () => ({ type: 'DISCARD' })),
];

export function* watchPreferences(): SagaGenerator<void> {
  yield* takeEvery(intents.preferenceToggled, toggle);
  yield* fork(runMachine<typeof preferencesMachine>, {
    name: 'preferences',
    machine: preferencesMachine,
    input: undefined,
    forwards,
    delay: pause,
    services: { loadPreferences, savePreferences },
    actions: { tellSaved },
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
  return asLoaded(groups, configs, user);
}

function* savePreferences({ records }: { readonly records: PreferenceRecord[] }): SagaGenerator<void> {
  const { userId } = yield* currentUser();
  yield* call(request<'saveNotificationPreferences'>, 'saveNotificationPreferences', {
    params: { userId },
    body: { records },
  });
}

function* tellSaved(): SagaGenerator<void> {
  yield* put(noticeShown({ tone: 'positive', text: 'Your notification preferences have been saved.' }));
}
