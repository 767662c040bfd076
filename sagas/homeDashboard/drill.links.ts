/** The address behind a number: the list it counts, under the same filters. Null where this person may not go there. */
import type { UserInfo } from '../../contract';
import { carriedFilters, drillTarget, type DrillContext, type Widget, type WidgetCode } from '../../contract/dashboard';
import type { FilterForm } from '../filters/filter.form';
import { narrowedTo } from '../lists/list.address';
import { resolve, rootOf } from '../shell/routes/resolve';
import type { CardData } from './cards';

interface Behind {
  readonly user: UserInfo;
  readonly form: FilterForm;
  readonly data: CardData;
  /** With what goes along from page to page: the chosen facility. */
  readonly carried: string;
}

export function contextOf(user: UserInfo, data: CardData): DrillContext {
  return {
    type: user.organizationType,
    complianceView: data.complianceView ?? 'ACTIVE',
    timesheetView: data.timesheetView ?? 'supplier',
    today: data.today ?? '',
  };
}

export function drillLink<W extends Widget>(widget: W, code: WidgetCode<W>, behind: Behind): string | null {
  const { user, form, data, carried } = behind;
  const target = drillTarget(widget, code, contextOf(user, data));
  const pathname = `/${rootOf(user)}/${target.path}`;
  if (resolve(user, pathname).kind !== 'screen') return null;
  const { filters } = carriedFilters(target.list, form, data.period, user.organizationType);
  // What the page fixes by itself is not said again.
  const open = Object.entries({ ...target.query, ...filters }).filter(([name]) => !(name in target.fixed));
  return narrowedTo(pathname, { filters: Object.fromEntries(open) }, carried);
}

/** What of the form this number does not heed. */
export function leftOutOf<W extends Widget>(widget: W, code: WidgetCode<W>, { user, form, data }: Behind) {
  const { list } = drillTarget(widget, code, contextOf(user, data));
  return carriedFilters(list, form, null, user.organizationType).leftOut;
}
