/** @jest-environment jsdom */
/** The dialog Appearance, which is open in one tab while another one is used. */
import { act, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import {
  appearanceOpened,
  appearanceReducers,
  appearanceShown,
} from '../../sagas/features/appearance/appearance.slice';
import { AppearanceDialog } from '../../src/screens/appearance/AppearanceDialog';
import { testStore } from './support/show';
import { signedIn } from './support/states';

it('shows what applies when another tab has stored a choice, and no longer once it is closed', () => {
  const appearance = appearanceReducers.appearance(
    undefined,
    appearanceShown({ density: 'comfortable', patterns: false, singleKeys: true }),
  );
  const { store, intents } = testStore({ ...signedIn(), appearance });
  const { unmount } = render(
    <Provider store={store}>
      <AppearanceDialog />
    </Provider>,
  );
  const storeElsewhere = () => act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'vms.look' })));
  expect(intents).toEqual([]);
  storeElsewhere();
  expect(intents).toEqual([appearanceOpened()]);
  unmount();
  storeElsewhere();
  expect(intents).toHaveLength(1);
});
