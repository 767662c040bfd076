/** @jest-environment jsdom */
/** Toasts: what they show, how long they stay, and where the focus goes. */
import type { Action } from '@reduxjs/toolkit';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { SubCategoryCode } from '../../contract/notifications/kinds';
import { toastDismissed, toastsHeld, toastsReleased } from '../../sagas/features/notifications/notifications.intents';
import { toastOf } from '../../sagas/features/notifications/toasts/toastQueue';
import { selectPanel } from '../../sagas/features/notifications/panel/panel.selectors';
import { useAppSelector } from '../../src/hooks/useAppSelector';
import { notificationOf } from '../support/notificationServer';
import { focused } from './support/focused';
import { Bell, EVERYTHING, NotificationPanel, show, Toasts } from './support/showNotifications';
import { USER } from './support/states';
import { announced, toastsShown } from '../../sagas/features/notifications/toasts/toasts.slice';
import { some } from './support/notificationFeed';

afterEach(() => document.body.replaceChildren());

it('toasts show their category in words, and the rest is counted and opens the panel', async () => {
  const { happen, intents, user } = show(<Toasts user={{ ...USER, ...EVERYTHING }} />);
  happen(toastsShown({ toasts: some(14).map(toastOf) }));
  const region = screen.getByRole('region', { name: 'New notifications' });
  // The summary does not come before the cards, which would push it aside.
  expect(region.textContent).toBe('');
  expect(await within(region).findAllByText('Submissions')).toHaveLength(3);
  await user.click(within(region).getByRole('button', { name: '11 more notifications' }));
  expect(intents.at(-1)!.type).toBe('notifications/bellPressed');
});

it.each<[SubCategoryCode, string, string]>([
  ['NEW_JOB_POSTED', 'Job/Orders', 'warning'],
  ['JOB_UPDATED', 'Job/Orders', 'warning'],
  ['SUBMISSION_CREATED', 'Submissions', 'primary'],
  ['DOCUMENT_UPLOADED', 'Compliance', 'purple'],
  ['ASSIGNMENT_BOOKED', 'Assignments', 'blue'],
  ['TIMESHEET_SUBMITTED', 'Back Office', 'success'],
  ['BROADCAST', 'Nexus VMS', 'tertiary'],
])('the toast of %s is of %s and has the color %s', async (subCategoryCode, kind, color) => {
  const { happen } = show(<Toasts user={{ ...USER, ...EVERYTHING }} />);
  happen(toastsShown({ toasts: [toastOf(notificationOf(1, { subCategoryCode }))] }));
  const toast = (await screen.findByText(kind)).closest<HTMLElement>('.toast')!;
  expect(toast.style.getPropertyValue('--category')).toBe(`var(--category-${color})`);
});

it('each announcement is spoken, also one with the same text as the one before, and nothing else is', async () => {
  const { happen } = show(<Toasts user={{ ...USER, ...EVERYTHING }} />);
  const region = screen.getByRole('status');
  let spoken = 0;
  const observer = new MutationObserver((changes) => (spoken += changes.length > 0 ? 1 : 0));
  observer.observe(region, { childList: true, characterData: true, subtree: true });
  const changesAfter = async (action: Action) => {
    happen(action);
    await act(async () => undefined);
    return [region.textContent, spoken];
  };
  const text = 'Message from Ann Lee';
  expect(await changesAfter(announced({ text }))).toEqual([text, 1]);
  expect(await changesAfter(announced({ text }))).toEqual([text, 2]);
  expect(await changesAfter(toastsHeld())).toEqual([text, 2]);
  observer.disconnect();
});

describe('toasts that are left after one was dismissed', () => {
  const three = async () => {
    const shown = show(<Toasts user={{ ...USER, ...EVERYTHING }} />);
    shown.happen(toastsShown({ toasts: some(3).map(toastOf) }));
    const buttons = () => screen.queryAllByRole('button', { name: 'Dismiss' });
    await screen.findAllByRole('button', { name: 'Dismiss' });
    const areHeld = () => {
      const last = shown.intents.filter((each) => toastsHeld.match(each) || toastsReleased.match(each)).at(-1);
      return last !== undefined && toastsHeld.match(last);
    };
    return { ...shown, areHeld, buttons };
  };

  it('by touch expire again', async () => {
    const { areHeld, buttons } = await three();
    act(() => buttons()[0]!.focus());
    expect(areHeld()).toBe(true);
    fireEvent.click(buttons()[0]!, { detail: 1 });
    expect([buttons().length, areHeld(), focused()]).toEqual([2, false, 'nothing']);
  });

  it('wait while the pointer is still on them', async () => {
    const { areHeld, buttons } = await three();
    fireEvent.click(buttons()[0]!, { detail: 1 });
    fireEvent.pointerMove(buttons()[0]!);
    expect(areHeld()).toBe(true);
  });

  it('by keyboard wait while the focus is on them, which goes from one to the next and at last to the page', async () => {
    const page = document.body.appendChild(document.createElement('main'));
    Object.assign(page, { id: 'page', tabIndex: -1 });
    const { areHeld, buttons, user } = await three();
    act(() => buttons()[1]!.focus());
    await user.keyboard('{Enter}');
    expect([buttons().length, areHeld(), focused()]).toEqual([2, true, 'Dismiss']);
    await user.keyboard('{Enter}{Enter}');
    expect([buttons().length, areHeld(), document.activeElement]).toEqual([0, false, page]);
  });

  it('expire again after one was followed', async () => {
    const { areHeld, happen, user } = await three();
    happen(toastDismissed({ id: notificationOf(3).id }));
    happen(toastsShown({ toasts: [toastOf(notificationOf(9, { entityId: '00000000-0000-4000-8000-0000000000e1' }))] }));
    act(() => screen.getByRole('link', { name: 'Subject 9' }).focus());
    await user.keyboard('{Enter}');
    expect([screen.queryByText('Subject 9'), areHeld()]).toEqual([null, false]);
  });
});

function Panel() {
  return useAppSelector(selectPanel).open ? <NotificationPanel /> : null;
}

it('the panel that the summary of toasts opens returns the focus to the bell', async () => {
  const { happen, open, user } = show(
    <>
      <Bell />
      <Toasts user={{ ...USER, ...EVERYTHING }} />
      <Panel />
    </>,
  );
  happen(toastsShown({ toasts: some(14).map(toastOf) }));
  const summary = await screen.findByRole('button', { name: '11 more notifications' });
  act(() => summary.focus());
  await user.keyboard('{Enter}');
  open();
  expect([summary.isConnected, focused()]).toEqual([false, 'Close Notifications']);
  await user.keyboard('{Enter}');
  expect(focused()).toBe('Notifications');
});
