/** @jest-environment jsdom */
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useKeys } from '../../src/ui/useKeys';

it('a key that is held down acts once, unless it steps from one to the next', async () => {
  const pressed: string[] = [];
  function Page() {
    useKeys({ a: () => pressed.push('a'), j: () => pressed.push('j') }, ['j']);
    return null;
  }
  render(<Page />);
  await userEvent.setup({ delay: null }).keyboard('{a>3/}{j>3/}');
  expect(pressed.join('')).toBe('ajjj');
});
