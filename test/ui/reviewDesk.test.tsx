/** @jest-environment jsdom */
/** The keys of the review desk: when they act, and how often. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { ActionableRecord } from '../../contract/records/recordActions.endpoints';
import type { ReviewDeskContext } from '../../machines/reviewDesk/reviewDesk.machine';
import type { AppState } from '../../sagas/app/state';
import { recordActionPressed } from '../../sagas/features/recordActions/recordActions.intents';
import { recordActionsReducers } from '../../sagas/features/recordActions/recordActions.slice';
import {
  reviewActionPressed,
  reviewDeskReducers,
  reviewPreviousPressed,
  reviewUndoPressed,
  type DeskDocument,
} from '../../sagas/features/reviewDesk/reviewDesk.slice';
import type { FileRef } from '../../sagas/base/ports/network';
import { OpenFileContext } from '../../src/hooks/files';
import { ReviewDeskScreen } from '../../src/screens/reviewDesk/ReviewDeskScreen';
import { Drawer } from '../../src/ui/Drawer';
import { focused } from './support/focused';
import { everythingFetched, testStore } from './support/show';
import { after, signedIn } from './support/states';
import { resizeWindow } from './support/windowWidth';

beforeAll(everythingFetched);
afterEach(() => delete document.documentElement.dataset['singleKeys']);

const documentOf = (id: string, version: number): DeskDocument => ({
  page: { kind: 'document', id, version, row: { id, name: `Paper ${id}` }, counts: {} },
  file: { file: '<file:1>' as FileRef, fileName: 'paper.pdf', size: 4 },
  failure: null,
});

/** At one of these documents, the first unless said otherwise, with the facts of this version. */
function atDesk(factsVersion = 1, at = 0): AppState {
  const base = after(signedIn({ permissions: ['DOCUMENT_REVIEW'] }), { type: 'test/begins' });
  const context: ReviewDeskContext = { queue: ['a', 'b', 'c'], complete: true, at, results: {}, failure: null };
  const records = context.queue.map((recordId): [string, ActionableRecord] => [
    recordId,
    {
      recordId,
      name: `Paper ${recordId}`,
      version: 1,
      state: { status: 'PENDING_REVIEW' },
      defaults: {},
      changedAt: null,
      changedBy: null,
      lastAction: null,
    },
  ]);
  const actions = recordActionsReducers.recordActions(undefined, { type: 'test/begins' });
  return {
    ...base,
    machines: {
      ...base.machines,
      reviewDesk: { value: 'reviewing', context, tags: [], can: [], status: 'active' },
    },
    recordActions: { ...actions, known: Object.fromEntries(records) },
    reviewDesk: {
      ...reviewDeskReducers.reviewDesk(undefined, { type: 'test/begins' }),
      documents: { a: documentOf('a', factsVersion) },
    },
  };
}

function open(beside: JSX.Element | null = null, state = atDesk()) {
  const { store, intents, move } = testStore(state);
  render(
    <Provider store={store}>
      <OpenFileContext.Provider value={() => undefined}>
        <ReviewDeskScreen />
      </OpenFileContext.Provider>
      {beside}
    </Provider>,
  );
  return { intents, move, user: userEvent.setup({ delay: null }) };
}

it('a key that is held down decides one document', async () => {
  const { intents, user } = open();
  await user.keyboard('{a>5/}');
  expect(intents).toEqual([reviewActionPressed({ action: 'approve' })]);
  await user.keyboard('a');
  expect(intents).toHaveLength(2);
});

it('a letter decides nothing where single-key shortcuts are off', async () => {
  document.documentElement.dataset['singleKeys'] = 'off';
  const { intents, user } = open();
  await user.keyboard('axu');
  expect(intents).toEqual([]);
});

it('Enter that is held down on a button decides one document', async () => {
  const { intents, user } = open();
  act(() => screen.getByRole('button', { name: 'Approve' }).focus());
  await user.keyboard('{Enter>5/}');
  expect(intents.filter(recordActionPressed.match)).toHaveLength(1);
});

it('Previous keeps the focus at the first document, and then goes nowhere', async () => {
  const { intents, move, user } = open(null, atDesk(1, 1));
  const previous = screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' });
  act(() => previous.focus());
  await user.keyboard('{Enter}');
  await move(atDesk());
  // A disabled control loses the focus in a browser.
  expect([previous.disabled, previous.getAttribute('aria-disabled'), focused()]).toEqual([false, 'true', 'Previous']);
  await user.keyboard('{Enter}');
  expect(intents.filter(reviewPreviousPressed.match)).toHaveLength(1);
});

describe('the end of the queue', () => {
  const over = (): AppState => {
    const state = atDesk();
    return {
      ...state,
      machines: { ...state.machines, reviewDesk: { ...state.machines['reviewDesk']!, value: 'over' } },
    };
  };
  const HEADING = 'That was the last document';

  it('leaves the focus to what the user types in', async () => {
    const { move } = open(<input aria-label="Message" />);
    act(() => screen.getByLabelText('Message').focus());
    await move(over());
    expect([screen.getByRole('heading', { level: 2 }).textContent, focused()]).toEqual([HEADING, 'Message']);
  });

  it.each([
    ['Approve', 'which is gone'],
    ['Next', 'which is disabled'],
  ])('takes the focus of %s, %s', async (name) => {
    const { move } = open();
    act(() => screen.getByRole('button', { name }).focus());
    await move(over());
    expect(focused()).toBe(HEADING);
  });
});

it('the document that took the place of one that a colleague has decided cannot be decided yet', async () => {
  const state = atDesk();
  const { intents, user } = open(null, { ...state, reviewDesk: { ...state.reviewDesk!, held: 'a' } });
  const approve = screen.getByRole('button', { name: 'Approve' });
  expect(approve.getAttribute('aria-disabled')).toBe('true');
  await user.click(approve);
  expect(intents).toEqual([]);
});

it('a document of which a newer version is not on the desk yet has no buttons', () => {
  open(null, atDesk(2));
  expect(screen.getByRole('heading', { name: 'Paper a' })).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

it('its keys do nothing while the focus is in a panel beside it', async () => {
  const resizeBack = resizeWindow(1440);
  try {
    const { intents, user } = open(
      <Drawer title="Notifications" beside onClose={() => undefined}>
        Nothing new.
      </Drawer>,
    );
    expect(screen.getByRole('dialog', { name: 'Notifications' }).contains(document.activeElement)).toBe(true);
    await user.keyboard('ua');
    expect(intents).toEqual([]);
    act(() => screen.getByRole('heading', { level: 1 }).focus());
    await user.keyboard('u');
    expect(intents).toEqual([reviewUndoPressed()]);
  } finally {
    resizeBack();
  }
});
