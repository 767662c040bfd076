/** Where links in mails and pushes lead: the app goes on from there to what the notification is about. */
export const OPEN_NOTIFICATION_PATH = '/open';
/** The id of the notification. */
export const NOTIFICATION_PARAM = 'notification';
