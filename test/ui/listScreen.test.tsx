/** @jest-environment jsdom */
/** The page of a list: its rows, pages and cards, selected rows, and what it says when it is empty. */
import { act, screen, within } from '@testing-library/react';
import { PERMISSIONS } from '../../contract/base/permissions';
import type { AppState } from '../../sagas/app/state';
import { selectListView } from '../../sagas/features/lists/lists.selectors';
import { selectChosenOf } from '../../sagas/features/lists/rowSelection/rowSelection.selectors';
import { recordActionsReducers } from '../../sagas/features/recordActions/recordActions.slice';
import { recordStatesArrived } from '../../sagas/features/recordActions/recordStates.events';
import {
  countsArrived,
  listChanged,
  listRowsSelected,
  listExportRequested,
  listFailed,
  listReloadRequested,
  listSortPressed,
  rowsChosen,
} from '../../sagas/features/lists/lists.slice';
import { countKey, selectCountRequests } from '../../sagas/features/lists/tabs/tabs.selectors';
import { clientChosen } from '../../sagas/navigation/location/clients.slice';
import { navigateRequested, pageMoved } from '../../sagas/navigation/location/location.slice';
import { focused } from './support/focused';
import { everythingFetched } from './support/show';
import { after, signedIn } from './support/states';
import { openList, jobs, wanted, filled, ROWS, table, head, only } from './support/showList';

beforeAll(everythingFetched);

it('is a table with its total, its order and complete row numbers, and data is text', async () => {
  await openList(filled(jobs('?sort=-daysOpen')));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Jobs');
  expect(screen.getByText('1–2 of 214')).toBeTruthy();
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
  const { move } = await openList(filled(jobs()));
  document.querySelector('header')!.insertAdjacentHTML('beforeend', '<button aria-expanded="true">Bell</button>');
  await move(atSubmissions());
  await screen.findByRole('heading', { level: 1, name: 'Submissions' });
  expect(focused()).toBe('Submissions');
});

it('leaves a menu open that was opened before it arrived', async () => {
  const { user, move } = await openList(filled(jobs()));
  const profile = screen.getByRole('button', { name: /^Profile of/ });
  await user.click(profile);
  await move(atSubmissions());
  await screen.findByRole('heading', { level: 1, name: 'Submissions' });
  expect(profile.getAttribute('aria-expanded')).toBe('true');
});

it('sorts by column headers with the keyboard alone', async () => {
  const { user, intents } = await openList(filled(jobs()));
  act(() => within(head('Job ID')).getByRole('button').focus());
  await user.keyboard('{Enter}');
  expect(only(intents)).toEqual([listSortPressed({ column: 'number' })]);
});

it('links to the submissions of a job, unless there are none', async () => {
  await openList(filled(jobs()));
  const links = within(table()).getAllByRole('link');
  const targets = links.map((link) => link.getAttribute('href'));
  expect(targets).toContain('/vms/jobs/submissions?jobNumber=104076..104076');
  expect(targets.some((to) => to?.includes('104077'))).toBe(false);
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
    const { user, move } = await openList(before);
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
  await openList({
    ...after(state, rowsChosen({ of: selectChosenOf(state), ids: ['j1'] })),
    recordActions: recordActionsReducers.recordActions(undefined, arrived),
  });
  const buttons = within(screen.getByRole('group', { name: 'Actions' })).getAllByRole('button');
  expect(buttons.map((button) => button.getAttribute('aria-disabled'))).toEqual(buttons.map(() => expected));
});

it('selects a row, and all rows of the page', async () => {
  const { user, intents } = await openList(filled(jobs()));
  const boxes = screen.getAllByRole('checkbox', { name: /^Select \d/ });
  await user.click(boxes[0]!);
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
  const chosen = intents.filter(listRowsSelected.match).map(({ payload }) => payload);
  expect(chosen[0]).toMatchObject({ chosen: true });
  expect(chosen.map(({ ids }) => ids.length)).toEqual([1, boxes.length]);
});

describe('the selection', () => {
  const chosen = (state: AppState) => after(state, rowsChosen({ of: selectChosenOf(state), ids: ['j1'] }));
  const isBefore = (first: Element | null, second: Element | null) =>
    first!.compareDocumentPosition(second!) === Node.DOCUMENT_POSITION_FOLLOWING;
  const bar = () => screen.getByRole('group', { name: 'Selection' });

  it('lies over the table, is reached before it, and leaves the filters', async () => {
    await openList(chosen(filled(jobs())));
    expect(bar().nextElementSibling).toBe(document.querySelector('.table-frame'));
    expect(isBefore(screen.getByRole('group', { name: 'Filters' }), bar())).toBe(true);
  });

  it('stays below the cards of a phone, before the pages', async () => {
    await openList(chosen(filled(jobs('', 390))));
    expect(bar().previousElementSibling).toBe(document.querySelector('.records'));
    expect(isBefore(bar(), screen.getByRole('navigation', { name: 'Pages' }))).toBe(true);
  });

  it('of a phone can be the whole page, and then all rows', async () => {
    const { user, intents, move } = await openList(chosen(filled(jobs('', 390))));
    act(() => within(bar()).getByRole('button', { name: 'Select this page' }).focus());
    await user.keyboard('{Enter}');
    expect(only(intents)).toEqual([listRowsSelected({ ids: ['j1', 'j2'], chosen: true })]);
    const state = filled(jobs('', 390));
    await move(after(state, rowsChosen({ of: selectChosenOf(state), ids: ['j1', 'j2'] })));
    expect(focused()).toBe('Clear selection');
    expect(within(bar()).queryByRole('button', { name: 'Select this page' })).toBeNull();
    expect(within(bar()).getByRole('button', { name: 'Select all 214 jobs' })).toBeTruthy();
  });

  it('of a table has the whole page in its head', async () => {
    await openList(chosen(filled(jobs())));
    expect(within(bar()).queryByRole('button', { name: 'Select this page' })).toBeNull();
  });

  it.each([
    ['a phone stays where it is scrolled to', 390, true],
    ['a desktop shows its heading', undefined, false],
  ])('when it is cleared, the list of %s', async (_, width, preventScroll) => {
    const { user, move } = await openList(chosen(filled(jobs('', width))));
    act(() => screen.getByRole('button', { name: 'Clear selection' }).focus());
    const focus = jest.spyOn(HTMLElement.prototype, 'focus');
    await user.keyboard('{Enter}');
    await move(filled(jobs('', width)));
    expect(focus.mock.calls).toEqual([[{ preventScroll }]]);
    expect(focused()).toBe('Jobs');
    focus.mockRestore();
  });
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
    await openList(chosen(filled(jobs('', width)), ['j1']));
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
    await openList(chosen(filled(jobs('', width)), ['j7', 'j8']));
    expect(screen.getByText('2 jobs selected')).toBeTruthy();
    expect([limited(), note()]).toEqual([false, undefined]);
  });

  it('say how many of them are on other pages', async () => {
    const { move } = await openList(chosen(filled(jobs()), ['j1', 'j2', 'j7', 'j8', 'j9']));
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
    const { move } = await openList(filled(jobs('', 390)));
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
    const { user, intents } = await openList(filled(jobs('?sort=-number', 390)));
    expect(shown()).toBe('Job ID');
    await user.selectOptions(choice(), 'Posted');
    expect(only(intents)).toEqual([listChanged({ change: { sort: '-postedAt' } })]);
  });
});

it('keeps the focus in the page field, with the number of the new page', async () => {
  const { user, move } = await openList(filled(jobs()));
  const field = () => screen.getByLabelText<HTMLInputElement>('Page');
  await user.clear(field());
  await user.type(field(), '4{Enter}');
  await move(filled(jobs('?page=4'), { page: 4 }));
  expect([focused(), field().value]).toEqual(['Page', '4']);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await move(filled(jobs('?page=5'), { page: 5 }));
  expect(field().value).toBe('5');
});

it('moves through the existing pages only', async () => {
  const { user, intents } = await openList(filled(jobs()));
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
  await openList(filled(jobs('?size=500'), { rows, total: 4_000, size: 500 }));
  const drawn = within(table()).getAllByRole('row').length;
  expect(drawn).toBeGreaterThan(5);
  expect(drawn).toBeLessThan(120);
  expect(table().getAttribute('aria-rowcount')).toBe('4001');
});

it('shows why it is empty, and what to do', async () => {
  const { user, intents, move } = await openList(filled(jobs(), { rows: [], total: 0 }));
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

describe('an empty list', () => {
  const CHOSEN = '?clientId=a0000000-0000-4000-8000-000000000001';
  const empty = (pathname: string, search: string) =>
    filled(
      after(
        signedIn({ permissions: [...PERMISSIONS] }, pathname),
        pageMoved({ location: { pathname, search, key: 'here' }, by: 'push' }),
      ),
      { rows: [], total: 0 },
    );
  const note = () => within(document.querySelector<HTMLElement>('.list-note')!);
  const steps = () =>
    note()
      .queryAllByRole('button')
      .map(({ textContent }) => textContent);

  it.each([
    ['/vms/jobs', '', 'No jobs yet', []],
    ['/vms/jobs', CHOSEN, 'No jobs for the chosen facility', ['Show all facilities']],
    ['/vms/jobs/open', '', 'No jobs here right now', ['Go to all jobs']],
    [
      '/vms/jobs/open',
      CHOSEN,
      'No jobs for the chosen facility here right now',
      ['Show all facilities', 'Go to all jobs'],
    ],
    ['/vms/jobs', `${CHOSEN}&q=zzz`, 'No jobs match', ['Clear search and filters', 'Show all facilities']],
    ['/vms/admin/users', CHOSEN, 'No users yet', ['Add user']],
  ])('of %s%s is called "%s"', async (pathname, search, title, expected) => {
    await openList(empty(pathname, search));
    expect([note().getByRole('heading').textContent, steps()]).toEqual([title, expected]);
  });

  it('of a record is whole, and is not limited by the chosen facility', () => {
    const state = empty('/vms/jobs/9c000000-0000-4000-8000-000000000001', `${CHOSEN}&tab=candidates`);
    expect(selectListView(state)).toMatchObject({ name: 'submissions', isPart: false, ofFacility: false });
  });

  it('leads to all facilities, and to the whole list of the chosen one', async () => {
    const { user, intents } = await openList(empty('/vms/jobs/open', CHOSEN));
    await user.click(note().getByRole('button', { name: 'Show all facilities' }));
    expect(intents).toContainEqual(clientChosen({ clientId: null }));
    await user.click(note().getByRole('button', { name: 'Go to all jobs' }));
    expect(intents).toContainEqual(navigateRequested({ to: `/vms/jobs${CHOSEN}` }));
  });
});

it('shows expandable cards on a phone, with the filters in a drawer', async () => {
  const { user, intents } = await openList(filled(jobs('', 390)));
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
    const { intents, user: person } = await openList(emptyAt(user, pathname));
    expect(screen.getByText(title)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: step }));
    expect(intents).toContainEqual(navigateRequested({ to }));
  });

  it('does not link to pages that the user may not open', async () => {
    const permissions = PERMISSIONS.filter((each) => each !== 'SUBMENU_TIMESHEET_INVOICE');
    await openList(emptyAt({ ...facility, permissions }, '/facility/timesheets/reverseinvoicetimesheet'));
    expect(screen.getByText('No reverse invoices here')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Go to invoices' })).toBeNull();
  });
});

const EVENT = {
  ...{ id: 'e1', at: '2026-01-15T09:00:12.000Z', who: 'Maya Delgado (vms.manager)', event: 'record_action' },
  ...{ reason: 'submission.qualify', outcome: 'ok', address: '127.0.0.1', device: 'Chrome on Linux', number: 14 },
  ...{ before: 'state: {"status": "SUBMITTED"}; version: 1', after: 'input: {}; state: {"status": "QUALIFIED"}' },
};

it('an event of the audit opens as a whole, and the focus returns to it', async () => {
  const address = signedIn({ permissions: [...PERMISSIONS] }, '/vms/admin/audit');
  const { user } = await openList(filled(address, { rows: [EVENT], total: 1 }));
  expect(screen.getByRole('cell', { name: 'Qualify' })).toBeTruthy();
  await user.click(within(screen.getByRole('rowheader')).getByRole('button'));
  const facts = within(screen.getByRole('dialog', { name: 'The whole event' }));
  expect(facts.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['status: SUBMITTED\nversion: 1', 'status: QUALIFIED', 'Chrome on Linux', '14']),
  );
  await user.click(facts.getByRole('button', { name: 'Close' }));
  expect(focused()).toMatch(/^01\/15\/2026/);
});

it('an event that is shown as a whole is closed by Back, and does not open again', async () => {
  const address = signedIn({ permissions: [...PERMISSIONS] }, '/vms/admin/audit');
  const list = filled(address, { rows: [EVENT], total: 1 });
  const { user, move } = await openList(list);
  const moveTo = (key: string) =>
    move(after(list, pageMoved({ location: { pathname: '/vms/admin/audit', search: '', key }, by: 'pop' })));
  await user.click(within(screen.getByRole('rowheader')).getByRole('button'));
  expect(screen.getByRole('dialog', { name: 'The whole event' })).toBeTruthy();
  await moveTo('before');
  expect(screen.queryByRole('dialog')).toBeNull();
  await moveTo('again');
  expect([screen.queryByRole('dialog'), screen.getAllByRole('rowheader').length]).toEqual([null, 1]);
});
