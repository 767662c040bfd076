import { statusesFor, type ComplianceView, type WidgetCode } from '../../../contract/dashboard';
import type { ResponseOf } from '../../../contract';
import type { Asked } from '../asked';
import { codeMeasures, reckon, statusItems, sum, targetOf, underNames } from '../counts';

type Code = WidgetCode<'COMPLIANCE'>;

const NAMES = {
  DOCS_PENDING_REVIEW: 'docsPendingReview',
  LESS_TWENTYFIVE: 'lessThantwentyFive',
  TWENTYFIVE_FIFTY: 'twentyFiveToFifty',
  FIFTY_SEVENTYFIVE: 'fiftyOneToSeventyFive',
  SEVENTYFIVE_NINTYNINE: 'seventySixToNintyNine',
  HUNDRED: 'hundred',
} as const satisfies Partial<Record<Code, string>>;

/** Of the assignments in these views together. */
export async function complianceWidget(
  asked: Asked,
  views: readonly ComplianceView[],
): Promise<ResponseOf<'activeComplianceWidget'>> {
  const target = targetOf('COMPLIANCE', asked);
  const byList = codeMeasures('COMPLIANCE', asked, (code) => {
    const { query, ...one } = target(code);
    const { status: _view, ...others } = query;
    return { ...one, query: others };
  });
  const counts = await reckon(asked, byList, { filters: { status: views }, sparse: ['complianceDocuments'] });
  const bands = statusesFor('COMPLIANCE', asked.scope.organizationType);
  return {
    total: sum(bands, counts),
    filesDue: counts['FILES_DUE'] ?? 0,
    docsExpringFifteenDays: counts['DOCS_EXPIRING_FIFTEEN_DAYS'] ?? 0,
    ...underNames(NAMES, counts),
    complianceStatuses: statusItems('COMPLIANCE', bands, counts),
  };
}
