/** @jest-environment jsdom */
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { PERMISSIONS } from '../../contract/base/permissions';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import type { AppState } from '../../sagas/app/state';
import {
  filterApplied,
  filterDrafted,
  filterDrawerClosed,
  filterOptionsArrived,
  filtersCleared,
  filtersInitialized,
  savingBegun,
  searchSaveRequested,
} from '../../sagas/features/dashboards/filters/filters.slice';
import { FilterDrawer } from '../../src/screens/dashboards/filters/FilterDrawer';
import { FilterFields } from '../../src/screens/dashboards/filters/FilterFields';
import { CardGrid } from '../../src/screens/dashboards/home/HomeDashboard';
import { Tabs } from '../../src/ui/Tabs';
import { FACILITY, OPTIONS, savedSearch } from '../support/dashboardServer';
import { focused } from './support/focused';
import { everythingFetched, testStore } from './support/show';
import { after, signedIn } from './support/states';

beforeAll(everythingFetched);

const VIEWS = [
  { value: 'a', label: 'List' },
  { value: 'b', label: 'Board' },
] as const;

const dashboard = (applicationTypeId: UserInfo['applicationTypeId']) =>
  after(
    signedIn({ permissions: [...PERMISSIONS], applicationTypeId }, '/vms/dashboard'),
    filtersInitialized({ dashboard: 'HOME', source: { by: 'address' } }),
  );

function open(view: JSX.Element, state: AppState, react?: Parameters<typeof testStore>[1]) {
  const { store, intents, move } = testStore(state, react);
  render(<Provider store={store}>{view}</Provider>);
  return { intents, move, user: userEvent.setup({ delay: null }) };
}

it('Clear All empties typed days, too, so that Apply is usable again', async () => {
  const { user } = open(<FilterFields />, dashboard('AGENCY'), (action, state) => after(state, action));
  await user.click(screen.getByRole('button', { name: 'Choose days' }));
  await user.type(screen.getByLabelText('Last day'), '{Backspace}');
  const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });
  expect(apply.disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Clear All' }));
  expect({ last: screen.queryByLabelText<HTMLInputElement>('Last day')?.value, disabled: apply.disabled }).toEqual({
    last: undefined,
    disabled: false,
  });
});

it('Apply after Clear All clears the filters of all tabs, unless more is chosen then', async () => {
  const loaded = after(dashboard('VMS'), filterOptionsArrived({ dashboard: 'HOME', options: OPTIONS }));
  const { intents, user } = open(<FilterFields />, loaded, (action, state) =>
    filterDrafted.match(action) ? after(state, action) : state,
  );
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  await press('Clear All');
  await press('Apply');
  expect(intents.at(-1)).toEqual(filtersCleared({ dashboard: 'HOME' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time Frame' }), 'YEAR_TO_DATE');
  await press('Apply');
  expect(intents.slice(-2)).toEqual([
    filterDrafted({ form: { timeFrame: 'YEAR_TO_DATE' } }),
    filterApplied({ form: { timeFrame: 'YEAR_TO_DATE' } }),
  ]);
});

it('Apply is carried out once and keeps the focus until it closes the drawer, or until something else is chosen', async () => {
  const { intents, user } = open(<FilterFields />, dashboard('AGENCY'), (action, state) => after(state, action));
  const apply = screen.getByRole('button', { name: 'Apply' });
  act(() => apply.focus());
  await user.keyboard('{Enter}{Enter}');
  expect(intents.map(({ type }) => type)).toEqual([filterApplied.type]);
  expect([focused(), apply.getAttribute('aria-busy')]).toEqual(['Apply', 'true']);
  await user.click(screen.getByRole('button', { name: 'Clear All' }));
  expect(apply.getAttribute('aria-busy')).toBeNull();
});

it('leaves keys with modifiers to the browser, such as Alt and Left for going back', async () => {
  const { intents, user } = open(
    <>
      <CardGrid />
      <Tabs name="Views" choices={VIEWS} value="b" panelId="views" onChoose={() => undefined} />
    </>,
    dashboard('VMS'),
  );
  const taken: string[] = [];
  const look = (event: KeyboardEvent) => event.defaultPrevented && taken.push(event.key);
  document.addEventListener('keydown', look);
  const places = [screen.getAllByRole('button', { name: /^Move / })[1]!, screen.getByRole('tab', { name: 'Board' })];
  const result = [];
  for (const place of places) {
    act(() => place.focus());
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}{Control>}{ArrowLeft}{/Control}{Meta>}{ArrowRight}{/Meta}');
    result.push(document.activeElement === place ? 'kept the focus' : `moved to ${focused()}`);
  }
  document.removeEventListener('keydown', look);
  const sent = intents.map(({ type }) => type);
  expect({ result, taken, sent }).toEqual({ result: ['kept the focus', 'kept the focus'], taken: [], sent: [] });
});

it('Choose days moves the focus to the first day, and Use the time frame instead back to Choose days', async () => {
  const { user } = open(<FilterFields />, dashboard('AGENCY'), (action, state) => after(state, action));
  act(() => screen.getByRole('button', { name: 'Choose days' }).focus());
  await user.keyboard('{Enter}');
  expect(focused()).toBe('First day');
  act(() => screen.getByRole('button', { name: 'Use the time frame instead' }).focus());
  await user.keyboard('{Enter}');
  expect(focused()).toBe('Choose days');
});

describe('the saved searches', () => {
  const named = (searchName: string, id: string) => savedSearch({ id, searchName });
  const saved = (...savedFilters: ReturnType<typeof savedSearch>[]) =>
    after(dashboard('AGENCY'), filterOptionsArrived({ dashboard: 'HOME', options: { ...OPTIONS, savedFilters } }));

  it.each(['Make Default', 'Make Public', 'Update'])(
    '%s keeps the focus while it saves, so that Escape closes the drawer, and is carried out once',
    async (name) => {
      const { intents, user } = open(
        <FilterDrawer tab="saved" />,
        saved(named('ICU', 'f0000000-0000-4000-8000-000000000001')),
        (action, state) => (searchSaveRequested.match(action) ? after(state, savingBegun()) : state),
      );
      const pressed = screen.getByRole<HTMLButtonElement>('button', { name });
      act(() => pressed.focus());
      await user.keyboard('{Enter}{Enter}');
      expect([pressed.disabled, pressed.getAttribute('aria-disabled')]).toEqual([false, 'true']);
      expect(document.activeElement).toBe(pressed);
      await user.keyboard('{Escape}');
      expect(intents.map(({ type }) => type)).toEqual([searchSaveRequested.type, filterDrawerClosed.type]);
    },
  );

  it('that is deleted leaves the focus at the one beside it, and the last one at the list', async () => {
    const [icu, travel] = [
      named('ICU', 'f0000000-0000-4000-8000-000000000001'),
      named('Travel', 'f0000000-0000-4000-8000-000000000002'),
    ];
    const { move } = open(<FilterDrawer tab="saved" />, saved(icu, travel));
    const row = screen.getByRole('button', { name: 'ICU' }).closest('li')!;
    act(() => within(row).getByRole('button', { name: 'Delete' }).focus());
    await move(saved(travel));
    expect(focused()).toBe('Travel');
    await move(saved());
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
  });

  it('that now has the filters cannot be updated with them again: the focus is at Apply', async () => {
    const search = savedSearch();
    const drafted = (timeFrame: string) =>
      after(
        saved(search),
        filtersInitialized({ dashboard: 'HOME', source: { by: 'search', id: search.id, name: search.searchName } }),
        filterDrafted({ form: { timeFrame, clientIds: [FACILITY] } }),
      );
    const { move, user } = open(<FilterFields />, drafted('LAST_MONTH'));
    const update = () => screen.queryByRole('button', { name: /^Update/ });
    act(() => update()?.focus());
    await user.keyboard('{Enter}');
    await move(drafted('YEAR_TO_DATE'));
    expect([update(), focused()]).toEqual([null, 'Apply']);
  });
});
