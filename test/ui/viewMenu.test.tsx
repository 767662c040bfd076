/** @jest-environment jsdom */
/** The menu of saved views: what has the focus while a view is updated, and after it; what a change sends. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { PERMISSIONS } from '../../contract/base/permissions';
import { selectShownSettings } from '../../sagas/features/lists/views/views.selectors';
import {
  viewSaveRequested,
  viewSavingBegun,
  viewsArrived,
  type SavedView,
} from '../../sagas/features/lists/views/views.slice';
import { pageMoved } from '../../sagas/navigation/location/location.slice';
import { ViewMenu } from '../../src/screens/lists/ViewMenu';
import { focused } from './support/focused';
import { everythingFetched, settle, testStore } from './support/show';
import { after, signedIn } from './support/states';

beforeAll(everythingFetched);

const SHOWN = after(
  signedIn({ permissions: [...PERMISSIONS] }, '/vms/jobs'),
  pageMoved({ location: { pathname: '/vms/jobs', search: '', key: 'here' }, by: 'push' }),
);
/** With a view of the jobs that differs from what is shown by `change`. */
function jobs(change: Partial<SavedView> = {}) {
  const facts = { id: 'v1', name: 'Open ICU jobs', own: true, shared: false, default: false, owner: 'Maria Keller' };
  const view = { ...selectShownSettings(SHOWN), ...facts, ...change } as SavedView;
  return after(SHOWN, viewsArrived({ list: 'jobs', answer: { views: [view], mayShare: false } }));
}

it('Update keeps the focus while it saves, then the view has it; Escape closes the menu', async () => {
  const { store, intents, move } = testStore(jobs({ q: 'icu' }), (action, state) =>
    viewSaveRequested.match(action) ? after(state, viewSavingBegun()) : state,
  );
  render(
    <Provider store={store}>
      <ViewMenu narrow={false} />
    </Provider>,
  );
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await settle();
  const update = screen.getByRole<HTMLButtonElement>('button', { name: /^Update Open ICU jobs/ });
  update.focus();
  await user.keyboard('{Enter}{Enter}');
  expect(intents.filter(viewSaveRequested.match)).toHaveLength(1);
  expect([update.disabled, update.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  await move(jobs());
  expect(update.isConnected).toBe(false);
  expect(focused()).toMatch(/^Open ICU jobs/);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: 'Views' })).toBeNull();
});

it('Change sends only what is changed', async () => {
  const { store, intents } = testStore(jobs({ shared: true }));
  render(
    <Provider store={store}>
      <ViewMenu narrow={false} />
    </Provider>,
  );
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('button', { name: 'Change Open ICU jobs' }));
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), ', nights ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(screen.getByRole('checkbox', { name: /^Shared/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(intents.filter(viewSaveRequested.match).map(({ payload }) => payload)).toEqual([
    { id: 'v1', name: 'Open ICU jobs, nights ' },
    { id: 'v1', name: 'Open ICU jobs, nights ', shared: false },
  ]);
});
