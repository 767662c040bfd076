/** The scorecard of one supplier: the user's own, or the one a managing organization has chosen. */
import { createSelector } from 'reselect';
import { SUPPLIER_CARDS, type SupplierCard } from '../../../../contract/dashboards/kpiDashboards';
import { stepperMax } from '../../../../contract/dashboards/kpiRules';
import { kpi } from '../../../../contract/dashboards/kpis';
import type { KpiUnit } from '../../../../contract/dashboards/kpiDefinition';
import { selectUser } from '../../../session/session.selectors';
import { SCORES, showsScores } from './kpiDashboards';
import { frameOf, periodText, type Frame } from './cardFrame';
import { valueText, type Change } from './kpi.format';
import { selectScoredSupplier } from './kpi.selectors';
import { selectKpi } from './kpi.slice';
import { reportLink, selectReportContext } from './reportLinks';
import { trendOf } from './trend';

export interface ScoreView extends Frame {
  readonly count: number;
  readonly text: string;
  /** Maximum of the bar. */
  readonly max: number;
  readonly maxText: string;
  /** '3 of 41'; null without a rank. */
  readonly rank: string | null;
  readonly change: Change | null;
  readonly caution: string | null;
  /** The previous value and its period; null if they are not compared. */
  readonly before: { readonly text: string; readonly period: string } | null;
  /** The list of the rows behind it; null if the user may not open it. */
  readonly to: string | null;
}

const selectScoreCard = createSelector([selectKpi], ({ cards }) => cards[SCORES]);
const selectScoreAnswer = createSelector([selectScoreCard], (card) => {
  const data = card?.data ?? null;
  return data !== null &&
    'previousPeriod' in data &&
    !('records' in data) &&
    !('figures' in data) &&
    !('figure' in data)
    ? data
    : null;
});

const CARDS = Object.keys(SUPPLIER_CARDS) as readonly SupplierCard[];

/** The chosen supplier, or else the first; suppliers see themselves. */
export const selectSupplier = createSelector(
  [selectUser, selectScoredSupplier, selectScoreAnswer],
  (user, scored, answer): string | null =>
    user?.organizationType === 'AGENCY' ? (answer?.numberOfSubmissions?.[0]?.agencyId ?? user.organizationId) : scored,
);

/** Percentages end at 100, other values at a round number above the best. */
export const progressMax = (unit: KpiUnit, max: number): number => (unit === 'percent' ? 100 : stepperMax(max));

/** The scorecard of the chosen supplier; empty for users who may not see it. */
export const selectScores = createSelector(
  [selectUser, selectScoreCard, selectScoreAnswer, selectSupplier, selectReportContext],
  (user, card, answer, agencyId, context): readonly ScoreView[] => {
    if (user === null || !showsScores(user)) return [];
    return CARDS.map((name) => {
      const code = SUPPLIER_CARDS[name];
      const { unit, title } = kpi(code);
      const item = answer?.[name]?.find((each) => each.agencyId === agencyId);
      const count = item?.currentCount ?? 0;
      // Without anything to compute there is no mean or share; a count is 0.
      const value = unit !== 'count' && (item?.rank ?? 0) === 0 ? null : count;
      const max = progressMax(unit, Math.max(item?.max ?? 0, count));
      const frame = frameOf(`${SCORES}/${name}`, title, [code], card, false);
      const ofOne = user.organizationType === 'AGENCY' || agencyId === null ? {} : { agencyIds: [agencyId] };
      return {
        ...frame,
        count,
        text: valueText(unit, value),
        max,
        maxText: valueText(unit, max),
        rank: item === undefined || item.rank === 0 ? null : `${item.rank} of ${item.ranked}`,
        ...(item === undefined || answer === null
          ? { change: null, caution: null }
          : trendOf(code, answer.period, card?.at ?? null, {
              value,
              previous: item.previousCount,
              denominator: item.base,
              previousDenominator: item.previousBase,
            })),
        before:
          item?.previousCount == null || answer === null
            ? null
            : { text: valueText(unit, item.previousCount), period: periodText(answer.previousPeriod) },
        to: context === null || answer === null || count === 0 ? null : reportLink(code, answer.period, context, ofOne),
      };
    });
  },
);

/** The figures arrived without this supplier. */
export const selectSupplierUnknown = createSelector(
  [selectScoreAnswer, selectSupplier],
  (answer, agencyId) =>
    answer !== null && !CARDS.some((name) => answer[name]?.some((each) => each.agencyId === agencyId)),
);
