import type { Permission } from '../../../../contract/base/permissions';
import { needsYouTarget, NEEDS_YOU_FIGURES } from '../../../../contract/dashboards/needsYou';
import {
  COMPLIANCE_VIEW_PERMISSION,
  WIDGET_PERMISSIONS,
  type ComplianceView,
} from '../../../../contract/dashboards/widgets';
import type { ResponseOf } from '../../../../contract/endpoints';
import type { ListName } from '../../../../contract/lists/list';
import type { DashboardQuery } from '../query';
import { asOfNow, countRows, rowsMatching, type Measures } from './countRows';

/** The open work of the caller, limited to the cards that the permissions in `held` show. */
export async function needsYou(query: DashboardQuery, held: readonly Permission[]): Promise<ResponseOf<'needsYou'>> {
  const { organizationType } = query.scope;
  const views = (['ACTIVE', 'BOOKED'] as const).filter((view: ComplianceView) =>
    held.includes(COMPLIANCE_VIEW_PERMISSION[view]),
  );
  const figures = (NEEDS_YOU_FIGURES[organizationType] ?? []).filter(({ widget }) =>
    WIDGET_PERMISSIONS[widget].some((permission) => held.includes(permission)),
  );
  const byList = new Map<ListName, Measures>();
  for (const figure of figures) {
    const { list, fixed, query: filters } = needsYouTarget(figure, organizationType, views);
    byList.set(list, { ...byList.get(list), [figure.code]: asOfNow(rowsMatching({ ...fixed, ...filters })) });
  }
  const counts = byList.size === 0 ? {} : await countRows(query, byList, { sparse: ['complianceDocuments'] });
  return { figures: figures.map(({ widget, code }) => ({ widget, code, count: counts[code] ?? 0 })) };
}
