/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Dialog } from '../../src/ui/Dialog';

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
