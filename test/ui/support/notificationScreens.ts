/** What the notification tests render, in one module that can be loaded lazily. */
export { Away } from '../../../src/screens/notifications/Away';
export { CompanyDialog } from '../../../src/screens/notifications/CompanyDialog';
export { Bell } from '../../../src/screens/notifications/Bell';
export { NotificationPanel } from '../../../src/screens/notifications/NotificationPanel';
export { RowActions } from '../../../src/screens/notifications/RowActions';
export { Toasts } from '../../../src/screens/notifications/Toasts';
export { ShellRouter } from '../../../src/screens/frame/ShellRouter';
