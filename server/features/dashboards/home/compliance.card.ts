import { statusesFor, type ComplianceView, type WidgetCode } from '../../../../contract/dashboards/widgets';
import type { ResponseOf } from '../../../../contract/endpoints';
import type { DashboardQuery } from '../query';
import { sum, type Counts } from '../counts';
import { measuresByList, countRows, statusItems, targetOf, renameCounts } from './countRows';

type Code = WidgetCode<'COMPLIANCE'>;

const NAMES = {
  DOCS_PENDING_REVIEW: 'docsPendingReview',
  LESS_TWENTYFIVE: 'lessThantwentyFive',
  TWENTYFIVE_FIFTY: 'twentyFiveToFifty',
  FIFTY_SEVENTYFIVE: 'fiftyOneToSeventyFive',
  SEVENTYFIVE_NINTYNINE: 'seventySixToNintyNine',
  HUNDRED: 'hundred',
} as const satisfies Partial<Record<Code, string>>;

/**
 * Counts compliance files by band, and what is due, over the assignments of all given views. Without other filters the
 * statement is, for a manager:
 *
 *     select * from (
 *       select sum(r.n) filter (where r.documents_due > 0) as "FILES_DUE",
 *         sum(r.n) filter (where r.compliance_percent between 0 and 24) as "LESS_TWENTYFIVE", ... one per band
 *       from (assignment_days and its queue) r where <rows of the program> and r.status = 'ACTIVE'
 *     ) part0 cross join (
 *       select sum(r.n) as "DOCS_PENDING_REVIEW" from (document_days and its queue) r
 *       where ... and r.status = 'PENDING_REVIEW'
 *     ) part1 cross join ...
 *
 * The bands are COMPLIANCE_BANDS (contract/lists/common.ts), the conditions those of the lists (`inComplianceBands`,
 * assignments.query.ts). With filters that the tallies do not know, `assignments` and `compliance_documents` are
 * counted by the same conditions.
 */
async function countComplianceBands(query: DashboardQuery, views: readonly ComplianceView[]): Promise<Counts> {
  const target = targetOf('COMPLIANCE', query);
  const byList = measuresByList('COMPLIANCE', query, (code) => {
    const { query: filters, ...list } = target(code);
    const { status: _view, ...others } = filters;
    return { ...list, query: others };
  });
  return countRows(query, byList, { filters: { status: views }, sparse: ['complianceDocuments'] });
}

/** The card's numbers, for the assignments of all given views together. */
export async function complianceWidget(
  query: DashboardQuery,
  views: readonly ComplianceView[],
): Promise<ResponseOf<'activeComplianceWidget'>> {
  const counts = await countComplianceBands(query, views);
  const bands = statusesFor('COMPLIANCE', query.scope.organizationType);
  return {
    total: sum(bands, counts),
    filesDue: counts['FILES_DUE'] ?? 0,
    docsExpringFifteenDays: counts['DOCS_EXPIRING_FIFTEEN_DAYS'] ?? 0,
    ...renameCounts(NAMES, counts),
    complianceStatuses: statusItems('COMPLIANCE', bands, counts),
  };
}
