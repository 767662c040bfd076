/** @jest-environment jsdom */
/** The columns of a list: which are shown, and in which order. */
import { act, screen, within } from '@testing-library/react';
import { columnsLoaded, listColumnsChosen } from '../../sagas/features/lists/lists.slice';
import { focused } from './support/focused';
import { everythingFetched } from './support/show';
import { after } from './support/states';
import { openList, jobs, filled } from './support/showList';

beforeAll(everythingFetched);

it('hides and moves columns by keyboard, and the focus stays on the pressed button', async () => {
  const { user, intents } = await openList(filled(jobs()));
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
  const { user } = await openList(filled(jobs()), {
    react: (action, state) =>
      listColumnsChosen.match(action) ? after(state, columnsLoaded({ jobs: action.payload.columns ?? [] })) : state,
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
  const { user, move } = await openList(filled(jobs()));
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const first = screen.getAllByRole('button', { name: /^Move .* up$/ })[0]!;
  await user.click(first);
  act(() => screen.getByRole('button', { name: 'Reset columns' }).focus());
  await move(filled(jobs(), { total: 215 }));
  expect(focused()).toBe('Reset columns');
});
