/** @jest-environment jsdom */
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { PERMISSIONS } from '../../contract/base/permissions';
import type { AppState } from '../../sagas/app/state';
import type { Dashboard } from '../../contract/dashboards/filters.endpoints';
import {
  departmentsArrived,
  departmentsRequested,
  filterApplied,
  filterOptionsArrived,
  filtersInitialized,
} from '../../sagas/features/dashboards/filters/filters.slice';
import { pageMoved } from '../../sagas/navigation/location/location.slice';
import { QuickCriteria } from '../../src/screens/dashboards/filters/QuickCriteria';
import { DEPARTMENT, FACILITY, OPTIONS, OTHER_FACILITY } from '../support/dashboardServer';
import { ASPEN, BIRCH, SUPPLIERS } from '../support/kpiServer';
import { testStore } from './support/show';
import { after, signedIn } from './support/states';

const DEFAULT = 'MONTHLY_LAST_THIRTY_DAYS';

const dashboard = (name: Dashboard, pathname: string, search = '') =>
  [
    pageMoved({ location: { pathname, search, key: 'here' }, by: 'push' }),
    filtersInitialized({ dashboard: name, source: { by: 'address' } }),
    filterOptionsArrived({ dashboard: name, options: { ...OPTIONS, ...SUPPLIERS } }),
  ].reduce((state: AppState, action) => after(state, action), signedIn({ permissions: [...PERMISSIONS] }, pathname));

function open(state: AppState) {
  const { store, intents, move } = testStore(state);
  render(
    <Provider store={store}>
      <QuickCriteria onDone={() => undefined} />
    </Provider>,
  );
  const user = userEvent.setup({ delay: null });
  return {
    intents,
    move,
    user,
    choose: (field: string) => user.selectOptions(screen.getByLabelText('Criterion'), field),
  };
}

it('has the departments of the chosen facilities loaded, says so meanwhile, and retries after a failure', async () => {
  const home = dashboard('HOME', '/vms/dashboard', `?client=${FACILITY}`);
  const { intents, move, user, choose } = open(home);
  await choose('Department');
  expect(intents).toEqual([departmentsRequested()]);
  expect(screen.getByRole('status').textContent).toBe('Loading the departments');
  const choices = [{ value: DEPARTMENT, label: 'ICU North' }];
  const ofOther = after(home, departmentsArrived({ clientIds: [OTHER_FACILITY], choices }));
  await move(ofOther);
  expect(screen.queryByRole('checkbox', { name: 'ICU North' })).toBeNull();
  await move(after(home, departmentsArrived({ clientIds: [FACILITY], choices: null })));
  expect(screen.getByRole('alert').textContent).toBe(
    'The departments could not be loaded. Check your connection and try again.',
  );
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(intents).toEqual([departmentsRequested(), departmentsRequested()]);
  await move(after(home, departmentsArrived({ clientIds: [FACILITY], choices })));
  await user.click(screen.getByRole('checkbox', { name: 'ICU North' }));
  await user.click(screen.getByRole('button', { name: 'Add Criteria' }));
  expect(intents.at(-1)).toEqual(
    filterApplied({ form: { timeFrame: DEFAULT, clientIds: [FACILITY], departmentIds: [DEPARTMENT] } }),
  );
});

it('adds a facility to those chosen', async () => {
  const { intents, user } = open(dashboard('HOME', '/vms/dashboard', `?client=${FACILITY}`));
  await user.click(screen.getByRole('checkbox', { name: 'Harbor' }));
  await user.click(screen.getByRole('button', { name: 'Add Criteria' }));
  expect(intents).toEqual([filterApplied({ form: { timeFrame: DEFAULT, clientIds: [FACILITY, OTHER_FACILITY] } })]);
});

it('replaces the supplier of the tab that shows one', async () => {
  const path = '/vms/supplierbidashboard/supplier-dashboard';
  const { intents, user, choose } = open(dashboard('KPI', path, `?supplier=${ASPEN}`));
  await choose('Supplier');
  await user.click(within(screen.getByRole('group', { name: 'Supplier' })).getByRole('radio', { name: 'Birch' }));
  await user.click(screen.getByRole('button', { name: 'Add Criteria' }));
  expect(intents).toEqual([filterApplied({ form: { timeFrame: DEFAULT, agencyIds: [BIRCH] } })]);
});
