/** What all KPI cards have in common around their figures. */
import type { Period } from '../../../../contract/dashboards/filter';
import { kpi, type Kpi } from '../../../../contract/dashboards/kpis';
import { failureText } from '../../../base/http/failureText';
import type { Card } from '../cards/card';
import { dayText } from '../../../base/dates';
import type { KpiAnswer, KpiCardId } from './kpi.slice';

export type KpiCardPhase = 'loading' | 'failed' | 'empty' | 'full';

/** 'How is this computed?' for one figure. */
export interface Definition {
  readonly code: Kpi;
  readonly title: string;
  readonly text: string;
}

export interface Frame {
  readonly id: KpiCardId;
  readonly title: string;
  readonly phase: KpiCardPhase;
  readonly busy: boolean;
  /** When the figures arrived, epoch ms. */
  readonly at: number | null;
  /** Why there are no newer figures. */
  readonly error: string | null;
  readonly definitions: readonly Definition[];
  /** What the card says if it is empty. */
  readonly empty: string;
  /** The days the figures cover. */
  readonly period: string;
}

/** The title and the explanation of a KPI: what is divided by what, and which period counts. */
export function definitionOf(code: Kpi): Definition {
  const { title, numerator, denominator, period, unit } = kpi(code);
  if (denominator === undefined) return { code, title, text: `${numerator.replace(/\.$/, '')}. ${period}` };
  const per = { percent: ', as a percentage of', ratio: ', divided by', days: ', averaged over' } as const;
  const among = denominator[0]?.toLowerCase() + denominator.slice(1);
  return {
    code,
    title,
    text: `${numerator}${unit in per ? per[unit as keyof typeof per] : ' of'} ${among}. ${period}`,
  };
}

/** '01/01/2026 – 01/31/2026' */
export const periodText = ({ from, to }: Period): string => `${dayText(from)} – ${dayText(to)}`;

/** What every KPI card shows around its figures. `codes` are explained in it; `isEmpty` is about loaded data. */
export function frameOf(
  id: KpiCardId,
  title: string,
  codes: readonly Kpi[],
  card: Card<KpiAnswer> | undefined,
  isEmpty: boolean,
): Frame {
  const data = card?.data ?? null;
  const failure = card?.failure ?? null;
  return {
    id,
    title,
    phase: data === null ? (failure === null ? 'loading' : 'failed') : isEmpty ? 'empty' : 'full',
    busy: card?.busy ?? false,
    at: card?.at ?? null,
    error: failure === null ? null : failureText(failure),
    definitions: codes.map(definitionOf),
    empty: 'No data for these filters. Choose a longer time frame or clear a filter.',
    period: data !== null && 'period' in data ? periodText(data.period) : '',
  };
}
