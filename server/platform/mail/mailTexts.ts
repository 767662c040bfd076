/** The texts of all mails. Plain text, short, with advice for unexpected mail. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** The mail with a sign-in code, valid for that many minutes. */
export function codeMail(code: string, minutes: number): MailText {
  return {
    subject: `${code} is your sign-in code`,
    text: [
      'Hello,',
      `your sign-in code is ${code}. It is valid for ${minutes} minutes and can be used once.`,
      'If you did not just try to sign in, somebody else knows your password: please change it and tell your administrator.',
    ].join('\n\n'),
  };
}

/** The mail with a temporary password, valid for that many hours. */
export function temporaryPasswordMail(password: string, userName: string, hours: number): MailText {
  return {
    subject: 'Your temporary password',
    text: [
      'Hello,',
      `a temporary password was asked for your account ${userName}:`,
      password,
      `It is valid for ${hours} hours. Sign in with it and you will be asked to choose a new password.`,
      'If you did not ask for it, you need not do anything: your present password keeps working.',
    ].join('\n\n'),
  };
}

/** Strangers are kept out of the account for that many hours; `password` ends it, undefined where one was mailed before. */
export function lockMail(userName: string, password: string | undefined, hours: number): MailText {
  const way = password
    ? ['To sign in from another one, use this temporary password, which also ends the lock:', password]
    : ['To sign in from another one, use the temporary password that was mailed to you before. It also ends the lock.'];
  return {
    subject: 'Somebody is trying passwords for your account',
    text: [
      'Hello,',
      `wrong passwords for your account ${userName} were tried from many places. For ${hours} hours nobody can sign in to it from a browser that has not been used for it before. Browsers that you have signed in with work as always.`,
      ...way,
      'Your present password keeps working until you use a temporary one. If you chose it elsewhere, too, please change it. Your administrator can end the lock as well.',
    ].join('\n\n'),
  };
}

/** The mail with the first password of a new account, valid for that many days. */
export function invitationMail(
  password: string,
  { userName, organizationCode }: { readonly userName: string; readonly organizationCode: string },
  days: number,
): MailText {
  return {
    subject: 'Your account has been created',
    text: [
      'Hello,',
      `an account was created for you. Your username is ${userName}, your organization code is ${organizationCode}, and your first password is:`,
      password,
      `It is valid for ${days} days. Sign in with it and you will be asked to choose a password of your own.`,
      'If it has expired, use Forgot Password on the sign-in page to get another.',
    ].join('\n\n'),
  };
}

/** The mail after a password has been changed. */
export function passwordChangedMail(userName: string): MailText {
  return {
    subject: 'Your password has been changed',
    text: [
      'Hello,',
      `the password of your account ${userName} has just been changed, and every other session was signed out.`,
      'If this was not you, please reset your password now and tell your administrator.',
    ].join('\n\n'),
  };
}

/** The mail of a notification. */
export function notificationMail(subject: string, text: string): MailText {
  return {
    subject,
    text: [
      text,
      'You get this mail because your notification preferences ask for it, or because it is required. To change them, sign in and open Notification Preferences in the profile menu.',
    ].join('\n\n'),
  };
}
