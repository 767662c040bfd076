/** The address of links in mails and pushes, which redirects to the subject of the notification. */
export const OPEN_NOTIFICATION_PATH = '/open';
/** The id of the notification. */
export const NOTIFICATION_PARAM = 'notification';
