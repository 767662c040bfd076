/** @jest-environment jsdom */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { AppState } from '../../sagas/app/state';
import type { WithChannels } from '../../sagas/features/channels/channels.selectors';
import { channelsArrived, channelsReducers } from '../../sagas/features/channels/channels.slice';
import { ChannelsScreen } from '../../src/screens/channels/ChannelsScreen';
import { CHANNELS } from '../support/channelsPage';
import { focused } from './support/focused';
import { after, signedIn } from './support/states';

function open() {
  const base = signedIn();
  const store = configureStore({
    reducer: (state: (AppState & WithChannels) | undefined, action: Action): AppState & WithChannels => ({
      ...after(state ?? base, action),
      channels: channelsReducers.channels(state?.channels, action),
    }),
  });
  store.dispatch(channelsArrived({ saved: CHANNELS, ability: 'able' }));
  render(
    <Provider store={store}>
      <ChannelsScreen />
    </Provider>,
  );
  return userEvent.setup({ delay: null });
}

it.each([
  ['Mail and quiet hours', 'Quiet hours: pushes and mail wait until they are over', 'checkbox'],
  ['Rules', 'Add a rule', 'button'],
] as const)('discarding changes of %s by keyboard leaves the focus at its heading', async (title, name, role) => {
  const user = open();
  const card = within(screen.getByRole('region', { name: title }));
  await user.click(card.getByRole(role, { name }));
  act(() => card.getByRole('button', { name: 'Discard' }).focus());
  await user.keyboard('{Enter}');
  expect(card.queryByRole('button', { name: 'Discard' })).toBeNull();
  expect(focused()).toBe(title);
});
