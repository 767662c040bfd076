import { statusesFor, type TimesheetView } from '../../../contract/dashboard';
import type { OrganizationType, ResponseOf } from '../../../contract';
import { ApiError } from '../../http/errors';
import type { Asked } from '../asked';
import { codeMeasures, reckon, statusItems, sum, targetOf, underNames } from '../counts';

export interface Toggles {
  readonly agencyToggle?: boolean | undefined;
  readonly clientToggle?: boolean | undefined;
}

/** A facility counts by its own status, a supplier by its own; managers choose, and get the supplier's where they do not. */
export function viewFor(type: OrganizationType, { agencyToggle, clientToggle }: Toggles): TimesheetView {
  if (type !== 'VMS') return type === 'CLIENT' ? 'facility' : 'supplier';
  if (agencyToggle === true && clientToggle === true) {
    throw new ApiError('request.invalid', {
      sentence: 'Timesheets are counted by one status at a time. Please choose either the supplier or the facility.',
    });
  }
  return clientToggle === true ? 'facility' : 'supplier';
}

export async function timesheetWidget(asked: Asked, view: TimesheetView): Promise<ResponseOf<'timesheetWidget'>> {
  const target = targetOf('TIMESHEET', asked, { timesheetView: view });
  const counts = await reckon(asked, codeMeasures('TIMESHEET', asked, target));
  const statuses = statusesFor('TIMESHEET', asked.scope.organizationType);
  return {
    period: asked.period,
    view,
    total: sum(statuses, counts),
    ...underNames({ DISPUTES: 'disputes', ADJUSTMENTS: 'adjustments' }, counts),
    timesheetStatuses: statusItems('TIMESHEET', statuses, counts),
  };
}
