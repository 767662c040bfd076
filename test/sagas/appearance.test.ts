/** Appearance: stored choices are shown, and a new choice is applied and stored with the others. */
import { runSaga, stdChannel } from 'redux-saga';
import type { Action } from '@reduxjs/toolkit';
import { appearanceOpened, appearanceChosen, appearanceShown } from '../../sagas/features/appearance/appearance.slice';
import { watchAppearance } from '../../sagas/features/appearance/appearance.saga';
import type { Appearance } from '../../sagas/base/ports/page';

it('the dialog shows the stored choices, and each choice leaves the others as they are', () => {
  let kept: Appearance = { density: 'compact', patterns: false, singleKeys: true };
  const shown: Appearance[] = [];
  const channel = stdChannel<Action>();
  const task = runSaga(
    {
      channel,
      dispatch: (action: Action) => appearanceShown.match(action) && shown.push(action.payload),
      context: {
        parts: { add: () => {} },
        appearance: { setBrand: () => {}, read: () => kept, set: (chosen: Appearance) => (kept = chosen) },
      },
    },
    watchAppearance,
  );
  channel.put(appearanceOpened());
  channel.put(appearanceChosen({ patterns: true }));
  // Another tab has changed it in the meantime.
  kept = { ...kept, density: 'comfortable' };
  channel.put(appearanceChosen({ patterns: false, singleKeys: false }));
  task.cancel();
  expect(shown).toEqual([
    { density: 'compact', patterns: false, singleKeys: true },
    { density: 'compact', patterns: true, singleKeys: true },
    { density: 'comfortable', patterns: false, singleKeys: false },
  ]);
  expect(kept).toEqual({ density: 'comfortable', patterns: false, singleKeys: false });
});
