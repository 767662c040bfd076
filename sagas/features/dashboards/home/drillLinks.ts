/** The link behind a number: the list it counts, under the same filters. */
import {
  drillTarget,
  openingsTarget,
  owedTarget,
  periodOfFigure,
  type DrillContext,
  type DrillTarget,
  type TotalTarget,
  type PeriodFilter,
} from '../../../../contract/dashboards/drill';
import { translateFilters, type ChoiceField, type ListFilters } from '../../../../contract/dashboards/filter';
import { WIDGET_CODES, type Widget, type WidgetCode } from '../../../../contract/dashboards/widgets';
import type { ListName } from '../../../../contract/lists/list';
import type { UserInfo } from '../../../../contract/identity/ownSession.endpoints';
import { narrowedTo } from '../../../navigation/routes/listAddress';
import { resolve, rootOf } from '../../../navigation/routes/resolve';
import type { FilterForm } from '../filters/filterForm';
import type { CardData } from './widgets';

/** The user, and the filter the number was counted under. */
export interface LinkContext {
  readonly user: UserInfo;
  readonly form: FilterForm;
  readonly data: CardData;
  /** The query that every page keeps: the chosen client. */
  readonly persistentQuery: string;
  /** A wall display has no links. */
  readonly isWallDisplay: boolean;
}

/** What the links of a card depend on: the view it shows, and the user's date. */
export function contextOf(user: UserInfo, data: CardData): DrillContext {
  return {
    type: user.organizationType,
    complianceView: data.complianceView ?? 'ACTIVE',
    timesheetView: data.timesheetView ?? 'supplier',
    today: data.today ?? '',
  };
}

const isCodeOf = <W extends Widget>(widget: W, code: string): code is WidgetCode<W> =>
  (WIDGET_CODES[widget] as readonly string[]).includes(code);

/** With `more` filters. Null for an unknown code, and for a list that this user may not open. */
export const drillLink = (widget: Widget, code: string, context: LinkContext, more: ListFilters = {}): string | null =>
  isCodeOf(widget, code)
    ? linkTo(
        drillTarget(widget, code, contextOf(context.user, context.data)),
        periodOfFigure(widget, code, context.data.period),
        context,
        more,
      )
    : null;

/** The link of a card's total; null for a list that this user may not open. */
export function totalLink(widget: Widget, { codes: [code], target }: TotalTarget, context: LinkContext): string | null {
  // All parts of a total are limited by the same dates.
  return linkTo(target, periodOfFigure(widget, code ?? '', context.data.period), context);
}

/** The open jobs behind the number of openings. */
export const openingsLink = (context: LinkContext): string | null =>
  linkTo(openingsTarget(context.user.organizationType), null, context);

/** The unpaid amounts of the managing organization, or of its suppliers. */
export const owedLink = (list: 'invoices' | 'reverseInvoices', context: LinkContext): string | null =>
  linkTo(owedTarget(list), null, context);

/** Null for a list that this user may not open. */
export function linkTo(
  target: DrillTarget,
  within: PeriodFilter | null,
  { user, form, persistentQuery, isWallDisplay }: Omit<LinkContext, 'data'>,
  more: ListFilters = {},
): string | null {
  const pathname = `/${rootOf(user)}/${target.path}`;
  if (isWallDisplay || resolve(user, pathname).kind !== 'screen') return null;
  const period = within?.period ?? null;
  const { filters } = translateFilters(target.list, form, period, user.organizationType, within?.by);
  // The page fixes these itself, so the query omits them.
  const open = Object.entries({ ...target.query, ...filters, ...more }).filter(([name]) => !(name in target.fixed));
  return narrowedTo(pathname, { filters: Object.fromEntries(open) }, persistentQuery);
}

/** The fields of the form that the numbers of a card ignore, by the list that they count. */
export function ignoredFilters(
  widget: Widget,
  { user, form, data }: LinkContext,
): ReadonlyMap<ListName, readonly ChoiceField[]> {
  const codes = Object.keys(data.counts).filter((code) => isCodeOf(widget, code));
  const lists = codes.map((code) => drillTarget(widget, code, contextOf(user, data)).list);
  return new Map(
    lists.map((list) => {
      const { ignoredFilters: ignored } = translateFilters(list, form, null, user.organizationType);
      return [list, ignored.filter((field) => field !== 'period')];
    }),
  );
}
