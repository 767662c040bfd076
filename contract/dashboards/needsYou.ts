/**
 * The strip above the cards: open work of the user, by organization type. Neither the dashboard's filter nor the choice
 * of cards changes it; only the facility chosen in the shell does.
 */
import type { OrganizationType } from '../base/organizations';
import { drillTarget, type DrillTarget } from './drill';
import type { ComplianceView, Widget, WidgetCode } from './widgets';

interface Figure<W extends Widget = Widget> {
  readonly widget: W;
  readonly code: WidgetCode<W>;
  /** Replaces the card's label, which may be unclear without the card. */
  readonly label?: string;
}

const figure = <W extends Widget>(widget: W, code: WidgetCode<W>, label?: string): Figure<W> => ({
  widget,
  code,
  ...(label !== undefined && { label }),
});

/** Most urgent first, at most five. All are stock, so the time frame does not matter. */
export const NEEDS_YOU_FIGURES: Readonly<Partial<Record<OrganizationType, readonly Figure[]>>> = {
  VMS: [
    figure('INVOICE', 'INVOICE_PAST_DUE', 'Invoices Past Due'),
    figure('TIMESHEET', 'DISPUTES', 'Timesheet Disputes'),
    figure('COMPLIANCE', 'DOCS_PENDING_REVIEW'),
    figure('COMPLIANCE', 'FILES_DUE'),
    figure('JOBS', 'HOT_WITHOUT_SUBMISSION'),
  ],
  CLIENT: [
    figure('INVOICE', 'INVOICE_PAST_DUE', 'Invoices Past Due'),
    figure('TIMESHEET', 'SUBMITTED', 'Timesheets to Approve'),
    figure('JOBS', 'PENDING_APPROVAL', 'Jobs Pending Approval'),
    figure('COMPLIANCE', 'FILES_DUE'),
    figure('JOBS', 'HOT_WITHOUT_SUBMISSION'),
  ],
  AGENCY: [
    figure('TIMESHEET', 'DISPUTES', 'Timesheet Disputes'),
    figure('TIMESHEET', 'MISSING', 'Missing Timesheets'),
    figure('COMPLIANCE', 'FILES_DUE'),
    figure('COMPLIANCE', 'DOCS_EXPIRING_FIFTEEN_DAYS'),
    figure('JOBS', 'HOT_JOB'),
  ],
};

/** The rows that a figure of the strip counts; of files and documents, those of all the views this person may see. */
export function needsYouTarget(
  { widget, code }: { readonly widget: Widget; readonly code: WidgetCode },
  type: OrganizationType,
  views: readonly ComplianceView[],
): DrillTarget {
  const target = drillTarget(widget, code, { type, complianceView: 'ACTIVE', timesheetView: 'supplier', today: '' });
  return widget === 'COMPLIANCE' ? { ...target, query: { ...target.query, status: views } } : target;
}
