/** @jest-environment jsdom */
import { act, fireEvent, screen } from '@testing-library/react';
import { codeResendRequested, codeSubmitted, returnToSignInRequested } from '../../sagas/session/signIn/signIn.intents';
import { digitsOf } from '../../src/ui/prerendered/CodeField';
import { button, field, sealed, show } from './support/show';
import { failed, MAILED, twoFactor } from './support/states';

const code = () => field('Authentication Code');

const busyWith = (code: string) => {
  const state = twoFactor();
  const value = { twoFactor: { code, resend: 'cooling' } };
  const signIn = { ...state.machines['signIn']!, value, tags: ['twoFactor', 'busy'] };
  return { ...state, machines: { ...state.machines, signIn } };
};

describe('the two-factor form', () => {
  it('shows the username as text, and one input that phones and password managers recognize', async () => {
    await show(twoFactor());
    expect(field('Username')).toMatchObject({ value: 'vms.twofactor', readOnly: true });
    expect(code()).toMatchObject({ autocomplete: 'one-time-code', inputMode: 'numeric', type: 'text' });
    expect(screen.getByText(/v•••@meridian\.example/)).toBeTruthy();
  });

  it('requires a code', async () => {
    const { user } = await show(twoFactor());
    expect(button('Proceed').disabled).toBe(true);
    await user.type(code(), '1');
    expect(button('Proceed').disabled).toBe(false);
    await user.clear(code());
    expect(button('Proceed').disabled).toBe(true);
  });

  it.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    ['123-456', '123456'],
    [' 123456\n', '123456'],
    ['１２３４５６', '123456'],
    ['1234567', '123456'],
    ['Your code: 123456', '123456'],
    ['no digits', ''],
  ])('reads %j as %j', (text, digits) => {
    expect(digitsOf(text)).toBe(digits);
  });

  it.each(['123 456', '123-456'])('accepts a pasted %s', async (pasted) => {
    const { user, intents } = await show(twoFactor());
    await user.click(code());
    await user.paste(pasted);
    expect(code().value).toBe('123456');
    await user.click(button('Proceed'));
    expect(intents).toEqual([codeSubmitted({ code: sealed('123456'), remember: false })]);
  });

  it('accepts a code that a password manager sets with an input event, and sends it on Enter', async () => {
    const { user, intents } = await show(twoFactor());
    fireEvent.input(code(), { target: { value: '123 456' } });
    await user.type(code(), '{Enter}');
    expect(intents).toEqual([codeSubmitted({ code: sealed('123456'), remember: false })]);
  });

  it('sends one code for any number of clicks while waiting for the answer', async () => {
    const { user, intents } = await show(twoFactor(), { react: () => busyWith('verifying') });
    await user.type(code(), '123456');
    for (let press = 0; press < 10; press += 1) await user.click(button('Proceed'));
    expect(intents).toHaveLength(1);
  });

  it('announces a wrong code, and marks it so that the next key replaces it', async () => {
    const { user, move } = await show(twoFactor());
    await user.type(code(), '111111');
    await move(twoFactor(failed({ kind: 'codeWrong', attemptsLeft: 4 })));
    expect(screen.getByRole('alert').textContent).toBe('Invalid authentication code.');
    expect(document.activeElement).toBe(code());
    expect(code().getAttribute('aria-invalid')).toBe('true');
    await user.keyboard('2');
    expect(code().value).toBe('2');
  });

  it('leads back to the login form', async () => {
    const { user, intents } = await show(twoFactor());
    await user.click(button('Return to Login'));
    expect(intents).toEqual([returnToSignInRequested()]);
  });

  it('does not lead back while the code is verified: the server may have opened a session', async () => {
    const { user, intents } = await show(busyWith('verifying'));
    await user.click(button('Return to Login'));
    expect([button('Return to Login').getAttribute('aria-disabled'), intents]).toEqual(['true', []]);
  });

  it.each(['proving', 'mailing'])(
    'leads back while the passkey is asked for or a code is mailed (%s)',
    async (code) => {
      const { user, intents } = await show(busyWith(code));
      await user.click(button('Return to Login'));
      expect(intents).toEqual([returnToSignInRequested()]);
    },
  );
});

describe('requesting another code', () => {
  const START = new Date('2026-03-04T10:00:00Z').getTime();
  const cooling = twoFactor({ challenge: { ...MAILED, sentTo: null, resendAt: START + 30_000 } });

  beforeEach(() => void jest.useFakeTimers({ now: START, doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

  it('counts down visibly and announces at most three times', async () => {
    await show(cooling);
    const status = screen.getByText(/You can ask for another code/);
    const spoken = new Set([status.textContent]);
    const counted = new Set<string | null>();
    for (let second = 0; second < 29; second += 1) {
      pass(1_000);
      spoken.add(status.textContent);
      counted.add(screen.getByText(/^\s*in \d+ s$/).textContent);
    }
    expect(counted.size).toBe(29);
    expect(spoken.size).toBeLessThanOrEqual(2);
    expect(button('Resend code').getAttribute('aria-disabled')).toBe('true');
  });

  it('announces the seconds that are left when it begins', async () => {
    const { move } = await show(twoFactor({}, 'ready'));
    const status = screen.getByText('You can ask for another code now.');
    pass(60_000);
    await move(twoFactor({ challenge: { ...MAILED, sentTo: null, resendAt: START + 77_500 } }));
    expect(status.textContent).toBe('You can ask for another code in 18 seconds.');
    pass(1_000);
    expect(status.textContent).toBe('You can ask for another code in 18 seconds.');
  });

  it('is right within a second after the machine slept', async () => {
    await show(cooling);
    jest.setSystemTime(START + 25_000);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(screen.getByText(/^\s*in \d+ s$/).textContent).toContain('in 5 s');
  });

  it('does nothing before its time, keeps the focus, and shows when it is available', async () => {
    const { intents, move } = await show(cooling);
    button('Resend code').focus();
    fireEvent.click(button('Resend code'));
    expect(intents).toEqual([]);
    expect(document.activeElement).toBe(button('Resend code'));
    await move(twoFactor({}, 'ready'));
    expect(screen.getByText('You can ask for another code now.')).toBeTruthy();
    fireEvent.click(button('Resend code'));
    expect(intents).toEqual([codeResendRequested()]);
  });

  it('shows that the code was sent again, or why it was not', async () => {
    const { move } = await show(cooling);
    await move(twoFactor({}, 'ready'));
    const status = screen.getByText('You can ask for another code now.');
    fireEvent.click(button('Resend code'));
    await move(cooling);
    const sent = 'A new code has been sent. Check your email.';
    expect(screen.getByText(sent)).toBeTruthy();
    // Announced where announcements already were, and once.
    expect(status.isConnected).toBe(true);
    expect(status.textContent).toBe(`${sent} You can ask for another code in 30 seconds.`);
    expect(screen.getAllByRole('status').filter(({ textContent }) => textContent?.includes(sent))).toEqual([status]);
    pass(16_000);
    expect(status.textContent).toBe('You can ask for another code in less than 15 seconds.');
    await move(twoFactor({ resendFailure: { kind: 'unreachable' } }, 'ready'));
    expect(screen.getByRole('alert').textContent).toMatch(/cannot be reached/);
  });

  it('allows typing and sending during the countdown', async () => {
    const { user, intents } = await show(cooling);
    await user.type(code(), '123456');
    await user.click(button('Proceed'));
    expect(intents).toEqual([codeSubmitted({ code: sealed('123456'), remember: false })]);
  });
});
