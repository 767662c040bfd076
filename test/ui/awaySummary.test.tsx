/** @jest-environment jsdom */
/** The summary of what arrived during an absence. */
import { act, screen } from '@testing-library/react';
import { awayArrived, awayDismissed } from '../../sagas/features/notifications/away/away.slice';
import { focused } from './support/focused';
import { Away, show } from './support/showNotifications';
import { snapshot } from './support/notificationFeed';

afterEach(() => document.body.replaceChildren());

it('the summary of an absence comes with the feed, so that no toast pushes it up', () => {
  const { happen } = show(<Away />);
  const absence = { since: '2026-01-14T18:00:00.000Z', until: '2026-01-15T06:00:00.000Z' };
  happen(awayArrived({ absence, kinds: [{ kind: 'SUBMISSION_CREATED', tab: 'SUBMISSIONS', came: 3, waiting: 2 }] }));
  expect(screen.queryByRole('region', { name: 'While you were away' })).toBeNull();
  happen(snapshot([]));
  expect(screen.getByRole('region', { name: 'While you were away' }).textContent).toContain(
    '3 arrived, 2 are still open.',
  );
});

it('the summary of an absence leaves the focus to the page when it is dismissed', async () => {
  const { happen, intents, user } = show(
    <>
      <main id="page" tabIndex={-1} aria-label="Page" />
      <Away />
    </>,
  );
  const absence = { since: '2026-01-14T18:00:00.000Z', until: '2026-01-15T06:00:00.000Z' };
  happen(awayArrived({ absence, kinds: [{ kind: 'SUBMISSION_CREATED', tab: 'SUBMISSIONS', came: 3, waiting: 2 }] }));
  happen(snapshot([]));
  act(() => screen.getByRole('button', { name: 'Dismiss this summary' }).focus());
  await user.keyboard('{Enter}');
  expect([intents.some(awayDismissed.match), focused()]).toEqual([true, 'Page']);
});
