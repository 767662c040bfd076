/** The texts of all mails about an account. Each one explains what to do if the owner did not make the change. */
import type { MailContent, MailPart } from '../../platform/mail/mailLayout';

/** The change of a second factor; `name` is the person's name for it. */
export type SecondFactorChange =
  | { readonly kind: 'authenticator_added' | 'authenticator_removed'; readonly name?: string }
  | { readonly kind: 'passkey_added' | 'passkey_removed'; readonly name: string }
  | { readonly kind: 'recovery_codes_made' }
  | { readonly kind: 'recovery_code_used'; readonly left: number }
  /** By an administrator. */
  | { readonly kind: 'switched_on' | 'switched_off' | 'reset' };

/** When and from where the change was made. */
export interface AccountEvent {
  /** In UTC, with its name. */
  readonly at: string;
  readonly device: string;
  readonly address: string;
}

const HELLO = 'Hello,';
const facts = ({ at, device, address }: AccountEvent): MailPart => ({
  facts: { When: at, Device: device, 'IP address': address },
});
/** Fits passwords of this product and of identity providers. */
const TAKE_BACK =
  'If this was not you, another person has access to your account. Change your password immediately, or reset it with Forgot Password on the sign-in page; if you sign in through your organization, change it there. Either way, please tell your administrator.';

/** A sign-in code, valid for that many more minutes. */
export const codeText = (code: string, minutes: number): MailContent => ({
  subject: `${code} is your sign-in code`,
  parts: [
    HELLO,
    `Your sign-in code is ${code}. It is valid for ${minutes === 1 ? '1 minute' : `${minutes} minutes`} and can be used once.`,
    'If you did not just try to sign in, another person knows your password: please change it and tell your administrator.',
  ],
});

/** A temporary password, valid for that many hours. */
export const temporaryPasswordText = (password: string, userName: string, hours: number): MailContent => ({
  subject: 'Your temporary password',
  parts: [
    HELLO,
    `A temporary password was requested for your account ${userName}:`,
    { highlighted: password },
    `It is valid for ${hours} hours. Sign in with it and you will be asked to choose a new password.`,
    'If you did not ask for it, you do not need to do anything: your current password keeps working.',
  ],
});

/** The first password of a new account, valid for that many days. */
export const invitationText = (
  password: string,
  { userName, organizationCode }: { readonly userName: string; readonly organizationCode: string },
  days: number,
): MailContent => ({
  subject: 'Your account has been created',
  parts: [
    HELLO,
    `An account was created for you. Your username is ${userName}, your organization code is ${organizationCode}, and your first password is:`,
    { highlighted: password },
    `It is valid for ${days} days. Sign in with it and you will be asked to choose a password of your own.`,
    'If it has expired, use Forgot Password on the sign-in page to get another. If you did not expect an account, you do not need to do anything.',
  ],
});

/** A password was requested that cannot be mailed before that time. */
export const passwordWaitsText = (userName: string, until: string): MailContent => ({
  subject: 'Your password cannot be reset yet',
  parts: [
    HELLO,
    `A temporary password was requested for your account ${userName}. An administrator has changed the email address of this account recently, so no password is emailed to it before ${until}.`,
    'If you requested it, please try again then, or ask your administrator to have an owner confirm the address. If you have a password, it keeps working.',
    'If you did not ask for it, you do not need to do anything.',
  ],
});

/** The account of someone who has never signed in is active again, but no password is mailed before that time. */
export const activeAgainText = (
  { userName, organizationCode }: { readonly userName: string; readonly organizationCode: string },
  until: string,
): MailContent => ({
  subject: 'Your account is active again',
  parts: [
    HELLO,
    `Your account is active again. Your username is ${userName}, and your organization code is ${organizationCode}.`,
    `An administrator has changed the email address of this account recently, so no password is emailed to it before ${until}, unless an owner of the platform confirms the address. From then on, use Forgot Password on the sign-in page to get one.`,
    'If you did not expect an account, you do not need to do anything.',
  ],
});

/** How to sign in from a new browser while the account is locked for unknown ones: a password, or who can help. */
export type LockRemedy = { readonly password: string } | 'mailed before' | 'administrator';

/** The account is locked for unknown browsers for that many hours. */
export const lockText = (userName: string, remedy: LockRemedy, hours: number): MailContent => ({
  subject: 'Wrong passwords were tried for your account',
  parts: [
    HELLO,
    `Wrong passwords for your account ${userName} were tried from many places. For ${hours} hours no one can sign in to it from a browser that has not been used for it before. Browsers that you have signed in with work as before.`,
    ...remedyParts(remedy),
    'Your current password keeps working until you use a temporary one. If you chose it elsewhere, too, please change it. Your administrator can end the lock as well.',
  ],
});

function remedyParts(remedy: LockRemedy): readonly MailPart[] {
  if (remedy === 'mailed before') {
    return [
      'To sign in from another one, use the temporary password that was emailed to you before. It also ends the lock.',
    ];
  }
  if (remedy === 'administrator')
    return ['To sign in from another one, please ask your administrator to end the lock.'];
  return [
    'To sign in from another one, use this temporary password, which also ends the lock:',
    { highlighted: remedy.password },
  ];
}

/** App and recovery codes are refused in unknown browsers for that many hours. */
export const factorLockText = (userName: string, hours: number): MailContent => ({
  subject: 'Wrong sign-in codes were tried for your account',
  parts: [
    HELLO,
    `Wrong codes for your account ${userName} were tried from many places, together with its right password: another person knows your password. For ${hours} hours no one can sign in to your account with a code of an authenticator app or a recovery code from a browser that has not been used for it before. Browsers that you have signed in with work as before.`,
    'Please change your password now, in a browser that you have signed in with. This also ends the lock.',
    'If you have no such browser, please ask your administrator to end the lock, and change your password as soon as you have signed in.',
  ],
});

/** A sign-in from a browser that had never signed in to this account. */
export const newDeviceText = (userName: string, event: AccountEvent): MailContent => ({
  subject: 'A new sign-in to your account',
  parts: [
    HELLO,
    `Your account ${userName} was signed in to from a browser that it had not been used with before:`,
    facts(event),
    'If this was you, you do not need to do anything.',
    TAKE_BACK,
  ],
});

/** The password was changed by its owner. */
export const passwordChangedText = (userName: string, event: AccountEvent): MailContent => ({
  subject: 'Your password has been changed',
  parts: [
    HELLO,
    `The password of your account ${userName} has just been changed, and every other session was signed out.`,
    facts(event),
    'If this was not you, please reset your password now with Forgot Password on the sign-in page, and tell your administrator.',
  ],
});

/**
 * An administrator changed the address; `waitHours` is how long passwords are not mailed to the new one, null after it
 * was changed back.
 */
export const emailChangedText = (
  userName: string,
  { from, to, waitHours }: { readonly from: string; readonly to: string; readonly waitHours: number | null },
  event: AccountEvent,
): MailContent => ({
  subject: 'The email address of your account has been changed',
  parts: [
    HELLO,
    `An administrator has changed the email address of your account ${userName}:`,
    { facts: { From: from, To: to, When: event.at } },
    waitHours === null
      ? 'This is the address that it had before. Emails about this account, temporary passwords and sign-in codes go only to this address from now on.'
      : `Emails about this account go to the new address from now on. For ${waitHours} hours no password is emailed to it and sign-in codes still go to the previous address, unless an owner confirms the new one.`,
    `This email went to both addresses. If you did not expect this change, please tell your administrator immediately${waitHours === null ? '' : ', before these hours have passed'}. Your current password keeps working.`,
  ],
});

/** An owner has confirmed the changed address, so passwords and codes are mailed to it from now on. */
export const emailConfirmedText = (
  userName: string,
  { from, to }: { readonly from: string; readonly to: string },
  at: string,
): MailContent => ({
  subject: 'The new email address of your account has been confirmed',
  parts: [
    HELLO,
    `An owner of the platform has confirmed the new email address of your account ${userName}:`,
    { facts: { From: from, To: to, When: at } },
    'Temporary passwords and sign-in codes are emailed to the new address from now on.',
    'This email went to both addresses. If the new one is not yours, please tell your administrator immediately: anyone who can read its emails can reset your password.',
  ],
});

/** The second factors of the account have changed. */
export const secondFactorText = (userName: string, change: SecondFactorChange, event: AccountEvent): MailContent => ({
  subject: 'The two-factor sign-in of your account has changed',
  parts: [
    HELLO,
    `${changeText(change)} your account ${userName}.${changeNote(change)}`,
    // Without the device, which is that of an administrator.
    change.kind === 'switched_on' || change.kind === 'switched_off' || change.kind === 'reset'
      ? { facts: { When: event.at } }
      : facts(event),
    'If this was you, or you asked for it, you do not need to do anything.',
    TAKE_BACK,
  ],
});

function changeText(change: SecondFactorChange): string {
  const named = 'name' in change && change.name !== undefined ? ` “${change.name}”` : '';
  switch (change.kind) {
    case 'authenticator_added':
      return `An authenticator app${named} was set up for`;
    case 'authenticator_removed':
      return `The authenticator app${named} was removed from`;
    case 'passkey_added':
      return `A passkey${named} was added to`;
    case 'passkey_removed':
      return `The passkey${named} was removed from`;
    case 'recovery_codes_made':
      return 'New recovery codes were generated for';
    case 'recovery_code_used':
      return 'A recovery code was used for';
    case 'switched_on':
      return 'An administrator has turned on two-factor sign-in for';
    case 'reset':
      return 'An administrator has removed the authenticator app and all passkeys from';
    case 'switched_off':
      return 'An administrator has turned off two-factor sign-in for';
  }
}

function changeNote(change: SecondFactorChange): string {
  switch (change.kind) {
    case 'recovery_codes_made':
      return ' The earlier ones no longer work.';
    case 'recovery_code_used':
      return change.left === 0
        ? ' It was the last one: please generate new ones in your profile, under Sign-In & Security.'
        : ` You have ${change.left} left.`;
    default:
      return '';
  }
}
