/** What a card shows: its face, its numbers with where they lead, its chart. */
import { createSelector } from 'reselect';
import type { UserInfo } from '../../contract';
import {
  CHOICE_LABELS,
  codeLabel,
  COMPLIANCE_TILES,
  JOB_TILES,
  TIMESHEET_TILES,
  type Widget,
  type WidgetCode,
} from '../../contract/dashboard';
import { failureText } from '../access/access.texts';
import type { FilterForm } from '../filters/filter.form';
import { selectForm } from '../filters/filters.selectors';
import { selectUser } from '../session/session.selectors';
import { selectCarriedQuery } from '../shell/shell.selectors';
import type { AppState } from '../state';
import { selectedOf, WIDGET_LABELS, type Arrangement } from './arrangement';
import { colourOf, type CardColour } from './card.colours';
import { percentOf } from './card.rules';
import type { CardData } from './cards';
import { drillLink, leftOutOf } from './drill.links';
import type { CardState } from './homeDashboard.state';
import { selectHome, selectStatuses } from './requests.selectors';

export interface CardNumber {
  readonly code: string;
  readonly label: string;
  readonly count: number;
  /** Of the total, to two decimals; null where the number is no part of it. */
  readonly percent: number | null;
  readonly colour: CardColour | null;
  /** The list of exactly these rows; null for none, and where this person may not go there. */
  readonly to: string | null;
}

export type CardFace = 'loading' | 'failed' | 'full' | 'empty';

export interface CardView {
  readonly widget: Widget;
  readonly title: string;
  readonly face: CardFace;
  /** The numbers are asked for anew. */
  readonly busy: boolean;
  /** Something happened that may have changed them. */
  readonly stale: boolean;
  readonly at: number | null;
  /** Why there are no newer numbers. */
  readonly error: string | null;
  readonly total: number;
  /** What the chart shows: the chosen statuses in their order. */
  readonly statuses: readonly CardNumber[];
  readonly tiles: readonly CardNumber[];
  readonly totalOpenings: number | null;
  readonly totalDue: number | null;
  readonly totalPending: number | null;
  /** Filters that are set and that this card does not heed. */
  readonly leftOut: readonly string[];
  readonly hasPeriod: boolean;
}

/** Its title depends on who pays whom. */
export function titleOf(widget: Widget, user: Pick<UserInfo, 'organizationType'>): string {
  if (widget !== 'INVOICE') return WIDGET_LABELS[widget];
  return user.organizationType === 'AGENCY' ? 'Reverse Invoicing' : 'Invoicing';
}

const TILES: Partial<Record<Widget, readonly string[]>> = {
  JOBS: JOB_TILES,
  COMPLIANCE: COMPLIANCE_TILES,
  TIMESHEET: TIMESHEET_TILES,
};

/** A code by which something is always counted: what of the filter it does not heed, the card does not. */
const FIRST_CODE: { readonly [W in Widget]: WidgetCode<W> } = {
  SUBMISSIONS: 'SUBMITTED',
  JOBS: 'ON_HOLD',
  ASSIGNMENTS: 'ACTIVE',
  COMPLIANCE: 'HUNDRED',
  TIMESHEET: 'SAVED',
  INVOICE: 'INVOICE_DUE',
};

export const selectCardView = createSelector(
  [selectHome, selectUser, selectForm, selectCarriedQuery, selectStatuses],
  ({ cards }, user, form, carried, statusesOf) => {
    const views = new Map<Widget, CardView>();
    return (widget: Widget): CardView | null => {
      if (user === null) return null;
      const known = views.get(widget);
      if (known !== undefined) return known;
      const view = viewOf(widget, cards[widget], user, form, carried, statusesOf(widget));
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
  carried: string,
  arrangement: Arrangement<string>,
): CardView {
  const data = card?.data ?? null;
  const numbers = (codes: readonly string[], share: boolean) =>
    data === null || form === null
      ? []
      : codes.flatMap((code) => numberOf(widget, code, share, { user, form, data, carried }));
  const statuses = numbers(selectedOf(arrangement), true);
  const tiles = numbers(TILES[widget] ?? [], false);
  const nothing = [...statuses, ...tiles].every(({ count }) => count === 0);
  return {
    widget,
    title: titleOf(widget, user),
    face: data === null ? (card?.failure == null ? 'loading' : 'failed') : nothing ? 'empty' : 'full',
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
    leftOut:
      data === null || form === null
        ? []
        : leftOutOf(widget, FIRST_CODE[widget] as never, { user, form, data, carried }).flatMap((field) =>
            field === 'period' ? [] : [CHOICE_LABELS[field]],
          ),
    hasPeriod: data?.period != null,
  };
}

interface Behind {
  readonly user: UserInfo;
  readonly form: FilterForm;
  readonly data: CardData;
  readonly carried: string;
}

/** None where the server did not say: it is not this person's to know. */
function numberOf(widget: Widget, code: string, share: boolean, behind: Behind): readonly CardNumber[] {
  const count = behind.data.counts[code];
  if (count === undefined) return [];
  return [
    {
      code,
      label: codeLabel(widget, code),
      count,
      percent: share ? percentOf(count, behind.data.total) : null,
      colour: colourOf(widget, code),
      to: count === 0 ? null : drillLink(widget, code as never, behind),
    },
  ];
}

export const selectCardChartView = (state: AppState, widget: Widget) => selectHome(state).views[widget] ?? 'chart';
