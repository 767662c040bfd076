/** @jest-environment jsdom */
/** The board while its shared state cannot be loaded. */
import type { Action } from '@reduxjs/toolkit';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import type { AppState } from '../../sagas/app/state';
import {
  boardEntriesReducers,
  boardOutdated,
  boardStateArrived,
} from '../../sagas/features/liveBoard/boardEntries.slice';
import { ShellRouter } from '../../src/screens/frame/ShellRouter';
import { LiveBoard } from '../../src/screens/liveBoard/LiveBoard';
import { testStore } from './support/show';
import { after, signedIn } from './support/states';

const ALARM = {
  ...{ alarmId: 'a1', name: 'Nights', text: 'More than 3 timesheets were disputed.' },
  ...{ raisedAt: '2026-01-15T09:00:00.000Z', acknowledgedBy: null, acknowledgedAt: null },
  ...{ escalatedAt: null, calmSince: null },
};
const arrived = boardStateArrived({
  ...{ boardId: 'board', asOf: '2026-01-15T09:00:00.000Z', entries: [], people: [], alarms: [ALARM] },
  ...{ handovers: [], hasOlderHandovers: false, lastTakenOver: null },
});
const KEEPS_TRYING = 'The board keeps trying. If this message stays, please reload the page.';

function open() {
  const { store } = testStore(signedIn({}, '/vms/notifications/live'), (action, state): AppState => ({
    ...after(state, action),
    boardEntries: boardEntriesReducers.boardEntries(state.boardEntries, action),
  }));
  render(
    <Provider store={store}>
      <ShellRouter location={{ pathname: '/vms/notifications/live', search: '', key: 'k' }}>
        <LiveBoard />
      </ShellRouter>
    </Provider>,
  );
  return (action: Action) => act(() => void store.dispatch(action));
}
const alarms = () => screen.getByRole('list', { name: 'Alarms' }).textContent;

it('says above the alarms since when they have not been updated, and no longer that it is live', () => {
  const happen = open();
  happen(arrived);
  expect(screen.getByText('Live').getAttribute('role')).toBe('status');
  // There before the sentence, so that it is announced.
  const region = document.querySelector('.board-outdated');
  expect([region?.getAttribute('role'), region?.textContent]).toEqual(['status', '']);
  happen(boardOutdated({ since: new Date(2026, 0, 15, 9, 5).getTime() }));
  expect(region?.textContent?.replace(/\s/g, ' ')).toBe(
    `Alarms, assignments and handovers have not been updated since Jan 15, 9:05 AM. ${KEEPS_TRYING}`,
  );
  expect([screen.queryByText('Live'), alarms()]).toEqual([null, expect.stringContaining('Nights')]);
  expect(screen.getByText('Partly out of date')).toBeTruthy();
  happen(arrived);
  expect([region?.textContent, screen.getByText('Live').className]).toEqual(['', 'board-link is-live']);
});

it('says that there may be alarms if none could be loaded', () => {
  const happen = open();
  happen(boardOutdated({ since: null }));
  expect(document.querySelector('.board-outdated')?.textContent).toBe(
    `Alarms, assignments and handovers could not be loaded. ${KEEPS_TRYING}`,
  );
});
