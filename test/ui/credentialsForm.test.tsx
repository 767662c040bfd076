/** @jest-environment jsdom */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { DemoUser } from '../../contract/shell/runtimeConfig';
import { organizationTyped, passwordResetOpened, signInSubmitted } from '../../sagas/session/signIn/signIn.intents';
import { button, field, sealed, settle, show } from './support/show';
import { failed, signedOut } from './support/states';

const MESSAGES = {
  Username: 'Please enter a valid Username to login',
  Password: 'Please enter a valid Password to login',
  'Organization Code': 'Please enter a valid Organization Code to login',
};

/** Fills a form like a browser or a password manager: the value is set without an event. */
function autofill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) field(label).value = value;
}

const FILLED = { Username: 'vms.manager', Password: 'Demo-pass-2026', 'Organization Code': 'MERIDIAN' };
const SUBMITTED = signInSubmitted({
  userName: 'vms.manager',
  organizationCode: 'MERIDIAN',
  password: sealed('Demo-pass-2026'),
});

describe('the sign-in form', () => {
  it.each([
    ['Username', 'username', 'username webauthn', 'text'],
    ['Password', 'password', 'current-password', 'password'],
    ['Organization Code', 'organizationCode', 'organization', 'text'],
  ])('marks %s for password managers', async (label, name, autoComplete, type) => {
    await show(signedOut());
    expect(field(label)).toMatchObject({ name, autocomplete: autoComplete, type });
  });

  it('posts its fields in the body before the script runs, so that no address ever contains a password', async () => {
    await show(signedOut());
    const form = screen.getByRole<HTMLFormElement>('form', { name: 'Sign in' });
    expect([form.method, new URL(form.action).pathname]).toEqual(['post', '/signin']);
  });

  it('names the missing fields in the specified words, and focuses the first', async () => {
    const { user, intents } = await show(signedOut());
    await user.click(button('LOGIN'));
    for (const [label, message] of Object.entries(MESSAGES)) {
      const error = await screen.findByText(message);
      expect(field(label).getAttribute('aria-describedby')).toBe(error.id);
      expect(field(label).getAttribute('aria-invalid')).toBe('true');
      expect(error.getAttribute('role')).toBe('alert');
    }
    expect(document.activeElement).toBe(field('Username'));
    expect(intents).toEqual([]);
  });

  it('treats blank names as empty, and removes the error once something is typed', async () => {
    const { user } = await show(signedOut());
    await user.type(field('Username'), '   ');
    await user.click(button('LOGIN'));
    await screen.findByText(MESSAGES.Username);
    await user.type(field('Username'), 'vms');
    expect(screen.queryByText(MESSAGES.Username)).toBeNull();
    expect(screen.getByText(MESSAGES.Password)).toBeTruthy();
  });

  it('sends what a password manager filled in without a single key pressed', async () => {
    const { user, intents } = await show(signedOut());
    autofill(FILLED);
    await user.click(button('LOGIN'));
    await waitFor(() => expect(intents).toEqual([SUBMITTED]));
  });

  it('sends on Enter, with trimmed names and the password exactly as typed', async () => {
    const { user, intents } = await show(signedOut());
    await user.type(field('Username'), ' vms.manager ');
    await user.type(field('Organization Code'), 'MERIDIAN ');
    await user.type(field('Password'), ' with blanks {Enter}');
    const submitted = () => intents.filter(signInSubmitted.match);
    await waitFor(() => expect(submitted()).toHaveLength(1));
    expect(submitted()[0]?.payload).toEqual({
      userName: 'vms.manager',
      organizationCode: 'MERIDIAN',
      password: sealed(' with blanks '),
    });
  });

  it('dispatches one intent for a hundred clicks, before and after the form is busy', async () => {
    const busy = signedOut({ tags: ['credentials', 'busy'] });
    const { intents } = await show(signedOut(), { react: () => busy });
    autofill(FILLED);
    const form = screen.getByRole('form', { name: 'Sign in' });
    for (let press = 0; press < 50; press += 1) fireEvent.submit(form);
    await waitFor(() => expect(intents).toHaveLength(1));
    for (let press = 0; press < 50; press += 1) fireEvent.submit(form);
    await act(async () => {});
    expect(intents).toHaveLength(1);
    expect(button('LOGIN').getAttribute('aria-busy')).toBe('true');
  });

  it('after an error keeps the names, empties and focuses the password, and announces the error', async () => {
    const { move } = await show(signedOut());
    autofill(FILLED);
    await move(
      signedOut({
        context: { userName: 'vms.manager', organizationCode: 'MERIDIAN', ...failed({ kind: 'badCredentials' }) },
      }),
    );
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toBe('Username, password or organization code is incorrect.');
    expect([field('Username').value, field('Password').value, field('Organization Code').value]).toEqual([
      'vms.manager',
      '',
      'MERIDIAN',
    ]);
    expect(document.activeElement).toBe(field('Password'));
    expect(field('Password').getAttribute('aria-describedby')).toBe(alert.id);
  });

  it('announces the same error again when it happens again', async () => {
    const { move } = await show(signedOut({ context: failed({ kind: 'badCredentials' }, 1) }));
    const first = screen.getByRole('alert');
    await move(signedOut({ context: failed({ kind: 'badCredentials' }, 2) }));
    expect(screen.getByRole('alert')).not.toBe(first);
  });

  it('opens the password reset', async () => {
    const { user, intents } = await show(signedOut());
    await user.click(button('Forgot password'));
    expect(intents).toEqual([passwordResetOpened()]);
  });

  it('shows why the session ended', async () => {
    await show(signedOut({ reason: 'taken_over' }));
    expect(screen.getByText(/your account was signed in on another device/)).toBeTruthy();
  });

  it('still shows with an error that the last sign-out is not complete', async () => {
    const state = signedOut({ context: failed({ kind: 'unreachable' }) });
    const { session } = state.machines;
    const owed = { ...session!, context: { reason: 'signed_out', pendingSignOut: 'mine' } };
    await show({ ...state, machines: { ...state.machines, session: owed } });
    expect(screen.getByText(/the server has not confirmed it yet/)).toBeTruthy();
    expect(screen.getByText(/cannot be reached/)).toBeTruthy();
  });

  it('stays disabled until the server allows another attempt, and shows it', async () => {
    jest.useFakeTimers({ now: 0, doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
    await show(signedOut({ context: failed({ kind: 'rateLimited', retryAt: 9_500 }) }));
    expect(button('LOGIN').disabled).toBe(true);
    expect(screen.getByText(/You can try again in 10 s\./)).toBeTruthy();
    act(() => jest.advanceTimersByTime(9_600));
    expect(button('LOGIN').disabled).toBe(false);
    jest.useRealTimers();
  });

  it('shows the copyright line with its year', async () => {
    await show(signedOut());
    expect(screen.getByText(/© 2025/)).toBeTruthy();
  });
});

describe('the password field', () => {
  it('can be revealed, and is hidden again when the form is sent', async () => {
    const { user } = await show(signedOut());
    await user.click(button('Show password'));
    expect(field('Password').type).toBe('text');
    await user.click(button('LOGIN'));
    expect(field('Password').type).toBe('password');
    expect(button('Show password')).toBeTruthy();
  });

  it('warns while Caps Lock is on', async () => {
    await show(signedOut());
    const press = (on: boolean) => fireEvent.keyDown(field('Password'), { key: 'A', modifierCapsLock: on });
    press(true);
    expect(screen.getByText('Caps Lock is on.')).toBeTruthy();
    press(false);
    expect(screen.queryByText('Caps Lock is on.')).toBeNull();
  });
});

describe('prefilling the form', () => {
  const known = { userName: 'last.user', organizationCode: 'LAKESIDE' };

  it('fills in the last user, and focuses the password', async () => {
    await show(signedOut({ context: known }));
    expect([field('Username').value, field('Organization Code').value]).toEqual(['last.user', 'LAKESIDE']);
    expect(document.activeElement).toBe(field('Password'));
  });

  it('does not overwrite what was typed in the meantime', async () => {
    const { user, move } = await show(signedOut());
    await user.type(field('Username'), 'somebody.else');
    await move(signedOut({ context: known }));
    expect([field('Username').value, field('Organization Code').value]).toEqual(['somebody.else', 'LAKESIDE']);
    expect(document.activeElement).toBe(field('Username'));
  });

  it('replaces the fields with the user whose password was reset, and reports the organization', async () => {
    const { user, move, intents } = await show(signedOut());
    await user.type(field('Username'), 'typed.before');
    await user.tab();
    await move(signedOut({ context: { ...known, notice: 'temporaryPasswordSent' } }));
    expect([field('Username').value, field('Organization Code').value]).toEqual(['last.user', 'LAKESIDE']);
    expect(screen.getByText('Temporary password has been sent to your registered email')).toBeTruthy();
    expect(intents).toEqual([organizationTyped({ organizationCode: 'LAKESIDE' })]);
  });

  it('shows that the password has been changed', async () => {
    await show(signedOut({ context: { ...known, notice: 'passwordChanged' } }));
    expect(screen.getByText('Password has been changed successfully')).toBeTruthy();
    expect(field('Username').value).toBe('last.user');
  });

  it('uses a password from the address once', async () => {
    const { move } = await show(signedOut({ context: known }), { password: 'from-address' });
    expect(field('Password').value).toBe('from-address');
    await move(signedOut({ context: { ...known, ...failed({ kind: 'badCredentials' }) } }));
    expect(field('Password').value).toBe('');
  });
});

describe('the demo users', () => {
  const demoUsers: DemoUser[] = [
    { userName: 'owner.admin', organizationCode: 'PLATFORM', type: 'Owner', note: 'Runs the platform' },
    { userName: 'agency.sales', organizationCode: 'SUMMIT', type: 'Agency', note: '' },
  ];

  it('fill the form with one click, and sign in with the next', async () => {
    const { user, intents } = await show(
      signedOut({ config: { mode: 'demo', demoUsers, demoPassword: 'Demo-pass-2026' } }),
    );
    await user.click(await screen.findByRole('button', { name: /agency\.sales/ }));
    expect(intents).toEqual([organizationTyped({ organizationCode: 'SUMMIT' })]);
    expect(document.activeElement).toBe(button('LOGIN'));
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(intents.slice(1)).toEqual([
        signInSubmitted({ userName: 'agency.sales', organizationCode: 'SUMMIT', password: sealed('Demo-pass-2026') }),
      ]),
    );
  });

  it('are shown in demo mode only', async () => {
    await show(signedOut({ config: { mode: 'production', demoUsers } }));
    await settle();
    expect(screen.queryByText('Demo users')).toBeNull();
  });
});

describe('single sign-on of the organization', () => {
  const offering = (last: 'password' | 'sso') => ({
    ...signedOut(),
    methods: {
      last,
      organizationCode: 'LAKESIDE',
      offer: { address: '/LAKESIDE/auth/sso/main', isFirst: last === 'sso' },
    },
  });
  const isBefore = (one: Element, other: Element): boolean =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

  it.each([
    ['sso', true],
    ['password', false],
  ] as const)('is offered besides the password; above it if %s was used last: %s', async (last, above) => {
    await show(offering(last));
    const link = screen.getByRole('link', { name: 'Continue with single sign-on' });
    expect(link.getAttribute('href')).toBe('/LAKESIDE/auth/sso/main');
    expect(isBefore(link, field('Password'))).toBe(above);
  });

  it('is not offered if there is none', async () => {
    await show(signedOut());
    expect(screen.queryByRole('link', { name: 'Continue with single sign-on' })).toBeNull();
  });
});
