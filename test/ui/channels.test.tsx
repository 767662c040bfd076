/** @jest-environment jsdom */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { AppState } from '../../sagas/app/state';
import type { WithChannels } from '../../sagas/features/channels/channels.selectors';
import {
  changeBegun,
  channelsArrived,
  channelsFailed,
  channelsReducers,
  currentRulesRequested,
  desktopSet,
  NEW_RULE,
  ruleAdded,
  rulesSaved,
  rulesSaveRequested,
  settingsChanged,
  settingsSaved,
  settingsSaveRequested,
} from '../../sagas/features/channels/channels.slice';
import { RULES_MAX, type NotificationChannels } from '../../contract/notifications/channels.endpoints';
import { ChannelsScreen } from '../../src/screens/channels/ChannelsScreen';
import { CHANNELS } from '../support/channelsPage';
import { focused } from './support/focused';
import { after, signedIn } from './support/states';

function open(facts: Partial<NotificationChannels> = {}) {
  const intents: Action[] = [];
  const base = signedIn();
  const store = configureStore({
    reducer: (state: (AppState & WithChannels) | undefined, action: Action): AppState & WithChannels => {
      intents.push(action);
      return {
        ...after(state ?? base, action),
        channels: channelsReducers.channels(state?.channels, action),
      };
    },
  });
  const arrived = (saved: NotificationChannels) => channelsArrived({ saved, ability: 'able' });
  store.dispatch(arrived({ ...CHANNELS, ...facts }));
  render(
    <Provider store={store}>
      <ChannelsScreen />
    </Provider>,
  );
  const happen = (action: Action) => act(() => void store.dispatch(action));
  const press = async (name: string) => {
    act(() => screen.getByRole('button', { name }).focus());
    await userEvent.setup({ delay: null }).keyboard('{Enter}');
  };
  const user = userEvent.setup({ delay: null });
  return { intents, user, press, happen, answered: () => happen(arrived(CHANNELS)) };
}

it.each([
  ['Email and quiet hours', 'Quiet hours: push notifications and emails wait until they are over', 'checkbox'],
  ['Rules', 'Add a rule', 'button'],
] as const)('discarding changes of %s by keyboard leaves the focus at its heading', async (title, name, role) => {
  const { user } = open();
  const card = within(screen.getByRole('region', { name: title }));
  await user.click(card.getByRole(role, { name }));
  act(() => card.getByRole('button', { name: 'Discard' }).focus());
  await user.keyboard('{Enter}');
  expect(card.queryByRole('button', { name: 'Discard' })).toBeNull();
  expect(focused()).toBe(title);
});

it.each([
  [
    'Save times',
    settingsChanged({ mailMode: 'HOURLY' }),
    settingsSaveRequested,
    settingsSaved({ ...CHANNELS.settings, mailMode: 'HOURLY' }),
  ],
  ['Save rules', ruleAdded(), rulesSaveRequested, rulesSaved({ list: [NEW_RULE], version: 'v2' })],
] as const)(
  '%s keeps the focus once everything is saved, and then saves nothing',
  async (name, change, request, saved) => {
    const { intents, press, happen } = open();
    happen(change);
    await press(name);
    const button = screen.getByRole<HTMLButtonElement>('button', { name });
    happen(saved);
    // A disabled control loses the focus in a browser.
    expect([button.disabled, button.getAttribute('aria-disabled'), focused()]).toEqual([false, 'true', name]);
    await press(name);
    expect(intents.filter(request.match)).toHaveLength(1);
  },
);

it('rules that were not saved because others have been are kept, with the way to the current ones', async () => {
  const { intents, press, happen, answered } = open();
  const message = 'Your rules were not saved. What you have entered is still here.';
  happen(ruleAdded());
  happen(channelsFailed({ failure: { kind: 'refused', status: 409, code: 'conflict', message }, isUnknown: false }));
  const card = within(screen.getByRole('region', { name: 'Rules' }));
  expect(card.getByText(/^Your rules were not saved\./).textContent).toBe(
    `${message} Please copy anything you still need, because your changes are discarded when you show the current rules. Show the current rules`,
  );
  expect(card.queryByRole('listitem', { name: 'Rule 1' })).not.toBeNull();
  await press('Show the current rules');
  expect(intents.filter(currentRulesRequested.match)).toHaveLength(1);
  answered();
  expect(card.queryByText(/^Your rules were not saved\./)).toBeNull();
  expect(focused()).toBe('Rules');
});

it('a rule whose emails were stopped by the link in one says so, and what to do', () => {
  const rule = { ...NEW_RULE, kinds: ['TIMESHEET_DISPUTED' as const], mail: 'AT_ONCE' as const };
  open({ rules: [rule], mailRefused: ['TIMESHEET_DISPUTED'] });
  const shown = within(screen.getByRole('listitem', { name: 'Rule 1' }));
  expect(shown.getByRole('heading').textContent).toBe('Timesheet Disputed: email immediately');
  expect(shown.getByText(/^Emails about Timesheet Disputed were stopped /)).toBeTruthy();
});

it('a time of the quiet hours is changed together with the other one', () => {
  const { intents } = open({ settings: { ...CHANNELS.settings, quietFrom: '22:00', quietTo: '06:30' } });
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '21:00' } });
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '07:00' } });
  expect(intents.filter(settingsChanged.match).map(({ payload }) => payload)).toEqual([
    { quietFrom: '21:00', quietTo: '06:30' },
    { quietFrom: '21:00', quietTo: '07:00' },
  ]);
});

it('Enter in a time of the quiet hours saves what has changed, and nothing else', async () => {
  const { intents, user } = open({ settings: { ...CHANNELS.settings, quietFrom: '22:00', quietTo: '06:30' } });
  const saves = () => intents.filter(settingsSaveRequested.match).length;
  const from = screen.getByLabelText('From');
  await user.click(from);
  await user.keyboard('{Enter}');
  expect(saves()).toBe(0);
  fireEvent.change(from, { target: { value: '21:00' } });
  await user.keyboard('{Enter}');
  expect(saves()).toBe(1);
});

it('Add a rule keeps the focus when there can be no more, adds none, and says why and what to do', async () => {
  const { press } = open({ rules: Array.from({ length: RULES_MAX - 1 }, () => NEW_RULE) });
  const counts: unknown[] = [];
  for (let pressed = 0; pressed < 2; pressed += 1) {
    await press('Add a rule');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add a rule' });
    counts.push([screen.getAllByRole('listitem', { name: /^Rule/ }).length, button.disabled]);
  }
  expect(counts).toEqual([
    [RULES_MAX, false],
    [RULES_MAX, false],
  ]);
  const why = 'There are 50 rules, which is the limit. Please remove one to add another.';
  expect(screen.getByRole('button', { name: 'Add a rule', description: why })).toBe(document.activeElement);
});

it('notifications on the desktop that the browser blocks are shown as off, with what to do', () => {
  const { happen } = open();
  happen(desktopSet({ desktop: 'off', isDesktopBlocked: true }));
  const card = within(screen.getByRole('region', { name: 'On this computer' }));
  const box = card.getByRole<HTMLInputElement>('checkbox', { name: 'Show notifications on the desktop' });
  expect(box.checked).toBe(false);
  expect(card.queryByText(/^Notifications are blocked for this address\. Please allow them/)).not.toBeNull();
});

it('removing a kind from a rule by keyboard leaves the focus at the rule', async () => {
  const { press } = open({ rules: [{ ...NEW_RULE, kinds: ['TASK_DUE', 'OFFER_MADE'] }] });
  await press('Remove filter Offer Made');
  expect(screen.queryByRole('button', { name: 'Remove filter Offer Made' })).toBeNull();
  expect(focused()).toMatch(/^Task.*: nothing yet$/);
});

it('removing rules by keyboard leaves the focus at the next one, the one before, and at last the heading', async () => {
  const { press } = open({ rules: ['one', 'two', 'three'].map((words) => ({ ...NEW_RULE, words })) });
  await press('Remove rule 2');
  expect(focused()).toBe('Remove rule 2');
  await press('Remove rule 2');
  expect(focused()).toContain('‘one’');
  await press('Remove rule 1');
  expect(focused()).toBe('Rules');
});

it('a rule that is moved up by keyboard keeps the focus on its way to the top, and its place is announced', async () => {
  const { user, press } = open({ rules: ['one', 'two', 'three'].map((words) => ({ ...NEW_RULE, words })) });
  const order = () => screen.getAllByLabelText<HTMLInputElement>('With these words').map(({ value }) => value);
  const place = screen.getAllByRole('status').find((each) => each.matches('.visually-hidden'));
  expect(place?.textContent).toBe('');
  await press('Move up rule 3');
  expect([order(), focused(), place?.textContent]).toEqual([
    ['one', 'three', 'two'],
    'Move up rule 2',
    'Rule 3 is now 2 of 3.',
  ]);
  await user.keyboard('{Enter}');
  expect([order(), place?.textContent]).toEqual([['three', 'one', 'two'], 'Rule 2 is now 1 of 3.']);
  expect(focused()).toContain('‘three’');
  // Screen readers announce only what is new in the page.
  const announced = place?.firstElementChild;
  await press('Move up rule 2');
  expect([order(), place?.textContent]).toEqual([['one', 'three', 'two'], 'Rule 2 is now 1 of 3.']);
  expect(place?.firstElementChild).not.toBe(announced);
});

it.each([
  ['Followed and muted', 'Remove Lakeside', { follows: [{ subject: 'facility:1', label: 'Lakeside', mode: 'MUTE' }] }],
  [
    'Push notifications',
    'Stop push notifications to Firefox',
    { devices: [{ id: 'd1', name: 'Firefox', since: '2026-01-15T09:00:00.000Z', isCurrent: false }] },
  ],
] as const)('the focus stays in %s once what was removed there is gone, and not before', async (title, name, facts) => {
  const { press, happen, answered } = open(facts as unknown as Partial<NotificationChannels>);
  await press(name);
  happen(changeBegun('follow'));
  expect(focused()).toBe(name);
  answered();
  expect(focused()).toBe(title);
});

it('the focus is where the user has moved it before what they removed is gone', async () => {
  const { press, answered } = open({
    follows: [{ subject: 'facility:1', label: 'Lakeside', mode: 'MUTE' }] as unknown as NotificationChannels['follows'],
  });
  await press('Remove Lakeside');
  act(() => screen.getByRole('button', { name: 'Add a rule' }).focus());
  answered();
  expect(focused()).toBe('Add a rule');
});

it('while one follow is being removed, no other can be removed', () => {
  const subjects = ['facility:1', 'facility:2'];
  const { happen } = open({
    follows: subjects.map((subject) => ({ subject, label: subject, mode: 'MUTE' })),
  });
  const buttons = () => screen.getAllByRole('button', { name: /^Remove facility/ });
  const busy = () =>
    buttons().map((button) => button.getAttribute('aria-busy') ?? button.getAttribute('aria-disabled'));
  expect(busy()).toEqual([null, null]);
  happen(changeBegun('follow'));
  expect(busy()).toEqual(['true', 'true']);
});
