/** @jest-environment jsdom */
/** The search field and the filters of a list. */
import { act, screen, within } from '@testing-library/react';
import {
  listFilterSet,
  listOptionsRequested,
  listSearchSubmitted,
  listSearchTyped,
  optionsArrived,
} from '../../sagas/features/lists/lists.slice';
import { focused } from './support/focused';
import { everythingFetched } from './support/show';
import { after } from './support/states';
import { openList, jobs, filled, only } from './support/showList';

beforeAll(everythingFetched);

it('shows the typed text, searches by Enter and clears by Escape', async () => {
  const { user, intents } = await openList(filled(jobs('?q=icu')));
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
  const { user, intents, move } = await openList(filled(jobs()));
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
    const { user, move } = await openList(filled(jobs('?jobStatusIds=OPEN', 390)));
    act(() => screen.getByRole('button', { name }).focus());
    await user.keyboard('{Enter}');
    await move(filled(jobs('', 390)));
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(focused()).toBe('Filters');
  },
);

it('refuses an invalid range with a message, and keeps the typed text', async () => {
  const { user, intents } = await openList(filled(jobs('?billRate=50..')));
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
  const { user, intents } = await openList(filled(jobs()));
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  await user.click(
    within(screen.getByRole('dialog', { name: 'Add filter' })).getByRole('button', { name: 'Bill Rate' }),
  );
  await user.type(screen.getByLabelText('From ($)'), '62.50{Enter}');
  expect(only(intents).at(-1)).toEqual(listFilterSet({ name: 'billRate', values: ['62.50..'] }));
});

it('clears both sides of a range, and the focus goes on to Apply', async () => {
  const { user, intents } = await openList(filled(jobs('?billRate=50..60')));
  await user.click(screen.getByRole('button', { name: /^Bill Rate: / }));
  act(() => screen.getByRole('button', { name: 'Clear' }).focus());
  await user.keyboard('{Enter}');
  const sides = ['From ($)', 'To ($)'].map((name) => screen.getByLabelText<HTMLInputElement>(name).value);
  expect([sides, focused()]).toEqual([['', ''], 'Apply']);
  await user.keyboard('{Enter}');
  expect(only(intents).at(-1)).toEqual(listFilterSet({ name: 'billRate', values: [] }));
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
  const { user } = await openList(after(state, optionsArrived({ list: 'jobs', options })));
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  const panel = within(screen.getByRole('dialog', { name: 'Add filter' }));
  await user.click(panel.getByRole('button', { name: 'Department' }));
  expect(panel.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual(['ER']);
});

it('returns the focus to the filter in the list of all filters', async () => {
  const { user } = await openList(filled(jobs()));
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  const panel = within(screen.getByRole('dialog', { name: 'Add filter' }));
  await user.click(panel.getByRole('button', { name: 'Status' }));
  await user.click(panel.getByRole('button', { name: 'All filters' }));
  expect(focused()).toBe('Status');
  await user.keyboard('{Escape}');
  expect(focused()).toBe('Add filter');
});

it('names the omitted parts of a link', async () => {
  await openList(filled(jobs('?jobStatusIds=NOPE')));
  expect(screen.getByText(/does not have \(Status\)/)).toBeTruthy();
});
