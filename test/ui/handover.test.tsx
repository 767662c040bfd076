/** @jest-environment jsdom */
/** The form of a handover: what it says about the note that was sent from it. */
import type { Action } from '@reduxjs/toolkit';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { AppState } from '../../sagas/app/state';
import { boardEntriesReducers, handoverBegun, handoverEnded } from '../../sagas/features/liveBoard/boardEntries.slice';
import { HandoverDialog } from '../../src/screens/liveBoard/BoardHandover';
import { testStore } from './support/show';
import { after, signedIn } from './support/states';

const UNKNOWN = 'It is not known whether the note was saved. The server cannot be reached.';

function opened() {
  const { store } = testStore(signedIn({}, '/vms/notifications/live'), (action, state): AppState => ({
    ...after(state, action),
    boardEntries: boardEntriesReducers.boardEntries(state.boardEntries, action),
  }));
  const onClose = jest.fn();
  const show = () =>
    render(
      <Provider store={store}>
        <HandoverDialog onClose={onClose} />
      </Provider>,
    );
  const happen = (action: Action) => act(() => void store.dispatch(action));
  return { ...show(), show, happen, onClose, user: userEvent.setup({ delay: null }) };
}
const message = () => screen.queryByRole('alert')?.textContent ?? null;

it('says nothing else than what is known about the note, and keeps its text', async () => {
  const { happen, user } = opened();
  await user.type(screen.getByRole('textbox'), 'Bed 4');
  happen(handoverEnded({ handover: null, error: UNKNOWN }));
  expect([message(), screen.getByRole<HTMLTextAreaElement>('textbox').value]).toEqual([UNKNOWN, 'Bed 4']);
});

it('says nothing about the note of an earlier form', () => {
  const { happen, unmount, show } = opened();
  happen(handoverEnded({ handover: null, error: UNKNOWN }));
  unmount();
  show();
  expect(message()).toBeNull();
});

it('says nothing about a note whose answer came after the form was gone', () => {
  const { happen, unmount, show } = opened();
  unmount();
  happen(handoverEnded({ handover: null, error: UNKNOWN }));
  show();
  expect(message()).toBeNull();
});

it('stays open while the note is being saved, so that it can say what became of it', async () => {
  const { happen, onClose, user } = opened();
  happen(handoverBegun());
  const back = screen.getByRole('button', { name: 'Back' });
  await user.click(back);
  await user.keyboard('{Escape}');
  expect([onClose.mock.calls.length, back.getAttribute('aria-disabled')]).toEqual([0, 'true']);
  happen(handoverEnded({ handover: null, error: UNKNOWN }));
  await user.click(back);
  expect([onClose.mock.calls.length, back.getAttribute('aria-disabled')]).toEqual([1, 'false']);
});
