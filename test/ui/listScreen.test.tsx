/** @jest-environment jsdom */
import { act, screen, within } from '@testing-library/react';
import { PERMISSIONS } from '../../contract/base/permissions';
import type { AppState } from '../../sagas/app/state';
import { selectChosenOf } from '../../sagas/features/lists/rowSelection/rowSelection.selectors';
import { recordActionsReducers } from '../../sagas/features/recordActions/recordActions.slice';
import { recordStatesArrived } from '../../sagas/features/recordActions/recordStates.events';
import { keyOf, selectListRequest } from '../../sagas/features/lists/lists.selectors';
import {
  columnsRecalled,
  countsArrived,
  listChanged,
  listColumnsChosen,
  listRowsSelected,
  listExportRequested,
  listFailed,
  listFilterSet,
  listOptionsRequested,
  listReloadRequested,
  listSearchSubmitted,
  listSearchTyped,
  listSortPressed,
  listRequested,
  optionsArrived,
  pageArrived,
  rowsChosen,
  type ListPage,
} from '../../sagas/features/lists/lists.slice';
import { countKey, selectCountRequests } from '../../sagas/features/lists/tabs/tabs.selectors';
import { navigateRequested, pageMoved } from '../../sagas/navigation/location/location.slice';
import { focused } from './support/focused';
import { everythingFetched, show } from './support/show';
import { after, signedIn } from './support/states';

beforeAll(everythingFetched);
Element.prototype.scrollIntoView = () => undefined;

/** Once the screen's file has loaded. */
async function open(state: AppState, options: Parameters<typeof show>[1] = {}) {
  const shown = await show(state, options);
  await screen.findByRole('heading', { level: 1 });
  return shown;
}

const jobs = (search = '', width?: number) =>
  after(
    signedIn({ permissions: [...PERMISSIONS] }, '/vms/jobs', width),
    pageMoved({ location: { pathname: '/vms/jobs', search, key: 'here' }, by: 'push' }),
  );
const keyAt = (state: AppState) => keyOf(selectListRequest(state)!);
const wanted = (state: AppState) => after(state, listRequested({ key: keyAt(state) }));
const filled = (state: AppState, page: Partial<ListPage> = {}) =>
  after(
    wanted(state),
    pageArrived({ list: 'jobs', key: keyAt(state), page: { rows: ROWS, total: 214, page: 1, size: 50, ...page } }),
  );
const ROWS = [
  { id: 'j1', number: 104076, facility: '<img src=x onerror=alert(1)>', status: 'OPEN', submissions: 3, hot: true },
  { id: 'j2', number: 104077, facility: 'Lakeside', status: 'CLOSED', submissions: 0, hot: false },
];
const table = () => screen.getByRole('table', { name: 'Jobs' });
const head = (name: string) => within(table()).getByRole('columnheader', { name });
const only = (intents: readonly { type: string }[]) => intents.filter(({ type }) => type.startsWith('lists/'));

it('is a table with its total, its order and complete row numbers, and data is text', async () => {
  await open(filled(jobs('?sort=-daysOpen')));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Jobs');
  expect(screen.getByText('1-2 of 214')).toBeTruthy();
  expect(table().getAttribute('aria-rowcount')).toBe('215');
  expect(head('Days Open').getAttribute('aria-sort')).toBe('descending');
  expect(head('Job ID').getAttribute('aria-sort')).toBeNull();
  expect(within(table()).getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  expect(document.querySelector('table img')).toBeNull();
});

const atSubmissions = () =>
  after(
    filled(jobs()),
    pageMoved({ location: { pathname: '/vms/jobs/submissions', search: '', key: 'there' }, by: 'push' }),
  );

it('moves the focus to its heading after another list, whatever else is expanded', async () => {
  const { move } = await open(filled(jobs()));
  document.querySelector('header')!.insertAdjacentHTML('beforeend', '<button aria-expanded="true">Bell</button>');
  await move(atSubmissions());
  await screen.findByRole('heading', { level: 1, name: 'Submissions' });
  expect(focused()).toBe('Submissions');
});

it('leaves a menu open that was opened before it arrived', async () => {
  const { user, move } = await open(filled(jobs()));
  const profile = screen.getByRole('button', { name: /^Profile of/ });
  await user.click(profile);
  await move(atSubmissions());
  await screen.findByRole('heading', { level: 1, name: 'Submissions' });
  expect(profile.getAttribute('aria-expanded')).toBe('true');
});

it('sorts by column headers with the keyboard alone', async () => {
  const { user, intents } = await open(filled(jobs()));
  act(() => within(head('Job ID')).getByRole('button').focus());
  await user.keyboard('{Enter}');
  expect(only(intents)).toEqual([listSortPressed({ column: 'number' })]);
});

it('links to the submissions of a job, unless there are none', async () => {
  await open(filled(jobs()));
  const links = within(table()).getAllByRole('link');
  const targets = links.map((link) => link.getAttribute('href'));
  expect(targets).toContain('/vms/jobs/submissions?jobNumber=104076..104076');
  expect(targets.some((to) => to?.includes('104077'))).toBe(false);
});

it('shows the typed text, searches by Enter and clears by Escape', async () => {
  const { user, intents } = await open(filled(jobs('?q=icu')));
  const field = screen.getByRole('searchbox');
  await user.click(field);
  await user.keyboard('x{Enter}{Escape}');
  expect(only(intents)).toEqual([
    listSearchTyped({ text: 'icux' }),
    listSearchSubmitted({ text: 'icu' }),
    listSearchSubmitted({ text: '' }),
  ]);
});

it('sets a filter in one step, and a chip removes it', async () => {
  const { user, intents, move } = await open(filled(jobs()));
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  await user.click(within(screen.getByRole('dialog', { name: 'Add filter' })).getByRole('button', { name: 'Status' }));
  await user.click(screen.getByRole('checkbox', { name: 'Open' }));
  await user.click(screen.getByRole('checkbox', { name: 'On-Hold' }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(only(intents)).toEqual([
    listOptionsRequested(),
    listFilterSet({ name: 'jobStatusIds', values: ['OPEN', 'ON_HOLD'] }),
  ]);
  await move(filled(jobs('?jobStatusIds=OPEN,ON_HOLD')));
  expect(screen.getByRole('button', { name: 'Status: Open, On-Hold' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove filter Status' }));
  expect(only(intents).at(-1)).toEqual(listFilterSet({ name: 'jobStatusIds', values: [] }));
  expect(document.activeElement?.textContent).toBe('Add filter');
});

it.each(['Remove filter Status', 'Clear all'])(
  'leaves the focus at the filters of a narrow screen after “%s”',
  async (name) => {
    const { user, move } = await open(filled(jobs('?jobStatusIds=OPEN', 390)));
    act(() => screen.getByRole('button', { name }).focus());
    await user.keyboard('{Enter}');
    await move(filled(jobs('', 390)));
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(focused()).toBe('Filters');
  },
);

it('refuses an invalid range with a message, and keeps the typed text', async () => {
  const { user, intents } = await open(filled(jobs('?billRate=50..')));
  await user.click(screen.getByRole('button', { name: 'Bill Rate: from $50' }));
  await user.type(screen.getByLabelText('To ($)'), '20{Enter}');
  expect(screen.getByRole('alert').textContent).toContain('must not come after');
  expect(screen.getByLabelText<HTMLInputElement>('To ($)').value).toBe('20');
  expect(only(intents).filter(listFilterSet.match)).toEqual([]);
  await user.keyboard('{Escape}');
  expect(screen.queryByLabelText('To ($)')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Bill Rate: from $50');
});

it('takes a number with decimals as it is typed', async () => {
  const { user, intents } = await open(filled(jobs()));
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  await user.click(
    within(screen.getByRole('dialog', { name: 'Add filter' })).getByRole('button', { name: 'Bill Rate' }),
  );
  await user.type(screen.getByLabelText('From ($)'), '62.50{Enter}');
  expect(only(intents).at(-1)).toEqual(listFilterSet({ name: 'billRate', values: ['62.50..'] }));
});

it('clears both sides of a range, and the focus goes on to Apply', async () => {
  const { user, intents } = await open(filled(jobs('?billRate=50..60')));
  await user.click(screen.getByRole('button', { name: /^Bill Rate: / }));
  act(() => screen.getByRole('button', { name: 'Clear' }).focus());
  await user.keyboard('{Enter}');
  const sides = ['From ($)', 'To ($)'].map((name) => screen.getByLabelText<HTMLInputElement>(name).value);
  expect([sides, focused()]).toEqual([['', ''], 'Apply']);
  await user.keyboard('{Enter}');
  expect(only(intents).at(-1)).toEqual(listFilterSet({ name: 'billRate', values: [] }));
});

describe('a button that is gone after a press', () => {
  const chosen = (state: AppState, ids: readonly string[]) =>
    after(state, rowsChosen({ of: ids.length === 0 ? null : selectChosenOf(state), ids }));
  const failing = (search = '') => after(wanted(jobs(search)), listFailed({ failure: { kind: 'unreachable' } }));
  const counted = (state: AppState, count: number) =>
    after(
      state,
      countsArrived(
        Object.fromEntries(
          selectCountRequests(state).map((each) => [countKey(each), each.selections.map(() => count)]),
        ),
      ),
    );

  it.each([
    ['Clear selection', chosen(filled(jobs()), ['j1']), filled(jobs()), 'Jobs'],
    ['Select all 3 jobs', chosen(filled(jobs(), { total: 3 }), ['j1', 'j2']), null, 'Clear selection'],
    ['Show them', counted(filled(jobs()), 220), wanted(counted(filled(jobs()), 220)), 'Jobs'],
    ['Retry', failing(), wanted(jobs()), 'Jobs'],
    ['Retry', after(filled(jobs()), listFailed({ failure: { kind: 'unreachable' } })), filled(jobs()), 'Jobs'],
    ['Clear search and filters', failing('?q=zzz'), wanted(jobs()), 'Jobs'],
    ['Clear search and filters', filled(jobs('?q=zzz'), { rows: [], total: 0 }), wanted(jobs()), 'Jobs'],
    ['Go to the last page', filled(jobs('?page=99'), { rows: [], page: 99 }), wanted(jobs('?page=5')), 'Jobs'],
  ] as const)('leaves the focus in the list: %s', async (name, before, next, at) => {
    const { user, move } = await open(before);
    act(() => screen.getByRole('button', { name }).focus());
    await user.keyboard('{Enter}');
    await move(next ?? chosen(before, ['j1', 'j2', 'j3']));
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(focused()).toBe(at);
  });
});

it.each([
  ['cannot be pressed until the list shows what another user has changed', 2, 'true'],
  ['can be pressed where the list shows the version that they act on', 1, null],
])('actions on selected rows %s', async (_, version, expected) => {
  const rows = ROWS.map((row) => ({ ...row, version: 1 }));
  const state = filled(jobs(), { rows });
  const record = { recordId: 'j1', name: 'Job 104076', version, state: { status: 'OPEN' }, defaults: {} };
  const arrived = recordStatesArrived({
    records: [{ ...record, changedAt: null, changedBy: null, lastAction: null }],
  });
  await open({
    ...after(state, rowsChosen({ of: selectChosenOf(state), ids: ['j1'] })),
    recordActions: recordActionsReducers.recordActions(undefined, arrived),
  });
  const buttons = within(screen.getByRole('group', { name: 'Actions' })).getAllByRole('button');
  expect(buttons.map((button) => button.getAttribute('aria-disabled'))).toEqual(buttons.map(() => expected));
});

it('offers the departments of the chosen facilities only', async () => {
  const options = {
    facilities: [
      { value: 'a0000000-0000-4000-8000-000000000001', label: 'Lakeside' },
      { value: 'a0000000-0000-4000-8000-000000000002', label: 'Harbor' },
    ],
    departments: [
      { value: 'd1', label: 'ICU', parent: 'a0000000-0000-4000-8000-000000000001' },
      { value: 'd2', label: 'ER', parent: 'a0000000-0000-4000-8000-000000000002' },
    ],
  };
  const state = filled(jobs('?client=a0000000-0000-4000-8000-000000000002'));
  const { user } = await open(after(state, optionsArrived({ list: 'jobs', options })));
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  const panel = within(screen.getByRole('dialog', { name: 'Add filter' }));
  await user.click(panel.getByRole('button', { name: 'Department' }));
  expect(panel.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual(['ER']);
});

it('selects a row, and all rows of the page', async () => {
  const { user, intents } = await open(filled(jobs()));
  const boxes = screen.getAllByRole('checkbox', { name: /^Select \d/ });
  await user.click(boxes[0]!);
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
  const chosen = intents.filter(listRowsSelected.match).map(({ payload }) => payload);
  expect(chosen[0]).toMatchObject({ chosen: true });
  expect(chosen.map(({ ids }) => ids.length)).toEqual([1, boxes.length]);
});

describe('selected rows on paper', () => {
  const chosen = (state: AppState, ids: readonly string[]) =>
    after(state, rowsChosen({ of: selectChosenOf(state), ids }));
  const limited = () => document.querySelector('.has-choice') !== null;
  const note = () => document.querySelector('.printed-selection')?.textContent;

  it.each([
    ['a table', undefined],
    ['cards', 390],
  ])('are the only ones, in %s', async (_, width) => {
    await open(chosen(filled(jobs('', width)), ['j1']));
    expect([limited(), document.querySelectorAll('.has-choice .is-chosen').length, note()]).toEqual([
      true,
      1,
      'Only the selected job.',
    ]);
  });

  it.each([
    ['a table', undefined],
    ['cards', 390],
  ])('that are all on other pages leave %s whole', async (_, width) => {
    await open(chosen(filled(jobs('', width)), ['j7', 'j8']));
    expect(screen.getByText('2 jobs selected')).toBeTruthy();
    expect([limited(), note()]).toEqual([false, undefined]);
  });

  it('say how many of them are on other pages', async () => {
    const { move } = await open(chosen(filled(jobs()), ['j1', 'j2', 'j7', 'j8', 'j9']));
    expect([limited(), note()]).toEqual([
      true,
      'Only 2 of 5 selected jobs. The others are on other pages of the list.',
    ]);
    await move(chosen(filled(jobs()), ['j1', 'j2']));
    expect(note()).toBe('Only the 2 selected jobs.');
    await move(chosen(filled(jobs()), ['j1', 'j7']));
    expect(note()).toBe('Only 1 of 2 selected jobs. The others are on other pages of the list.');
  });
});

describe('the order of cards', () => {
  const choice = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
  const shown = () => choice().selectedOptions[0]?.textContent;

  it('is shown, also by a column that is not', async () => {
    const { move } = await open(filled(jobs('', 390)));
    expect([shown(), screen.queryByRole('button', { name: 'Descending; sort ascending' }) !== null]).toEqual([
      'Posted',
      true,
    ]);
    await move(filled(jobs('?sort=endDate', 390)));
    expect([shown(), screen.queryByRole('button', { name: 'Ascending; sort descending' }) !== null]).toEqual([
      'End',
      true,
    ]);
  });

  it('can be the usual one again after another', async () => {
    const { user, intents } = await open(filled(jobs('?sort=-number', 390)));
    expect(shown()).toBe('Job ID');
    await user.selectOptions(choice(), 'Posted');
    expect(only(intents)).toEqual([listChanged({ change: { sort: '-postedAt' } })]);
  });
});

it('hides and moves columns by keyboard, and the focus stays on the pressed button', async () => {
  const { user, intents } = await open(filled(jobs()));
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  act(() => screen.getByRole('button', { name: 'Move Status up' }).focus());
  await user.keyboard('{Enter}');
  const moved = intents.find(listColumnsChosen.match);
  expect(moved?.payload.columns?.slice(0, 3)).toEqual(['status', 'number', 'facility']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Status up');
  expect(screen.getByText(/^Status is now 1 of/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Reset columns' }));
  expect(intents.filter(listColumnsChosen.match).at(-1)?.payload.columns).toBeNull();
});

it('keeps the focus beside a column that was hidden or shown', async () => {
  const { user } = await open(filled(jobs()), {
    react: (action, state) =>
      listColumnsChosen.match(action) ? after(state, columnsRecalled({ jobs: action.payload.columns ?? [] })) : state,
  });
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const panel = within(screen.getByRole('dialog', { name: 'Columns' }));
  const hiders = () => panel.getAllByRole('button', { name: /^Hide / }).map((each) => each.getAttribute('aria-label'));
  const showers = () => panel.queryAllByRole('button', { name: /^Show / }).map((each) => each.textContent);
  const [first, second] = hiders();
  await user.click(panel.getByRole('button', { name: first! }));
  expect(focused()).toBe(second);
  const last = hiders().at(-1)!;
  await user.click(panel.getByRole('button', { name: last }));
  expect(focused()).toBe(hiders().at(-1));
  const [shown, next] = showers();
  await user.click(panel.getAllByRole('button', { name: /^Show / })[0]!);
  expect(focused()).toBe(next);
  for (const each of showers()) await user.click(panel.getByRole('button', { name: each }));
  expect(focused()).toMatch(/^Hide /);
  expect(hiders().map((each) => each!.replace('Hide ', ''))).toContain(shown!.replace('Show ', ''));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: 'Columns' })).toBeNull();
});

it('an impossible move of a column takes no focus later', async () => {
  const { user, move } = await open(filled(jobs()));
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const first = screen.getAllByRole('button', { name: /^Move .* up$/ })[0]!;
  await user.click(first);
  act(() => screen.getByRole('button', { name: 'Reset columns' }).focus());
  await move(filled(jobs(), { total: 215 }));
  expect(focused()).toBe('Reset columns');
});

it('keeps the focus in the page field, with the number of the new page', async () => {
  const { user, move } = await open(filled(jobs()));
  const field = () => screen.getByLabelText<HTMLInputElement>('Page');
  await user.clear(field());
  await user.type(field(), '4{Enter}');
  await move(filled(jobs('?page=4'), { page: 4 }));
  expect([focused(), field().value]).toEqual(['Page', '4']);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await move(filled(jobs('?page=5'), { page: 5 }));
  expect(field().value).toBe('5');
});

it('returns the focus to the filter in the list of all filters', async () => {
  const { user } = await open(filled(jobs()));
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  const panel = within(screen.getByRole('dialog', { name: 'Add filter' }));
  await user.click(panel.getByRole('button', { name: 'Status' }));
  await user.click(panel.getByRole('button', { name: 'All filters' }));
  expect(focused()).toBe('Status');
  await user.keyboard('{Escape}');
  expect(focused()).toBe('Add filter');
});

it('moves through the existing pages only', async () => {
  const { user, intents } = await open(filled(jobs()));
  await user.click(screen.getByRole('button', { name: 'First page' }));
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await user.click(screen.getByRole('button', { name: 'Last page' }));
  const field = screen.getByLabelText('Page');
  await user.clear(field);
  await user.type(field, '9{Enter}');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.clear(field);
  await user.type(field, '4{Enter}');
  await user.selectOptions(screen.getByLabelText('Rows per page'), '100');
  expect(
    only(intents)
      .filter(listChanged.match)
      .map(({ payload }) => payload.change),
  ).toEqual([{ page: 2 }, { page: 5 }, { page: 4 }, { size: 100 }]);
});

it('draws only the visible ones of 500 rows, and counts them all', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => ({ id: `j${index}`, number: index }));
  await open(filled(jobs('?size=500'), { rows, total: 4_000, size: 500 }));
  const drawn = within(table()).getAllByRole('row').length;
  expect(drawn).toBeGreaterThan(5);
  expect(drawn).toBeLessThan(120);
  expect(table().getAttribute('aria-rowcount')).toBe('4001');
});

it('shows why it is empty, and what to do', async () => {
  const { user, intents, move } = await open(filled(jobs(), { rows: [], total: 0 }));
  expect(screen.getByText('No jobs yet')).toBeTruthy();
  await move(filled(jobs('?q=zzz'), { rows: [], total: 0 }));
  expect(screen.getByText('No jobs match')).toBeTruthy();
  await move(after(wanted(jobs('?q=zzz')), listFailed({ failure: { kind: 'unreachable' } })));
  expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(only(intents).at(-1)).toEqual(listReloadRequested());
  await move(filled(jobs('?page=99'), { rows: [], page: 99 }));
  await user.click(screen.getByRole('button', { name: 'Go to the last page' }));
  expect(only(intents).at(-1)).toEqual(listChanged({ change: { page: 5 }, replace: true }));
});

it('names the omitted parts of a link', async () => {
  await open(filled(jobs('?jobStatusIds=NOPE')));
  expect(screen.getByText(/does not have \(Status\)/)).toBeTruthy();
});

it('shows expandable cards on a phone, with the filters in a drawer', async () => {
  const { user, intents } = await open(filled(jobs('', 390)));
  expect(screen.queryByRole('table')).toBeNull();
  const cards = within(screen.getByRole('list', { name: 'Jobs' })).getAllByRole('listitem');
  expect(cards).toHaveLength(2);
  expect(within(cards[0]!).getAllByRole('term')).toHaveLength(5);
  await user.click(within(cards[0]!).getByRole('button', { name: /^Show all/ }));
  expect(within(cards[0]!).getAllByRole('term').length).toBeGreaterThan(8);
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  expect(screen.getByRole('dialog', { name: 'Filters' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(screen.getByRole('button', { name: 'Excel (XLSX)' }));
  expect(only(intents).at(-1)).toEqual(listExportRequested({ format: 'xlsx' }));
});

describe('a list that is always empty for this user', () => {
  const emptyAt = (user: Parameters<typeof signedIn>[0], pathname: string) =>
    filled(
      after(
        signedIn({ permissions: [...PERMISSIONS], ...user }, pathname),
        pageMoved({ location: { pathname, search: '', key: 'here' }, by: 'push' }),
      ),
      { rows: [], total: 0 },
    );
  const facility = { userType: 'CLIENT', organizationType: 'CLIENT' } as const;

  it.each([
    [
      facility,
      '/facility/timesheets/reverseinvoicetimesheet',
      'No reverse invoices here',
      'Go to invoices',
      '/facility/timesheets/invoicetimesheet',
    ],
  ] as const)('shows why, and links to another page: %j at %s', async (user, pathname, title, step, to) => {
    const { intents, user: person } = await open(emptyAt(user, pathname));
    expect(screen.getByText(title)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: step }));
    expect(intents).toContainEqual(navigateRequested({ to }));
  });

  it('does not link to pages that the user may not open', async () => {
    const permissions = PERMISSIONS.filter((each) => each !== 'SUBMENU_TIMESHEET_INVOICE');
    await open(emptyAt({ ...facility, permissions }, '/facility/timesheets/reverseinvoicetimesheet'));
    expect(screen.getByText('No reverse invoices here')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Go to invoices' })).toBeNull();
  });
});
