/** @jest-environment jsdom */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { PERMISSIONS } from '../../contract/base/permissions';
import type { ResponseOf } from '../../contract/endpoints';
import type { AppState } from '../../sagas/app/state';
import { paletteOpened } from '../../sagas/features/palette/palette.intents';
import { paletteChosen, paletteFound, paletteReducers } from '../../sagas/features/palette/palette.slice';
import { navigateRequested } from '../../sagas/navigation/location/location.slice';
import { Palette } from '../../src/screens/palette/Palette';
import { after, signedIn } from './support/states';

type Found = ResponseOf<'recordsFound'>['records'][number];

const job = (number: number): Found => {
  const id = `d0000000-0000-4000-8000-0000000${number}`;
  return { kind: 'job', id, row: { id, number, facility: 'Lakeside' } };
};

function open() {
  const chosen: unknown[] = [];
  const base = signedIn({ permissions: [...PERMISSIONS] });
  const store = configureStore({
    reducer: (state: AppState | undefined, action: Action): AppState => {
      if (paletteChosen.match(action)) chosen.push(action.payload.does);
      return { ...after(state ?? base, action), palette: paletteReducers.palette(state?.palette, action) };
    },
  });
  store.dispatch(paletteOpened());
  // A page in a test has no scrolling.
  Element.prototype.scrollIntoView = () => undefined;
  render(
    <Provider store={store}>
      <Palette />
    </Provider>,
  );
  const found = (...records: readonly Found[]) =>
    act(() => void store.dispatch(paletteFound({ records: [...records] })));
  const highlighted = () => screen.queryByRole('option', { selected: true })?.textContent ?? '';
  return { chosen, found, highlighted, user: userEvent.setup({ delay: null }) };
}

const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent ?? '');

it('Enter opens the page that an arrow key led to, also if records have come above it in the meantime', async () => {
  const { chosen, found, highlighted, user } = open();
  await user.keyboard('job');
  expect(names().length).toBeGreaterThan(1);
  await user.keyboard('{ArrowDown}');
  const page = highlighted();
  expect(page).toBe(names()[1]);
  found(job(10_001), job(10_002), job(10_003));
  expect([highlighted(), names().indexOf(page)]).toEqual([page, 4]);
  await user.keyboard('{Enter}');
  expect(chosen).toEqual([expect.objectContaining({ type: navigateRequested.type })]);
  expect(JSON.stringify(chosen)).not.toContain('d0000000');
});

it('without an arrow key the first choice is highlighted, and what is typed next begins there again', async () => {
  const { found, highlighted, user } = open();
  await user.keyboard('job{ArrowDown}');
  await user.keyboard('s');
  expect(highlighted()).toBe(names()[0]);
  found(job(10_001));
  expect(highlighted()).toContain('Job 10001');
});

it('if the highlighted choice disappears, the first one is highlighted, and arrow keys wrap around', async () => {
  const { found, highlighted, user } = open();
  await user.keyboard('100');
  expect(screen.queryAllByRole('option')).toEqual([]);
  await user.keyboard('{ArrowUp}{ArrowUp}{Enter}');
  found(job(10_001), job(10_002));
  expect(highlighted()).toContain('Job 10001');
  await user.keyboard('{ArrowUp}');
  expect(highlighted()).toContain('Job 10002');
  await user.keyboard('{ArrowDown}');
  expect(highlighted()).toContain('Job 10001');
  await user.keyboard('{ArrowDown}');
  found(job(10_001));
  expect(highlighted()).toContain('Job 10001');
});

it('keys of an input method, while it composes a word, neither move nor choose', async () => {
  const { chosen, highlighted, user } = open();
  await user.keyboard('job');
  const before = highlighted();
  for (const key of ['ArrowDown', 'Enter']) fireEvent.keyDown(screen.getByRole('combobox'), { key, isComposing: true });
  expect([highlighted(), chosen]).toEqual([before, []]);
});
