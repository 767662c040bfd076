/** @jest-environment jsdom */
/** The form of an alarm rule. */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { ALARM_RULES_MAX, type AlarmRule } from '../../contract/board/alarms.endpoints';
import type { AppState } from '../../sagas/app/state';
import { NEW_ALARM } from '../../sagas/features/liveBoard/alarms/alarms.rules';
import {
  alarmDraftBegun,
  alarmDraftDropped,
  alarmEditPressed,
  alarmRemoved,
  alarmRulesArrived,
  alarmSaved,
  alarmsReducers,
} from '../../sagas/features/liveBoard/alarms/alarms.slice';
import { boardStateArrived, boardEntriesReducers } from '../../sagas/features/liveBoard/boardEntries.slice';
import { AlarmRules } from '../../src/screens/liveBoard/AlarmRules';
import { focused } from './support/focused';
import { after, signedIn } from './support/states';

const RULE: AlarmRule = {
  ...NEW_ALARM,
  ruleId: 'r1',
  version: 1,
  timeZone: 'UTC',
  recipients: ['dana', 'left'],
  escalateTo: ['left'],
};

function storeOfBoard() {
  const base = signedIn({}, '/vms/notifications/live');
  return configureStore({
    reducer: (state: AppState | undefined, action: Action): AppState => ({
      ...after(state ?? base, action),
      alarms: alarmsReducers.alarms(state?.alarms, action),
      boardEntries: boardEntriesReducers.boardEntries(state?.boardEntries, action),
    }),
  });
}

it('people who no longer have an account are among the choices of a rule that names them, so that they can be taken out', async () => {
  const store = storeOfBoard();
  const people = [{ userId: 'dana', name: 'Dana Brooks' }];
  store.dispatch(
    boardStateArrived({
      boardId: 'board',
      asOf: '2026-11-21T10:00:00.000Z',
      entries: [],
      people,
      ...{ handovers: [], hasOlderHandovers: false, lastTakenOver: null },
      alarms: [],
    }),
  );
  render(
    <Provider store={store}>
      <AlarmRules onClose={() => undefined} />
    </Provider>,
  );
  act(() => {
    store.dispatch(alarmRulesArrived({ rules: [RULE], facilities: [], people: [] }));
    store.dispatch(alarmDraftBegun(RULE));
  });
  const [recipient, escalation] = screen.getAllByRole<HTMLInputElement>('checkbox', {
    name: 'No longer has an account',
  });
  expect([recipient?.checked, escalation?.checked]).toEqual([true, true]);
  await userEvent.setup({ delay: null }).click(recipient!);
  expect(store.getState().alarms?.draft).toMatchObject({ recipients: ['dana'], escalateTo: ['left'] });
  // It stays, so that the focus does.
  expect([recipient?.checked, document.activeElement === recipient]).toEqual([false, true]);
});

it('names a colleague whom the rule names and who is beyond those that the board lists', () => {
  const store = storeOfBoard();
  const shared = {
    ...{ boardId: 'board', asOf: '2026-11-21T10:00:00.000Z', entries: [], alarms: [] },
    ...{ handovers: [], hasOlderHandovers: false, lastTakenOver: null },
  };
  store.dispatch(boardStateArrived({ ...shared, people: [] }));
  render(
    <Provider store={store}>
      <AlarmRules onClose={() => undefined} />
    </Provider>,
  );
  act(() => {
    store.dispatch(
      alarmRulesArrived({ rules: [RULE], facilities: [], people: [{ userId: 'dana', name: 'Dana Brooks' }] }),
    );
    store.dispatch(alarmDraftBegun(RULE));
  });
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Dana Brooks' }).checked).toBe(true);
});

it('the list says which rules notify no one, because nobody chosen has an account', () => {
  const store = storeOfBoard();
  render(
    <Provider store={store}>
      <AlarmRules onClose={() => undefined} />
    </Provider>,
  );
  const rules = [
    { ...RULE, ruleId: 'r1', name: 'Nobody', recipients: ['left'] },
    { ...RULE, ruleId: 'r2', name: 'Later nobody' },
    { ...RULE, ruleId: 'r3', name: 'Off', recipients: ['left'], isOn: false },
    { ...RULE, ruleId: 'r4', name: 'Somebody', escalateAfter: null },
  ];
  act(
    () =>
      void store.dispatch(
        alarmRulesArrived({ rules, facilities: [], people: [{ userId: 'dana', name: 'Dana Brooks' }] }),
      ),
  );
  const said = screen
    .getAllByRole('listitem')
    .map(({ textContent }) => /It notifies no one[^.]*\./.exec(textContent)?.[0]);
  expect(said).toEqual([
    'It notifies no one, because nobody chosen has an account.',
    'It notifies no one on escalation, because nobody chosen for that has an account.',
    undefined,
    undefined,
  ]);
});

it('at the limit, Add an alarm can be focused, says why it does nothing and what to do, and does nothing', async () => {
  const store = storeOfBoard();
  const dispatch = jest.spyOn(store, 'dispatch');
  render(
    <Provider store={store}>
      <AlarmRules onClose={() => undefined} />
    </Provider>,
  );
  const rules = Array.from({ length: ALARM_RULES_MAX }, (_, index) => ({ ...RULE, ruleId: `r${index}` }));
  act(() => void store.dispatch(alarmRulesArrived({ rules, facilities: [], people: [] })));
  const add = screen.getByRole('button', {
    name: 'Add an alarm',
    description: 'There are 50 alarms, which is the limit. Please remove one to add another.',
  });
  await userEvent.setup({ delay: null }).click(add);
  expect([add.getAttribute('aria-disabled'), document.activeElement === add]).toEqual(['true', true]);
  expect(dispatch).not.toHaveBeenCalledWith(alarmEditPressed({ ruleId: null }));

  act(() => void store.dispatch(alarmRemoved({ ruleId: 'r0' })));
  await userEvent.setup({ delay: null }).click(add);
  expect(dispatch).toHaveBeenCalledWith(alarmEditPressed({ ruleId: null }));
});

it.each([
  ['Back', alarmDraftDropped()],
  ['Save', alarmSaved(RULE)],
])('%s keeps the focus in the dialog, whose title is read', async (name, over) => {
  const store = storeOfBoard();
  render(
    <Provider store={store}>
      <AlarmRules onClose={() => undefined} />
    </Provider>,
  );
  act(() => {
    store.dispatch(alarmRulesArrived({ rules: [RULE], facilities: [], people: [] }));
    store.dispatch(alarmDraftBegun(RULE));
  });
  const pressed = screen.getByRole('button', { name });
  act(() => pressed.focus());
  act(() => void store.dispatch(over));
  await waitFor(() => expect([pressed.isConnected, focused()]).toEqual([false, 'Alarms']));
});

it('Remove keeps the focus in the dialog', async () => {
  const store = storeOfBoard();
  render(
    <Provider store={store}>
      <AlarmRules onClose={() => undefined} />
    </Provider>,
  );
  act(() => void store.dispatch(alarmRulesArrived({ rules: [RULE], facilities: [], people: [] })));
  act(() => screen.getByRole('button', { name: /^Remove/ }).focus());
  act(() => void store.dispatch(alarmRemoved({ ruleId: RULE.ruleId })));
  await waitFor(() => expect(focused()).toBe('Alarms'));
});
