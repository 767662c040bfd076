/** @jest-environment jsdom */
/** The form of a broadcast's deadline on its page. */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import type { AppState } from '../../sagas/app/state';
import type { BroadcastPage } from '../../sagas/features/admin/broadcasts/broadcast.selectors';
import { deadlineOpened } from '../../sagas/features/admin/broadcasts/broadcast.slice';
import { Deadline } from '../../src/screens/admin/broadcasts/Deadline';
import { SENT_BROADCAST } from '../support/sentBroadcast';
import { after, signedIn } from './support/states';

const page = (facts: Partial<BroadcastPage> = {}) =>
  ({ deadlinesSaved: 0, deadlineError: null, busy: [], followUps: ['deadline'], ...facts }) as BroadcastPage;

it('opens without what was said in it before, shows the message it gets, and closes with its own save', () => {
  const actions: Action[] = [];
  const base = signedIn({}, '/vms/admin/broadcasts/b1');
  const store = configureStore({
    reducer: (state: AppState | undefined, action: Action) => {
      actions.push(action);
      return after(state ?? base, action);
    },
  });
  const of = (shown: BroadcastPage) => (
    <Provider store={store}>
      <Deadline page={shown} broadcast={SENT_BROADCAST} />
    </Provider>
  );
  const { rerender } = render(of(page()));
  fireEvent.click(screen.getByRole('button', { name: 'Set a deadline' }));
  expect(actions.filter(deadlineOpened.match).map(({ payload }) => payload)).toEqual([{ entityId: 'b1' }]);
  rerender(of(page({ deadlineError: 'No answer arrived.' })));
  expect(screen.getByText('No answer arrived.')).toBeTruthy();
  rerender(of(page({ busy: ['deadline'] })));
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('true');
  rerender(of(page({ deadlinesSaved: 1 })));
  expect(screen.queryByRole('form', { name: 'Deadline' })).toBeNull();
});
