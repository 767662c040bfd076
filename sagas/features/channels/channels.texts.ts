/** Why notifications could not be turned on in this browser, and what to do. */
export const NOT_ALLOWED = {
  tone: 'warning',
  text: 'This browser did not allow notifications. Please allow them in its settings for this address, and try again.',
} as const;
export const NOT_READY = {
  tone: 'warning',
  text: 'This browser could not get ready to show notifications, although they are allowed. Please reload the page, and try again.',
} as const;
export const NOT_SUBSCRIBED = {
  tone: 'warning',
  text: 'This browser could not turn on push notifications, although they are allowed. Please check your connection, and try again.',
} as const;
