/** Endpoints of timesheets from files. */
import type { FastifyInstance } from 'fastify';
import { BYTE_ORDER_MARK, csvLine } from '../../../../contract/base/csv';
import {
  TIMESHEET_FILE_COLUMNS,
  TIMESHEET_FILE_MAX_LINES,
  type TimesheetFileColumn,
} from '../../../../contract/records/timesheetImport.endpoints';
import { mayImportTimesheets } from '../../../../contract/records/timesheetImport';
import { instantOf, MINUTES_AN_HOUR, slashedDayText } from '../../../base/dates';
import { ApiError } from '../../../base/errors';
import type { Queries } from '../../../database';
import { permissionsOf } from '../../../identity/permissions';
import type { SharedClock } from '../../../platform/clock';
import { uploadOf, withUploads, type RouteServices } from '../../../platform/http/registry';
import { sessionScope, type CurrentSession } from '../../../platform/session';
import type { ActionServices } from '../actions/actionResults';
import { checkFile, type Checking } from './checkFile';
import { importTimesheets, templateLines, type TemplateLine } from './importTimesheets';

/**
 * Each answers `server.unauthorized` without the permission SUBMENU_TIMESHEET_IMPORT, or where `mayImportTimesheets`
 * refuses. Row-level security decides about the rows.
 */
export async function timesheetImportRoutes(
  app: FastifyInstance,
  services: RouteServices & ActionServices & { readonly clock: Pick<SharedClock, 'now'> },
): Promise<void> {
  const { endpoints, database, clock } = services;
  const checking = ({ timeZone }: CurrentSession): Checking => ({ at: instantOf(clock.now()), timeZone });
  const asImporter = <T>(session: CurrentSession, work: (queries: Queries) => Promise<T>): Promise<T> =>
    database.withScope(sessionScope(session), async (queries) => {
      const permissions = await permissionsOf(queries, session.userId);
      const actor = { organizationType: session.organizationType, permissions };
      if (!permissions.includes('SUBMENU_TIMESHEET_IMPORT') || !mayImportTimesheets(actor))
        throw new ApiError('server.unauthorized');
      return work(queries);
    });

  endpoints.register(app, 'timesheetTemplate', ({ session }) =>
    asImporter(session, async (queries) => {
      const lines = await templateLines(queries, TIMESHEET_FILE_MAX_LINES);
      return { fileName: 'Timesheet Import.csv', content: Buffer.from(templateText(lines)) };
    }),
  );

  await withUploads(app, (scope) => {
    endpoints.register(scope, 'checkTimesheetFile', ({ session, request }) => {
      const content = uploadOf(request);
      return asImporter(session, async (queries) => (await checkFile(queries, content, checking(session))).answer);
    });

    endpoints.register(scope, 'importTimesheets', ({ query: { requestId }, session, client, request }) => {
      const content = uploadOf(request);
      return asImporter(session, (queries) =>
        importTimesheets(
          services,
          queries,
          { session, client },
          {
            requestId,
            content,
            check: (locking) => checkFile(locking, content, { ...checking(session), lock: true }),
          },
        ),
      );
    });
  });
}

/** Two decimals are exact to the minute. Nothing, if there is none. */
const shownHours = (minutes: number): string =>
  minutes === 0 ? '' : String(Number((minutes / MINUTES_AN_HOUR).toFixed(2)));
const shownCents = (cents: number): string => (cents === 0 ? '' : (cents / 100).toFixed(2));

function templateText(lines: readonly TemplateLine[]): string {
  const rows = lines.map((line) => {
    const cells: Readonly<Record<TimesheetFileColumn, string>> = {
      assignment: String(line.assignment),
      candidate: line.candidate,
      facility: line.facility,
      weekEnding: slashedDayText(line.weekEnding),
      regular: shownHours(line.regular),
      overtime: shownHours(line.overtime),
      holiday: shownHours(line.holiday),
      onCall: shownHours(line.onCall),
      miles: line.miles === 0 ? '' : String(line.miles),
      expenses: shownCents(line.expenses),
    };
    return csvLine(TIMESHEET_FILE_COLUMNS.map(({ name }) => cells[name]));
  });
  return BYTE_ORDER_MARK + csvLine(TIMESHEET_FILE_COLUMNS.map(({ label }) => label)) + rows.join('');
}
