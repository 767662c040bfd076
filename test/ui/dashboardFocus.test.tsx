/** @jest-environment jsdom */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { PERMISSIONS } from '../../contract/base/permissions';
import type { AppState } from '../../sagas/app/state';
import {
  filterChipRemoved,
  filtersCleared,
  filtersInitialized,
} from '../../sagas/features/dashboards/filters/filters.slice';
import { selectArrangement } from '../../sagas/features/dashboards/home/cardRequests.selectors';
import { cardFailed, cardLoaded, cardRequested, NO_CARDS } from '../../sagas/features/dashboards/home/home.slice';
import type { CardData } from '../../sagas/features/dashboards/home/widgets';
import { SCORES } from '../../sagas/features/dashboards/kpi/kpiDashboards';
import { kpiBreakdownChosen, kpiFailed, kpiRequested } from '../../sagas/features/dashboards/kpi/kpi.slice';
import { pageMoved } from '../../sagas/navigation/location/location.slice';
import { FilterBar } from '../../src/screens/dashboards/filters/FilterBar';
import { CardGrid } from '../../src/screens/dashboards/home/HomeDashboard';
import { Analysis } from '../../src/screens/dashboards/kpi/Analysis';
import { Scorecard } from '../../src/screens/dashboards/kpi/Scorecard';
import { focused } from './support/focused';
import { everythingFetched, testStore } from './support/show';
import { after, signedIn } from './support/states';

beforeAll(everythingFetched);
Element.prototype.scrollIntoView = () => undefined;

const dashboard = (search = '') =>
  [
    pageMoved({ location: { pathname: '/vms/dashboard', search, key: 'here' }, by: 'push' }),
    filtersInitialized({ dashboard: 'HOME', source: { by: 'address' } }),
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
  ['Remove filter Job Type', filterChipRemoved({ dashboard: 'HOME', field: 'jobTypes' })],
  ['Clear All', filtersCleared({ dashboard: 'HOME' })],
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

const failure = { kind: 'unreachable' } as const;
const requested = cardRequested({ widget: 'JOBS', key: 'k' });
const none = { total: 0, counts: {} } as unknown as CardData;
const kpis = (tab: string, search = '') =>
  [
    pageMoved({ location: { pathname: `/vms/supplierbidashboard/${tab}`, search, key: 'here' }, by: 'push' }),
    filtersInitialized({ dashboard: 'KPI', source: { by: 'address' } }),
  ].reduce(
    (state: AppState, action) => after(state, action),
    signedIn({ permissions: [...PERMISSIONS] }, '/vms/dashboard'),
  );
const analysis = kpis('bussiness-analysis');
const kpi = (id: string) => kpiRequested({ id, key: 'k' });
const withoutKpi = (id: string) => kpiFailed({ id, key: 'k', failure });
const page = (view: JSX.Element) => (
  <main id="page" aria-label="The page" tabIndex={-1}>
    {view}
  </main>
);

it.each([
  ['Jobs', <CardGrid key="" />, dashboard(), requested, [cardFailed({ widget: 'JOBS', key: 'k', failure })]],
  [
    'Jobs',
    <CardGrid key="" />,
    dashboard(),
    requested,
    [
      cardLoaded({ widget: 'JOBS', key: 'k', data: none, at: 1 }),
      requested,
      cardFailed({ widget: 'JOBS', key: 'k', failure }),
    ],
  ],
  ['Spend', <Analysis key="" />, analysis, kpi('analysis/SPEND'), [withoutKpi('analysis/SPEND')]],
  ['Fill Rate', <Analysis key="" />, analysis, kpi('analysis/FILL_RATE'), [withoutKpi('analysis/FILL_RATE')]],
  ['The page', <Scorecard key="" />, kpis('supplier-dashboard'), kpi(SCORES), [withoutKpi(SCORES)]],
] as const)('Retry leaves the focus at the heading of the card: %s', async (name, view, before, asked, failed) => {
  const state = after(before, asked, ...failed);
  const { move, user } = open(page(view), state);
  act(() => screen.getByRole('button', { name: 'Retry' }).focus());
  await user.keyboard('{Enter}');
  expect(focused()).toBe('Retry');
  await move(after(state, asked));
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(focused()).toBe(name);
});

it('closing a breakdown returns the focus to the button that opened it', async () => {
  const { user } = open(page(<Analysis />), analysis, (action, state) => {
    if (!kpiBreakdownChosen.match(action)) return state;
    const { payload } = action;
    return kpis('bussiness-analysis', payload === null ? '' : `?breakdown=${payload.kpi}.${payload.by}`);
  });
  const [opener] = screen.getAllByRole('button', { name: /^Break down / });
  await user.click(opener!);
  await user.click(screen.getByRole('button', { name: 'Close the breakdown' }));
  expect(document.activeElement).toBe(opener);
});

it('closing a breakdown from a link leaves the focus at the page', async () => {
  const { user } = open(
    page(<Analysis />),
    kpis('bussiness-analysis', '?breakdown=FILL_RATE.facility'),
    (action, state) => (kpiBreakdownChosen.match(action) ? analysis : state),
  );
  await user.click(screen.getByRole('button', { name: 'Close the breakdown' }));
  expect(focused()).toBe('The page');
});
