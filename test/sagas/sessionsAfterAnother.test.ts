/** Sessions one after the other in one page, as on a computer that several people use. */
import type { Action } from '@reduxjs/toolkit';
import { stdChannel } from 'redux-saga';
import { LATE_PARTS } from '../../sagas/app/lateParts';
import { chatPanelOpened } from '../../sagas/features/chat/live.slice';
import { bellPressed } from '../../sagas/features/notifications/notifications.intents';
import { paletteOpened } from '../../sagas/features/palette/palette.intents';
import { signOutRequested } from '../../sagas/session/session.events';
import { selectIsActive } from '../../sagas/session/session.selectors';
import * as intents from '../../sagas/session/signIn/signIn.intents';
import { selectScreen } from '../../sagas/session/signIn/signIn.selectors';
import { createBrowser } from '../support/browser';
import { createNotificationServer } from '../support/notificationServer';
import { openTab } from '../support/tab';
import { createVirtualClock } from '../support/virtualClock';

type Taker = Parameters<ReturnType<typeof stdChannel<Action>>['take']>[0];

/** The channel of the store's actions, and how many takers wait in it. */
function countedChannel() {
  const actions = stdChannel<Action>();
  const waiting = new Set<Taker>();
  const channel: typeof actions = {
    ...actions,
    take(taker, matcher) {
      const counted: Taker = (action) => {
        waiting.delete(taker);
        taker(action);
      };
      waiting.add(taker);
      actions.take(counted, matcher);
      // redux-saga gives a taker its `cancel` when it begins to wait.
      const { cancel } = counted as unknown as { readonly cancel: () => void };
      Object.assign(taker, {
        cancel() {
          waiting.delete(taker);
          cancel();
        },
      });
    },
  };
  return { channel, waiting: () => waiting.size };
}

// Their code is a real import, which virtual time does not wait for.
beforeAll(async () => {
  await import('../../sagas/app/shell.saga');
  await Promise.all(Object.values(LATE_PARTS).map(({ load }) => load()));
});

it('an ended session waits for no more actions, and keeps none of the next one’s', async () => {
  jest.spyOn(LATE_PARTS['palette']!, 'load').mockReturnValue(new Promise(() => {}));
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  const { channel, waiting } = countedChannel();
  const tab = openTab({ clock, browser: createBrowser(clock), answer: server.answer, socket: server.socket, channel });
  tab.start({ known: 'signedOut' });
  await clock.advance(100);

  const left: number[] = [];
  for (let session = 0; session < 3; session += 1) {
    tab.store.dispatch(
      intents.signInSubmitted({
        userName: 'vera',
        organizationCode: 'MERIDIAN',
        password: tab.secrets.keep('secret-9'),
      }),
    );
    await clock.advance(2_000);
    expect(selectIsActive(tab.state())).toBe(true);
    tab.store.dispatch(bellPressed());
    tab.store.dispatch(chatPanelOpened());
    // Its part is still being loaded when the session ends.
    tab.store.dispatch(paletteOpened());
    await clock.advance(2_000);
    tab.store.dispatch(signOutRequested('signed_out'));
    await clock.advance(2_000);
    expect(selectScreen(tab.state())).toBe('signIn');
    left.push(waiting());
  }
  expect(left).toEqual([left[0], left[0], left[0]]);
  expect(tab.faults).toEqual([]);
});
