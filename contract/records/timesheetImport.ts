/** Who may import timesheets, besides the permission for the page. */
import { mayAct, type Actor } from './action';
import { RECORD_ACTIONS } from './actions';

/**
 * An import submits, so it requires what the action requires. A facility, which has no such action, imports the hours
 * of its own time clock with the page's permission alone.
 */
export const mayImportTimesheets = (actor: Actor): boolean =>
  actor.organizationType === 'CLIENT' || mayAct(RECORD_ACTIONS.timesheet.submit, actor);
