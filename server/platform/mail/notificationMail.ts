/** The text of notifications' mails: plain, because one is written for people of many organizations. */
import type { Mail } from './mailLayout';

/** The mail of a notification. */
export function notificationMail(subject: string, text: string): Mail {
  return {
    subject,
    text: [
      text,
      'You get this mail because your notification preferences ask for it, or because it is required. To change them, sign in and open Notification Preferences in the profile menu.',
    ].join('\n\n'),
  };
}
