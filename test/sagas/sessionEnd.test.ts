/** The warning before a session reaches its maximum length. */
import { DateTime } from 'luxon';
import { noticeDismissed, noticeShown } from '../../sagas/base/notices/notices.slice';
import { signOutRequested, tokenRejected } from '../../sagas/session/session.events';
import { inShell, json } from '../support/inShell';
import { USER } from '../support/user';

beforeAll(() => Promise.all([import('../../sagas/app/shell.saga'), import('../../sagas/app/mustAccept.saga')]));

const MINUTE = 60_000;

async function withMinutesLeft(minutes: number) {
  const shell = await inShell({ user: { sessionEndsInSeconds: minutes * 60 } });
  const warnings = () => shell.notices().filter((text) => text.includes('maximum length'));
  return { ...shell, warnings };
}

test('comes five minutes before the end, once, with the time of the end, and stays', async () => {
  const { clock, warnings } = await withMinutesLeft(10);
  const end = clock.now() + 10 * MINUTE;
  await clock.advance(4.9 * MINUTE);
  expect(warnings()).toEqual([]);
  await clock.advance(0.2 * MINUTE);
  const shown = [
    `You will be signed out at ${DateTime.fromMillis(end).toFormat('h:mm a')}, when your session reaches its maximum length. Please save your work before then, and sign in again.`,
  ];
  expect(warnings()).toEqual(shown);
  await clock.advance(4 * MINUTE);
  expect(warnings()).toEqual(shown);
});

test('is not pushed away by the notices of what is saved in the meantime', async () => {
  const { clock, dispatch, notices, warnings } = await withMinutesLeft(10);
  await clock.advance(6 * MINUTE);
  for (const text of ['One', 'Two', 'Three', 'Four']) await dispatch(noticeShown({ tone: 'positive', text }));
  expect(warnings()).toHaveLength(1);
  expect(notices()).toEqual([...warnings(), 'Three', 'Four']);
});

test('can be dismissed, and does not return when the token is renewed', async () => {
  const { tab, clock, dispatch, warnings } = await withMinutesLeft(10);
  await clock.advance(6 * MINUTE);
  await dispatch(noticeDismissed({ id: tab.state().notices!.shown.at(-1)!.id }));
  await dispatch(tokenRejected({ generation: 1 }), MINUTE);
  expect(warnings()).toEqual([]);
});

test('comes at once if the page is opened shortly before the end', async () => {
  const { warnings } = await withMinutesLeft(2);
  expect(warnings()).toHaveLength(1);
});

test('does not come after signing out', async () => {
  const { clock, dispatch, warnings } = await withMinutesLeft(10);
  await dispatch(signOutRequested());
  await clock.advance(9 * MINUTE);
  expect(warnings()).toEqual([]);
});

test('does not come after the end, if the machine slept until then', async () => {
  const { clock, warnings } = await withMinutesLeft(10);
  clock.adjust(20 * MINUTE);
  await clock.advance(6 * MINUTE);
  expect(warnings()).toEqual([]);
});

test('does not come if the server names no end', async () => {
  const { clock, notices } = await inShell({ answers: { userInfo: json(USER) } });
  await clock.advance(30 * MINUTE);
  expect(notices().filter((text) => text.includes('signed out'))).toEqual([]);
});
