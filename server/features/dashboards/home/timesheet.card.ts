import type { OrganizationType } from '../../../../contract/base/organizations';
import { statusesFor, type TimesheetView } from '../../../../contract/dashboards/widgets';
import type { ResponseOf } from '../../../../contract/endpoints';
import { ApiError } from '../../../base/errors';
import type { DashboardQuery } from '../query';
import { sum } from '../counts';
import { measuresByList, countRows, statusItems, targetOf, renameCounts } from './countRows';

export interface Toggles {
  readonly agencyToggle?: boolean | undefined;
  readonly clientToggle?: boolean | undefined;
}

/**
 * Facilities and suppliers count by their own status; managers choose, with the supplier's as the default. Throws
 * ApiError (`request.invalid`) for both.
 */
export function viewFor(type: OrganizationType, { agencyToggle, clientToggle }: Toggles): TimesheetView {
  if (type !== 'VMS') return type === 'CLIENT' ? 'facility' : 'supplier';
  if (agencyToggle === true && clientToggle === true) {
    throw new ApiError('request.invalid', {
      sentence: 'Timesheets are counted by one status at a time. Please choose either the supplier or the facility.',
    });
  }
  return clientToggle === true ? 'facility' : 'supplier';
}

/** Timesheets of the period by the supplier's or the facility's status. */
export async function timesheetWidget(
  query: DashboardQuery,
  view: TimesheetView,
): Promise<ResponseOf<'timesheetWidget'>> {
  const target = targetOf('TIMESHEET', query, { timesheetView: view });
  const counts = await countRows(query, measuresByList('TIMESHEET', query, target));
  const statuses = statusesFor('TIMESHEET', query.scope.organizationType);
  return {
    period: query.period,
    view,
    total: sum(statuses, counts),
    ...renameCounts({ DISPUTES: 'disputes', ADJUSTMENTS: 'adjustments' }, counts),
    timesheetStatuses: statusItems('TIMESHEET', statuses, counts),
  };
}
