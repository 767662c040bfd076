/** @jest-environment jsdom */
/** Where users turn single-key shortcuts off. */
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { appearanceChosen, appearanceOpened } from '../../sagas/features/appearance/appearance.slice';
import { AppearanceDialog } from '../../src/screens/appearance/AppearanceDialog';
import { BoardKeys } from '../../src/screens/liveBoard/BoardKeys';
import { LiveBoard } from '../../src/screens/liveBoard/LiveBoard';
import { ShellRouter } from '../../src/screens/frame/ShellRouter';
import { testStore } from './support/show';
import { signedIn } from './support/states';

const { dataset } = document.documentElement;
afterEach(() => delete dataset['singleKeys']);

function open(page: JSX.Element, singleKeys = true) {
  dataset['singleKeys'] = singleKeys ? 'on' : 'off';
  const state = { ...signedIn(), appearance: { density: 'comfortable', patterns: false, singleKeys } as const };
  const { store, intents } = testStore(state);
  render(<Provider store={store}>{page}</Provider>);
  return { intents, user: userEvent.setup({ delay: null }) };
}

it.each([true, false])('Appearance has the choice, and shows it: %s', async (singleKeys) => {
  const { intents, user } = open(<AppearanceDialog />, singleKeys);
  const choice = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Single-key shortcuts' });
  expect(choice.checked).toBe(singleKeys);
  await user.click(choice);
  expect(intents).toEqual([appearanceChosen({ singleKeys: !singleKeys })]);
});

it.each([
  [true, 'Single-key shortcuts are on in this browser.', 'Turn them off under Appearance'],
  [false, 'Single-key shortcuts are off in this browser.', 'Turn them on under Appearance'],
])('the keys of the live board lead there (%s)', async (singleKeys, text, name) => {
  const onClose = jest.fn();
  const { intents, user } = open(<BoardKeys onClose={onClose} />, singleKeys);
  expect(screen.getByText(text, { exact: false })).toBeTruthy();
  await user.click(screen.getByRole('button', { name }));
  expect([onClose.mock.calls.length, intents]).toEqual([1, [appearanceOpened()]]);
});

it('the tools of the live board name keys only while these act, also after a choice in another tab', async () => {
  open(
    <ShellRouter location={{ pathname: '/vms/notifications/live', search: '', key: 'k' }}>
      <LiveBoard />
    </ShellRouter>,
  );
  const titles = () => ['Large view', 'Keys'].map((name) => screen.getByRole('button', { name }).title);
  expect(titles()).toEqual(['For a wall (w); Esc leaves it', 'Keys (?)']);
  act(() => void (dataset['singleKeys'] = 'off'));
  await waitFor(() => expect(titles()).toEqual(['For a wall; Esc leaves it', 'Keys']));
});

it('what the keys of the live board say follows a choice in another tab', async () => {
  open(<BoardKeys onClose={() => undefined} />);
  act(() => void (dataset['singleKeys'] = 'off'));
  await screen.findByRole('button', { name: 'Turn them on under Appearance' });
});
