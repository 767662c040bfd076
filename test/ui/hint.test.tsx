/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Hint } from '../../src/ui/Hint';

it('describes its button by one text, whether the tooltip is open or not', async () => {
  const user = userEvent.setup();
  render(<Hint name="How is Spend computed?">Hours times rate.</Hint>);
  const button = screen.getByRole('button', { name: 'How is Spend computed?' });
  const texts = () => screen.getAllByText('Hours times rate.').length;
  const description = () => document.getElementById(button.getAttribute('aria-describedby')!)?.textContent;
  expect([texts(), description(), screen.queryByRole('tooltip')]).toEqual([1, 'Hours times rate.', null]);
  await user.tab();
  expect(screen.getByRole('tooltip').textContent).toBe('Hours times rate.');
  expect([texts(), description()]).toEqual([1, 'Hours times rate.']);
  await user.keyboard('{Escape}');
  expect([texts(), description(), screen.queryByRole('tooltip')]).toEqual([1, 'Hours times rate.', null]);
});
