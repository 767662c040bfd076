/** @jest-environment jsdom */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { PERMISSIONS } from '../../contract/base/permissions';
import type { AppState } from '../../sagas/app/state';
import { selectHasUnsavedWork } from '../../sagas/app/unsavedWork.saga';
import { inputBegun } from '../../sagas/base/formInput.slice';
import { machineMoved } from '../../sagas/base/runtime/machines.slice';
import { DEFAULT_FORM } from '../../sagas/features/dashboards/filters/filterForm';
import { filterOptionsArrived, filtersInitialized } from '../../sagas/features/dashboards/filters/filters.slice';
import type { ComparedCard } from '../../sagas/features/dashboards/kpi/comparison.selectors';
import { boardEntriesReducers, handoverEnded, type Handover } from '../../sagas/features/liveBoard/boardEntries.slice';
import { pageMoved } from '../../sagas/navigation/location/location.slice';
import { FilterDrawer } from '../../src/screens/dashboards/filters/FilterDrawer';
import { SaveSearch } from '../../src/screens/dashboards/filters/SaveSearch';
import { TargetForm } from '../../src/screens/dashboards/kpi/TargetForm';
import { ViewDialog } from '../../src/screens/lists/ViewDialog';
import { HandoverDialog } from '../../src/screens/liveBoard/BoardHandover';
import { OPTIONS } from '../support/dashboardServer';
import { testStore } from './support/show';
import { after, signedIn } from './support/states';

const nothing = () => undefined;
const supplier = { id: 's1', name: 'Summit' };
const card = { code: 'STARTS', targets: { own: null, all: null } } as unknown as ComparedCard;

function open(form: JSX.Element, at = signedIn({ permissions: [...PERMISSIONS] }, '/vms/jobs')) {
  const { store } = testStore(at, (action, state): AppState => ({
    ...after(state, action),
    boardEntries: boardEntriesReducers.boardEntries(state.boardEntries, action),
  }));
  const shown = render(<Provider store={store}>{form}</Provider>);
  return {
    ...shown,
    store,
    isUnsaved: () => selectHasUnsavedWork(store.getState()),
    user: userEvent.setup({ delay: null }),
  };
}

describe.each([
  ['the note of a handover', <HandoverDialog onClose={nothing} />],
  ['the name of a view', <ViewDialog view={null} onClose={nothing} />],
  ['the name of a search', <SaveSearch form={DEFAULT_FORM} search={null} onClose={nothing} />],
  ['the target of a KPI', <TargetForm card={card} supplier={supplier} onDone={nothing} />],
])('%s', (_, form) => {
  it('counts as unsaved from the first letter until it is taken back', async () => {
    const { user, isUnsaved } = open(form);
    const field = screen.getByRole('textbox');
    expect(isUnsaved()).toBe(false);
    await user.type(field, '1');
    expect(isUnsaved()).toBe(true);
    await user.type(field, '{Backspace}');
    expect(isUnsaved()).toBe(false);
  });

  it('is no longer unsaved once the form is closed', async () => {
    const { user, isUnsaved, unmount } = open(form);
    await user.type(screen.getByRole('textbox'), '1');
    unmount();
    expect(isUnsaved()).toBe(false);
  });
});

it('filters that are chosen but not applied count as unsaved until they are as applied, or the drawer is closed', async () => {
  const pathname = '/vms/dashboard';
  const options = { dashboard: 'HOME', options: OPTIONS } as const;
  const here = [
    pageMoved({ location: { pathname, search: '', key: 'here' }, by: 'push' }),
    filtersInitialized({ dashboard: 'HOME', source: { by: 'default' } }),
    filterOptionsArrived(options),
  ].reduce((state: AppState, action) => after(state, action), signedIn({ permissions: [...PERMISSIONS] }, pathname));
  const { user, isUnsaved, unmount } = open(<FilterDrawer tab="filters" />, here);
  const frame = screen.getByLabelText<HTMLSelectElement>('Time Frame');
  const applied = frame.value;
  const other = OPTIONS.timeFrames.find(({ value }) => value !== applied)?.value ?? '';
  expect(isUnsaved()).toBe(false);
  await user.selectOptions(frame, other);
  expect(isUnsaved()).toBe(true);
  await user.selectOptions(frame, applied);
  expect(isUnsaved()).toBe(false);
  await user.selectOptions(frame, other);
  unmount();
  expect(isUnsaved()).toBe(false);
});

const WRITTEN: Handover = {
  ...{ handoverId: 'h1', note: 'Bed 4', author: 'Dana Brooks', createdAt: '2026-01-15T09:00:00.000Z' },
  ...{ acknowledgedBy: null, acknowledgedAt: null },
};

it('the note of a handover is saved once it has been written', async () => {
  const { user, store, isUnsaved } = open(<HandoverDialog onClose={nothing} />);
  await user.type(screen.getByRole('textbox'), 'Bed 4');
  act(() => void store.dispatch(handoverEnded({ handover: WRITTEN, error: null })));
  expect([screen.queryByRole('textbox'), isUnsaved()]).toEqual([null, false]);
});

it('a form that is removed after the session says nothing about the next one', async () => {
  const { user, store, isUnsaved, unmount } = open(<HandoverDialog onClose={nothing} />);
  await user.type(screen.getByRole('textbox'), 'Bed 4');
  const projection = { value: 'signedOut', context: {}, tags: ['signedOut'], can: [], status: 'active' } as const;
  act(() => void store.dispatch(machineMoved({ machine: 'session', event: 'SIGN_OUT', projection })));
  unmount();
  expect(isUnsaved()).toBe(false);
  act(() => void store.dispatch(inputBegun()));
  expect(isUnsaved()).toBe(true);
});
