/** The stat tiles: a figure, its verdict, and its previous value. */
import { createSelector } from 'reselect';
import {
  BUSINESS_ANALYSIS,
  FACILITY_KPI,
  TOP_SUPPLIERS_TILE,
  type KpiWidget,
} from '../../../../contract/dashboards/kpiDashboards';
import { kpi, type Kpi } from '../../../../contract/dashboards/kpis';
import type { ResponseOf } from '../../../../contract/endpoints';
import { selectUser } from '../../../session/session.selectors';
import type { Card } from '../cards/card';
import { selectPlace } from '../filters/filters.selectors';
import {
  TOP_TILE,
  analysisId,
  analysisWidgets,
  kpiDashboardAt,
  facilityId,
  facilityWidgets,
  showsTopTile,
} from './kpiDashboards';
import { frameOf, periodText, type Frame } from './cardFrame';
import { basisText, figureText, ratingOf, type Change, type Rating } from './kpi.format';
import { trendOf } from './trend';
import { selectKpi } from './kpi.slice';
import type { KpiAnswer, KpiCardId } from './kpi.slice';
import { reportLink, selectReportContext, type ReportContext } from './reportLinks';

type Figures = ResponseOf<'topSuppliersTimeToFill'>['figure'];

export interface TileView extends Frame {
  readonly text: string;
  readonly rating: Rating | null;
  readonly change: Change | null;
  /** Why there is no value or no trend, or that the figure is preliminary; null otherwise. */
  readonly caution: string | null;
  /** The previous value and its period. */
  readonly before: { readonly text: string; readonly period: string } | null;
  /** The list of the rows behind it; null if the user may not open it. */
  readonly to: string | null;
}

/** The figure of a tile, in whichever answer has it. */
function figureIn(code: Kpi, answer: KpiAnswer): Figures | null {
  if ('figure' in answer) return answer.figure;
  if (!('figures' in answer)) return null;
  return (answer.figures as Readonly<Partial<Record<Kpi, Figures>>>)[code] ?? null;
}

/** A figure with its rating, its change and its link. `context` is the user who would follow it. */
export function tileOf(
  id: KpiCardId,
  title: string,
  code: Kpi,
  card: Card<KpiAnswer> | undefined,
  context: ReportContext | null,
): TileView {
  const answer = card?.data ?? null;
  const figure = answer === null ? null : figureIn(code, answer);
  const { unit } = kpi(code);
  const isEmpty = figure === null || (figure.value === null && figure.numerator === 0);
  const frame = frameOf(id, title, [code], card, isEmpty);
  if (answer === null || figure === null || !('previousPeriod' in answer))
    return { ...frame, text: '–', rating: null, change: null, caution: null, before: null, to: null };
  const previous = {
    value: figure.previous,
    numerator: figure.previousNumerator,
    denominator: figure.previousDenominator,
  };
  const { change, caution } = trendOf(code, answer.period, card?.at ?? null, figure);
  // '0 : 0' does not show that there were submissions but no offers.
  const hidden = figure.value === null && !isEmpty ? basisText(unit, figure) : null;
  return {
    ...frame,
    text: figureText(unit, figure),
    rating: ratingOf(kpi(code), figure.value),
    change,
    caution: hidden === null || caution === null ? (hidden ?? caution) : `${hidden}. ${caution}`,
    before: { text: figureText(unit, previous), period: periodText(answer.previousPeriod) },
    to: context === null ? null : reportLink(code, answer.period, context),
  };
}

const isTile = ({ kind }: KpiWidget): boolean => kind === 'tile';

/** The tiles of the dashboard at the address that the user may see, in order. */
export const selectTiles = createSelector(
  [selectKpi, selectPlace, selectUser, selectReportContext],
  ({ cards }, place, user, context): readonly TileView[] => {
    const dashboard = place === null ? null : kpiDashboardAt(place);
    if (user === null || dashboard === null) return [];
    const tile = (id: KpiCardId, { title, kpis: [code] }: Pick<KpiWidget, 'title' | 'kpis'>) =>
      code === undefined ? [] : [tileOf(id, title, code, cards[id], context)];
    switch (dashboard) {
      case 'analysis':
        return analysisWidgets(user)
          .filter((widget) => isTile(BUSINESS_ANALYSIS[widget]))
          .flatMap((widget) => tile(analysisId(widget), BUSINESS_ANALYSIS[widget]));
      case 'facility':
        return facilityWidgets(user)
          .filter((widget) => isTile(FACILITY_KPI[widget]))
          .flatMap((widget) => tile(facilityId(widget), FACILITY_KPI[widget]));
      case 'top':
        return showsTopTile(user) ? tile(TOP_TILE, { ...TOP_SUPPLIERS_TILE, kpis: [TOP_SUPPLIERS_TILE.kpi] }) : [];
      case 'scores':
        return [];
    }
  },
);
