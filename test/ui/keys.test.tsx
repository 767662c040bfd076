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

describe('with single-key shortcuts turned off', () => {
  const { dataset } = document.documentElement;
  afterEach(() => delete dataset['singleKeys']);

  const pressAll = async () => {
    const pressed: string[] = [];
    const names = ['a', 'R', '+', '3', '?', 'Escape', 'ArrowDown'];
    function Page() {
      useKeys(Object.fromEntries(names.map((name) => [name, () => pressed.push(name)])));
      return null;
    }
    render(<Page />);
    await userEvent.setup({ delay: null }).keyboard('aR+3?{Escape}{ArrowDown}');
    return pressed;
  };

  it('letters, digits and symbols do nothing, while Escape and the arrows act', async () => {
    dataset['singleKeys'] = 'off';
    expect(await pressAll()).toEqual(['Escape', 'ArrowDown']);
  });

  it('all of them act once they are turned on again', async () => {
    dataset['singleKeys'] = 'on';
    expect(await pressAll()).toEqual(['a', 'R', '+', '3', '?', 'Escape', 'ArrowDown']);
  });
});
