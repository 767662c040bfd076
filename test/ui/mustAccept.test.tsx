/** @jest-environment jsdom */
/** A message that must be accepted comes while its reader types or presses something else. */
import type { Action } from '@reduxjs/toolkit';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { AppState } from '../../sagas/app/state';
import { broadcastAccepted } from '../../sagas/features/mustAccept/broadcasts/broadcasts.slice';
import { roleUpdateAccepted, selectRoleUpdate } from '../../sagas/features/mustAccept/roleUpdates/roleUpdates.slice';
import { useAppSelector } from '../../src/hooks/useAppSelector';
import { BroadcastDialog } from '../../src/screens/mustAccept/BroadcastDialog';
import { RoleUpdate } from '../../src/screens/mustAccept/RoleUpdate';
import { broadcastOf, roleUpdateOf } from '../support/queueServer';
import { focused } from './support/focused';
import { testStore } from './support/show';
import { signedIn } from './support/states';

function Dialogs() {
  const update = useAppSelector(selectRoleUpdate);
  return (
    <>
      {update !== null && <RoleUpdate view={update} />}
      <BroadcastDialog />
    </>
  );
}

interface Kind {
  readonly machine: 'broadcastQueue' | 'roleUpdateQueue';
  readonly title: string;
  readonly pending: readonly { readonly entityId: string }[];
  readonly accepted: (action: Action) => boolean;
}
const KINDS: readonly (readonly [string, Kind])[] = [
  [
    'broadcast',
    {
      machine: 'broadcastQueue',
      title: 'Broadcast Notification Details',
      pending: [broadcastOf(1), broadcastOf(2)],
      accepted: broadcastAccepted.match,
    },
  ],
  [
    'role update',
    {
      machine: 'roleUpdateQueue',
      title: 'Role Permission Update Notification Details',
      pending: [roleUpdateOf(1), roleUpdateOf(2)],
      accepted: roleUpdateAccepted.match,
    },
  ],
];

function stateWith({ machine }: Kind, pending: Kind['pending']): AppState {
  const state = signedIn();
  const context = { pending, current: pending[0]?.entityId ?? null, sent: null, failure: null, failureCount: 0 };
  const tags = pending.length > 0 ? ['open'] : [];
  const snapshot = { value: '', context, tags, can: [], status: 'active' as const };
  return { ...state, machines: { ...state.machines, [machine]: snapshot } };
}

/** An acceptance is answered at once: the next one takes its place. */
function show(kind: Kind) {
  let left = kind.pending;
  const { store, intents, move } = testStore(stateWith(kind, []), (action, state) => {
    if (!kind.accepted(action)) return state;
    left = left.slice(1);
    return stateWith(kind, left);
  });
  render(
    <Provider store={store}>
      <input aria-label="Comment" />
      <Dialogs />
    </Provider>,
  );
  return {
    user: userEvent.setup({ delay: null }),
    arrive: () => move(stateWith(kind, kind.pending)),
    accepted: () => intents.filter(kind.accepted).length,
  };
}

const accept = () => screen.getByRole('button', { name: 'Accept' });

it.each(KINDS)('a %s that comes while someone types is not accepted by the keys on their way', async (_, kind) => {
  const { user, arrive, accepted } = show(kind);
  await user.click(screen.getByLabelText('Comment'));
  await arrive();
  await user.keyboard(' {Enter}');
  expect([accepted(), focused()]).toEqual([0, kind.title]);
});

it.each(KINDS)('a double click on Accept accepts one %s, not also the next', async (_, kind) => {
  const { arrive, accepted } = show(kind);
  await arrive();
  // The second press meets what is under the pointer by then.
  for (const detail of [1, 2]) fireEvent.click(accept(), { detail });
  expect([accepted(), focused()]).toEqual([1, kind.title]);
});

it.each(KINDS)('Enter held on Accept accepts one %s, not also the next', async (_, kind) => {
  const { user, arrive, accepted } = show(kind);
  await arrive();
  accept().focus();
  await user.keyboard('{Enter>3/}');
  expect([accepted(), focused()]).toEqual([1, kind.title]);
});

it.each(KINDS)('a key that is still held when Accept of a %s gets the focus does not press it', async (_, kind) => {
  const { arrive } = show(kind);
  await arrive();
  const presses = (repeat: boolean) => fireEvent.keyDown(accept(), { key: 'Enter', repeat });
  expect([presses(true), presses(false)]).toEqual([false, true]);
});
