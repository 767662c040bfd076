/** @jest-environment jsdom */
/** The form of a broadcast's deadline on its page. */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import type { AppState } from '../../sagas/app/state';
import type { BroadcastPage } from '../../sagas/features/admin/broadcasts/broadcast.selectors';
import { deadlineOpened, deadlineSubmitted } from '../../sagas/features/admin/broadcasts/broadcast.slice';
import { Deadline } from '../../src/screens/admin/broadcasts/Deadline';
import { SENT_BROADCAST } from '../support/sentBroadcast';
import { after, signedIn } from './support/states';

type Broadcast = NonNullable<BroadcastPage['broadcast']>;

const page = (facts: Partial<BroadcastPage> = {}) =>
  ({ deadlinesSaved: 0, deadlineError: null, busy: [], followUps: ['deadline'], ...facts }) as BroadcastPage;

/** Shows the deadline of a broadcast, and lists the actions that follow. */
function show(first: BroadcastPage, broadcast: Broadcast = SENT_BROADCAST) {
  const actions: Action[] = [];
  const base = signedIn({}, '/vms/admin/broadcasts/b1');
  const store = configureStore({
    reducer: (state: AppState | undefined, action: Action) => {
      actions.push(action);
      return after(state ?? base, action);
    },
  });
  const of = (shown: BroadcastPage, now = broadcast) => (
    <Provider store={store}>
      <Deadline page={shown} broadcast={now} />
    </Provider>
  );
  const { rerender } = render(of(first));
  return { actions, change: (shown: BroadcastPage, now?: Broadcast) => rerender(of(shown, now)) };
}

it('opens without what was said in it before, shows the message it gets, and closes with its own save', () => {
  const { actions, change } = show(page());
  fireEvent.click(screen.getByRole('button', { name: 'Set a deadline' }));
  expect(actions.filter(deadlineOpened.match).map(({ payload }) => payload)).toEqual([{ entityId: 'b1' }]);
  change(page({ deadlineError: 'No answer arrived.' }));
  expect(screen.getByText('No answer arrived.')).toBeTruthy();
  change(page({ busy: ['deadline'] }));
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('true');
  change(page({ deadlinesSaved: 1 }));
  expect(screen.queryByRole('form', { name: 'Deadline' })).toBeNull();
});

it('left while it is saved, cannot be opened again before the answer, and says why it was not saved', () => {
  const { actions, change } = show(page({ busy: ['deadline'] }));
  fireEvent.click(screen.getByRole('button', { name: 'Set a deadline' }));
  expect(actions.filter(deadlineOpened.match)).toEqual([]);
  change(page({ deadlineError: 'The deadline was not saved.' }));
  expect(screen.getByText('The deadline was not saved.')).toBeTruthy();
});

it('says which deadline it was opened on, also if another sender changes that while it is open', () => {
  const { actions, change } = show(page(), { ...SENT_BROADCAST, acceptBy: BY, escalateTo: ['SENDERS'] });
  fireEvent.click(screen.getByRole('button', { name: 'Change the deadline' }));
  change(page(), { ...SENT_BROADCAST, acceptBy: LATER, escalateTo: ['SENDERS'] });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(actions.filter(deadlineSubmitted.match).map(({ payload }) => payload.replaces)).toEqual([BY]);
});

const BY = '2026-11-21T10:00:00.000Z';
const LATER = '2026-11-21T10:05:00.000Z';
it.each<[string, Partial<Broadcast>, Partial<BroadcastPage>, string]>([
  ['was sent before it', {}, {}, 'Notified after the deadline: those who may send broadcasts here.'],
  [
    'was sent after it',
    { sentAt: LATER },
    {},
    'It was sent after this deadline, so no one will be notified. To have people notified, please choose a later deadline.',
  ],
  [
    'was sent at it and has ended',
    { sentAt: BY, status: 'ENDED', endsAt: LATER },
    { followUps: ['receipts'] },
    'It was sent after this deadline, so no one will be notified.',
  ],
  [
    'ended before it',
    { status: 'ENDED', endsAt: '2026-11-21T09:00:00.000Z' },
    { followUps: ['receipts'] },
    'It ended before this deadline, so no one will be notified.',
  ],
  [
    'is to be sent before it',
    { status: 'SCHEDULED', sentAt: null },
    {},
    'Notified after the deadline: those who may send broadcasts here.',
  ],
])('the deadline of a broadcast that %s shows who will be notified', (_name, facts, shown, sentence) => {
  show(page(shown), { ...SENT_BROADCAST, acceptBy: BY, escalateTo: ['SENDERS'], ...facts });
  const text = screen.getByText(/^Accept by/).parentElement?.textContent;
  expect(text?.slice(-sentence.length)).toBe(sentence);
});
