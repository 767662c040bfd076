import { selectUser } from '../session/session.selectors';
import type { AppState } from '../state';

/** Managing organisations have tasks; nobody else does. */
export const selectHasTasks = (state: AppState): boolean => selectUser(state)?.organizationType === 'VMS';

/** How many are open and due today, for the highlight of the bar's icon. */
export const selectTasksDue = (state: AppState): number => state.shell?.tasks.dueToday ?? 0;
