/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Dialog } from '../../src/ui/Dialog';
import { Drawer } from '../../src/ui/Drawer';
import { focused } from './support/focused';

function WithSearch({ onClose }: { readonly onClose: () => void }) {
  const [words, setWords] = useState('');
  return (
    <Dialog title="A document" onClose={onClose}>
      <input
        type="search"
        aria-label="Find"
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && setWords('')}
      />
      <input aria-label="Name" defaultValue="typed" />
    </Dialog>
  );
}

it('is closed by Escape, which first clears a search field', async () => {
  const user = userEvent.setup();
  const onClose = jest.fn();
  render(<WithSearch onClose={onClose} />);
  const search = screen.getByLabelText<HTMLInputElement>('Find');
  await user.type(search, 'words');
  await user.keyboard('{Escape}');
  expect([search.value, onClose.mock.calls.length]).toEqual(['', 0]);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.click(screen.getByLabelText('Name'));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

function Saving({ title }: { readonly title: string }) {
  const [saving, setSaving] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setSaving(true)}>
        Save as
      </button>
      {saving && (
        <Dialog title={title} onClose={() => setSaving(false)}>
          <input aria-label="Name" autoFocus />
        </Dialog>
      )}
    </>
  );
}

const dialogs = () => screen.queryAllByRole('dialog', { hidden: true }).map((each) => each.textContent);

it.each([false, true])(
  'Escape in a dialog leaves the drawer open that it was opened from (beside: %s)',
  async (beside) => {
    const narrow = window.matchMedia;
    window.matchMedia = (query) => Object.assign(narrow(query), { matches: beside });
    const user = userEvent.setup();
    const onClose = jest.fn();
    render(
      <Drawer title="Filters" beside={beside} onClose={onClose}>
        <Saving title="Save the filters" />
      </Drawer>,
    );
    window.matchMedia = narrow;
    await user.click(screen.getByRole('button', { name: 'Save as' }));
    await user.keyboard('{Escape}');
    expect({ dialogs: dialogs(), drawerClosed: onClose.mock.calls.length, focused: focused() }).toEqual({
      dialogs: ['FiltersSave as'],
      drawerClosed: 0,
      focused: 'Save as',
    });
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  },
);

function Steps() {
  const [step, setStep] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setStep(1)}>
        Hand over
      </button>
      {step > 0 && (
        <Dialog key={step} title={`Step ${step}`} onClose={() => setStep(0)}>
          <button type="button" autoFocus onClick={() => setStep((step + 1) % 4)}>
            After step {step}
          </button>
        </Dialog>
      )}
    </>
  );
}

it('a dialog that takes the place of another keeps the focus, and returns it to what opened the first', async () => {
  const user = userEvent.setup();
  render(<Steps />);
  await user.click(screen.getByRole('button', { name: 'Hand over' }));
  const path = [focused()];
  for (let press = 0; press < 3; press += 1) {
    await user.click(screen.getByRole('button', { name: /^After step/ }));
    path.push(focused());
  }
  expect(path).toEqual(['After step 1', 'After step 2', 'After step 3', 'Hand over']);
});
