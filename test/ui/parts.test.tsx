/** @jest-environment jsdom */
import { configure, fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../../src/app/ErrorBoundary';
import { readPage } from '../../src/app/prerendered';
import { takeSignInAddress } from '../../src/ports/address';
import { hideSignInQuery } from '../../src/ports/signInQuery';
import { loadable } from '../../src/ui/loadable';
import { RollingNumber } from '../../src/ui/RollingNumber';

// Waits have a limit only to end hanging tests.
configure({ asyncUtilTimeout: 60_000 });

describe('a lazily loaded part', () => {
  it('is shown immediately if its file was preloaded', async () => {
    const Part = loadable(async () => () => <p>the part</p>);
    await Part.preload();
    render(<Part />);
    expect(screen.getByText('the part')).toBeTruthy();
  });

  it('is shown if its file arrives between the rendering and its effects', async () => {
    let arrive = () => {};
    const file = new Promise<void>((resolve) => (arrive = resolve));
    const Part = loadable(async () => {
      await file;
      return () => <p>the part</p>;
    });
    void Part.preload();
    function Arrival() {
      useLayoutEffect(() => arrive(), []);
      return null;
    }
    // Within `act`, as in other tests, React would run the effects before the file can arrive.
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
    environment.IS_REACT_ACT_ENVIRONMENT = false;
    root.render(
      <>
        <Part />
        <Arrival />
      </>,
    );
    expect(await screen.findByText('the part')).toBeTruthy();
    root.unmount();
    environment.IS_REACT_ACT_ENVIRONMENT = true;
  });

  it('is requested while the page around it is rendered, and once', async () => {
    const load = jest.fn(async () => () => <p>the part</p>);
    const Part = loadable(load);
    const requested: number[] = [];
    function Around() {
      useLayoutEffect(() => void requested.push(load.mock.calls.length), []);
      return <Part />;
    }
    render(<Around />);
    expect(requested).toEqual([1]);
    expect(await screen.findByText('the part')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('reports that its file failed to load, and loads it again', async () => {
    let online = false;
    const Part = loadable(async () => {
      if (!online) throw new Error('no network');
      return () => <p>the part</p>;
    });
    await Part.preload();
    render(<Part />);
    expect((await screen.findByRole('alert')).textContent).toMatch(/could not be loaded/);
    online = true;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('the part')).toBeTruthy();
  });

  it('leaves the focus of Retry at the part of the page around it', async () => {
    let online = false;
    const Part = loadable(async () => {
      if (!online) throw new Error('no network');
      return () => <p>the part</p>;
    });
    render(
      <main tabIndex={-1}>
        <Part />
      </main>,
    );
    const retry = await screen.findByRole('button', { name: 'Retry' });
    online = true;
    retry.focus();
    fireEvent.click(retry);
    expect(await screen.findByText('the part')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });
});

describe('a number on a card', () => {
  const JOBS = '/vms/jobs?jobStatusIds=OPEN';

  it('that an event changes is animated, and states its previous value', () => {
    const { rerender, container } = render(<RollingNumber text="12" of={JOBS} />);
    expect(container.querySelector('.rolled')).toBeNull();
    rerender(<RollingNumber text="13" of={JOBS} />);
    expect(screen.getByTitle('12 before').textContent).toBe('13');
    rerender(<RollingNumber text="11" of={JOBS} />);
    expect(screen.getByTitle('13 before').textContent).toBe('11');
  });

  it.each([`${JOBS}&professionIds=1`, null])('of other rows (%p) is another number', (of) => {
    const { rerender, container } = render(<RollingNumber text="12" of={JOBS} />);
    rerender(<RollingNumber text="5" of={of} />);
    expect(container.innerHTML).toBe('5');
  });
});

describe('a screen that cannot be drawn', () => {
  it('offers a way back', () => {
    // React does not report an error that is handled elsewhere.
    const silence = (event: ErrorEvent) => event.preventDefault();
    window.addEventListener('error', silence);
    const onReload = jest.fn();
    const Broken = () => {
      throw new Error('broken');
    };
    render(
      <ErrorBoundary onReload={onReload}>
        <Broken />
      </ErrorBoundary>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Reload the page' }));
    expect(onReload).toHaveBeenCalledTimes(1);
    window.removeEventListener('error', silence);
  });
});

describe('the sign-in address', () => {
  const NOTHING = { userName: null, organizationCode: null, fromSso: false, password: null };
  it.each([
    ['/signin', true, NOTHING, '/signin'],
    ['/MERIDIAN/signin', true, { ...NOTHING, organizationCode: 'MERIDIAN' }, '/MERIDIAN/signin'],
    ['/A%20B/signin/', true, { ...NOTHING, organizationCode: 'A B' }, '/A%20B/signin/'],
    ['/%E0/signin', true, NOTHING, '/%E0/signin'],
    [
      '/signin?uname=vms.manager&password=secret&fromSSO=true&theme=x#top',
      true,
      { ...NOTHING, userName: 'vms.manager', fromSso: true, password: 'secret' },
      '/signin?theme=x#top',
    ],
    ['/signin?fromSSO=false', true, NOTHING, '/signin'],
    ['/signin?uname=vms.manager&password=secret', false, { ...NOTHING, userName: 'vms.manager' }, '/signin'],
    ['/home?x=%20&password=secret', true, NOTHING, '/home?x=+'],
    ['/home?x=%20', true, NOTHING, '/home?x=%20'],
  ])('%s (password allowed: %s) requests %j and becomes %s', (address, allowed, expected, left) => {
    window.history.replaceState(null, '', address);
    const steps = window.history.length;
    hideSignInQuery();
    expect(window.location.href.replace(window.location.origin, '')).toBe(left);
    expect(window.history.length).toBe(steps);
    expect(takeSignInAddress(allowed)).toEqual(expected);
    expect(window).not.toHaveProperty('signInQuery');
  });
});

describe('the served document', () => {
  it('is refused with a plain message if a part of it is missing', () => {
    document.body.innerHTML = '<div id="root"></div>';
    expect(() => readPage(document)).toThrow(/#root, #runtime-config or data-page is missing/);
  });
});
