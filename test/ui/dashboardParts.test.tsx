/** @jest-environment jsdom */
/** Parts of the dashboards whose behavior depends on the board or on a permission. */
import { fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { PERMISSIONS, type Permission } from '../../contract/base/permissions';
import type { AppState } from '../../sagas/app/state';
import { DEFAULT_FORM } from '../../sagas/features/dashboards/filters/filterForm';
import {
  filterOptionsArrived,
  filtersInitialized,
  searchSaveRequested,
} from '../../sagas/features/dashboards/filters/filters.slice';
import { selectCardView } from '../../sagas/features/dashboards/home/cards.selectors';
import {
  cardLoaded,
  cardRequested,
  cardViewChosen,
  statusesArranged,
} from '../../sagas/features/dashboards/home/home.slice';
import { selectCharts } from '../../sagas/features/dashboards/kpi/charts.selectors';
import { kpiViewChosen, kpiShowsAllChanged } from '../../sagas/features/dashboards/kpi/kpi.slice';
import { selectTopCards } from '../../sagas/features/dashboards/kpi/topSuppliers.selectors';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { SaveChoices } from '../../src/screens/dashboards/cards/SaveChoices';
import { SaveSearch } from '../../src/screens/dashboards/filters/SaveSearch';
import { SavedFilters } from '../../src/screens/dashboards/filters/SavedFilters';
import { CardBody, chartOf } from '../../src/screens/dashboards/home/CardBody';
import { Tiles } from '../../src/screens/dashboards/home/Tiles';
import { ChartCard } from '../../src/screens/dashboards/kpi/ChartCard';
import { KpiDashboard } from '../../src/screens/dashboards/kpi/KpiDashboards';
import { TopSuppliers, rankCsv, rankData } from '../../src/screens/dashboards/kpi/TopSuppliers';
import { CHART_TOKENS, type ChartTokens } from '../../src/ui/chart/chartTokens';
import { optionsOf } from '../../src/ui/chart/options';
import { summaryOf } from '../../src/ui/chart/chartText';
import { sliceLabels } from '../../src/ui/chart/sliceLabels';
import { OPTIONS, atDashboard, json, savedSearch } from '../support/dashboardServer';
import { PERIOD, kpiScript } from '../support/kpiServer';
import { at } from '../support/kpiTab';
import { everythingFetched, settle, testStore } from './support/show';
import { after, signedIn } from './support/states';

beforeAll(everythingFetched);

function open(view: JSX.Element, state: AppState) {
  const { store, intents, move } = testStore(state);
  render(
    <Provider store={store}>
      <MemoryRouter>{view}</MemoryRouter>
    </Provider>,
  );
  return { intents, move };
}
const TOKENS = Object.fromEntries(CHART_TOKENS.map((name) => [name, '#123456'])) as ChartTokens;

describe('a point of the time to file completion opens its report', () => {
  const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`);
  const facilityKpiDashboard = () => ({
    reply: json({
      ...PERIOD,
      months,
      figures: {},
      fileCompletionDTO: { monthlyFileCompletionDays: months.map((_, index) => index + 1) },
    }),
  });
  /** Picks November, the month before the last. */
  async function picked({ tab }: Awaited<ReturnType<typeof at>>) {
    const state = tab.state();
    const view = selectCharts(state).find(({ title }) => title === 'Time to File Completion')!;
    const tabs: (readonly [string, string])[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      tabs.push([this.target, this.getAttribute('href') ?? '']);
    });
    const { intents } = open(<ChartCard view={view} />, state);
    const chart = screen.getByRole('application');
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Enter']) fireEvent.keyDown(chart, { key });
    click.mockRestore();
    return { intents, tabs };
  }
  const rows = '?kpi=FILE_COMPLETION&filesCompletedOn=2026-11-01..2026-11-30';

  it('in this tab on the board of a facility', async () => {
    const facility = await atDashboard({
      at: '/facility/kpidashboard',
      user: { userType: 'CLIENT', userTypeIds: ['CLIENT'], organizationType: 'CLIENT', applicationTypeId: 'CLIENT' },
      script: { ...kpiScript(), facilityKpiDashboard },
    });
    const to = `/facility/nexusreports/vmsactivebookedcandidatereport${rows}`;
    expect(await picked(facility)).toEqual({ intents: [navigateRequested({ to })], tabs: [] });
  });

  it('in a new tab on business analysis', async () => {
    const to = `/vms/nexusreports/vmsactivebookedcandidatereport${rows}`;
    expect(await picked(await at('bussiness-analysis'))).toEqual({ intents: [], tabs: [['_blank', to]] });
  });
});

it.each(['Highest Fill Percentage', 'Highest Completion Percentage'])(
  'the axis of %s ends at 100, with a tick for each 25',
  async (title) => {
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const card = selectTopCards((await at('top-supplier')).tab.state()).find((each) => each.title === title)!;
    const { x } = optionsOf(rankData(card), 'rows', false, TOKENS).scales!;
    expect(x).toMatchObject({ max: 100, ticks: { stepSize: 25 } });
  },
);

it('the tabs are below the filters, also on a phone, where these are not in the bar above the page', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  open(<KpiDashboard />, (await at('top-supplier')).tab.state());
  const filters = screen.getByRole('group', { name: 'Filters' });
  const tabs = screen.getByRole('navigation', { name: 'KPI Dashboard' });
  expect(filters.compareDocumentPosition(tabs) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  expect(within(tabs).getByRole('link', { current: 'page' }).textContent).toBe('Supplier Ranking');
  logged.mockRestore();
});

it('the Table button of a ranking shows the other of its chart and its table, whichever is the usual one', async () => {
  // Charts are not drawn without a canvas, and say so.
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const scene = await at('top-supplier');
  const state = scene.tab.state();
  const cards = selectTopCards(state);
  const { move, intents } = open(<TopSuppliers />, state);
  for (const kind of ['table', 'bar']) {
    const { title } = cards.find((each) => each.kind === kind)!;
    const hasTable = () => within(screen.getByRole('region', { name: title })).queryByRole('table') !== null;
    const before = hasTable();
    fireEvent.click(screen.getByRole('button', { name: `${title} as a table` }));
    await move(after(state, intents.at(-1)!));
    expect([before, hasTable()]).toEqual([kind === 'table', kind === 'bar']);
  }
  logged.mockRestore();
});

describe('the CSV of a ranking', () => {
  const row = (agencyName: string, numerator: number, volume: number) => ({
    agencyId: `a0000000-0000-4000-8000-0000000000${agencyName.length}0`,
    agencyName,
    value: (100 * numerator) / volume,
    numerator,
    denominator: volume,
    volume,
  });
  const { period } = PERIOD;
  const answer = { period, minimumVolume: 5, records: [row('Aspen', 9, 12)], others: [row('Birches', 5, 10)] };
  const atRanking = (apart: readonly object[], ranked: object = {}) =>
    at('top-supplier', { ...kpiScript(), topSuppliers: () => ({ reply: json({ ...answer, ...ranked, apart }) }) });
  const card = ({ tab }: Awaited<ReturnType<typeof at>>, title: string) =>
    selectTopCards(tab.state()).find((each) => each.title === title)!;

  it('has all suppliers that are shown, with how many cases each has, and which are too few to be ranked', async () => {
    const scene = await atRanking([row('Cedar Co', 1, 1)]);
    const title = 'On Time Start Percentage';
    expect(rankCsv(card(scene, title))).toEqual([
      ['Supplier', 'Starts', 'Percent'],
      ['Aspen', '12', '75'],
    ]);
    await scene.dispatch(kpiShowsAllChanged({ id: card(scene, title).id, showsAll: true }));
    expect(rankCsv(card(scene, title))).toEqual([
      ['Supplier', 'Starts', 'Percent', 'Ranked'],
      ['Aspen', '12', '75', 'yes'],
      ['Birches', '10', '50', 'yes'],
      ['Cedar Co', '1', '100', 'no'],
    ]);
  });

  it('has those too few to be ranked where none is ranked, as the card does, which says so', async () => {
    const scene = await atRanking([row('Cedar Co', 1, 1)], { records: [], others: [] });
    const title = 'On Time Start Percentage';
    expect(rankCsv(card(scene, title))).toEqual([
      ['Supplier', 'Starts', 'Percent', 'Ranked'],
      ['Cedar Co', '1', '100', 'no'],
    ]);
    const state = scene.tab.state();
    const { move } = open(<TopSuppliers />, state);
    const shown = () => within(screen.getByRole('region', { name: title }));
    const sentence = 'No supplier has at least 5 cases, so none is ranked. Choose fewer cases or a longer time frame.';
    expect(shown().getByText(sentence)).toBeTruthy();
    expect(shown().getByRole('rowheader', { name: 'Cedar Co' })).toBeTruthy();
    expect(shown().queryByRole('button', { name: /^Show/ })).toBeNull();
    await move(after(state, kpiViewChosen({ id: card(scene, title).id, view: 'chart' })));
    expect([shown().queryByRole('table'), shown().queryByText(sentence) === null]).toEqual([null, false]);
  });

  it('leaves the ratio of a supplier without an offer empty, which the card shows as 0 : 0 without a bar', async () => {
    const ratio = (name: string, ratioUp: number, ratioDown: number) => ({
      ...row(name, ratioUp, ratioUp),
      ratioUp,
      ratioDown,
    });
    const scene = await atRanking([], { records: [ratio('Aspen', 12, 4), ratio('Birches', 9, 0)] });
    const shown = card(scene, 'Submittal to Offer Ratio');
    expect(rankCsv(shown)).toEqual([
      ['Supplier', 'Submissions', 'Ratio'],
      ['Aspen', '12', '3'],
      ['Birches', '9', ''],
    ]);
    const { series, text } = rankData(shown);
    expect(series[0]!.values.map((value) => [value, text!(value)])).toEqual([
      [3, '3.0 : 1'],
      [0, '0 : 0'],
    ]);
  });

  it('of counts has no second column', async () => {
    expect(rankCsv(card(await atRanking([]), 'Most Submissions'))).toEqual([
      ['Supplier', 'Count'],
      ['Aspen', '75'],
    ]);
  });
});

it('the labels of a pie are at 80 % of its radius', () => {
  const written: (readonly [string, number, number])[] = [];
  const pen = { fillText: (text: string, x: number, y: number) => void written.push([text, x, y]) };
  const ctx = new Proxy(pen, { get: (own, name) => Reflect.get(own, name) ?? (() => {}), set: () => true });
  const slices = [
    { x: 0, y: 0, startAngle: -1, endAngle: 1, outerRadius: 100 },
    { x: 0, y: 0, startAngle: 1, endAngle: 1.1, outerRadius: 100 },
  ];
  const chart = { ctx, data: { datasets: [{ data: [12, 1] }] }, getDatasetMeta: () => ({ data: slices }) };
  const { afterDatasetsDraw } = sliceLabels({ current: { tokens: TOKENS } as never });
  afterDatasetsDraw?.call(undefined as never, chart as never, {}, {}, false as never);
  // A narrow slice has none.
  expect(written).toEqual([['12', 80, 0]]);
});

const home = (permissions: readonly Permission[]) =>
  after(
    signedIn({ permissions: [...permissions] }, '/vms/dashboard'),
    filtersInitialized({ dashboard: 'HOME', source: { by: 'address' } }),
  );

describe('a card without a chart', () => {
  const NONE_CHOSEN = 'No data for these statuses. Choose others with the filter of this card.';
  const NOTHING = 'No data for these filters. Choose a longer time frame or clear a filter.';
  const NOTHING_NOW = 'No data for these filters. Clear a filter.';
  const shown = async (counts: Readonly<Record<string, number>>, chosen: readonly string[]) => {
    const total = Object.entries(counts).reduce((sum, [code, count]) => sum + (code === 'HOT_JOB' ? 0 : count), 0);
    const state = after(
      home(PERMISSIONS),
      cardRequested({ widget: 'JOBS', key: 'k' }),
      cardLoaded({ widget: 'JOBS', key: 'k', data: { total, period: null, counts }, at: 1 }),
      statusesArranged({
        widget: 'JOBS',
        statuses: ['OPEN_WITH_SUBMISSION', 'ON_HOLD', 'CLOSED_FILLED'].map((code) => ({
          code,
          isSelected: chosen.includes(code),
        })),
      }),
      cardViewChosen({ widget: 'JOBS', view: 'table' }),
    );
    open(<CardBody view={selectCardView(state)('JOBS')!} />, state);
    await settle();
    return document.querySelector('.card-empty')?.textContent ?? null;
  };

  it.each([
    ['none is chosen', { OPEN_WITH_SUBMISSION: 5, ON_HOLD: 0, HOT_JOB: 0 }, [], NONE_CHOSEN],
    ['only others have any', { OPEN_WITH_SUBMISSION: 5, ON_HOLD: 0, HOT_JOB: 0 }, ['ON_HOLD'], NONE_CHOSEN],
    [
      'only others have any, beside other figures',
      { OPEN_WITH_SUBMISSION: 5, ON_HOLD: 0, HOT_JOB: 3 },
      ['ON_HOLD'],
      NONE_CHOSEN,
    ],
    [
      'no status has any',
      { OPEN_WITH_SUBMISSION: 0, CLOSED_FILLED: 0, HOT_JOB: 0 },
      ['OPEN_WITH_SUBMISSION', 'CLOSED_FILLED'],
      NOTHING,
    ],
    [
      'none of the statuses that do not depend on the time frame has any',
      { OPEN_WITH_SUBMISSION: 0, ON_HOLD: 0, HOT_JOB: 0 },
      ['OPEN_WITH_SUBMISSION', 'ON_HOLD'],
      NOTHING_NOW,
    ],
    [
      'a chosen one has some',
      { OPEN_WITH_SUBMISSION: 5, ON_HOLD: 0, HOT_JOB: 0 },
      ['OPEN_WITH_SUBMISSION', 'ON_HOLD'],
      null,
    ],
  ])('says why, and what to do: %s', async (_, counts, chosen, said) => {
    expect(await shown(counts, chosen)).toBe(said);
  });

  it('has no picture to save, but its figures', () => {
    render(<SaveChoices title="Jobs" csv={() => []} picture={() => document.body} onDone={() => undefined} />);
    const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
    expect([isOff('CSV of the numbers'), isOff('PNG of the chart')]).toEqual([false, true]);
  });
});

it('describes the chart of a card by its totals now and in the period, and by its largest status', () => {
  const spoken = (widget: 'ASSIGNMENTS' | 'INVOICE', counts: Readonly<Record<string, number>>) => {
    const state = after(
      home(PERMISSIONS),
      cardRequested({ widget, key: 'k' }),
      cardLoaded({ widget, key: 'k', data: { total: 0, period: null, counts }, at: 1 }),
    );
    return summaryOf(chartOf(selectCardView(state)(widget)!));
  };
  // Those whose extension is due are active as well.
  expect(spoken('ASSIGNMENTS', { ACTIVE: 1_000, BOOKED: 40, EXTENSIONS_DUE: 200, COMPLETED: 60 })).toBe(
    'Assignments: Total now 1,040, Total in period 60. Most: Active, 1,000.',
  );
  expect(spoken('INVOICE', { INVOICE_DUE: 9, INVOICE_PAID: 1_200, REVERSE_INVOICE_PENDING: 7 })).toBe(
    'Invoicing: Invoices now 9, Reverse now 7, Invoices in period 1,200, Reverse in period 0. Most: Paid, 1,200.',
  );
});

describe('the sums of a card are as of now, whatever the time frame, and lead to what is added up', () => {
  const shown = async (widget: 'JOBS' | 'INVOICE', data: object, permissions: readonly Permission[] = PERMISSIONS) => {
    const state = after(
      home(permissions),
      cardRequested({ widget, key: 'k' }),
      cardLoaded({ widget, key: 'k', data: { total: 3, period: PERIOD.period, counts: {}, ...data }, at: 1 }),
      cardViewChosen({ widget, view: 'table' }),
    );
    open(<CardBody view={selectCardView(state)(widget)!} />, state);
    // The changes beside the figures are loaded later.
    await settle();
  };
  const jobs = { counts: { OPEN_WITH_SUBMISSION: 2, CLOSED_FILLED: 1, HOT_JOB: 0 }, totalOpenings: 7 };

  it('the openings to the open jobs', async () => {
    await shown('JOBS', jobs);
    const tile = screen.getByText(/^Total Openings/).closest('a');
    expect([tile?.textContent, tile?.getAttribute('href')]).toEqual([
      '7Total Openings now',
      '/vms/jobs?jobStatusIds=OPEN',
    ]);
  });

  it('nowhere without the permission for the jobs', async () => {
    await shown(
      'JOBS',
      jobs,
      PERMISSIONS.filter((code) => code !== 'MENU_JOB'),
    );
    expect(screen.getByText(/^Total Openings/).closest('a')).toBeNull();
  });

  it('the amounts to what is not paid', async () => {
    const counts = { INVOICE_DUE: 1, INVOICE_PAID: 1, REVERSE_INVOICE_PENDING: 1 };
    await shown('INVOICE', { counts, totalDue: 123_456, totalPending: 789 });
    const amounts = [...document.querySelectorAll('.card-foot > span')].flatMap(({ textContent }) =>
      textContent?.startsWith('Total ') === true ? [textContent] : [],
    );
    expect(amounts).toEqual(['Total due now $1,234.56', 'Total pending now $7.89']);
  });
});

describe('the files of the compliance card', () => {
  const BOOKED = 'VMS_DASHBOARD_NEXUS_DASHBOARD_BOOKED_COMPLIANCE';
  const tiles = async (permissions: readonly Permission[]) => {
    const state = after(
      home(permissions),
      cardRequested({ widget: 'COMPLIANCE', key: 'k' }),
      cardLoaded({
        widget: 'COMPLIANCE',
        key: 'k',
        data: { total: 1, period: null, complianceView: 'ACTIVE', counts: { FILES_DUE: 1 } },
        at: 1,
      }),
    );
    open(<Tiles view={selectCardView(state)('COMPLIANCE')!} />, state);
    // The changes beside the figures are loaded later.
    await settle();
  };

  it('can be switched with both permissions', async () => {
    await tiles(PERMISSIONS);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Active', 'Booked']);
  });

  it('are fixed with one permission, without a toggle', async () => {
    await tiles(PERMISSIONS.filter((code) => code !== BOOKED));
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.queryByRole('group', { name: 'Whose files' })).toBeNull();
    expect(screen.getByText('Active')).toBeTruthy();
  });
});

describe.each([true, false])('the permission to publish (%s)', (canPublish) => {
  const state = () =>
    after(
      home(PERMISSIONS),
      filterOptionsArrived({ dashboard: 'HOME', options: { ...OPTIONS, canPublish, savedFilters: [savedSearch()] } }),
    );

  it('decides whether a new search can be made public', () => {
    open(<SaveSearch form={DEFAULT_FORM} search={null} onClose={() => undefined} />, state());
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Public/ }).disabled).toBe(!canPublish);
    expect(screen.queryByText('You do not have permission to make searches public.') === null).toBe(canPublish);
  });

  it('decides whether a saved search can be made public', () => {
    open(<SavedFilters />, state());
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make Public' }).disabled).toBe(!canPublish);
  });

  it('does not matter for making a public search private', () => {
    const search = savedSearch({ public: true });
    const options = { ...OPTIONS, canPublish, savedFilters: [search] };
    const ofPublic = after(home(PERMISSIONS), filterOptionsArrived({ dashboard: 'HOME', options }));
    const { intents } = open(<SavedFilters />, ofPublic);
    fireEvent.click(screen.getByRole('button', { name: 'Make Private' }));
    expect(intents).toMatchObject([{ payload: { id: search.id, public: false } }]);
    open(<SaveSearch form={null} search={search} onClose={() => undefined} />, ofPublic);
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Public/ });
    expect([box.checked, box.disabled]).toEqual([true, false]);
    expect(screen.queryByText('You do not have permission to make searches public.')).toBeNull();
  });
});

describe('a saved search', () => {
  const { id } = savedSearch();
  const state = () =>
    after(
      home(PERMISSIONS),
      filterOptionsArrived({ dashboard: 'HOME', options: { ...OPTIONS, savedFilters: [savedSearch()] } }),
    );

  it.each([
    ['Make Default', { default: true }],
    ['Make Public', { public: true }],
  ])('%s changes nothing else of it', (name, change) => {
    const { intents } = open(<SavedFilters />, state());
    fireEvent.click(screen.getByRole('button', { name }));
    expect(intents.map((intent) => (intent as { payload?: unknown }).payload)).toEqual([{ id, ...change }]);
  });

  it('that is renamed keeps the rest of it as it is saved', () => {
    const { intents } = open(<SaveSearch form={null} search={savedSearch()} onClose={() => undefined} />, state());
    fireEvent.change(screen.getByLabelText('Search name'), { target: { value: 'Nights ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    fireEvent.click(screen.getByRole('checkbox', { name: /^Default/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(intents.filter(searchSaveRequested.match).map(({ payload }) => payload)).toEqual([
      { id, searchName: 'Nights' },
      { id, searchName: 'Nights', default: true },
    ]);
  });
});
