/** What the tests of notifications render, in one place that can be loaded late. */
export { Bell } from '../../../src/screens/notifications/Bell';
export { NotificationPanel } from '../../../src/screens/notifications/NotificationPanel';
export { Toasts } from '../../../src/screens/notifications/Toasts';
export { ShellRouter } from '../../../src/screens/frame/ShellRouter';
