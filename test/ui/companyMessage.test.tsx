/** @jest-environment jsdom */
import { fireEvent, screen } from '@testing-library/react';
import { companyOpened, companyFailed } from '../../sagas/features/notifications/companyMessage/companyMessage.slice';
import {
  companyMessageCancelled,
  companyMessageSubmitted,
} from '../../sagas/features/notifications/notifications.intents';
import { CompanyDialog, show } from './support/showNotifications';

afterEach(() => document.body.replaceChildren());

describe('the company notification', () => {
  const whole = (length: number) => 'm'.repeat(length);

  it.each([
    ['nothing', '', '', false],
    ['a subject only', 'Cafeteria', '', false],
    ['a message only', '', 'Closed on Friday.', false],
    ['a blank subject', ' \t', 'Closed on Friday.', false],
    ['a blank message', 'Cafeteria', ' \n ', false],
    ['both', 'Cafeteria', 'Closed on Friday.', true],
    ['a message of 10,000 characters', 'Cafeteria', whole(10_000), true],
    ['a message of 10,001 characters', 'Cafeteria', whole(10_001), false],
  ])('can be saved only with both, within the limits: %s', (_, subject, message, sendable) => {
    const { happen, intents } = show(<CompanyDialog />);
    happen(companyOpened({ requestId: 'r1' }));
    const [subjectField, messageField] = [
      screen.getByRole<HTMLInputElement>('textbox', { name: /^Subject/ }),
      screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Message/ }),
    ];
    fireEvent.change(subjectField, { target: { value: subject } });
    fireEvent.change(messageField, { target: { value: message } });
    expect([subjectField.required, messageField.required, messageField.maxLength]).toEqual([true, true, 10_000]);
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(!sendable);
    fireEvent.submit(save.form!);
    expect(intents.filter(companyMessageSubmitted.match).map(({ payload }) => payload)).toEqual(
      sendable ? [{ subject, message }] : [],
    );
  });

  it.each([
    ['VMS', 'Everyone in the program sees it'],
    ['CLIENT', 'Everyone in your organization sees it'],
  ] as const)('says who sees it: of %s', (organizationType, readers) => {
    const { happen } = show(<CompanyDialog />, { organizationType });
    happen(companyOpened({ requestId: 'r1' }));
    expect(screen.getByRole('dialog').textContent).toContain(readers);
  });

  it('is a wide dialog, as wide as the preferences', () => {
    const { happen } = show(<CompanyDialog />);
    happen(companyOpened({ requestId: 'r1' }));
    expect(screen.getByRole('dialog', { name: 'Company Notification' }).classList).toContain('is-wide');
  });

  it('cannot be cancelled or closed while it is being sent, only before and after', async () => {
    const { happen, intents, user } = show(<CompanyDialog />);
    happen(companyOpened({ requestId: 'r1' }));
    happen(companyMessageSubmitted({ subject: 'Cafeteria', message: 'Closed on Friday.' }));
    const cancels = () => intents.filter(companyMessageCancelled.match).length;
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.keyboard('{Escape}');
    expect([cancels(), screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')]).toEqual([0, 'true']);
    happen(companyFailed({ failure: { kind: 'unreachable' } }));
    await user.keyboard('{Escape}');
    expect(cancels()).toBe(1);
  });
});
