/** @jest-environment jsdom */
import { act, render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { useHeadingFocus } from '../../src/screens/frame/useHeadingFocus';
import { focused } from './support/focused';

interface PageProps {
  readonly pathname: string;
  readonly heading: string | null;
}

function Page({ pathname, heading }: PageProps) {
  const main = useRef<HTMLElement>(null);
  useHeadingFocus(main, pathname);
  return (
    <>
      <button type="button">Menu</button>
      <main id="page" ref={main} tabIndex={-1} aria-label="Page">
        {heading === null ? <button type="button">Approve</button> : <h1>{heading}</h1>}
      </main>
    </>
  );
}

/** Goes to a page that is shown later, after `moveOn`. */
function goAndMoveOn(moveOn: () => void) {
  const { rerender } = render(<Page pathname="/jobs" heading={null} />);
  act(() => screen.getByRole('button', { name: 'Approve' }).focus());
  rerender(<Page pathname="/timesheets" heading={null} />);
  act(moveOn);
  rerender(<Page pathname="/timesheets" heading="Timesheets" />);
}

it('the heading of a new page takes the focus, also if a layer that was closed has left it to the page', async () => {
  goAndMoveOn(() => screen.getByRole('main').focus());
  await waitFor(() => expect(focused()).toBe('Timesheets'));
});

it('the heading of a new page takes no focus from a person who has moved on', async () => {
  goAndMoveOn(() => screen.getByRole('button', { name: 'Menu' }).focus());
  await act(() => Promise.resolve());
  expect(focused()).toBe('Menu');
});
