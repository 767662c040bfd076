/** @jest-environment jsdom */
/** Dates and times that are typed only in part have the value of none; no form takes them as none. */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import type { AppState } from '../../sagas/app/state';
import { machineMoved, machinesReducer } from '../../sagas/base/runtime/machines.slice';
import { deadlineSubmitted } from '../../sagas/features/admin/broadcasts/broadcast.slice';
import type { BroadcastPage } from '../../sagas/features/admin/broadcasts/broadcast.selectors';
import type { LoadedBroadcastForm } from '../../sagas/features/admin/broadcasts/compose.rules';
import { draftsReducer, formSubmitted } from '../../sagas/features/admin/forms/forms.slice';
import { listFilterSet } from '../../sagas/features/lists/lists.slice';
import { NEW_ALARM } from '../../sagas/features/liveBoard/alarms/alarms.rules';
import {
  alarmDraftBegun,
  alarmSavePressed,
  alarmsReducers,
  alarmTryPressed,
} from '../../sagas/features/liveBoard/alarms/alarms.slice';
import { boardEntriesReducers } from '../../sagas/features/liveBoard/boardEntries.slice';
import { ComposeScreen } from '../../src/screens/admin/broadcasts/ComposeScreen';
import { Deadline } from '../../src/screens/admin/broadcasts/Deadline';
import { ShellRouter } from '../../src/screens/frame/ShellRouter';
import { FilterEditor } from '../../src/screens/lists/FilterEditor';
import { AlarmRules } from '../../src/screens/liveBoard/AlarmRules';
import { SENT_BROADCAST } from '../support/sentBroadcast';
import { after, signedIn } from './support/states';

const PATH = '/vms/admin/broadcasts/add';
const OPENED_AT = Date.UTC(2026, 9, 15, 12);

function show(children: ReactNode, path = PATH) {
  const base = signedIn({}, path);
  const actions: Action[] = [];
  const store = configureStore({
    reducer: (state: AppState | undefined, action: Action): AppState => {
      actions.push(action);
      return {
        ...after(state ?? base, action),
        machines: machinesReducer((state ?? base).machines, action),
        drafts: draftsReducer(state?.drafts, action),
        alarms: alarmsReducers.alarms(state?.alarms, action),
        boardEntries: boardEntriesReducers.boardEntries(state?.boardEntries, action),
      };
    },
  });
  render(
    <Provider store={store}>
      <ShellRouter location={{ pathname: path, search: '', key: 'k' }}>{children}</ShellRouter>
    </Provider>,
  );
  return { store, actions, user: userEvent.setup({ delay: null }) };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }));
/** What the browser knows of a field that is typed in part. */
const typeInPart = (input: HTMLInputElement) =>
  Object.defineProperty(input, 'validity', { configurable: true, value: { badInput: true } });
/** The browser's own refusal of it, which needs more than the property. */
const refuse = (input: HTMLInputElement, isRefused = true) => input.setCustomValidity(isRefused ? 'Incomplete.' : '');

describe('a broadcast', () => {
  function compose(facts: Partial<LoadedBroadcastForm['values']> = {}) {
    const values: LoadedBroadcastForm['values'] = {
      requestId: 'r1',
      subject: 'Closing time',
      message: 'On Friday.',
      displayFrequency: 'IMMEDIATE',
      organizationTypes: ['CLIENT'],
      organizationIds: [],
      stickyNotification: false,
      releaseNotes: false,
      forceLogout: false,
      when: 'now',
      sendAt: '',
      endsAt: '',
      acceptBy: '',
      escalateTo: [],
      zone: 'America/New_York',
      ...facts,
    };
    const loaded = { values, audience: { types: [], organizations: [] }, sender: 'Meridian', openedAt: OPENED_AT };
    const context = { key: PATH, loaded, before: null, failure: null, failureCount: 0 };
    const projection = { value: 'editing', context, tags: [], can: [], status: 'active' } as const;
    const shown = show(<ComposeScreen />);
    act(() => void shown.store.dispatch(machineMoved({ machine: 'form', event: 'xstate.init', projection })));
    return { ...shown, sent: () => shown.actions.filter(formSubmitted.match) };
  }

  it.each(['Ends at (optional)', 'Accept by (optional)'])(
    'is not sent without what is typed in part: %s',
    async (label) => {
      const { user, sent } = compose();
      typeInPart(field(label));
      await press(user, 'Send');
      expect(await screen.findByText('Please complete this date, or clear it.')).toBeTruthy();
      expect([sent(), field(label).getAttribute('aria-invalid')]).toEqual([[], 'true']);
      Object.defineProperty(field(label), 'validity', { value: { badInput: false } });
      await press(user, 'Send');
      await waitFor(() => expect(sent()).toHaveLength(1));
      expect(screen.queryByText(/Please complete/)).toBeNull();
    },
  );

  it('cannot be scheduled for a part of a date, which cannot be cleared either', async () => {
    const { user, sent } = compose({ when: 'later' });
    typeInPart(field('Send at'));
    await press(user, 'Schedule');
    expect(await screen.findByText('Please complete this date.')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('keeps the message of a complete date that does not fit', async () => {
    const { user, sent } = compose({ when: 'later', sendAt: '2026-12-01T10:00', endsAt: '2026-11-01T10:00' });
    await press(user, 'Schedule');
    expect(await screen.findByText('Please choose an end after the send time.')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('shows each time on the clock of the user, and zones with the offset that they have then', async () => {
    const { user } = compose({ acceptBy: '2026-12-01T10:00', endsAt: '2026-12-02T10:00' });
    const menu = screen.getByLabelText<HTMLSelectElement>('Time zone');
    const hints = () =>
      screen.queryAllByText(/for you\.$/).map(({ textContent }) => textContent.replace('\u202f', ' '));
    expect(hints()).toEqual([]);
    await user.selectOptions(menu, 'America/Chicago');
    expect(menu.selectedOptions[0]?.label).toBe('Chicago (GMT-6)');
    expect(hints()).toEqual([
      'That is Dec 2, 2026, 11:00 AM EST for you.',
      'That is Dec 1, 2026, 11:00 AM EST for you.',
    ]);
  });
});

it('a deadline is not deleted by a date that is typed in part', async () => {
  const broadcast = { ...SENT_BROADCAST, acceptBy: '2026-11-30T15:00:00.000Z' };
  const page = {
    deadlinesSaved: 0,
    deadlineError: null,
    busy: [],
    followUps: ['deadline'],
  } as never as BroadcastPage;
  const { user, actions } = show(<Deadline page={page} broadcast={broadcast} />);
  await press(user, 'Change the deadline');
  const input = field('Accept by');
  fireEvent.change(input, { target: { value: '' } });
  refuse(input);
  await press(user, 'Save');
  expect(actions.filter(deadlineSubmitted.match)).toEqual([]);
  refuse(input, false);
  await press(user, 'Save');
  expect(actions.filter(deadlineSubmitted.match).map(({ payload }) => payload.acceptBy)).toEqual(['']);
});

describe('a filter by dates', () => {
  const edit = (values: readonly string[]) => {
    const filter = { kind: 'dates', label: 'Start', field: 'start' };
    const shown = show(
      <FilterEditor open={{ name: 'start', filter, values } as never} onDone={() => undefined} />,
      '/vms/jobs',
    );
    const set = () => shown.actions.filter(listFilterSet.match).map(({ payload }) => payload.values);
    return { ...shown, set };
  };

  it('does not open up for a date that is typed in part, until it is cleared', async () => {
    const { user, set } = edit(['2026-11-01..2026-11-30']);
    refuse(field('To'));
    await press(user, 'Apply');
    expect(set()).toEqual([]);
    // The new fields have nothing typed in part.
    await press(user, 'Clear');
    await press(user, 'Apply');
    expect(set()).toEqual([[]]);
  });

  it('keeps its own message for dates that it does not take', async () => {
    const { user, set } = edit(['2026-11-01..2026-11-30']);
    fireEvent.change(field('From'), { target: { value: '0002-11-01' } });
    await press(user, 'Apply');
    expect([set(), screen.getByRole('alert').textContent]).toEqual([
      [],
      'Please choose dates between 01/01/1990 and 12/31/2100.',
    ]);
  });
});

it('an alarm is neither saved nor tried as active all day while its times are typed in part', async () => {
  const { user, store, actions } = show(<AlarmRules onClose={() => undefined} />, '/vms/notifications/live');
  const rule = { ...NEW_ALARM, ruleId: 'r1', version: 1, timeZone: 'UTC', recipients: ['dana'] };
  act(() => void store.dispatch(alarmDraftBegun(rule)));
  const pressed = () => actions.filter((action) => alarmSavePressed.match(action) || alarmTryPressed.match(action));
  refuse(field('From'));
  await press(user, 'Save');
  await press(user, 'Try it');
  expect(pressed()).toEqual([]);
  refuse(field('From'), false);
  // Its other faults have messages of their own.
  fireEvent.change(field('Minutes'), { target: { value: '-1' } });
  await press(user, 'Save');
  await press(user, 'Try it');
  expect(pressed().map(({ type }) => type)).toEqual([alarmSavePressed.type, alarmTryPressed.type]);
});
