/** What a card shows: loading state, numbers with links, chart. */
import { createSelector } from 'reselect';
import { CHOICE_LABELS, type Period } from '../../../../contract/dashboards/filter';
import { totalTargets } from '../../../../contract/dashboards/drill';
import { codeLabel, meaningOf, type Meaning, type Widget } from '../../../../contract/dashboards/widgets';
import { failureText } from '../../../base/http/failureText';
import { selectIsWallDisplay, selectPersistentQuery } from '../../../navigation/location/location.selectors';
import { selectUser } from '../../../session/session.selectors';
import type { FilterForm } from '../filters/filterForm';
import { selectEffectiveForm } from '../filters/choices.selectors';
import { selectedOf, type Arrangement } from './arrangement';
import { kindText, shareOf } from './card.rules';
import { selectHome, selectStatuses, type WithHome } from './cardRequests.selectors';
import {
  contextOf,
  drillLink,
  ignoredFilters,
  openingsLink,
  owedLink,
  totalLink,
  type LinkContext,
} from './drillLinks';
import type { CardState } from './home.slice';
import { widgetOf, type CardColor, type WidgetDefinition } from './widgets';

export interface CardNumber {
  readonly code: string;
  readonly label: string;
  readonly count: number;
  /** Percentage of its total, or of the number that contains it, to two decimals; null without either. */
  readonly percent: number | null;
  readonly meaning: Meaning;
  /** Label of the number that contains this one. */
  readonly within: string | null;
  readonly color: CardColor | null;
  /** Link to the list of exactly these rows; null if there is none, or the user may not open it. */
  readonly to: string | null;
}

/** The sum of a card's figures of one kind and one list. */
export interface CardTotal {
  readonly kind: Meaning['kind'];
  /** 'Total now', or 'Reverse now' if the card counts rows of two lists. */
  readonly label: string;
  readonly codes: readonly string[];
  readonly count: number;
  /** Null if nothing is counted, or the user may not open the list. */
  readonly to: string | null;
}

export type CardPhase = 'loading' | 'failed' | 'full';

export interface CardView extends Pick<WidgetDefinition, 'chart' | 'isLow' | 'toggle'> {
  readonly widget: Widget;
  readonly title: string;
  readonly phase: CardPhase;
  /** Newer numbers are being loaded. */
  readonly busy: boolean;
  /** An event may have changed the numbers. */
  readonly stale: boolean;
  /** When the numbers were counted, in epoch ms; null until loaded. */
  readonly at: number | null;
  /** Why newer numbers could not be loaded. */
  readonly error: string | null;
  /** Of all statuses, also those that are not chosen; 0 until loaded. */
  readonly total: number;
  /** Stock first. */
  readonly totals: readonly CardTotal[];
  /** For the chart: the chosen statuses in order. */
  readonly statuses: readonly CardNumber[];
  readonly tiles: readonly CardNumber[];
  /** Positions, not jobs. This and the amounts below are null on cards that have none. */
  readonly totalOpenings: number | null;
  /** Cents that facilities still owe. */
  readonly totalDue: number | null;
  /** Cents still to be paid to suppliers. */
  readonly totalPending: number | null;
  /** The list of what is added up; null if the sum is 0, or the user may not open the list. */
  readonly totalOpeningsTo: string | null;
  readonly totalDueTo: string | null;
  readonly totalPendingTo: string | null;
  /** The set filters that the card, or one of its lists, ignores; a sentence each. */
  readonly ignored: readonly string[];
  /** The days of the flow; null on cards of stock. */
  readonly period: Period | null;
}

/** Returns a function from a widget to what its card shows; that is null before sign-in. */
export const selectCardView = createSelector(
  [selectHome, selectUser, selectEffectiveForm, selectPersistentQuery, selectStatuses, selectIsWallDisplay],
  ({ cards }, user, form, persistentQuery, statusesOf, isWallDisplay) => {
    const views = new Map<Widget, CardView>();
    return (widget: Widget): CardView | null => {
      if (user === null) return null;
      const known = views.get(widget);
      if (known !== undefined) return known;
      const view = viewOf(widget, cards[widget], { user, form, persistentQuery, isWallDisplay }, statusesOf(widget));
      views.set(widget, view);
      return view;
    };
  },
);

function viewOf(
  widget: Widget,
  card: CardState | undefined,
  { form, ...place }: Omit<LinkContext, 'data' | 'form'> & { readonly form: FilterForm | null },
  arrangement: Arrangement<string>,
): CardView {
  const data = card?.data ?? null;
  const { label, titleFor, chart, isLow, toggle, tiles: tileCodes } = widgetOf(widget);
  const context = data === null || form === null ? null : { ...place, form, data };
  const totals = context === null ? [] : totalsOf(widget, context);
  const numbers = (codes: readonly string[], share: boolean) =>
    context === null ? [] : codes.flatMap((code) => numberOf(widget, code, share ? totals : [], context));
  const statuses = numbers(selectedOf(arrangement), true);
  const tiles = numbers(tileCodes, false);
  return {
    widget,
    title: titleFor?.(place.user) ?? label,
    chart,
    ...(isLow && { isLow }),
    ...(toggle && { toggle }),
    phase: data === null ? (card?.failure == null ? 'loading' : 'failed') : 'full',
    busy: card?.busy ?? false,
    stale: card?.stale ?? false,
    at: card?.at ?? null,
    error: card?.failure == null ? null : failureText(card.failure),
    total: data?.total ?? 0,
    totals,
    statuses,
    tiles,
    totalOpenings: data?.totalOpenings ?? null,
    totalDue: data?.totalDue ?? null,
    totalPending: data?.totalPending ?? null,
    totalOpeningsTo: context !== null && data?.totalOpenings ? openingsLink(context) : null,
    totalDueTo: context !== null && data?.totalDue ? owedLink('invoices', context) : null,
    totalPendingTo: context !== null && data?.totalPending ? owedLink('reverseInvoices', context) : null,
    ignored: context === null ? [] : ignoredText(ignoredFilters(widget, context)),
    period: data?.period ?? null,
  };
}

/** Of the card, or of each list if they ignore different filters, which is so of invoices only. */
function ignoredText(lists: ReturnType<typeof ignoredFilters>): readonly string[] {
  const texts = [...lists].map(([list, fields]) => ({
    who: list === 'reverseInvoices' ? 'Reverse invoices are not' : 'Invoices are not',
    by: fields.map((field) => CHOICE_LABELS[field]).join(', '),
  }));
  const same = texts.every(({ by }) => by === texts[0]?.by);
  return (same ? texts.slice(0, 1) : texts).flatMap(({ who, by }) =>
    by === '' ? [] : [`${same ? 'Not' : who} filtered by ${by}`],
  );
}

/** By kind, stock first, and by list. */
function totalsOf(widget: Widget, context: LinkContext): readonly CardTotal[] {
  const { user, data } = context;
  const kinds = (['stock', 'flow'] as const).flatMap((kind) => {
    const targets = totalTargets(widget, kind, contextOf(user, data));
    return targets.length === 0 ? [] : [{ kind, targets }];
  });
  return kinds.flatMap(({ kind, targets }) =>
    targets.map((each): CardTotal => {
      const { codes, target } = each;
      const count = codes.reduce((sum, code) => sum + (data.counts[code] ?? 0), 0);
      const name = targets.length === 1 ? 'Total' : target.list === 'reverseInvoices' ? 'Reverse' : 'Invoices';
      return {
        kind,
        label: kinds.length === 1 ? name : `${name} ${kindText({ kind })}`,
        codes,
        count,
        to: count === 0 ? null : totalLink(widget, each, context),
      };
    }),
  );
}

/** Empty if the answer lacks the code: the user may not see it. Without totals the number is not part of any. */
function numberOf(
  widget: Widget,
  code: string,
  totals: readonly CardTotal[],
  context: LinkContext,
): readonly CardNumber[] {
  const { counts } = context.data;
  const count = counts[code];
  const meaning = meaningOf(widget, code);
  if (count === undefined || meaning === undefined) return [];
  const colors: Readonly<Partial<Record<string, CardColor>>> = widgetOf(widget).colors;
  const { within } = meaning;
  const whole = within === undefined ? totals.find(({ codes }) => codes.includes(code))?.count : counts[within];
  return [
    {
      code,
      label: codeLabel(widget, code),
      count,
      percent: whole === undefined ? null : shareOf(count, whole),
      meaning,
      within: within === undefined ? null : codeLabel(widget, within),
      color: colors[code] ?? null,
      to: count === 0 ? null : drillLink(widget, code, context),
    },
  ];
}

/** Whether a card shows its chart or the table. */
export const selectCardChartView = (state: WithHome, widget: Widget) => selectHome(state).views[widget] ?? 'chart';
