/** @jest-environment jsdom */
import { screen, within } from '@testing-library/react';
import type { EnrollFactorContext } from '../../machines/factors/enrollFactor.machine';
import type { AppState } from '../../sagas/app/state';
import * as enrollment from '../../sagas/session/factors/enrollFactor.slice';
import {
  codeSubmitted,
  methodChosen,
  passkeyProofRequested,
  returnToSignInRequested,
} from '../../sagas/session/signIn/signIn.intents';
import { button, field, sealed, show } from './support/show';
import { failed, MAILED, signedOut, twoFactor } from './support/states';

const ALL = { ...MAILED, methods: ['passkey', 'app', 'mail', 'recovery'], mayRemember: true } as const;
const by = (method: 'passkey' | 'app' | 'mail' | 'recovery', more: object = {}) =>
  twoFactor({ challenge: ALL, method, ...more });

describe('the two-factor step with several methods', () => {
  it('offers the other methods', async () => {
    const { user, intents } = await show(by('app'));
    const others = within(screen.getByRole('region', { name: 'Other ways to sign in' })).getAllByRole('button');
    expect(others.map(({ textContent }) => textContent)).toEqual([
      'Use a passkey',
      'Get a code by email',
      'Use a recovery code',
    ]);
    await user.click(button('Get a code by email'));
    expect(intents).toEqual([methodChosen({ method: 'mail' })]);
  });

  it('offers nothing if there is only one method, and a resend only for mail', async () => {
    await show(twoFactor({ challenge: { ...MAILED, methods: ['app'] }, method: 'app' }));
    expect(screen.queryByText('Other ways to sign in')).toBeNull();
    expect(screen.queryByText('Resend code')).toBeNull();
  });

  it('sends the code of an app, and whether to remember the device', async () => {
    const { user, intents } = await show(by('app'));
    await user.click(screen.getByRole('checkbox', { name: 'Remember this device for 30 days' }));
    await user.type(field('Authentication Code'), '123 456{Enter}');
    expect(intents).toEqual([codeSubmitted({ code: sealed('123456'), remember: true })]);
  });

  it('keeps the ticked box when another method is chosen', async () => {
    const { user, move, intents } = await show(by('app'));
    await user.click(screen.getByRole('checkbox', { name: 'Remember this device for 30 days' }));
    await move(by('passkey'));
    await user.click(button('Use passkey'));
    expect(intents).toEqual([passkeyProofRequested({ remember: true })]);
  });

  it('does not offer to remember the device if the organization forbids it', async () => {
    await show(twoFactor({ challenge: { ...ALL, mayRemember: false }, method: 'app' }));
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('accepts a recovery code as typed, but not an empty one', async () => {
    const { user, intents } = await show(by('recovery'));
    expect(button('Proceed').disabled).toBe(true);
    await user.type(field('Recovery Code'), ' aaaaa-BBBBB {Enter}');
    expect(intents).toEqual([codeSubmitted({ code: sealed('aaaaa-BBBBB'), remember: false })]);
  });

  it('shows why no code was mailed, and lets the other methods go on', async () => {
    const refused = { kind: 'rateLimited', retryAt: Date.now() + 3_600_000 } as const;
    const { user, intents } = await show(by('passkey', { resendFailure: refused }));
    const others = within(screen.getByRole('region', { name: 'Other ways to sign in' }));
    expect(others.getByRole('alert').textContent).toContain('There were too many attempts.');
    await user.click(button('Use passkey'));
    expect(intents).toEqual([passkeyProofRequested({ remember: false })]);
  });

  it('shows why a passkey failed', async () => {
    await show(by('passkey', failed({ kind: 'passkey', problem: 'declined' })));
    expect(screen.getByRole('alert').textContent).toContain('No passkey was used');
  });
});

const KEY = 'ABCDEFGH234567AB';
const APP = { appSecret: sealed(KEY), appUri: sealed(`otpauth://totp/x?secret=${KEY}`) };

function enrolling(tags: readonly string[], context: Partial<EnrollFactorContext> = {}): AppState {
  const state = signedOut({ tags: ['enrollment'], value: 'enrolling' });
  const empty: EnrollFactorContext = { first: null, app: null, recoveryCodes: null, failure: null, failureCount: 0 };
  const machine = { value: tags[0]!, context: { ...empty, ...context }, tags, can: [], status: 'active' as const };
  return { ...state, machines: { ...state.machines, enrollFactor: machine } };
}

/** Its code is loaded only for required enrollment. */
async function showEnrolling(state: AppState) {
  const shown = await show(state);
  await screen.findByRole('heading', { level: 1 });
  return shown;
}

describe('required setup of a second factor', () => {
  it('offers both, and the way back', async () => {
    const { user, intents } = await showEnrolling(enrolling(['choosing']));
    await user.click(button('Set up a passkey'));
    await user.click(button('Set up an authenticator app'));
    await user.click(button('Return to Login'));
    expect(intents).toEqual([
      enrollment.enrollmentChosen({ enrollment: 'passkey' }),
      enrollment.enrollmentChosen({ enrollment: 'app' }),
      returnToSignInRequested(),
    ]);
  });

  it('accepts the code of the app, and leads back to the choice', async () => {
    const { user, intents } = await showEnrolling(enrolling(['scanning'], { app: APP }));
    expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy();
    expect(screen.getByText('ABCD EFGH 2345 67AB')).toBeTruthy();
    expect(document.activeElement?.id).toBe('app-code');
    expect(button('Confirm').disabled).toBe(true);
    await user.type(field('Code that the app shows'), '123456{Enter}');
    await user.click(button('Choose another way'));
    expect(intents).toEqual([
      enrollment.appCodeSubmitted({ code: sealed('123456') }),
      enrollment.enrollmentBackPressed(),
    ]);
  });

  it('does nothing twice while waiting for the answer', async () => {
    const { user, intents } = await showEnrolling(enrolling(['scanning', 'busy'], { app: APP }));
    await user.type(field('Code that the app shows'), '123456{Enter}');
    await user.click(button('Choose another way'));
    expect(intents).toEqual([]);
  });

  it('shows the recovery codes with only one way to continue', async () => {
    const { user, intents } = await showEnrolling(
      enrolling(['codes'], { recoveryCodes: sealed('aaaaa-bbbbb ccccc-ddddd') }),
    );
    const codes = screen.getByRole('list', { name: 'Recovery codes' });
    expect(
      within(codes)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['aaaaa-bbbbb', 'ccccc-ddddd']);
    expect(screen.queryByRole('button', { name: 'Return to Login' })).toBeNull();
    await user.click(button('I have saved them'));
    expect(intents).toEqual([enrollment.recoveryCodesKept()]);
  });

  it('copies the recovery codes, and shows what to do if the browser forbids that', async () => {
    const { user } = await showEnrolling(enrolling(['codes'], { recoveryCodes: sealed('aaaaa-bbbbb ccccc-ddddd') }));
    await user.click(button('Copy'));
    expect(await screen.findByText('Copied. Paste them where only you can read them.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('aaaaa-bbbbb\nccccc-ddddd\n');
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('forbidden'));
    await user.click(button('Copy'));
    expect(await screen.findByText(/did not allow copying\. Download the codes or write them down\./)).toBeTruthy();
  });
});
