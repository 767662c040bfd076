/** @jest-environment jsdom */
/** The button that opens the choices of what to follow: they close with what they are about. */
import { configureStore } from '@reduxjs/toolkit';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { followsReducers, selectFollowsOf } from '../../sagas/features/follows/follows.slice';
import { FollowButton } from '../../src/screens/follows/FollowButton';

function show() {
  const store = configureStore({ reducer: followsReducers });
  const viewOf = (...subjects: readonly string[]) => (
    <Provider store={store}>
      {subjects.map((subject, place) => (
        <FollowButton key={place} of={{ subject }} name={subject} />
      ))}
    </Provider>
  );
  const { rerender } = render(viewOf('job:1', 'job:2'));
  const user = userEvent.setup({ delay: null });
  return {
    press: async (place: number) => await user.click(screen.getAllByRole('button')[place]!),
    turnTo: (...subjects: readonly string[]) => rerender(viewOf(...subjects)),
    openOf: () => selectFollowsOf(store.getState()),
  };
}

it.each([
  ['its panel or page is left', []],
  ['the page turns to another record', ['job:3', 'job:2']],
])('the choices are closed when %s', async (_, next) => {
  const { press, turnTo, openOf } = show();
  await press(0);
  expect(openOf()).toBe('job:1');
  turnTo(...next);
  expect(openOf()).toBeNull();
});

it('the choices of another record are not closed by those that they replace, nor by leaving these', async () => {
  const { press, turnTo, openOf } = show();
  await press(0);
  await press(1);
  expect(openOf()).toBe('job:2');
  turnTo('job:3', 'job:2');
  expect(openOf()).toBe('job:2');
});
