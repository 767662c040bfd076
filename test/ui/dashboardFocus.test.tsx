/** @jest-environment jsdom */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { PERMISSIONS } from '../../contract/base/permissions';
import type { AppState } from '../../sagas/app/state';
import {
  filterChipRemoved,
  filtersCleared,
  filtersSettled,
} from '../../sagas/features/dashboards/filters/filters.slice';
import { selectArrangement } from '../../sagas/features/dashboards/home/cardRequests.selectors';
import { NO_CARDS } from '../../sagas/features/dashboards/home/home.slice';
import { pageMoved } from '../../sagas/navigation/location/location.slice';
import { FilterBar } from '../../src/screens/dashboards/filters/FilterBar';
import { CardGrid } from '../../src/screens/dashboards/home/HomeDashboard';
import { focused } from './support/focused';
import { everythingFetched, testStore } from './support/show';
import { after, signedIn } from './support/states';

beforeAll(everythingFetched);

const dashboard = (search = '') =>
  [
    pageMoved({ location: { pathname: '/vms/dashboard', search, key: 'here' }, by: 'push' }),
    filtersSettled({ dashboard: 'HOME', source: { by: 'address' } }),
  ].reduce(
    (state: AppState, action) => after(state, action),
    signedIn({ permissions: [...PERMISSIONS] }, '/vms/dashboard'),
  );

function open(view: JSX.Element, state: AppState, react?: Parameters<typeof testStore>[1]) {
  const { store, intents, move } = testStore(state, react);
  render(<Provider store={store}>{view}</Provider>);
  return { intents, move, user: userEvent.setup({ delay: null }) };
}

it.each([
  ['Remove filter Job Type', filterChipRemoved({ field: 'jobTypes' })],
  ['Clear All', filtersCleared()],
])('%s hands the focus to the button that adds criteria', async (name, intent) => {
  const { intents, user } = open(<FilterBar />, dashboard('?jobType=TRAVEL'), (action, state) =>
    action.type === intent.type ? dashboard() : state,
  );
  await user.click(screen.getByRole('button', { name }));
  expect(intents).toContainEqual(intent);
  expect(screen.queryByRole('button', { name })).toBeNull();
  expect(focused()).toBe('Criteria');
});

it('an impossible move of a card takes no focus later', async () => {
  const { move, user } = open(
    <>
      <CardGrid />
      <button type="button">Elsewhere</button>
    </>,
    dashboard(),
  );
  const [first] = screen.getAllByRole('button', { name: /^Move / });
  act(() => first!.focus());
  await user.keyboard('{ArrowUp}');
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus());
  await move({
    ...dashboard(),
    homeDashboard: { ...NO_CARDS, arranged: [...selectArrangement(dashboard())].reverse() },
  });
  expect(screen.getAllByRole('button', { name: /^Move / })[0]).not.toBe(first);
  expect(focused()).toBe('Elsewhere');
});
