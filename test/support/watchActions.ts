import type { Action, Middleware } from '@reduxjs/toolkit';

/** Middleware that shows each action to the test before the reducers see it. */
export const watchActions =
  (watch: (action: Action) => void): Middleware =>
  () =>
  (next) =>
  (action) => {
    watch(action as Action);
    return next(action);
  };
