/** One of our figures beside its limit. */
import { median } from './pairs';
import { reached, type Row } from './row';

export interface Goal {
  readonly id: string;
  readonly what: string;
  readonly limit: number;
  readonly unit: string;
  /** Reached at the limit or above it. */
  readonly atLeast?: true;
  readonly exact?: true;
}

export function goalRow({ id, what, limit, unit, atLeast, exact }: Goal, values: readonly number[]): Row {
  const figure = median(values);
  const text = (value: number) => `${value.toFixed(unit === 'MB' ? 1 : 0)} ${unit}`.trim();
  const worst = atLeast ? Math.min(...values) : Math.max(...values);
  return {
    id,
    what,
    ours: values.length === 1 ? text(figure) : `${text(figure)}, worst of ${values.length}: ${text(worst)}`,
    other: `limit ${text(limit)}`,
    ...(limit > 0 && { ratio: figure / limit }),
    goal: `${atLeast ? '>=' : '<='} ${text(limit)}`,
    verdict: reached(atLeast ? figure >= limit : figure <= limit),
    exact: exact ?? false,
  };
}
