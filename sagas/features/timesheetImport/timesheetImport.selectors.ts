/** What the page of imports shows. */
import { createSelector } from 'reselect';
import { TIMESHEET_FILE_MAX_BYTES } from '../../../contract/records/timesheetImport.endpoints';
import { mayImportTimesheets } from '../../../contract/records/timesheetImport';
import { failureText } from '../../base/http/failureText';
import { selectPersistentQuery } from '../../navigation/location/location.selectors';
import { rootOf } from '../../navigation/routes/resolve';
import { recordAddress } from '../../navigation/routes/records.sections';
import { selectUser } from '../../session/session.selectors';
import type { CheckedFile, TimesheetImportState } from './timesheetImport.slice';
import { countText } from '../../base/numbers';

/** Undefined until its reducer has joined the store. */
export const selectImportState = (state: {
  readonly timesheetImport?: TimesheetImportState;
}): TimesheetImportState | undefined => state.timesheetImport;

/** '3 timesheets were imported and submitted.' */
export const importedText = (imported: number): string =>
  imported === 1
    ? '1 timesheet was imported and submitted.'
    : `${countText(imported)} timesheets were imported and submitted.`;

export type CheckedLine = CheckedFile['lines'][number] & {
  /** The address of its timesheet; null if it has none. */
  readonly to: string | null;
};

/** Null until its reducer has joined the store. */
export const selectTimesheetImport = createSelector(
  [selectImportState, selectUser, selectPersistentQuery],
  (state, user, persistentQuery) => {
    if (state === undefined || user === null) return null;
    const { chosen, work, checked, failure, imported } = state;
    const lines = (checked?.lines ?? []).map((line): CheckedLine => ({
      ...line,
      to:
        line.timesheetId === null
          ? null
          : recordAddress(user, rootOf(user), { kind: 'timesheet', id: line.timesheetId }, persistentQuery),
    }));
    return {
      mayImport: mayImportTimesheets(user),
      fileName: chosen?.fileName ?? null,
      work,
      fileProblem: checked?.fileProblem ?? null,
      lines,
      wrong: lines.filter(({ problems }) => problems.length > 0),
      canImport: work === 'none' && lines.length > 0 && checked?.problems === 0,
      error: failure === null ? null : errorText(failure),
      canRetry: failure !== null && typeof failure !== 'string' && checked === null,
      imported: imported === null ? null : importedText(imported),
    };
  },
);

function errorText(failure: NonNullable<TimesheetImportState['failure']>): string {
  if (failure === 'unreadable') return 'The file could not be read. Please choose it again.';
  return failure === 'tooLarge'
    ? `The file is too large. Please choose one of at most ${TIMESHEET_FILE_MAX_BYTES / 1_000} KB.`
    : failureText(failure);
}
