/** Appearance: what is kept is shown, and a choice is applied and kept beside the others. */
import { runSaga, stdChannel } from 'redux-saga';
import type { Action } from '@reduxjs/toolkit';
import { appearanceOpened, lookChosen, lookShown } from '../../sagas/features/appearance/appearance.slice';
import { watchAppearance } from '../../sagas/features/appearance/appearance.saga';
import type { Look } from '../../sagas/base/ports';

it('the dialog shows what is kept, and each choice leaves the others as they are', () => {
  let kept: Look = { density: 'compact', patterns: false };
  const shown: Look[] = [];
  const channel = stdChannel<Action>();
  const task = runSaga(
    {
      channel,
      dispatch: (action: Action) => lookShown.match(action) && shown.push(action.payload),
      context: {
        parts: { add: () => {} },
        appearance: { setBrand: () => {}, look: () => kept, setLook: (look: Look) => (kept = look) },
      },
    },
    watchAppearance,
  );
  channel.put(appearanceOpened());
  channel.put(lookChosen({ patterns: true }));
  // Another tab has chosen meanwhile.
  kept = { ...kept, density: 'comfortable' };
  channel.put(lookChosen({ patterns: false }));
  task.cancel();
  expect(shown).toEqual([
    { density: 'compact', patterns: false },
    { density: 'compact', patterns: true },
    { density: 'comfortable', patterns: false },
  ]);
  expect(kept).toEqual({ density: 'comfortable', patterns: false });
});
