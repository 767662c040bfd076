/** What a card shows: loading state, numbers with links, chart. */
import { createSelector } from 'reselect';
import { CHOICE_LABELS } from '../../../../contract/dashboards/filter';
import { codeLabel, type Widget } from '../../../../contract/dashboards/widgets';
import type { UserInfo } from '../../../../contract/identity/access.endpoints';
import { failureText } from '../../../base/http/failureText';
import { selectKeptQuery } from '../../../navigation/location/location.selectors';
import { selectUser } from '../../../session/session.selectors';
import type { FilterForm } from '../filters/filterForm';
import { selectAskedForm } from '../filters/choices.selectors';
import { selectedOf, type Arrangement } from './arrangement';
import { shareOf } from './card.rules';
import { selectHome, selectStatuses, type WithHome } from './cardRequests.selectors';
import { drillLink, ignoredFilters, type LinkContext } from './drillLinks';
import type { CardState } from './home.slice';
import { widgetOf, type CardColor, type WidgetDefinition } from './widgets';

export interface CardNumber {
  readonly code: string;
  readonly label: string;
  readonly count: number;
  /** Percentage of the total, to two decimals; null if the number is not part of it. */
  readonly percent: number | null;
  readonly color: CardColor | null;
  /** Link to the list of exactly these rows; null if there is none, or the user may not open it. */
  readonly to: string | null;
}

export type CardFace = 'loading' | 'failed' | 'full' | 'empty';

export interface CardView extends Pick<WidgetDefinition, 'chart' | 'isLow' | 'toggle'> {
  readonly widget: Widget;
  readonly title: string;
  readonly face: CardFace;
  /** Newer numbers are being loaded. */
  readonly busy: boolean;
  /** An event may have changed the numbers. */
  readonly stale: boolean;
  readonly at: number | null;
  /** Why newer numbers could not be loaded. */
  readonly error: string | null;
  readonly total: number;
  /** For the chart: the chosen statuses in order. */
  readonly statuses: readonly CardNumber[];
  readonly tiles: readonly CardNumber[];
  readonly totalOpenings: number | null;
  readonly totalDue: number | null;
  readonly totalPending: number | null;
  /** Labels of set filters that this card ignores. */
  readonly ignoredFilters: readonly string[];
  readonly hasPeriod: boolean;
}

export const selectCardView = createSelector(
  [selectHome, selectUser, selectAskedForm, selectKeptQuery, selectStatuses],
  ({ cards }, user, form, keptQuery, statusesOf) => {
    const views = new Map<Widget, CardView>();
    return (widget: Widget): CardView | null => {
      if (user === null) return null;
      const known = views.get(widget);
      if (known !== undefined) return known;
      const view = viewOf(widget, cards[widget], user, form, keptQuery, statusesOf(widget));
      views.set(widget, view);
      return view;
    };
  },
);

function viewOf(
  widget: Widget,
  card: CardState | undefined,
  user: UserInfo,
  form: FilterForm | null,
  keptQuery: string,
  arrangement: Arrangement<string>,
): CardView {
  const data = card?.data ?? null;
  const { label, titleFor, chart, isLow, toggle, tiles: tileCodes, anyCode } = widgetOf(widget);
  const numbers = (codes: readonly string[], share: boolean) =>
    data === null || form === null
      ? []
      : codes.flatMap((code) => numberOf(widget, code, share, { user, form, data, keptQuery }));
  const statuses = numbers(selectedOf(arrangement), true);
  const tiles = numbers(tileCodes, false);
  const isEmpty = [...statuses, ...tiles].every(({ count }) => count === 0);
  return {
    widget,
    title: titleFor?.(user) ?? label,
    chart,
    ...(isLow && { isLow }),
    ...(toggle && { toggle }),
    face: data === null ? (card?.failure == null ? 'loading' : 'failed') : isEmpty ? 'empty' : 'full',
    busy: card?.busy ?? false,
    stale: card?.stale ?? false,
    at: card?.at ?? null,
    error: card?.failure == null ? null : failureText(card.failure),
    total: data?.total ?? 0,
    statuses,
    tiles,
    totalOpenings: data?.totalOpenings ?? null,
    totalDue: data?.totalDue ?? null,
    totalPending: data?.totalPending ?? null,
    ignoredFilters:
      data === null || form === null
        ? []
        : ignoredFilters(widget, anyCode, { user, form, data, keptQuery }).map((field) => CHOICE_LABELS[field]),
    hasPeriod: data?.period != null,
  };
}

/** Empty if the answer lacks the code: the user may not see it. */
function numberOf(widget: Widget, code: string, share: boolean, context: LinkContext): readonly CardNumber[] {
  const count = context.data.counts[code];
  if (count === undefined) return [];
  const colors: Readonly<Partial<Record<string, CardColor>>> = widgetOf(widget).colors;
  return [
    {
      code,
      label: codeLabel(widget, code),
      count,
      percent: share ? shareOf(count, context.data.total) : null,
      color: colors[code] ?? null,
      to: count === 0 ? null : drillLink(widget, code, context),
    },
  ];
}

export const selectCardChartView = (state: WithHome, widget: Widget) => selectHome(state).views[widget] ?? 'chart';
