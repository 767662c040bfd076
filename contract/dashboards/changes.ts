/** Beside which figures of the home dashboard stands what changed since the person last looked. */
import type { OrganizationType } from '../base/organizations';
import type { Widget, WidgetCode } from './widgets';

/** A new visit begins after this long without a look, in minutes. */
export const VISIT_PAUSE_MINUTES = 30;

/** Their rows change with the calendar or with other records, of which no history is kept. Why: decision 25. */
const UNKNOWN: Partial<Record<Widget, readonly WidgetCode[]>> = {
  JOBS: ['NEWLY_POSTED'],
  COMPLIANCE: ['DOCS_PENDING_REVIEW', 'DOCS_EXPIRING_FIFTEEN_DAYS'],
};
/** For a supplier, a job is with or without their own submissions, which are not a part of the job's history. */
const UNKNOWN_TO_SUPPLIERS: readonly WidgetCode[] = ['OPEN_WITHOUT_SUBMISSION', 'OPEN_WITH_SUBMISSION'];

export const showsChange = (widget: Widget, code: WidgetCode, type: OrganizationType): boolean =>
  UNKNOWN[widget]?.includes(code) !== true && !(type === 'AGENCY' && UNKNOWN_TO_SUPPLIERS.includes(code));
