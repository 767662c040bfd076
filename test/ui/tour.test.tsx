/** @jest-environment jsdom */
/** The tour takes the focus with each step, and gives it back at its end. */
import { configureStore, type Action } from '@reduxjs/toolkit';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { AppState } from '../../sagas/app/state';
import { selectTouring, tourOpened } from '../../sagas/features/tour/tour.intents';
import { tourReducers } from '../../sagas/features/tour/tour.slice';
import { useAppSelector } from '../../src/hooks/useAppSelector';
import { Tour } from '../../src/screens/tour/Tour';
import { focused } from './support/focused';
import { after, signedIn } from './support/states';

function Page() {
  const isTouring = useAppSelector(selectTouring);
  return (
    <>
      <main id="page" tabIndex={-1} aria-label="Page">
        <h1>Jobs</h1>
        <button type="button">Take the tour</button>
      </main>
      {isTouring && <Tour />}
    </>
  );
}

function open() {
  const base = signedIn({});
  const store = configureStore({
    reducer: (state: AppState | undefined, action: Action): AppState => ({
      ...after(state ?? base, action),
      tour: tourReducers.tour(state?.tour, action),
    }),
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }),
  });
  render(
    <Provider store={store}>
      <Page />
    </Provider>,
  );
  return { start: () => act(() => void store.dispatch(tourOpened())), user: userEvent.setup({ delay: null }) };
}

it.each([
  ['skipped', '{Enter}', 'Skip'],
  ['postponed', '{Escape}', 'Next'],
])('returns the focus when it is %s', async (_, key, at) => {
  const { start, user } = open();
  act(() => screen.getByRole('button', { name: 'Take the tour' }).focus());
  start();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Go to anything by its name' }));
  act(() => screen.getByRole('button', { name: at }).focus());
  await user.keyboard(key);
  expect(focused()).toBe('Take the tour');
});

it('leaves the focus to the page if it started by itself', async () => {
  const { start, user } = open();
  start();
  await user.click(screen.getByRole('button', { name: 'Skip' }));
  expect(focused()).toBe('Page');
});
