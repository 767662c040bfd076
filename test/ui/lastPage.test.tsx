/** @jest-environment jsdom */
/** A button that loads more is gone with the last page: the focus is then at the row before the new ones. */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { AppState } from '../../sagas/app/state';
import type { PastAlarm } from '../../contract/board/alarms.endpoints';
import { PERMISSIONS } from '../../contract/base/permissions';
import {
  pastAlarmsArrived,
  pastAlarmsOpened,
  pastAlarmsReducers,
} from '../../sagas/features/liveBoard/alarms/pastAlarms.slice';
import {
  olderEventsArrived,
  recordRequested,
  recordsReducers,
  timelineArrived,
  type TimelineEvent,
} from '../../sagas/features/records/records.slice';
import { pageMoved } from '../../sagas/navigation/location/location.slice';
import { ShellRouter } from '../../src/screens/frame/ShellRouter';
import { PastAlarms } from '../../src/screens/liveBoard/PastAlarms';
import { Timeline } from '../../src/screens/records/Timeline';
import { after, signedIn } from './support/states';

const ID = '9b1c0000-0000-4000-8000-000000000001';
const location = { pathname: `/vms/compliance/documents/${ID}`, search: '?tab=activity', key: 'k' };

function open(view: JSX.Element) {
  const base = after(signedIn({ permissions: [...PERMISSIONS] }), pageMoved({ location, by: 'push' }));
  const store = configureStore({
    reducer: (state: AppState = base, action: Action): AppState => ({
      ...state,
      records: recordsReducers.records(state.records, action),
      pastAlarms: pastAlarmsReducers.pastAlarms(state.pastAlarms, action),
    }),
  });
  render(
    <Provider store={store}>
      <ShellRouter location={location}>{view}</ShellRouter>
    </Provider>,
  );
  return (...actions: readonly Action[]) => act(() => actions.forEach((action) => void store.dispatch(action)));
}

/** The index of the row that has the focus after a press of the button and `last`, in the list of this name. */
async function rowAfter(name: string, list: string, last: () => void): Promise<number> {
  act(() => screen.getByRole('button', { name }).focus());
  await userEvent.setup({ delay: null }).keyboard('{Enter}');
  last();
  expect(screen.queryByRole('button', { name })).toBeNull();
  const rows = within(screen.getByRole('list', { name: list })).getAllByRole('listitem');
  return rows.indexOf(document.activeElement as HTMLElement);
}

it('Show older of a timeline', async () => {
  const event = (id: string): TimelineEvent => ({
    id,
    at: '2026-01-15T08:00:00Z',
    kind: 'document',
    recordId: ID,
    subject: null,
    moment: null,
    action: 'approve',
    reason: null,
    by: 'Maya Delgado',
    changes: [],
  });
  const happen = open(<Timeline />);
  happen(
    recordRequested({ kind: 'document', id: ID }),
    timelineArrived({ events: [event('e3'), event('e2')], next: 'e2', tab: 'activity' }),
  );
  const last = () => happen(olderEventsArrived({ events: [event('e1')], next: null, tab: 'activity' }));
  expect(await rowAfter('Show older', 'Activity', last)).toBe(1);
});

it('See More of the past alarms', async () => {
  const alarm = (alarmId: string) => ({
    alarmId,
    ruleId: ID,
    name: 'Too many open jobs',
    text: '12 jobs are open.',
    raisedAt: '2026-01-15T08:00:00Z',
    endedAt: '2026-01-15T09:00:00Z',
  });
  const happen = open(<PastAlarms onClose={() => undefined} />);
  const arrived = (ids: readonly string[], hasMore: boolean) =>
    pastAlarmsArrived({ alarms: ids.map(alarm) as unknown as PastAlarm[], hasMore });
  happen(pastAlarmsOpened(), arrived(['a3', 'a2'], true));
  expect(await rowAfter('See More', 'Past alarms', () => happen(arrived(['a1'], false)))).toBe(1);
});
