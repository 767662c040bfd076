/** @jest-environment jsdom */
import { act, waitFor } from '@testing-library/react';
import { hydrateRoot, type Root as ReactRoot } from 'react-dom/client';
import { givenPassword } from '../../src/hooks/secretFields';
import { organizationTyped } from '../../sagas/session/signIn/signIn.intents';
import { prerenderedState, type PrerenderedPage } from '../../src/app/prerendered';
import { Root } from '../../src/app/Root';
import { announceReady, loadStyles } from '../../src/app/pageSignals';
import { field, sealed, testStore } from './support/show';
import { CONFIG, signedOut, withTags } from './support/states';

const TEMPLATE = { ...CONFIG, branding: { ...CONFIG.branding, productName: '%PRODUCT_NAME%', tagline: '%TAGLINE%' } };
const DEMO = {
  ...CONFIG,
  mode: 'demo',
  branding: { productName: 'Meridian & Co', tagline: 'Hello', variant: 'default' },
  demoUsers: [{ userName: 'owner.admin', organizationCode: 'PLATFORM', type: 'Owner', note: '' }],
} as const;

/** The page as the server sends it, with the injected name of the host. */
async function servedPage(page: PrerenderedPage): Promise<HTMLElement> {
  const { prerender } = await import('../../src/app/prerender');
  // The build renders without a document; here React sees one and warns about effects.
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const root = document.createElement('div');
  root.id = 'root';
  root.innerHTML = prerender(page, TEMPLATE)
    .replaceAll('%PRODUCT_NAME%', 'Meridian &amp; Co')
    .replaceAll('%TAGLINE%', 'Hello');
  log.mockRestore();
  document.body.replaceChildren(root);
  return root;
}

function hydrate(root: HTMLElement, page: PrerenderedPage, state = signedOut({ config: DEMO })) {
  const { store, intents } = testStore(state);
  const recovered: unknown[] = [];
  let app: ReactRoot | undefined;
  act(() => {
    app = hydrateRoot(
      root,
      <Root
        store={store}
        serverState={prerenderedState(page, DEMO)}
        keepSecret={sealed}
        openSecret={() => undefined}
        openFile={() => undefined}
        keepFile={() => '' as never}
        givenPassword={givenPassword(null)}
        onReload={() => undefined}
        onReady={announceReady}
      />,
      { onRecoverableError: (error) => recovered.push(error) },
    );
  });
  return { intents, recovered, leave: () => act(() => app?.unmount()) };
}

afterEach(() => delete document.documentElement.dataset['ready']);

describe('hydration of the sign-in page', () => {
  it('keeps the elements and the text typed before the script loaded', async () => {
    const root = await servedPage('sign-in');
    field('Username').value = 'early.bird';
    field('Password').value = 'typed early';
    field('Organization Code').value = 'MERIDIAN';
    field('Password').focus();
    const before = [field('Username'), field('Password'), field('Organization Code')];

    const { recovered, leave } = hydrate(root, 'sign-in');

    expect(recovered).toEqual([]);
    expect([field('Username'), field('Password'), field('Organization Code')]).toEqual(before);
    expect(before.map(({ value }) => value)).toEqual(['early.bird', 'typed early', 'MERIDIAN']);
    expect(document.activeElement).toBe(before[1]);
    leave();
  });

  it('keeps the host name injected by the server, and adds the demo users', async () => {
    const root = await servedPage('sign-in');
    const { leave } = hydrate(root, 'sign-in');
    expect(root.querySelector('.gate-product')?.textContent).toBe('Meridian & Co');
    await waitFor(() => expect(root.textContent).toContain('owner.admin'));
    leave();
  });

  it('fills in the last user only if nothing has been typed', async () => {
    const root = await servedPage('sign-in');
    field('Username').value = 'early.bird';
    const { leave } = hydrate(
      root,
      'sign-in',
      signedOut({ context: { userName: 'last.user', organizationCode: 'SUMMIT' } }),
    );
    expect([field('Username').value, field('Organization Code').value]).toEqual(['early.bird', 'SUMMIT']);
    leave();
  });

  it('leaves the focus at the username that is being typed', async () => {
    const root = await servedPage('sign-in');
    field('Username').focus();
    field('Username').value = 'earl';
    const { leave } = hydrate(root, 'sign-in', signedOut({ config: DEMO, context: { organizationCode: 'SUMMIT' } }));
    expect(field('Organization Code').value).toBe('SUMMIT');
    expect(document.activeElement).toBe(field('Username'));
    leave();
  });

  it('reports the organization typed before the script loaded, unless it is known', async () => {
    const root = await servedPage('sign-in');
    field('Organization Code').value = ' MERIDIAN ';
    const { intents, leave } = hydrate(root, 'sign-in');
    expect(intents).toEqual([organizationTyped({ organizationCode: 'MERIDIAN' })]);
    leave();

    const known = { last: null, organizationCode: 'SUMMIT', offer: null };
    const again = await servedPage('sign-in');
    const state = { ...signedOut({ config: DEMO, context: { organizationCode: 'SUMMIT' } }), methods: known };
    const { intents: none, leave: leaveAgain } = hydrate(again, 'sign-in', state);
    expect(field('Organization Code').value).toBe('SUMMIT');
    expect(none).toEqual([]);
    leaveAgain();
  });

  it('matches the output of the build, also for the loading state', async () => {
    const root = await servedPage('starting');
    expect(root.textContent).toContain('Checking your session');
    const { recovered, leave } = hydrate(root, 'starting', withTags('starting'));
    expect(recovered).toEqual([]);
    leave();
  });

  it('has no style attribute, which the content policy would refuse', async () => {
    expect((await servedPage('sign-in')).querySelectorAll('[style]')).toHaveLength(0);
  });
});

describe('a page of which a file does not come', () => {
  const failure = 'The page could not be loaded completely. Check your connection and reload the page.';
  const alerts = () => [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);

  it('says so once, and no longer shows a press as waiting', async () => {
    const root = await servedPage('sign-in');
    document.documentElement.dataset['scripts'] = '/one.js /two.js';
    await jest.isolateModulesAsync(async () => void (await import('../../src/app/early')));
    await waitFor(() => expect(document.head.querySelectorAll('script')).toHaveLength(2));
    root.querySelector<HTMLElement>('[type=submit]')!.click();
    expect(document.documentElement.dataset['pressed']).toBe('');

    for (const script of document.head.querySelectorAll('script')) script.dispatchEvent(new Event('error'));

    expect(alerts()).toEqual([failure]);
    expect(document.documentElement.dataset['pressed']).toBeUndefined();
  });

  it('says so if its style does not come', async () => {
    await servedPage('sign-in');
    await jest.isolateModulesAsync(async () => void (await import('../../src/app/early')));
    document.documentElement.dataset['styles'] = '/one.css';
    loadStyles(document);
    document.body.querySelector('link')!.dispatchEvent(new Event('error'));
    expect(alerts()).toEqual([failure]);
  });
});

describe('the address of a sign-in link', () => {
  it('gets back what was taken out of it, but never the password, for a reload of the incomplete page', async () => {
    await servedPage('sign-in');
    window.history.replaceState(null, '', '/signin?theme=x&uname=vms.manager&password=secret&fromSSO=true');
    await jest.isolateModulesAsync(async () => void (await import('../../src/app/early')));
    expect(window.location.search).toBe('?theme=x');
    window.pageIncomplete?.();
    window.pageIncomplete?.();
    expect(window.location.search).toBe('?theme=x&uname=vms.manager&fromSSO=true');
    delete window.signInQuery;
    window.history.replaceState(null, '', '/signin');
    window.pageIncomplete?.();
    expect(window.location.search).toBe('');
  });
});

describe('a submit before the app is ready', () => {
  it('does not navigate, shows as pressed, and is executed once the app is ready', async () => {
    const root = await servedPage('sign-in');
    await import('../../src/app/early');
    field('Username').value = 'early.bird';
    field('Password').value = 'typed early';
    field('Organization Code').value = 'MERIDIAN';
    const form = root.querySelector('form')!;
    const submit = new Event('submit', { bubbles: true, cancelable: true });
    form.dispatchEvent(submit);
    expect(submit.defaultPrevented).toBe(true);
    expect(document.documentElement.dataset['pressed']).toBe('');

    const { intents, leave } = hydrate(root, 'sign-in');

    await waitFor(() => expect(intents).toHaveLength(2));
    expect(intents[1]?.payload).toEqual({
      userName: 'early.bird',
      organizationCode: 'MERIDIAN',
      password: sealed('typed early'),
    });
    expect(document.documentElement.dataset['pressed']).toBeUndefined();
    leave();
  });
});
