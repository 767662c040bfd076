/** @jest-environment jsdom */
import { render, screen } from '@testing-library/react';
import { Button } from '../../src/ui/Button';
import { ToolButton } from '../../src/ui/ToolButton';

describe.each([
  ['a button', Button],
  ['a button of a toolbar', ToolButton],
])('%s', (_, Shown) => {
  it.each([
    [true, 'true'],
    [false, 'false'],
    [undefined, null],
  ])('pressed: %s, has aria-pressed %p', (pressed, expected) => {
    render(<Shown aria-pressed={pressed}>Table</Shown>);
    expect(screen.getByRole('button').getAttribute('aria-pressed')).toBe(expected);
  });
});
