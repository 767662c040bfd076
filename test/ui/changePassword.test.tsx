/** @jest-environment jsdom */
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import {
  changePasswordCancelled,
  changePasswordSubmitted,
} from '../../sagas/features/changePassword/changePassword.slice';
import { KeepSecretContext } from '../../src/hooks/secretFields';
import { ChangePasswordDialog, changePasswordSchema } from '../../src/screens/frame/ChangePasswordDialog';
import { button, field, sealed, settle, testStore, withUpdatesOfTheirOwn } from './support/show';
import { signedIn } from './support/states';

describe('the rules', () => {
  const sentencesFor = (oldPassword: string, newPassword: string, confirmNewPassword: string): Promise<unknown> =>
    changePasswordSchema
      .validate({ oldPassword, newPassword, confirmNewPassword }, { abortEarly: false })
      .then(() => [])
      .catch((error: unknown) => (error as { errors: string[] }).errors);

  it.each([
    ['all three are there, different and long enough', ['old-pass', 'new-pass', 'new-pass'], []],
    ['blanks around them say nothing', [' old-pass ', ' new-pass', 'new-pass '], []],
    ['new is old', ['same-pass', ' same-pass ', 'same-pass'], ['New password must be different than the old one.']],
    ['the two new ones differ', ['old-pass', 'new-pass', 'nev-pass'], ['The two new passwords are not the same.']],
    ['the old one is too short', ['short', 'new-pass', 'new-pass'], ['Please use at least 6 characters.']],
    [
      'the new one is too short without its blanks',
      ['old-pass', ' short ', ' short '],
      ['Please use at least 6 characters.', 'Please use at least 6 characters.'],
    ],
  ] as const)('%s', async (_, passwords, sentences) => {
    expect(await sentencesFor(...(passwords as readonly [string, string, string]))).toEqual(sentences);
  });

  it.each([0, 1, 2])('field %i is required', async (index) => {
    const passwords = ['old-pass', 'new-pass', 'new-pass'].map((text, at) => (at === index ? '  ' : text));
    expect(await sentencesFor(...(passwords as [string, string, string]))).not.toEqual([]);
  });
});

describe('the dialog', () => {
  withUpdatesOfTheirOwn();

  async function open() {
    const { store, intents, move } = testStore(signedIn());
    render(
      <Provider store={store}>
        <KeepSecretContext.Provider value={sealed}>
          <ChangePasswordDialog />
        </KeepSecretContext.Provider>
      </Provider>,
    );
    await settle();
    const user = userEvent.setup({ delay: null });
    const fill = async (label: string, text: string) => {
      await user.click(field(label));
      await user.paste(text);
      await settle();
    };
    return { intents, move, user, fill };
  }

  it('shows the rules beside the new password before one is broken', async () => {
    await open();
    const rules = document.getElementById(field('New Password').getAttribute('aria-describedby')!);
    expect(rules?.textContent).toMatch(/^At least 8 characters; your organization may ask for more\./);
    expect(field('Old Password').getAttribute('aria-describedby')).toBeNull();
  });
  const submit = () =>
    within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Change Password' });

  it('sends both passwords, trimmed and by reference, once they are valid', async () => {
    const { intents, user, fill } = await open();
    await fill('Old Password', ' old-pass ');
    await fill('New Password', ' new-pass ');
    expect(submit().disabled).toBe(true);
    await fill('Confirm New Password', 'new-pass');
    await user.click(submit());
    await settle();
    expect(intents).toEqual([
      changePasswordSubmitted({ oldPassword: sealed('old-pass'), newPassword: sealed('new-pass') }),
    ]);
  });

  it('announces the new password in a line that was there before, which takes the focus of the form', async () => {
    const { move } = await open();
    const status = document.querySelector<HTMLElement>('.content > [role="status"]')!;
    const projection = { value: 'saved', context: {}, tags: ['saved'], can: [], status: 'active' } as const;
    const state = signedIn();
    await move({ ...state, machines: { ...state.machines, changePassword: projection } });
    await settle();
    expect(status.isConnected).toBe(true);
    expect(status.textContent).toContain('Password has been updated successfully.');
    expect(document.activeElement).toBe(status);
  });

  it('is closed by Cancel', async () => {
    const { intents, user } = await open();
    await user.click(button('Cancel'));
    expect(intents).toEqual([changePasswordCancelled()]);
  });
});
